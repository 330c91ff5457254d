"""Small sessions and profiles for the command line's tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.chat import LONG, message, write_json


@pytest.fixture(scope="session")
def counts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the count store; every call would otherwise load the vocabulary anew."""
    return tmp_path_factory.mktemp("counts")


@pytest.fixture(autouse=True)
def _surroundings(counts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One count store for all, and answers that do not depend on the locale of whoever runs the tests."""
    monkeypatch.setenv("CTXLAB_DATA_DIR", str(counts))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def trip(tmp_path: Path) -> Path:
    """One chat request of four turns: system prompt i1, demand i2, long answers i3 i5 i7, question i8."""
    messages = [
        message("system", "You plan trips."),
        message("user", "Keep it under 3000 yuan and never suggest spicy food."),
        message("assistant", LONG),
        message("user", "What can we see?"),
        message("assistant", LONG),
        message("user", "And on the second day?"),
        message("assistant", LONG),
        message("user", "Where shall we eat tonight?"),
    ]
    return write_json(tmp_path / "trip.json", {"model": "gpt-4o", "messages": messages})


TIGHT = """\
schema = "ctxlab.profile/1"
name = "tight"
description = "only the newest history stays"

[window]
size = 2000

[window.unknown]
tool_schemas = 0

[budget.recent]
rounds = 0

[budget.history]
cap = 450
overflow = "stop"
order = "newest"

[[must_keep]]
text = "3000 yuan"
"""


@pytest.fixture
def tight(tmp_path: Path) -> Path:
    """A profile under which the demand of turn 1 is lost, and which says that it must not be."""
    file = tmp_path / "tight.toml"
    file.write_text(TIGHT, encoding="utf-8")
    return file


@pytest.fixture
def roomy(tmp_path: Path) -> Path:
    """The same demands, and room for everything."""
    file = tmp_path / "roomy.toml"
    text = TIGHT.replace('"tight"', '"roomy"').replace("cap = 450", "cap = 45000").replace("2000", "64000")
    file.write_text(text, encoding="utf-8")
    return file
