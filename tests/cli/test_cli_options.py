"""`--profile` and `--set`: in any order, and never silently something else than what was asked for."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from helpers.cli import ctxlab

SMALL = ("window.size=200", "window.output_reserve=0", "window.buffer=10")


@pytest.mark.parametrize("settings", list(permutations(SMALL)))
def test_the_order_of_settings_does_not_matter(settings: tuple[str, ...], trip: Path) -> None:
    # Under gssc a window of 200 alone would be smaller than its reserve of 4,096.
    words = [word for setting in settings for word in ("--set", setting)]
    answer = ctxlab("run", trip, "--profile", "gssc", *words, "--json")
    assert answer.code == 0
    assert answer.json["totals"]["limit"] == 190


def test_of_one_key_the_last_value_counts(trip: Path) -> None:
    words = ("--set", "window.size=5000", "--set", "window.output_reserve=0", "--set", "window.size=6000")
    assert ctxlab("run", trip, "--profile", "gssc", *words, "--json").json["totals"]["limit"] == 6000


def test_a_setting_that_goes_with_no_other_is_refused(trip: Path) -> None:
    answer = ctxlab(
        "run", trip, "--profile", "gssc", "--set", "window.size=200", "--set", "budget.recent.cap=1"
    )
    assert answer.code == 2
    assert "window.output_reserve 4096 leaves no room" in answer.err


@pytest.mark.parametrize(
    ("key", "part"),
    [("budget.history", "budget.history.cap"), ("window", "window.model"), ("budget", "budget.")],
)
def test_a_table_is_no_setting(key: str, part: str, trip: Path) -> None:
    answer = ctxlab("run", trip, "--set", f"{key}=3")
    assert answer.code == 2
    assert f"nearest valid name is {key})" not in answer.err
    assert part in answer.err


@pytest.mark.parametrize("command", ["run", "check", "why"])
def test_an_empty_profile_name_is_no_profile(command: str, trip: Path) -> None:
    words = (command, trip, "i1") if command == "why" else (command, trip)
    answer = ctxlab(*words, "--profile", "")
    assert answer.code == 2
    assert "there is no profile ''" in answer.err
