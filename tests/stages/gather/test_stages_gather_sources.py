"""Rules and marks on sources act alike in both Gathers."""

from __future__ import annotations

import time
from typing import Any

import pytest
from helpers.spec import session
from stages.published.published_runner import counter_of

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.marks import Marks
from ctxlab.model.profile import GatherRule, GatherSettings, Language, Profile, Wire
from ctxlab.model.session import Request, Session
from ctxlab.stages.gather.gssc_published import GatherGsscPublished
from ctxlab.stages.gather.recorded import RecordedGather
from ctxlab.stages.protocol import Gathered, StageContext
from ctxlab.stages.summarize.summarizers import ExtractiveSummarizer
from ctxlab.tokens.framing import NONE

ENDLESS = "^(a|a)+$"


def _session(*items: Item) -> Session:
    live = ((0, len(items) - 1),)
    return Session("s", items, (Request(index=1, turn=1, end=len(items), live=live),))


def _user(number: int, text: str) -> Item:
    return Item(f"i{number}", "user", (Part(PartKind.TEXT, text),), message=number)


@pytest.fixture(params=[RecordedGather, GatherGsscPublished])
def gather(request: pytest.FixtureRequest) -> Any:
    """Either Gather, as a function of a session, rules and marks."""
    strategy = request.param()

    def run(given: Session, *rules: GatherRule, marks: Marks | None = None) -> Gathered:
        context = StageContext(
            profile=Profile(gather=GatherSettings(rule=rules)),
            marks=marks or Marks(),
            counter=counter_of(Language.ENGLISH),
            framing=NONE,
            wire=Wire.OPENAI_CHAT,
            summarizer=ExtractiveSummarizer(),
        )
        found: Gathered = strategy.run(given.at(), context)
        return found

    return run


def _dropped(gathered: Gathered) -> list[str]:
    kept = set(gathered.record.order)
    return [item.id for at, item in enumerate(gathered.pool.items) if at not in kept]


def test_a_rule_that_would_never_end_is_left_and_told(gather: Any) -> None:
    texts = ["aaa", "a" * 60 + "b", "aaaa", "hello"]
    given = _session(*(_user(n, text) for n, text in enumerate(texts, 1)))
    began = time.process_time()
    gathered = gather(given, GatherRule(regex="hello", exclude=True), GatherRule(regex=ENDLESS, exclude=True))
    assert time.process_time() - began < 5
    assert _dropped(gathered) == ["i1", "i4"]
    (told,) = [one for one in gathered.diagnostics if one.code == "rule_too_slow"]
    assert (told.item, dict(told.numbers)) == ("i2", {"number": 2, "pattern": ENDLESS})


def test_rules_are_written_as_the_profile_checks_them(gather: Any) -> None:
    given = _session(_user(1, "去京都"), _user(2, "to Kyoto"), _user(3, "now"))
    assert _dropped(gather(given, GatherRule(regex=r"\p{Han}+", exclude=True))) == ["i1"]


def test_a_rule_on_a_tool_reaches_its_results_by_their_parts(gather: Any) -> None:
    result = Part(PartKind.RESULT, "12 degrees", name="weather", call_id="c1")
    other = Part(PartKind.RESULT, "9:40", name="trains", call_id="c2")
    given = _session(
        _user(1, "q"),
        Item("i2", "tool", (result,), message=2),
        Item("i3", "tool", (other,), message=3),
        Item("i4", "tool", (Part(PartKind.RESULT, "x"),), message=4, name="weather"),
    )
    assert _dropped(gather(given, GatherRule(regex="", tool="weather", exclude=True))) == ["i2", "i4"]


def test_later_rules_and_marks_have_the_last_word(gather: Any) -> None:
    given = session("i1 user 2\ni2 assistant 2\ni3 user 2")
    rules = (
        GatherRule(regex="", role="assistant", source=Source.RETRIEVED_DOC),
        GatherRule(regex="", role="assistant", source=Source.TASK_STATE),
    )
    assert gather(given, *rules).pool.source[1] is Source.TASK_STATE
    marked = gather(given, *rules, marks=Marks(sources=(("i2", Source.AGENT_NOTE),)))
    assert marked.pool.source[1] is Source.AGENT_NOTE
    assert marked.pool.row[1].value == "agent_note"
