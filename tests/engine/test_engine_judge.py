"""Must-keeps that cannot be judged: no verdict, a diagnostic by name, and the run is built."""

from __future__ import annotations

import time

import pytest
from helpers.spec import run, session

from ctxlab import explain
from ctxlab.engine.judge import must_keeps
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import MustKeepRule, Profile
from ctxlab.model.trace import Trace

TALK = "i1 user 9\ni2 assistant 9\ni3 user 2"
GOOD = MustKeep("good", item="i1")


def _run(*keeps: MustKeep) -> Trace:
    return run(TALK, marks=Marks(must_keeps=keeps))


@pytest.mark.parametrize(
    "bad",
    [
        MustKeep("bad", regex="("),
        MustKeep("bad", regex="((a{999}){999}){999}"),
        MustKeep("bad", number="abc"),
        MustKeep("bad", text="   "),
        MustKeep("bad", source="nope"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_one_that_nothing_could_match_is_named_and_the_rest_is_judged(bad: MustKeep, language: str) -> None:
    trace = _run(bad, GOOD)
    assert [(keep.id, keep.lost_at) for keep in trace.must_keeps] == [("good", None)]
    (told,) = [one for one in trace.diagnostics if one.code == "must_keep_broken"]
    assert "bad" in explain.diagnostic(told, language)


def test_one_whose_pattern_runs_out_of_time_is_not_told_as_lost() -> None:
    slow = MustKeep("slow", regex="^(a|a)+$")
    given = session(TALK, texts={"i1": "a" * 60 + "b", "i2": "aaa"})
    began = time.process_time()
    trace = run(given, marks=Marks(must_keeps=(slow, GOOD)))
    assert time.process_time() - began < 5
    assert [(keep.id, keep.lost_at) for keep in trace.must_keeps] == [("good", None)]
    (told,) = [one for one in trace.diagnostics if one.code == "must_keep_too_slow"]
    assert dict(told.numbers)["id"] == "slow"


def test_must_keeps_of_profile_and_marks_have_ids_of_their_own() -> None:
    own = Profile(must_keep=(MustKeepRule(text="a"), MustKeepRule(text="b")))
    marks = Marks(
        must_keeps=(MustKeep("profile:1", text="c"), MustKeep("x", text="d"), MustKeep("x", text="e"))
    )
    found = {keep.id: keep.label for keep in must_keeps(own, marks)}
    assert found == {"profile:1": "a", "profile:2": "b", "profile:1.2": "c", "x": "d", "x.2": "e"}
