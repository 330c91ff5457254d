"""Both encodings, loaded once, beside plain ones built from the same files to compare with."""

from __future__ import annotations

from typing import Any

import pytest

from ctxlab.paths import resource
from ctxlab.tokens.exact import ExactCounter
from ctxlab.tokens.vocabulary import build, read_ranks, vocabulary_of


@pytest.fixture(scope="session")
def plain_encodings() -> dict[str, Any]:
    names = ("o200k_base", "cl100k_base")
    return {
        name: build(vocabulary_of(name), read_ranks(vocabulary_of(name), resource("tokenizers")))
        for name in names
    }


@pytest.fixture(scope="session")
def exact_counters() -> dict[str, ExactCounter]:
    return {name: ExactCounter(name) for name in ("o200k_base", "cl100k_base")}


@pytest.fixture(scope="session")
def o200k(exact_counters: dict[str, ExactCounter]) -> ExactCounter:
    return exact_counters["o200k_base"]


@pytest.fixture(params=["o200k_base", "cl100k_base"])
def encoding(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def exact(encoding: str, exact_counters: dict[str, ExactCounter]) -> ExactCounter:
    return exact_counters[encoding]


@pytest.fixture
def plain(encoding: str, plain_encodings: dict[str, Any]) -> Any:
    return plain_encodings[encoding]
