"""The engine: books, the limit after counting, memory, verdicts, totals, what strategies read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from helpers.check_trace import check_trace
from helpers.engine import word_engine
from helpers.spec import fates, numbers, profile, run, session
from helpers.word_counter import GlueCounter, WordCounter

from ctxlab.engine.ledger import check_gathered, check_handover
from ctxlab.engine.pipeline import Engine, Tools
from ctxlab.errors import CancelledError, ProfileError, StageError
from ctxlab.model.decision import Fate, Stage
from ctxlab.model.items import Source
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.session import Session
from ctxlab.model.trace import StageRecord, Trace
from ctxlab.profiles import builtin
from ctxlab.stages.protocol import StageContext, no_numbers
from ctxlab.stages.registry import builtin_strategies
from ctxlab.stages.summarize.condensing import RefusingSummarizer
from ctxlab.tokens.framing import framing_of

TALK = "i1 user 9\ni2 assistant 9\ni3 user 9\ni4 assistant 9\ni5 user 2"


def _glued(glue: int) -> Trace:
    """Two prompts that are joined, and 13 messages of 4 tokens each; the rows just keep to the limit."""
    table = "i1 system 1\ni2 system 1\n" + "\n".join(f"i{n} user 1" for n in range(3, 16))
    counter = GlueCounter(glue)
    engine = Engine(builtin_strategies(), Tools(lambda _: counter, RefusingSummarizer()))
    rows = 2 + 13 * 4 + 3 + 3
    chosen = profile(f"system_prompt.tier=1 recent.rounds=0 history.order=newest window.size={rows}")
    trace = engine.run(session(table).at(), chosen)
    check_trace(trace)
    return trace


def test_construct_counts_and_select_gives_up_units_until_it_fits() -> None:
    trace = _glued(10)
    lost = [item for item, fate in fates(trace).items() if fate == "dropped over_window"]
    assert lost == ["i3", "i4", "i5"]
    assert trace.totals.over == 0
    assert numbers(trace, "i3") == {"limit": 60, "used": 70, "need": 4}


def test_at_most_eight_units_go_after_counting() -> None:
    trace = _glued(60)
    lost = [item for item, fate in fates(trace).items() if fate == "dropped over_window"]
    assert lost == [f"i{n}" for n in range(3, 11)]
    assert trace.totals.over == 60 - 8 * 4


def test_the_same_input_gives_the_same_bytes() -> None:
    chosen = profile("recent.rounds=0 history.cap=30 history.overflow=skip")
    assert run(TALK, chosen).to_json() == run(TALK, chosen).to_json()


def test_edits_of_one_engine_give_what_a_fresh_one_gives() -> None:
    opened = session(TALK)
    engine = word_engine()
    edits = ["", "history.cap=20", "history.cap=20 history.overflow=skip", "construct.layout=flat"]
    edits += ["construct.wire=anthropic", "window.size=30", "recent.rounds=1", "tokens.encoding=cl100k_base"]
    for edit in [*edits, *edits[:3]]:
        chosen = profile(f"recent.rounds=0 {edit}")
        for marks in (Marks(), Marks(pins=("i2",)), Marks(sources=(("i1", Source.AGENT_NOTE),))):
            warm = engine.run(opened.at(), chosen, marks).to_json()
            assert warm == word_engine().run(opened.at(), chosen, marks).to_json()


def test_equal_items_of_another_session_do_not_lend_their_name() -> None:
    opened = session(TALK)
    other = replace(opened, id="other", unknown=(Source.TOOL_SCHEMAS,))
    engine = word_engine()
    engine.run(opened.at(), profile())
    trace = engine.run(other.at(), profile())
    assert (trace.session, trace.unknown) == ("other", (Source.TOOL_SCHEMAS,))
    assert trace.to_json() == word_engine().run(other.at(), profile()).to_json()


@pytest.mark.parametrize("encoding", ["chars/3", "chars/4"])
def test_an_estimate_is_counted_anew_under_o200k(encoding: str) -> None:
    counter, half = WordCounter(), _Half()
    tools = Tools(lambda name: counter if name == "o200k_base" else half, RefusingSummarizer())
    table = "i1 system 0 schema\ni2 system 4\ni3 user 4\ni4 assistant 4 call:a\ni5 tool 8 result:a\ni6 user 2"
    opened = session(table, texts={"i1": '{"name":"x"}'})
    for wire in ("openai-chat", "anthropic"):
        chosen = profile(f"construct.wire={wire} window.size=50").set("tokens.encoding", encoding)
        trace = Engine(builtin_strategies(), tools).run(opened.at(), chosen)
        exact = Engine(builtin_strategies(), tools).run(
            opened.at(), profile(f"construct.wire={wire} window.size=50")
        )
        # A call's arguments that are no JSON are an object around them on the Anthropic wire: one word more.
        assert trace.totals.counted == exact.totals.constructed + (wire == "anthropic")
        assert trace.totals.counted > trace.totals.constructed
        check_trace(trace)


class _Half(WordCounter):
    """Counts half of the words, rounded down."""

    vocabulary = "half"

    def is_exact(self, text: str) -> bool:
        return False

    def count(self, text: str) -> int:
        return len(text.split()) // 2


def test_over_is_told_by_the_true_count() -> None:
    counter, half = WordCounter(), _Half()
    tools = Tools(lambda name: counter if name == "o200k_base" else half, RefusingSummarizer())
    chosen = profile("window.size=20 window.enforce=no").set("tokens.encoding", "chars/4")
    trace = Engine(builtin_strategies(), tools).run(session("i1 user 20").at(), chosen)
    assert (trace.totals.constructed, trace.totals.counted, trace.totals.over) == (16, 26, 6)
    assert dict(trace.diagnostics[0].numbers) == {"limit": 20, "counted": 26, "over": 6}


def test_unknown_sources_are_said_unless_estimated() -> None:
    opened = replace(session(TALK), unknown=(Source.TOOL_SCHEMAS, Source.SYSTEM_PROMPT))
    trace = run(opened, profile("window.size=500").set("window.unknown.tool_schemas", 100))
    assert trace.totals.limit == 400
    assert [(one.code, dict(one.numbers)) for one in trace.diagnostics] == [
        ("unknown_source", {"source": "system_prompt"})
    ]


def test_verdicts_name_the_stage_that_lost_a_must_keep() -> None:
    opened = session(
        TALK, texts={"i1": "never pay 3,000 for that", "i2": "room 7 is ours and we shall keep it"}
    )
    keeps = (
        MustKeep("a", text="never pay 3000"),
        MustKeep("b", item="i2"),
        MustKeep("c", number="三千"),
        MustKeep("d", source="conversation"),
        MustKeep("e", item="i5"),
        MustKeep("f", text="not yet said", since="i9"),
    )
    marks = Marks(must_keeps=keeps)
    kept = run(opened, "recent.rounds=0", marks)
    assert [(one.id, one.lost_at) for one in kept.must_keeps] == [(one, None) for one in "abcde"]
    lost = run(opened, "recent.rounds=0 history.order=newest history.cap=24 history.overflow=stop", marks)
    assert [(one.id, one.lost_at) for one in lost.must_keeps] == [
        ("a", Stage.SELECT), ("b", Stage.SELECT), ("c", Stage.SELECT), ("d", Stage.SELECT), ("e", None),
    ]  # fmt: skip


def test_a_strategy_that_is_not_there_is_named() -> None:
    with pytest.raises(ProfileError, match=r"select\.strategy"):
        run(TALK, profile("select.strategy=other"))


def test_a_run_can_be_stopped() -> None:
    with pytest.raises(CancelledError):
        word_engine().run(session(TALK).at(), profile(), cancelled=lambda: True)


def _record(stage: Stage, fates_: Sequence[Fate]) -> StageRecord:
    fate = bytes(fates_)
    return StageRecord(stage, "odd", fate, fate, [0] * len(fate), [], no_numbers, 0)


def test_a_strategy_that_breaks_the_books_is_named() -> None:
    before = _record(Stage.GATHER, [Fate.KEPT, Fate.DROPPED])
    check_handover(before, _record(Stage.SELECT, [Fate.KEPT, Fate.NONE, Fate.ADDED]))
    with pytest.raises(StageError, match=r"odd.*lost an item"):
        check_handover(before, _record(Stage.SELECT, [Fate.NONE, Fate.NONE]))
    with pytest.raises(StageError, match=r"odd.*never reached"):
        check_handover(before, _record(Stage.SELECT, [Fate.KEPT, Fate.KEPT]))
    with pytest.raises(StageError, match=r"odd.*no.* addition"):
        check_handover(before, _record(Stage.SELECT, [Fate.KEPT, Fate.NONE, Fate.KEPT]))
    with pytest.raises(StageError, match=r"odd.*without a decision"):
        check_gathered(_record(Stage.GATHER, [Fate.KEPT, Fate.NONE]), 2)


EVERYTHING = (
    "window.size=90 recent.rounds=1 recent.cap=30 recent.overflow=stop history.cap=60 "
    "history.overflow=compress "
    "history.order=newest tool_result.per_item=40 tool_result.per_item_action=compress select.pairs=drop "
    "summarize.max_tokens=40 summarize.max_item_tokens=50 gather.key_facts=yes construct.language=zh "
    "construct.wire=anthropic construct.layout=chronological agent_note.elastic=yes "
    "agent_note.cap=3 history.tier=3"
)
WIDE = """
i1 system 5
i2 user 30
i3 assistant 30
i4 user 30
i5 assistant 3 call:a
i6 tool 70 result:a
i7 user 9
i8 assistant 9
i9 system 8 note
i10 user 3
"""


def test_each_strategy_says_truly_what_it_reads() -> None:
    """A run with each stage handed the whole profile equals one with only what its strategy reads."""
    whole: dict[Stage, dict[str, Any]] = {
        stage: {name: _ReadsAll(one) for name, one in named.items()}
        for stage, named in builtin_strategies().items()
    }
    counter = WordCounter()
    chosen = profile(EVERYTHING)
    tools = Tools(lambda _: counter, RefusingSummarizer())
    opened = session(WIDE, texts={"i2": "You must never fly. " * 8})
    trace = Engine(builtin_strategies(), tools).run(opened.at(), chosen)
    assert trace.to_json() == Engine(whole, tools).run(opened.at(), chosen).to_json()
    check_trace(trace)


class _ReadsAll:
    """A strategy that is handed every part of the profile."""

    reads = ("window", "tokens", "budget", "gather", "select", "summarize", "construct")

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def run(self, given: Any, context: StageContext) -> Any:
        assert context.framing == framing_of(context.wire)
        return self._inner.run(given, context)


def test_a_gather_is_not_taken_over_from_a_session_of_another_form() -> None:
    chosen = builtin("split-budget-published")
    hit = {"content": "It opens at nine."}
    called = Session.from_keywords({"user_input": "When?", "rag_results": [hit]}, "build_context")
    recorded = replace(called, form="", diagnostics=())
    engine = word_engine()
    assert any(one.code == "published_fails" for one in engine.run(called.at(), chosen).diagnostics)
    again = engine.run(recorded.at(), chosen)
    assert again.to_json() == word_engine().run(recorded.at(), chosen).to_json()
