"""Lab: opens, builds, compares; what it remembers changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.bug_cases import BUGS

import ctxlab
from ctxlab.errors import FormatError, ProfileError, RequestError
from ctxlab.lab import Counters, Lab, texts_of
from ctxlab.model.diff import DiffKind
from ctxlab.model.marks import Marks
from ctxlab.model.session import Session
from ctxlab.paths import sample_sessions
from ctxlab.profiles import builtin
from ctxlab.tokens.cache import CachedCounter, ProvisionalCounter

PAIR = BUGS / "B01_pair_split.json"
COMPACTED = BUGS.parent / "formats/04_claude_code/compact-boundary-excerpt.redacted.jsonl"


@pytest.fixture
def lab() -> Iterator[Lab]:
    """A lab that keeps nothing on disk."""
    made = Lab(store=False)
    yield made
    made.close()


def test_a_file_is_opened_and_built(lab: Lab) -> None:
    session = lab.open(PAIR)
    trace = lab.build(session.at(), "gssc")
    assert trace.messages[0]["role"] == "system"
    assert trace.to_json() == ctxlab.build(session.at(), "gssc").to_json()


def test_a_file_or_profile_that_is_not_there_is_said(lab: Lab, tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        lab.open(tmp_path / "none.json")
    with pytest.raises(ProfileError):
        lab.build(lab.open(PAIR).at(), "no-such-profile")


def test_memory_of_a_lab_changes_nothing(lab: Lab) -> None:
    session = lab.open(PAIR)
    base = lab.profile("gssc")
    for cap in (None, 100, 5000, 100):
        edited = base.set("budget.history.cap", cap).set("budget.recent.cap", cap)
        fresh = Lab(store=False)
        assert lab.build(session.at(), edited).to_json() == fresh.build(session.at(), edited).to_json()
    lab.forget()
    assert lab.build(session.at(), base).to_json() == Lab(store=False).build(session.at(), base).to_json()


def test_marks_given_stand_in_for_the_sessions_own(lab: Lab) -> None:
    session = lab.open(PAIR).with_marks(Marks(pins=("i3",)))
    chosen = lab.profile("gssc").set("budget.history.cap", 0).set("budget.recent.cap", 0)
    chosen = chosen.set("budget.history.overflow", "stop")
    assert lab.build(session.at(), chosen).outcome(2).reason.code == "pinned"
    assert lab.build(session.at(), chosen, marks=Marks()).outcome(2).reason.code != "pinned"


def test_counts_on_disk_give_the_same_trace() -> None:
    session = Lab(store=False).open(PAIR)
    for _ in range(2):
        lab = Lab()
        assert (
            lab.build(session.at(), "gssc").to_json()
            == Lab(store=False).build(session.at(), "gssc").to_json()
        )
        lab.close()
        assert lab.problems() == ()


def test_a_first_view_with_estimates_is_no_trap_for_the_exact_one() -> None:
    counters = Counters(store=False)
    lab = Lab(counters=counters)
    session = lab.open(PAIR)
    base = lab.profile("gssc").set("budget.tool_result.per_item", 40).set("budget.history.cap", 100)
    first = lab.build(session.at(), base, counter=counters.provisional("o200k_base", 0))
    assert isinstance(counters.provisional("o200k_base", 0), ProvisionalCounter)
    assert not first.exact
    exact = lab.build(session.at(), base)
    assert exact.to_json() == Lab(store=False).build(session.at(), base).to_json()
    assert first.totals.gathered != exact.totals.gathered
    counters.close()


def test_the_default_profile_follows_the_form(lab: Lab) -> None:
    assert lab.default_profile(lab.open(PAIR)).name == "as-recorded"
    assert lab.default_profile(ctxlab.Session.from_parts(user_message="hi")).name == "gssc"


def test_unmanaged_is_all_that_the_recorder_had(lab: Lab) -> None:
    session = lab.open(PAIR)
    trace = lab.unmanaged(session.at())
    assert trace.profile == "unmanaged"
    assert len(trace.messages) == len(session.items)


def test_unmanaged_takes_back_what_the_recorder_had_summarised(lab: Lab) -> None:
    session = lab.open(COMPACTED)
    recorded, unmanaged = lab.build(session.at(), "as-recorded"), lab.unmanaged(session.at())
    assert len(unmanaged.messages) > len(recorded.messages)
    assert unmanaged.encoding == recorded.encoding


def test_tokens_of_another_way_of_counting_can_be_compared(lab: Lab) -> None:
    session = lab.open(PAIR)
    like = lab.profile("gssc").set("tokens.encoding", "chars/4")
    assert lab.unmanaged(session.at(), like=like).encoding == "chars/4"


def test_what_was_really_sent_is_read_as_it_is(lab: Lab) -> None:
    session = lab.open(PAIR)
    with pytest.raises(RequestError):
        lab.sent(session.at())
    moment = session.at()
    sent = json.dumps({"messages": [{"role": "user", "content": "only this"}]})
    recorded = replace(moment, request=replace(moment.request, sent=sent))
    assert [one["content"] for one in lab.sent(recorded).messages] == ["only this"]


def test_compare_says_what_is_gone(lab: Lab) -> None:
    session = lab.open(PAIR)
    before = lab.unmanaged(session.at())
    tight = lab.profile("gssc").set("budget.recent.cap", 50).set("budget.history.cap", 0)
    after = lab.build(session.at(), tight)
    kinds = {block.kind for block in lab.compare(before, after).blocks}
    assert DiffKind.REMOVED in kinds
    assert {block.kind for block in lab.compare(before, before).blocks} == {DiffKind.EQUAL}


def test_texts_of_a_snapshot_are_told_once(lab: Lab) -> None:
    texts = texts_of(lab.open(PAIR).at(1))
    assert len(set(texts)) == len(texts)
    assert "Write the yard note." in texts


def test_texts_are_counted_once_however_many_requests_are_built(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def counted(self: CachedCounter, texts: Sequence[str]) -> list[int]:
        # a build asks for the texts of one item at a time, the Lab for many before it
        asked.extend(texts if len(texts) > 2 else ())
        return real(self, texts)

    real = CachedCounter.count_all
    monkeypatch.setattr(CachedCounter, "count_all", counted)
    session = lab.open(sample_sessions("trip-hangzhou.ctx.json"))
    for request in session.requests:
        lab.build(session.at(request.index), "gssc")
    last = texts_of(session.at())
    assert set(asked) <= set(last)
    assert len(asked) < 2 * len(last)


def test_the_published_call_builds(lab: Lab) -> None:
    trace = ctxlab.build(system_prompt="Be brief.", user_message="Hello?", profile="gssc-published-en")
    assert [message["role"] for message in trace.messages] == ["system", "user"]
    assert "i1" in ctxlab.why(trace, "i1")
    with pytest.raises(RequestError):
        ctxlab.why(trace, "i99")
    with pytest.raises(TypeError):
        ctxlab.build()


@pytest.mark.parametrize(
    ("model", "encoding", "tokens", "exact"),
    [
        ("gpt-4", "cl100k_base", 7, True),
        ("gpt-4o", "o200k_base", 4, True),
        ("claude-sonnet-4", "o200k_base", 4, False),
    ],
)
def test_a_session_is_counted_by_its_models_own_encoding(
    model: str, encoding: str, tokens: int, exact: bool
) -> None:
    session = replace(Session.from_parts(user_message="杭州的西湖"), model=model)
    lab, profile = Lab(store=False), builtin("as-recorded")
    trace = lab.build(session.at(), profile)
    assert (trace.encoding, list(trace.pool.tokens), trace.exact) == (encoding, [tokens], exact)
    assert lab.unmanaged(session.at(), like=profile).encoding == encoding
    assert lab.build(session.at(), profile.set("tokens.encoding", "o200k_base")).encoding == "o200k_base"
