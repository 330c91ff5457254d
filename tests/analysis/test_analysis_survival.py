"""What stands of must-keeps in a run, stage by stage."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.engine import FirstWords
from helpers.spec import profile, run, session, words

from ctxlab.analysis.survival import Held, Judge
from ctxlab.analysis.wanted import found_keep
from ctxlab.lab import Lab
from ctxlab.model.constraint import Survived
from ctxlab.model.decision import STAGES, Fate, Stage
from ctxlab.model.marks import KeyFactMark, Marks, MustKeep
from ctxlab.model.trace import Trace
from ctxlab.paths import sample_sessions

SAID = "The budget is at most 3000 yuan."
BUDGET = MustKeep("budget", text="at most 3000 yuan", since="i1")
NEWEST = "recent.rounds=0 history.order=newest history.overflow=stop"
MERGES = (
    "recent.rounds=0 history.order=newest history.overflow=compress history.cap=48 summarize.max_tokens=40"
)
LONG = "i1 user 7\ni2 assistant 60\ni3 user 2\ni4 assistant 5\ni5 user 3"
TALK = "i1 user 7\ni2 assistant 20\ni3 user 2\ni4 assistant 5\ni5 user 3"


def built(
    settings: str,
    table: str = TALK,
    *,
    texts: dict[str, str] | None = None,
    marks: Marks | None = None,
    keep: int = 99,
) -> Trace:
    """One run of a talk in which i1 says the budget."""
    return run(
        session(table, texts={"i1": SAID} | (texts or {})), settings, marks, summarizer=FirstWords(keep)
    )


def verdicts(trace: Trace, one: MustKeep) -> list[str]:
    """The verdict after each stage, the first letters of it; `.` where it cannot be judged."""
    judge = Judge()
    found = [judge.held(trace, one, stage) for stage in STAGES]
    return ["." if held is None else held.survival.verdict.value[0] for held in found]


def held(trace: Trace, one: MustKeep) -> Held:
    """What stands of it in the end."""
    found = Judge().held(trace, one)
    assert found is not None
    return found


def test_it_stands_where_an_item_says_it_and_is_lost_with_it() -> None:
    assert verdicts(built(NEWEST), BUDGET) == ["v", "v", "v", "v"]
    lost = built(f"{NEWEST} history.cap=12")
    assert verdicts(lost, BUDGET) == ["v", "l", "l", "l"]
    assert Judge().lost_at(lost, BUDGET) is Stage.SELECT
    assert held(lost, BUDGET) == Held(held(lost, BUDGET).survival, None)
    assert Judge().lost_at(built(NEWEST), BUDGET) is None


def test_the_evidence_is_a_span_of_the_item() -> None:
    trace = built(NEWEST)
    found = held(trace, BUDGET)
    assert found.kept
    assert found.position == 0
    assert SAID[found.survival.start : found.survival.end] == "at most 3000 yuan"


def test_before_it_is_said_it_is_not_judged() -> None:
    for one in (
        MustKeep("m", text="word", since="i9"),
        MustKeep("m", item="i9"),
        MustKeep("m", source="gossip"),
    ):
        assert Judge().held(built(NEWEST), one) is None
        assert Judge().lost_at(built(NEWEST), one) is None
    unsaid = MustKeep("m", text="never by car")
    assert verdicts(built(NEWEST), unsaid) == ["."] * 4
    assert Judge().lost_at(built(NEWEST), unsaid) is None
    # one that an item is marked to state is, in whatever words that item has it
    marked = MustKeep("m", text="never by car", since="i1")
    assert verdicts(built(NEWEST), marked) == ["l"] * 4
    assert Judge().lost_at(built(NEWEST), marked) is Stage.GATHER


def test_words_that_are_asked_for_stand_word_for_word_only() -> None:
    marks = Marks(key_facts=(KeyFactMark("i1", 7, len(SAID) + 7),))
    trace = built(f"{NEWEST} history.cap=12", texts={"i1": f"Hello! {SAID} Thanks."}, marks=marks)
    whole = MustKeep("m", text=f"Hello! {SAID}")
    # the key fact has all of its force, and not its words
    assert verdicts(trace, whole) == ["v", "u", "u", "u"]
    assert verdicts(trace, replace(whole, meaning=True)) == ["v", "r", "r", "r"]
    assert Judge().lost_at(trace, whole) is Stage.SELECT
    assert verdicts(trace, MustKeep("m", text=SAID)) == ["v"] * 4


def test_what_cannot_be_found_is_not_judged() -> None:
    for one in (MustKeep("m", regex="("), MustKeep("m", number="many"), MustKeep("m", regex="(o|oo)+$")):
        trace = built(NEWEST, texts={"i2": "o" * 60 + "b"})
        assert verdicts(trace, one) == ["."] * 4


def test_numbers_and_patterns_stand_by_value_and_match() -> None:
    trace = built(f"{NEWEST} history.cap=12", texts={"i4": "我记得是三千块"})
    assert held(trace, MustKeep("m", number="3000")).position == 3
    assert held(trace, MustKeep("m", regex="budget|预算")).survival.verdict is Survived.LOST


def test_a_cut_may_lose_it() -> None:
    long = f"{words('x', 30)} {SAID} {words('y', 30)}"
    cut = built("recent.rounds=0 history.cap=45 history.overflow=truncate", texts={"i1": long})
    assert cut.altered
    assert verdicts(cut, BUDGET) == ["v", "l", "l", "l"]
    head = built(
        "recent.rounds=0 history.cap=45 history.overflow=truncate", texts={"i1": f"{SAID} {words('x', 60)}"}
    )
    assert head.altered
    assert verdicts(head, BUDGET) == ["v", "v", "v", "v"]


def test_what_summarize_brings_down_stood_whole_after_select() -> None:
    settings = "recent.rounds=0 history.per_item=40 history.per_item_action=compress"
    trace = built(settings, texts={"i1": f"{words('x', 60)} {SAID}"}, keep=34)
    assert verdicts(trace, BUDGET) == ["v", "v", "l", "l"]
    assert Judge().lost_at(trace, BUDGET) is Stage.SUMMARIZE


def test_a_summary_says_it_too() -> None:
    trace = built(MERGES, LONG)
    (made,) = range(len(trace.pool), len(trace))
    assert trace.item(made).text.startswith(SAID)
    found = held(trace, BUDGET)
    assert (found.position, found.survival.verdict) == (made, Survived.VERBATIM)
    assert verdicts(trace, BUDGET) == ["v", "v", "v", "v"]


def test_a_key_fact_says_it_too() -> None:
    marks = Marks(key_facts=(KeyFactMark("i1", 0, len(SAID)),))
    trace = built(f"{NEWEST} history.cap=12", marks=marks)
    found = held(trace, BUDGET)
    assert found.position is not None
    assert trace.id(found.position) == "i1~fact"


def test_of_equal_ones_the_last_in_the_context_counts() -> None:
    marks = Marks(key_facts=(KeyFactMark("i1", 0, len(SAID)),))
    trace = built(NEWEST, texts={"i4": SAID}, marks=marks)
    judge = Judge()
    found = judge.held(trace, BUDGET)
    assert found is not None
    assert found.position == 3
    place = judge.place(trace, 3)
    assert place.depth > 0
    fact = judge.place(trace, trace.position("i1~fact") or 0)
    assert place.follows < judge.place(trace, 0).follows < fact.follows


def test_the_better_verdict_counts_before_the_place() -> None:
    trace = built(NEWEST, texts={"i4": "The budget is at most 5000 yuan."})
    assert held(trace, BUDGET).position == 0


def test_an_item_stands_as_itself_while_it_is_whole() -> None:
    one = MustKeep("m", item="i2")
    assert held(built(NEWEST), one) == Held(held(built(NEWEST), one).survival, 1)
    assert verdicts(built(NEWEST), one) == ["v"] * 4
    assert verdicts(built(f"{NEWEST} history.cap=12"), one) == ["v", "l", "l", "l"]


def test_a_cut_item_stands_as_its_demands_do_or_weakened() -> None:
    settings = "recent.rounds=0 history.cap=45 history.overflow=truncate"
    one = MustKeep("m", item="i1")
    plain = built(settings, texts={"i1": words("x", 60)})
    assert plain.altered
    assert verdicts(plain, one) == ["v", "w", "w", "w"]
    demands = built(settings, texts={"i1": f"{SAID} {words('x', 60)}"})
    assert held(demands, one).kept
    middle = f"{words('x', 30)}.\nDo not touch the migrations.\n{words('y', 30)}"
    lost = built(settings, texts={"i1": f"{SAID} {middle}"})
    assert held(lost, one).survival.verdict is Survived.LOST


def test_a_merged_item_stands_as_its_demands_do_in_the_summary() -> None:
    trace = built(MERGES, LONG)
    assert held(trace, MustKeep("m", item="i1")).kept
    assert trace.by[0] == held(trace, MustKeep("m", item="i1")).position
    # of the 60 words, which demand nothing, the last are not in the summary
    assert not held(trace, MustKeep("m", item="i2")).kept


def test_what_the_recorder_replaced_stands_in_its_summary() -> None:
    table = "i1 user 7 gone by:i2\ni2 user 9 summary\ni3 user 2"
    kept = built("", table, texts={"i2": "The user has a budget of at most 3000 yuan."})
    assert held(kept, MustKeep("m", item="i1")).position == 1
    changed = built("", table, texts={"i2": "The user likes trains and long walks."})
    assert held(changed, MustKeep("m", item="i1")).survival.verdict is Survived.LOST


def test_a_source_stands_as_its_worst_item_does() -> None:
    table = "i1 user 7\ni2 assistant 20\ni3 user 2\ni4 user 9 note\ni5 user 30 note"
    one = MustKeep("m", source="agent_note")
    assert verdicts(built("", table), one) == ["v"] * 4
    dropped = built("agent_note.cap=10 agent_note.overflow=stop", table)
    assert verdicts(dropped, one) == ["v", "l", "l", "l"]
    cut = built("agent_note.cap=45 agent_note.overflow=truncate", table.replace("30 note", "300 note"))
    assert verdicts(cut, one) == ["v", "w", "w", "w"]
    assert verdicts(built("", table), MustKeep("m", source="retrieved_doc")) == ["."] * 4


def test_a_source_is_weakened_by_a_cut_that_leaves_all_its_demands() -> None:
    """A single item would count as kept; of a source every item has to be there whole."""
    table = "i1 user 7\ni2 user 2\ni3 user 300 note"
    texts = {"i3": f"{SAID} {words('x', 300)}"}
    cut = built("agent_note.cap=45 agent_note.overflow=truncate", table, texts=texts)
    assert held(cut, MustKeep("m", item="i3")).kept
    assert verdicts(cut, MustKeep("m", source="agent_note")) == ["v", "w", "w", "w"]


@pytest.mark.parametrize("settings", ["", f"{NEWEST} history.cap=12"])
def test_a_run_is_judged_alike_however_often(settings: str) -> None:
    judge, trace, other = Judge(), built(settings), built(NEWEST)
    first = judge.held(trace, BUDGET)
    judge.held(other, BUDGET)
    judge.expect([MustKeep("m", text="another")])
    assert judge.held(trace, BUDGET) == first
    assert judge.held(run(session(TALK, texts={"i1": SAID}), profile(settings)), BUDGET) == first


def test_what_a_text_demands() -> None:
    judge = Judge()
    assert [text.rstrip(".") for text in judge.demands("Hello. Do not touch the migrations.")] == [
        "Do not touch the migrations"
    ]
    assert judge.demands("Hello.") == ("Hello.",)


def test_what_a_message_states_stands_word_for_word_wherever_the_message_stands() -> None:
    """Whatever else the same message says: one system prompt states dozens of rules about the same things."""
    lab = Lab(store=False)
    judged: list[str] = []
    for file in sorted(sample_sessions().glob("*.json*")):
        opened = lab.open(file)
        trace = lab.build(opened.at(), lab.profile("as-recorded"))
        rendered = trace.stage(Stage.CONSTRUCT).fate
        for stated in lab.stated(opened):
            position = trace.position(stated.item)
            if position is None or rendered[position] != Fate.KEPT or position in trace.altered:
                continue
            found = lab.judge.held(trace, found_keep(stated))
            assert found is not None
            assert found.survival.verdict is Survived.VERBATIM, stated.constraint.text
            judged.append(stated.id)
    assert len(judged) > 20


def test_what_gather_took_out_of_an_item_is_lost_there() -> None:
    rows = '{"hotels": [{"name": "Blue House", "rule": "no pets allowed"}]}'
    chosen = profile().set("gather.fields", [{"tool": "tool", "list": "hotels", "fields": "name"}])
    opened = session("i1 user 1\ni2 assistant 2 call:a\ni3 tool 0 result:a", texts={"i3": rows})
    trace = run(opened, chosen)
    assert verdicts(trace, MustKeep("gone", text="no pets allowed")) == ["l", "l", "l", "l"]
    assert Judge().lost_at(trace, MustKeep("gone", text="no pets allowed")) is Stage.GATHER
    assert verdicts(trace, MustKeep("kept", text="Blue House")) == ["v", "v", "v", "v"]
    # what a later stage cuts of it is lost there, and not before
    names = " ".join(f"w{at}" for at in range(200))
    opened = session(
        "i1 user 1\ni2 assistant 2 call:a\ni3 tool 0 result:a", texts={"i3": rows.replace("Blue", names)}
    )
    trace = run(opened, chosen.set("budget.tool_result.per_item", 60))
    assert verdicts(trace, MustKeep("cut", text="w99 w100 w101")) == ["v", "l", "l", "l"]
