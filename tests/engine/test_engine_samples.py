"""Every sample file under every built-in profile.

The books balance, and the recommended ones give valid messages.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.check_trace import check_trace

from ctxlab.errors import FormatError
from ctxlab.lab import Lab
from ctxlab.model.profile import Profile
from ctxlab.profiles import builtin, builtin_names

DATA = Path(__file__).parents[1] / "data"
LARGEST = 600_000
SAMPLES = Path(__file__).parents[2] / "sessions"
FILES = sorted(
    path
    for folder in (DATA, SAMPLES)
    for path in folder.rglob("*")
    if path.is_file() and path.suffix not in (".toml", ".md") and path.stat().st_size < LARGEST
)


def _tight() -> Profile:
    """The recommended profile with figures that small samples reach."""
    found = builtin("gssc").set("window.output_reserve", 0).set("window.size", 900)
    for row, cap in (("recent", 120), ("history", 100), ("tool_result", 80)):
        found = found.set(f"budget.{row}.cap", cap)
    return found.set("select.pairs", "drop").set("construct.wire", "anthropic")


PROFILES = {**{name: builtin(name) for name in builtin_names()}, "tight": _tight()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_books_balance(lab: Lab, path: Path) -> None:
    try:
        sessions = lab.open_all(path)
    except FormatError:
        pytest.skip("no reader takes it")
    for session in sessions[:2]:
        indices = {request.index for request in session.chain()}
        for index in sorted(indices & {1, len(indices) // 2, len(indices)}):
            for name, profile in PROFILES.items():
                published = "published" in name or name == "hello-agents"
                trace = lab.build(session.at(index), profile)
                check_trace(trace, closing=0 if published else 3, valid=not published)
