"""A question for a model, and the fault that comes of asking it."""

from __future__ import annotations

import pytest

from ctxlab.errors import ModelError
from ctxlab.llm.client import Client

ASKED = [("system", "Answer."), ("user", "上限多少？")]


def fault(client: Client) -> str:
    """Why there is no answer."""
    with pytest.raises(ModelError) as caught:
        client.ask(ASKED)
    return caught.value.fault
