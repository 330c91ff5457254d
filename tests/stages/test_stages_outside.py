"""Strategies from other packages: usable, refused, failing; never fatal to anything else."""

from __future__ import annotations

from typing import Any

import pytest

from ctxlab.errors import StageError
from ctxlab.model.decision import Stage
from ctxlab.stages.outside import outside_strategies
from ctxlab.stages.registry import all_strategies


class Echo:
    """Gives back what it is given."""

    name = "echo"
    version = "1"
    slot = Stage.SUMMARIZE
    reads = ("summarize",)
    requires = ("selection",)
    provides = ("condensed",)
    external = False

    def run(self, given: Any, context: Any, /) -> Any:
        return given


class Failing(Echo):
    name = "failing"

    def run(self, given: Any, context: Any, /) -> Any:
        raise ZeroDivisionError("by nothing")


class Unmade(Echo):
    def __init__(self) -> None:
        raise RuntimeError("no licence")


class TakesOurName(Echo):
    name = "extractive"


def test_a_class_and_an_object_are_both_taken() -> None:
    found, problems = all_strategies([Echo])
    assert found[Stage.SUMMARIZE]["echo"].run("given", None) == "given"  # type: ignore[arg-type]
    assert problems == ()
    assert all_strategies([Echo()])[0][Stage.SUMMARIZE]["echo"].version == "1"


def test_what_is_no_strategy_is_told_with_what_it_lacks() -> None:
    found, (problem,) = outside_strategies(["text"])
    assert found == ()
    assert "lacks name, version, slot" in problem.message


def test_a_class_that_cannot_be_made_is_told() -> None:
    found, (problem,) = outside_strategies([Unmade])
    assert found == ()
    assert problem.message == "RuntimeError: no licence"


def test_our_names_are_not_given_away() -> None:
    found, (problem,) = all_strategies([TakesOurName])
    assert type(found[Stage.SUMMARIZE]["extractive"]).__name__ == "CondensingSummarize"
    assert problem.name == "extractive"


def test_a_failure_names_the_strategy() -> None:
    (strategy,), _ = outside_strategies([Failing])
    words = "strategy 'failing' of stage summarize failed: ZeroDivisionError: by nothing"
    with pytest.raises(StageError, match=words):
        strategy.run(None, None)  # type: ignore[arg-type]
