"""What tests of whole strategies share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ctxlab.lab import Lab


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    """One lab that keeps nothing on disk."""
    made = Lab(store=False)
    yield made
    made.close()
