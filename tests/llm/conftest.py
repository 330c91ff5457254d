"""A client that asks the server of the tests."""

from __future__ import annotations

import pytest
from helpers.model_server import ModelServer

from ctxlab.llm.client import Client


@pytest.fixture
def client(server: ModelServer) -> Client:
    """It waits but a moment before another attempt."""
    return Client(server.endpoint(), first_wait=0.01)
