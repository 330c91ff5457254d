"""The fault cases as runs: what a case's session comes to under a profile."""

from __future__ import annotations

import json
from typing import Any

from ctxlab.lab import Lab
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace
from helpers.bug_cases import BUGS
from helpers.check_trace import check_trace
from helpers.spec import fates, profile


def run_case(
    lab: Lab, name: str, settings: str | Profile = "", request: int | None = None, marks: Marks | None = None
) -> Trace:
    """The checked trace of a case, named by its number or by its file."""
    opened = lab.open(next(BUGS.glob(f"{name}_*")) if "." not in name else BUGS / name)
    chosen = profile(settings) if isinstance(settings, str) else settings
    trace = lab.build(opened.at(request), chosen, marks=marks)
    check_trace(trace)
    return trace


def dropped(trace: Trace) -> list[str]:
    """The ids of the items that were dropped."""
    return [item for item, fate in fates(trace).items() if fate.startswith("dropped")]


def recorded(name: str) -> list[dict[str, Any]]:
    """The messages of a case's file as they stand there."""
    messages: list[dict[str, Any]] = json.loads((BUGS / name).read_text(encoding="utf-8"))["messages"]
    return messages
