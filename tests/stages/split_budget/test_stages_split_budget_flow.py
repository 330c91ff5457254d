"""The published split budget stage by stage: what is told of each item, on keyword forms and recordings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.engine import FirstWords
from helpers.seen import seen
from helpers.spec import fates, numbers, session
from helpers.split_budget_faults import assistant, keywords, user, words
from helpers.split_budget_reference import Figures
from helpers.split_budget_runs import engine, profile_of, run, text_of
from helpers.word_counter import WordCounter

from ctxlab.errors import CancelledError
from ctxlab.lab import Lab
from ctxlab.model.decision import Stage
from ctxlab.model.items import Row, Source
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import GatherRule
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin
from ctxlab.stages.gather.split_budget_published import GatherSplitBudgetPublished
from ctxlab.stages.protocol import StageContext
from ctxlab.stages.split_budget.formats import formats_of
from ctxlab.stages.split_budget.messages import talk_of
from ctxlab.tokens.framing import NONE
from ctxlab.tokens.protocols import Counter

PUBLISHED = builtin("split-budget-published")

#: Nine messages before the current turn, of which two are calls alone.
RECORDED = """
i1 system 3
i2 user 2
i3 assistant 2 call:a
i4 tool 5 result:a
i5 assistant 2
i6 user 2
i7 assistant 2 call:b
i8 tool 5 result:b
i9 assistant 2
i10 user 2
i11 assistant 2
i12 user 2
i13 assistant 2
i14 user 4
"""


def _context(counter: Counter, marks: Marks | None = None) -> StageContext:
    return StageContext(
        profile=PUBLISHED,
        marks=marks or Marks(),
        counter=counter,
        framing=NONE,
        wire=PUBLISHED.construct.wire,
        summarizer=FirstWords(),
    )


def _run(trace_of: str, figures: Figures | None = None) -> Trace:
    return engine().run(session(trace_of).at(), profile_of(figures or Figures()))


def test_calls_have_no_place_and_their_messages_count() -> None:
    told = fates(_run(RECORDED))
    assert told["i14"] == "dropped not_gathered"
    assert {told[item] for item in ("i3", "i7")} == {"dropped excluded_by_mode"}
    # Messages: i2 i3 i5 i6 i7 i9 i10 i11 i12 i13. The last eight begin at i5.
    assert told["i2"] == "merged summarised"
    assert {told[item] for item in ("i5", "i6", "i9", "i10", "i11", "i12", "i13")} == {"kept fits"}
    assert {told[item] for item in ("i4", "i8")} == {"kept text_altered"}


def test_rows_follow_the_messages_and_only_hits_have_a_cap() -> None:
    trace = _run(RECORDED)
    rows = {use.row: use for use in trace.rows}
    assert [use.row for use in trace.rows] == list(PUBLISHED.table())
    assert (rows[Row.RECENT].kept, rows[Row.RECENT].of, rows[Row.RECENT].cap) == (7, 7, None)
    assert (rows[Row.HISTORY].kept, rows[Row.HISTORY].of, rows[Row.HISTORY].used) == (1, 1, 0)
    assert (rows[Row.RETRIEVED_DOC].cap, rows[Row.RETRIEVED_DOC].of) == (1000, 0)


def test_results_before_the_last_two_tell_their_rank() -> None:
    results = [{"tool": "t", "result": n} for n in range(5)]
    trace = run({"tool_results": results, "user_input": "hi"})
    assert numbers(trace, "i2") == {"limit": 2, "rank": 5}
    assert numbers(trace, "i4") == {"limit": 2, "rank": 3}
    assert fates(trace)["i5"] == "kept fits"
    assert text_of(trace).endswith("\n\n---\n\n3\n\n---\n\n4")


def test_hits_tell_what_their_cap_left() -> None:
    hits = [{"content": words(n, "page"), "source": "w", "score": 1} for n in (300, 900, 5)]
    trace = run({"rag_results": hits, "user_input": "hi"})
    head = numbers(trace, "i2")["need"]
    assert isinstance(head, int)
    overhead = head - 300
    assert 10 < overhead < 20
    assert numbers(trace, "i3") == {
        "cap": 1000,
        "used": 300 + overhead,
        "need": 900 + overhead,
        "left": 700 - overhead,
        "count": 1,
    }
    assert numbers(trace, "i4")["by"] == "i3"
    assert fates(trace)["i4"] == "dropped behind_overflow"


def test_the_summary_holds_the_constraints_and_says_who_stood_in() -> None:
    demand = "预算不要超过3000元。"
    history = [user(demand), *(assistant(f"note {n}") for n in range(9))]
    trace = run({"conversation_history": history, "user_input": "hi"})
    assert text_of(trace).split("\n\n---\n\n")[1].startswith(f"[历史对话摘要] {demand}\nuser: ")
    summary = trace.position("i2~summary")
    assert summary is not None
    assert trace.derived_from(summary) == (1, 2)
    out = seen(trace)
    assert out.noticed("constraints_stand_in", "i2~summary")
    assert out.noticed("summary_stand_in", "i2~summary")
    assert not out.noticed("none_as_constraint")
    assert numbers(trace, "i2", Stage.SUMMARIZE) == {"limit": 200, "count": 2, "by": "i2~summary"}


def test_old_messages_that_neither_call_reads_are_dropped() -> None:
    history = [{"role": "tool", "content": "raw"}, user([1]), assistant(None), *[user("hi")] * 8]
    trace = run({"conversation_history": history, "user_input": "hi"})
    told = fates(trace)
    assert told["i2"] == "dropped excluded_by_mode"
    assert told["i3"] == "merged summarised"
    assert told["i4"] == "dropped excluded_by_mode"


def test_level_2_merges_more_and_level_3_strips_only_where_that_is_not_enough() -> None:
    history = [assistant(words(40, f"w{n}")) for n in range(8)]
    arguments = {"conversation_history": history, "system_prompt": "Plan.\n\nNever lie.", "user_input": "x"}
    trace = run(arguments, Figures(ceiling=400))
    assert seen(trace).noticed("degraded")
    told = fates(trace)
    assert [told[f"i{n}"] for n in range(3, 7)] == ["merged degraded_2"] * 4
    assert [told[f"i{n}"] for n in range(7, 11)] == ["kept fits"] * 4
    assert told["i1"] == "kept fits"
    held = numbers(trace, "i3", Stage.SUMMARIZE)
    assert held["limit"] == 400
    assert int(held["used"]) > 400
    deeper = run(arguments, Figures(ceiling=150))
    assert fates(deeper)["i1"] == "truncated degraded_3"
    position = deeper.position("i1")
    assert position is not None
    assert deeper.altered[position].cuts == ((len("Plan."), len("Plan.\n\nNever lie.")),)


def test_several_prompts_of_a_recording_are_one_text_that_level_3_ends() -> None:
    talk = "i1 system 3\ni2 system 3\n" + "\n".join(f"i{n} assistant 90" for n in range(3, 9)) + "\ni9 user 2"
    whole = _run(talk)
    assert text_of(whole).startswith("i1.1 i1.2 i1.3\n\ni2.1 i2.2 i2.3\n\n---\n\n")
    degraded = fates(_run(talk, Figures(ceiling=100)))
    assert degraded["i2"] == "dropped degraded_3"
    assert degraded["i1"].startswith("kept")


def test_the_cut_is_a_span_of_the_recorded_text() -> None:
    trace = run({"conversation_history": [user(words(90))], "user_input": "x"}, Figures(ceiling=40))
    position = trace.position("i2")
    assert position is not None
    left = trace.altered[position]
    ((start, end),) = left.cuts
    assert left.text == words(90)[:start] + "…"
    assert end == len(words(90))


def test_a_cut_through_a_cleaned_document_names_noise_and_end() -> None:
    text = "---\n" + words(60, "page")
    hits = [{"content": text, "source": "w", "score": 1}]
    trace = run({"rag_results": hits, "user_input": "x"}, Figures(ceiling=40))
    position = trace.position("i2")
    assert position is not None
    left = trace.altered[position]
    assert left.cuts[0] == (0, 4)
    assert text[4 : left.cuts[1][0]] + "…" == left.text
    assert left.cuts[1][1] == len(text)


def test_pins_are_not_read_and_said_so() -> None:
    marks = Marks(pins=("i2", "i99"))
    given = session(RECORDED)
    trace = engine().run(given.at(), PUBLISHED, marks)
    assert [one.item for one in trace.diagnostics if one.code == "pin_not_read"] == ["i2"]
    assert fates(trace)["i2"] == "merged summarised"


def test_a_build_that_nobody_wants_ends() -> None:
    stopped = replace(_context(WordCounter()), cancelled=lambda: True)
    with pytest.raises(CancelledError):
        GatherSplitBudgetPublished().run(session(RECORDED).at(), stopped)


def test_the_conversation_and_the_formats_are_found_out_once_a_gather() -> None:
    counter = WordCounter()
    hits = [{"content": "```py\nx\n```", "source": "w", "score": 1}]
    gathered = GatherSplitBudgetPublished().run(keywords(rag_results=hits)().at(), _context(counter))
    assert talk_of(gathered) is talk_of(gathered)
    formats = formats_of(gathered, 500, counter)
    assert formats is formats_of(gathered, 500, counter)
    assert formats is not formats_of(gathered, 400, counter)
    position = gathered.pool.index["i3"]
    assert formats.doc(position) is formats.doc(position)


def test_the_reader_and_the_stage_say_once_what_fails(lab: Lab) -> None:
    made = keywords(rag_results=[{"content": "HOTEL", "score": 0.5}])()
    trace = lab.build(made.at(), PUBLISHED)
    failed = [one for one in trace.diagnostics if one.code == "published_fails"]
    assert failed == [one for one in made.diagnostics if one.code == "published_fails"]
    assert len(failed) == 1


def test_where_a_figure_of_the_table_would_have_bound_it_is_named() -> None:
    trace = run({"system_prompt": words(1_600), "user_input": "x"})
    told = [dict(one.numbers) for one in trace.diagnostics if one.code == "cap_not_enforced"]
    assert told == [{"figure": "system_prompt", "cap": 1500, "used": 1600}]
    assert not [one for one in run({"system_prompt": "a"}).diagnostics if one.code == "cap_not_enforced"]


def test_the_monitor_tells_its_line_and_warns_above_its_figure() -> None:
    trace = run({"system_prompt": words(9), "conversation_history": [user("a")], "user_input": "x"})
    lines = [dict(one.numbers)["logged"] for one in trace.diagnostics if one.code == "monitor_line"]
    assert lines == ["[TokenMonitor] total=10 sys=90.0% conv=10.0% rag=0.0%"]
    loud = run({"system_prompt": words(25_001), "user_input": "x"})
    warned = [dict(one.numbers) for one in loud.diagnostics if one.code == "monitor_warns"]
    assert warned == [{"total": 25_001, "warn_at": 25_000}]


def test_a_must_keep_that_only_the_last_cut_took_is_lost_in_construct() -> None:
    given = keywords(conversation_history=[user(words(90) + " NO NUTS")])()
    keeps = (MustKeep("k1", text="NO NUTS"), MustKeep("k2", text="hello hello"))
    trace = engine().run(given.at(), profile_of(Figures(ceiling=40)), Marks(must_keeps=keeps))
    assert [(one.id, one.lost_at) for one in trace.must_keeps] == [("k1", Stage.CONSTRUCT), ("k2", None)]


def test_a_must_keep_in_a_summary_is_lost_with_its_end() -> None:
    history = [user("预算不要超过3000元。"), *(assistant(words(30, f"w{n}")) for n in range(9))]
    given = keywords(conversation_history=history, system_prompt="")()
    keep = Marks(must_keeps=(MustKeep("k1", text="3000"),))
    whole = engine().run(given.at(), profile_of(Figures()), keep)
    assert [one.lost_at for one in whole.must_keeps] == [None]
    cut = engine().run(given.at(), profile_of(Figures(ceiling=6)), keep)
    assert [one.lost_at for one in cut.must_keeps] == [Stage.CONSTRUCT]


def test_a_rule_takes_a_result_for_a_document() -> None:
    rule = GatherRule(regex=".", role="tool", source=Source.RETRIEVED_DOC)
    profile = replace(PUBLISHED, gather=PUBLISHED.gather.model_copy(update={"rule": (rule,)}))
    trace = engine().run(session(RECORDED).at(), profile)
    told = fates(trace)
    assert {told["i4"], told["i8"]} == {"kept fits"}
    assert "[来源: " in text_of(trace)


def test_a_projected_result_and_a_cleaned_document_tell_what_they_held() -> None:
    flights = [{"flight_no": f"F{n}"} for n in range(7)]
    results = [{"tool": "search_flights", "result": {"flights": flights}}]
    hits = [{"content": "---\npage", "source": "w", "score": 1}]
    trace = run({"tool_results": results, "rag_results": hits, "user_input": "x"})
    projected = numbers(trace, "i2")
    assert projected == {"need": trace.tokens(1), "rows": 5, "of": 7}
    assert numbers(trace, "i3") == {"need": trace.tokens(2)}
