"""Degradation: what each level gives up, when it acts, what it spares, and that the run says so."""

from __future__ import annotations

import pytest
from helpers import degrading
from helpers.check_trace import check_trace
from helpers.engine import FirstWords, word_engine
from helpers.spec import contents, fates, numbers, pins, profile, run, session, used
from helpers.word_counter import GlueCounter

from ctxlab.engine.pipeline import Engine, Tools
from ctxlab.model.decision import Stage
from ctxlab.model.marks import Marks
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace
from ctxlab.stages.registry import builtin_strategies

LEVELS = f"{degrading.LEVELS} system_prompt.tier=1 user_message.tier=1"
#: Tier 1 alone holds 52 + 8 + 23 + 13 and 6 of framing: 102. With the document 30 + 7 more: 139.
PROMPT = "i1 system 52 prompt\ni2 user 5\ni3 assistant 20\ni4 system 30 doc\ni5 user 10"
TEXTS = {"i1": "Be brief.\n\n" + " ".join(f"w{at}" for at in range(50))}


def degraded(
    size: int, more: str = "", marks: Marks | None = None, table: str | Session = degrading.TALK
) -> Trace:
    trace = run(table, profile(f"window.size={size} {more}", profile(LEVELS)), marks)
    check_trace(trace)
    return trace


def level(trace: Trace) -> int:
    told = [dict(one.numbers)["level"] for one in trace.diagnostics if one.code == "degraded"]
    assert told == ([trace.degraded] if trace.degraded else [])
    return trace.degraded


def gone(trace: Trace) -> dict[str, str]:
    return {item: fate for item, fate in fates(trace).items() if fate != "kept fits"}


def test_what_fits_is_not_degraded() -> None:
    trace = degraded(231)
    assert level(trace) == 0
    assert gone(trace) == {}


def test_the_first_level_keeps_the_best_documents() -> None:
    trace = degraded(230)
    assert level(trace) == 1
    assert gone(trace) == {"i9": "dropped degraded_1"}
    assert numbers(trace, "i9") == {"limit": 230, "used": 231, "need": 30}
    assert used(trace, "retrieved_doc") == 60
    # the bound of 200 counts one rule too many
    assert trace.totals.constructed == 199


def test_pinned_documents_count_among_those_that_stay() -> None:
    trace = degraded(230, marks=pins("i9"))
    assert gone(trace) == {"i9": "kept pinned", "i10": "dropped degraded_1"}
    trace = degraded(230, "degrade.docs=0", marks=pins("i9"))
    assert [item for item, fate in gone(trace).items() if "degraded" in fate] == ["i8", "i10"]


def test_the_second_level_summarises_rounds_that_are_older() -> None:
    # 200 - 72 + 40 for the summary + 6 for its message and heading = 174
    trace = degraded(199)
    assert level(trace) == 2
    assert gone(trace) == {
        **dict.fromkeys(("i2", "i3", "i4", "i5"), "merged summarised"),
        "i2~summary": "added summarised",
        "i9": "dropped degraded_1",
    }
    for item in ("i2", "i3", "i4", "i5"):
        position = trace.position(item)
        assert position is not None
        decision = trace.stage(Stage.SELECT).decision(position)
        assert decision is not None
        assert (decision.fate.word, decision.reason.code) == ("kept", "degraded_2")
        assert trace.row(position) == "history"
    assert numbers(trace, "i5") == {"limit": 199, "used": 200, "need": 33}
    assert (used(trace, "recent"), used(trace, "history")) == (31, 40)
    assert trace.totals.constructed == 173


def test_the_second_level_saves_or_stays_away() -> None:
    # a summary of 66 and its 6 would hold as much as the rounds do: 72
    trace = degraded(199, "summarize.max_tokens=66")
    assert level(trace) == 1
    assert "degraded_2" not in str(trace.to_json())
    assert level(degraded(199, "summarize.max_tokens=65")) == 2
    # and where no summary has room nothing is given to one
    assert level(degraded(199, "history.cap=31")) == 1
    assert level(degraded(199, "history.cap=32")) == 2
    assert level(degraded(199, "summary.cap=31")) == 1


def test_a_summary_is_charged_to_its_row_where_that_has_a_cap() -> None:
    trace = degraded(199, "summary.cap=50")
    assert (used(trace, "history"), used(trace, "summary")) == (0, 40)


def test_all_summaries_together_keep_to_their_share() -> None:
    # 17 % of 199 are 33
    trace = degraded(199, "summarize.share=17")
    assert used(trace, "history") == 33
    trace = degraded(199, "summarize.share=17 summary.cap=50")
    assert used(trace, "summary") == 33
    assert level(degraded(199, "summarize.share=16")) == 1


def test_history_goes_into_the_summary_too_whatever_room_it_has() -> None:
    trace = degraded(199, "recent.rounds=2 history.cap=500 history.overflow=stop")
    assert gone(trace) == gone(degraded(199))
    # rounds that history holds and that are new enough stay
    trace = degraded(199, "recent.rounds=0 history.cap=500")
    assert gone(trace) == gone(degraded(199))


def test_pins_stay_whole_at_every_level() -> None:
    # 8 + 23 + 8 against a summary of 32 and its 6
    trace = degraded(199, "summarize.max_tokens=32", marks=pins("i5"))
    assert [item for item, fate in gone(trace).items() if fate == "merged summarised"] == ["i2", "i3", "i4"]
    assert fates(trace)["i5"] == "kept pinned"


def test_what_levels_leave_over_the_limit_goes_by_tier() -> None:
    trace = degraded(160)
    assert level(trace) == 2
    assert fates(trace)["i10"] == "dropped over_window"
    assert fates(trace)["i8"] == "kept fits"
    # the summary goes last of its tier, and with it what was given to it
    assert fates(degraded(80))["i2"] == "dropped over_window"


@pytest.mark.parametrize(("levels", "reached"), [(0, 0), (1, 1), (2, 2)])
def test_only_the_levels_that_the_profile_has_act(levels: int, reached: int) -> None:
    trace = degraded(170, f"degrade.levels={levels}")
    assert level(trace) == reached
    assert not trace.totals.over


def test_results_go_along_with_their_calls_and_placeholders_go() -> None:
    table = """
    i1 user 5
    i2 assistant 3 call:a
    i3 tool 40 result:a
    i4 assistant 3 call:b
    i5 tool 40 result:b
    i6 user 2
    """
    more = "tool_result.cap=45 tool_result.overflow=skip tool_result.order=newest degrade.rounds=0"
    whole = degraded(1000, more, table=table)
    assert fates(whole)["i3"] == "dropped over_cap"
    assert "i3~placeholder" in fates(whole)
    # 8 + 6 + 6 + 43 + 5 and a placeholder of 3 + 3 with 3 at the end: 77
    assert level(degraded(77, more, table=table)) == 0
    trace = degraded(76, more, table=table)
    assert level(trace) == 2
    found = fates(trace)
    assert "i3~placeholder" not in found
    assert found["i3"] == "dropped over_cap"
    assert {found[item] for item in ("i1", "i2", "i4", "i5")} == {"merged summarised"}
    assert (used(trace, "tool_result"), used(trace, "history")) == (0, 40)


def prompted(size: int, more: str = "", marks: Marks | None = None, texts: dict[str, str] = TEXTS) -> Trace:
    return degraded(size, more, marks, session(PROMPT, texts=texts))


def test_the_prompt_stays_whole_while_tiers_alone_make_room() -> None:
    trace = prompted(102)
    assert level(trace) == 0
    assert gone(trace) == {"i4": "dropped over_window"}


def test_the_third_level_cuts_the_prompt_where_only_that_helps() -> None:
    trace = prompted(101)
    assert level(trace) == 3
    # 139 - 50: with it even the document has room
    assert gone(trace) == {"i1": "truncated degraded_3"}
    assert numbers(trace, "i1") == {"limit": 101, "used": 139, "need": 52}
    assert contents(trace)[0] == ("system", "Be brief.")
    assert trace.altered[0].cuts == ((9, len(TEXTS["i1"])),)
    assert used(trace, "system_prompt") == 2
    assert trace.totals.constructed == 88
    assert [(one.code, one.item) for one in trace.diagnostics] == [
        ("degraded", ""),
        ("prompt_shortened", "i1"),
    ]
    # what is still too much goes by tier
    assert gone(prompted(88)) == {"i1": "truncated degraded_3", "i4": "dropped over_window"}
    assert prompted(52).totals.constructed == 52


def test_the_prompt_is_not_cut_where_that_cannot_help() -> None:
    trace = prompted(51)
    assert fates(trace)["i1"] == "kept fits"
    assert level(trace) == 0
    assert trace.totals.over == 102 - 51
    assert "over_limit" in [one.code for one in trace.diagnostics]


@pytest.mark.parametrize(
    "text", ["Be brief. " + "w " * 50, "\n\nBe brief. " + "w " * 50, "Be brief." + " w" * 50 + "\n\n \n"]
)
def test_a_prompt_without_a_second_paragraph_cannot_be_shorter(text: str) -> None:
    trace = prompted(101, texts={"i1": text})
    assert fates(trace)["i1"] == "kept fits"
    assert trace.totals.over


def test_a_pinned_prompt_is_never_cut() -> None:
    trace = prompted(101, marks=pins("i1"))
    assert fates(trace)["i1"] == "kept pinned"
    assert level(trace) == 0


def test_the_second_of_two_levels_is_the_last() -> None:
    assert prompted(101, "degrade.levels=2").totals.over


def test_a_limit_that_is_not_enforced_degrades_nothing() -> None:
    trace = degraded(100, "window.enforce=no")
    assert level(trace) == 0
    assert gone(trace) == {}


def test_levels_follow_where_the_joined_text_is_over_the_limit_after_all() -> None:
    """Joining costs 10 more than Select could know, and no tier has anything to give."""
    table = "i1 system 1\ni2 system 1\ni3 user 5\ni4 assistant 60\ni5 user 1"
    counter = GlueCounter(10)
    engine = Engine(builtin_strategies(), Tools(lambda _: counter, FirstWords()))
    # 2 + 8 + 63 + 4 and 6 of framing
    chosen = profile("window.size=83 degrade.rounds=0 summarize.max_tokens=32", profile(LEVELS))
    trace = engine.run(session(table).at(), chosen)
    check_trace(trace)
    assert level(trace) == 2
    assert gone(trace) == {
        "i3": "merged summarised",
        "i4": "merged summarised",
        "i3~summary": "added summarised",
    }
    assert numbers(trace, "i4") == {"limit": 83, "used": 93, "need": 63}
    none = engine.run(session(table).at(), profile("degrade.levels=0", chosen))
    assert none.totals.over == 10


def test_edits_of_one_engine_give_what_a_fresh_one_gives() -> None:
    engine, opened = word_engine(), session(PROMPT, texts=TEXTS)
    talk = session(degrading.TALK)
    edits = ["window.size=101", "window.size=102", "degrade.levels=0", "degrade.levels=2", "window.size=52"]
    edits += ["window.size=199", "degrade.docs=1", "degrade.rounds=3", "window.size=160", "history.cap=10"]
    chosen = profile(LEVELS)
    for edit in [*edits, *edits]:
        chosen = profile(edit, chosen)
        for one in (opened, talk):
            warm = engine.run(one.at(), chosen).to_json()
            assert warm == word_engine().run(one.at(), chosen).to_json()
