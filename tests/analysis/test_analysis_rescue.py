"""What keeps a lost must-keep: each lever by a case that was worked out by hand."""

from __future__ import annotations

import pytest
from helpers.rescued import all_rescues, by_change, last, words
from helpers.spec import pins, profile, session

from ctxlab.model.marks import KeyFactMark, Marks, MustKeep
from ctxlab.model.profile import GatherRule, GatherSettings
from ctxlab.model.rescue import Change, Lever

#: Charges of i1 to i4 are 10, 20, 5 and 8, of i5 4; 3 end the context: 50 in all.
TALK = "i1 user 7\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 1"
NEWEST = "recent.rounds=0 history.order=newest"
STOP = f"{NEWEST} history.cap=12 history.overflow=stop"


def test_a_cap_is_the_smallest_and_says_what_it_does_besides() -> None:
    marks = words(a="i2.2", b="i1.1", c="i4.1")
    found = last(TALK, STOP, marks.must_keeps[0], marks)
    # i4, i3 and i2 come to 33; i3 and i2 are new: 5 and 20
    cap = by_change(found)["history.cap=33"]
    assert cap.changes == (Change(Lever.CAP, "budget.history.cap", 12, 33),)
    assert (cap.tokens, cap.pushes_out, cap.suffers, cap.saves, cap.least) == (25, (), (), (), True)
    assert cap.profile == profile(STOP.replace("12", "33"))
    assert cap.marks == marks


def test_the_first_answer_comes_before_the_last_and_the_last_is_complete() -> None:
    answers = all_rescues(TALK, STOP, "i2.2")
    assert [one.complete for one in answers] == [False] * (len(answers) - 1) + [True]
    assert [len(one.found) for one in answers] == sorted(len(one.found) for one in answers)
    assert answers[0].builds < answers[-1].builds <= 200


def test_what_stands_already_needs_nothing() -> None:
    (answer,) = all_rescues(TALK, STOP, "i4.1")
    assert (answer.found, answer.conflict, answer.builds, answer.complete) == ((), (), 1, True)


def test_what_cannot_be_judged_here_has_no_rescue() -> None:
    (answer,) = all_rescues(TALK, STOP, MustKeep("m", text="i2.2", since="i99"))
    assert (answer.found, answer.builds) == ((), 1)


def test_what_nothing_holds_has_none_and_no_conflict() -> None:
    found = last(TALK, STOP, "said nowhere")
    assert (found.found, found.conflict) == ((), ())


def test_in_a_row_that_truncates_a_cut_that_leaves_the_words_does() -> None:
    table = TALK.replace("assistant 17", "assistant 100")
    settings = STOP.replace("stop", "truncate")
    # 13 for i4 and i3, 3 for the framing. 32 have to be left, which begin with i2.1; since the marker joins
    # the word behind it, a cut to 32 leaves 31.
    assert by_change(last(table, settings, "i2.1"))["history.cap=49"].least
    # 70 % of 71, rounded up, are 50 words; the marker takes 3 more.
    assert by_change(last(table, settings, "i2.50"))["history.cap=90"].least


def test_other_overflow_rules_and_orders_are_tried() -> None:
    marks = words(a="i1.1", b="i4.1")
    found = by_change(last(TALK, STOP, marks.must_keeps[0], marks))
    assert found["history.overflow=keep"].suffers == ()
    # 10 fit in 12, and then i2 does not; the oldest first is the same, and only told once
    given = found["history.order=given"]
    assert (given.pushes_out, given.suffers) == (("i4",), ("b",))
    assert "history.order=oldest" not in found
    # skipping, i1 does not fit beside i4
    assert "history.overflow=skip" not in found


@pytest.mark.parametrize(
    ("window", "changed"),
    [
        # all but i1, which goes first, come to 40
        ("window.soft_limit=30 window.enforce_soft=yes", "window.soft_limit=40"),
        ("window.soft_limit=50 window.enforce_soft=yes window.buffer=20", "window.buffer=10"),
        ("window.size=50 window.output_reserve=20", "window.output_reserve=10"),
    ],
)
def test_the_limit_is_raised_by_what_is_lacking(window: str, changed: str) -> None:
    found = by_change(last(TALK, f"{NEWEST} {window}", "i2.2"))
    assert found[changed].tokens == 20
    assert found[changed].changes[0].lever is Lever.LIMIT
    assert not any("size" in key for key in found)


def test_a_lower_tier_lets_another_row_go_first() -> None:
    table = f"{TALK}\ni6 system 20 doc"
    found = by_change(last(table, f"{NEWEST} window.size=50 history.tier=3", "i2.2"))
    assert found["history.tier=2"].pushes_out == ("i6",)


def test_counts_are_raised_to_the_rank() -> None:
    assert "history.max_items=3" in by_change(last(TALK, f"{NEWEST} history.max_items=2", "i2.2"))
    found = by_change(last(TALK, f"{NEWEST} select.max_messages=2", "i2.2"))
    assert "select.max_messages=3" in found


def test_the_least_relevance_is_lowered_to_that_of_the_item() -> None:
    table = "i1 system 4 doc rel:0.9\ni2 system 4 doc rel:0.37\ni3 system 4 doc rel:0.1\ni4 user 1"
    found = by_change(last(table, "retrieved_doc.order=relevance select.min_relevance=80", "i2.1"))
    rescue = found["select.min_relevance=37"]
    assert rescue.pushes_out == ()
    # its four words and the separator before them
    assert rescue.tokens == 5


def test_rounds_reach_back_to_the_turn() -> None:
    # i1 and i2 are two turns before the question
    found = by_change(last(TALK, STOP, "i2.2"))
    assert found["recent.rounds=2"].changes == (Change(Lever.ROUNDS, "budget.recent.rounds", 0, 2),)


def test_a_limit_of_one_item_is_raised_until_the_words_are_left() -> None:
    table = "i1 system 100 doc\ni2 user 1"
    found = by_change(last(table, "retrieved_doc.per_item=40", "i1.30"))
    # 70 % of 42, rounded up, are 30 words; the marker takes 3 more
    assert "retrieved_doc.per_item=45" in found


def test_a_limit_of_one_item_makes_room_behind_a_large_one() -> None:
    table = "i1 user 7\ni2 assistant 97\ni3 user 2\ni4 assistant 5\ni5 user 1"
    found = by_change(last(table, STOP.replace("12", "60"), "i1.1"))
    # 13 for i4 and i3, 10 for i1, 3 for the framing of i2: 34 are left
    assert found["history.per_item=34"].changes[0].before is None


def test_the_smallest_item_is_pinned_and_the_sentence_made_a_key_fact() -> None:
    texts = {"i2": "No more. Stay under 3,000 yuan in all. Thanks a lot for that.", "i1": "x " * 30}
    found = by_change(last(TALK, STOP, MustKeep("m", text="under 3,000 yuan"), texts=texts))
    assert found["pin=i2"].marks == Marks(pins=("i2",))
    fact = found["key_fact=i2"]
    assert fact.marks.key_facts == (KeyFactMark("i2", 9, 38),)
    # the sentence has 6 words; the heading and the framing of a message are counted as well
    assert fact.tokens < found["pin=i2"].tokens + 6


def test_a_pin_that_would_not_fit_the_window_is_no_rescue() -> None:
    found = last(TALK, f"{STOP} window.size=24", "i2.2")
    assert "pin=i2" not in by_change(found)


def test_a_summary_is_switched_on_and_given_more() -> None:
    base = f"{NEWEST} history.cap=20 history.overflow=compress summarize.max_tokens=40"
    found = by_change(last(TALK.replace("17", "60"), f"{base} summarize.strategy=none", "i1.1"))
    assert "summarize.strategy=extractive" not in found
    wide = base.replace("cap=20", "cap=45")
    found = by_change(last(TALK.replace("17", "60"), f"{wide} summarize.strategy=none", "i1.1"))
    # i1 and i2 go into one summary of their first 40 words
    assert found["summarize.strategy=extractive"].changes[0].lever is Lever.SUMMARY


def test_what_a_mode_leaves_out_comes_back_in_another() -> None:
    found = by_change(last(TALK, "mode.use=single", "i1.1"))
    assert found["mode.use=mixed"].changes == (Change(Lever.SETTING, "mode.use", "single", "mixed"),)


def test_what_the_recorder_replaced_comes_back() -> None:
    table = "i1 user 7 gone by:i2\ni2 user 5 summary\ni3 assistant 3\ni4 user 1"
    assert "gather.compaction=originals" in by_change(last(table, NEWEST, "i1.1"))


def test_a_rule_that_excludes_it_goes() -> None:
    rules = (GatherRule(regex="i1", source="agent_note"), GatherRule(regex="i2.2", exclude=True))
    settings = profile(NEWEST).with_parts(gather=GatherSettings(rule=rules))
    found = by_change(last(TALK, settings, "i2.2"))["gather.rule=None"]
    assert found.changes == (Change(Lever.SETTING, "gather.rule", "i2.2", None),)
    assert found.profile.gather.rule == rules[:1]


def test_a_call_whose_result_was_dropped_may_have_a_placeholder() -> None:
    table = "i1 user 2\ni2 assistant 4 call:a\ni3 tool 40 result:a\ni4 assistant 3\ni5 user 1"
    settings = f"{NEWEST} tool_result.cap=9 tool_result.overflow=stop select.pairs=drop"
    found = by_change(last(table, settings, "i2.3"))
    assert "select.pairs=placeholder" in found
    # or its result has to stay
    assert found["tool_result.cap=43"].least


def test_a_result_needs_room_for_its_call() -> None:
    table = "i1 user 2\ni2 assistant 4 call:a\ni3 tool 40 result:a\ni4 assistant 9\ni5 user 1"
    settings = f"{STOP} tool_result.cap=50 tool_result.overflow=stop"
    # 12 for i4, 7 for the call
    assert by_change(last(table, settings, "i3.40"))["history.cap=19"].least


def test_two_changes_do_where_none_alone_does() -> None:
    found = last(TALK, f"{STOP} window.soft_limit=25 window.enforce_soft=yes", "i2.2")
    assert all(len(one.changes) == 2 for one in found.found)
    both = by_change(found)["history.cap=33 window.soft_limit=40"]
    assert [change.lever for change in both.changes] == [Lever.CAP, Lever.LIMIT]
    assert not both.least


def test_what_keeps_it_over_the_limit_is_given_room_by_a_second_change() -> None:
    # the window never takes from tier 1: 20 pinned, 4 and 3 are one too many for 26
    settings = f"{STOP} history.tier=1 window.size=60 window.output_reserve=34"
    found = by_change(last(TALK, settings, "i2.2"))
    assert found["pin=i2 window.output_reserve=33"].tokens == 12
    assert found["history.cap=33 window.output_reserve=20"].tokens == 25
    assert all(len(one.changes) == 2 for one in found.values())


def test_where_nothing_keeps_it_the_items_that_hold_its_room_are_named() -> None:
    table = TALK.replace("i5 user 1", "i5 user 25\ni6 assistant 9")
    found = last(table, f"{STOP} window.size=45", "i2.2")
    # i5 has 28 and i6 12 of the 45; 20 are needed and 2 free
    assert (found.found, found.conflict) == ((), ("i5",))


def test_all_items_of_a_source_are_kept_by_the_cap_of_the_last() -> None:
    table = "i1 system 10 doc\ni2 system 20 doc\ni3 system 5 doc\ni4 user 1"
    settings = "retrieved_doc.cap=12 retrieved_doc.overflow=stop"
    found = by_change(last(table, settings, MustKeep("m", source="retrieved_doc")))
    assert "retrieved_doc.cap=35" in found


def test_an_item_is_kept_whole() -> None:
    found = by_change(last(TALK, STOP, MustKeep("m", item="i2")))
    assert {"history.cap=33", "pin=i2"} <= found.keys()
    assert "key_fact=i2" not in found


def test_fewer_changes_and_no_loss_go_first_then_the_smaller_upheaval() -> None:
    marks = words(a="i1.1", b="i4.1")
    found = last(TALK, STOP, marks.must_keeps[0], marks).found
    assert [bool(one.suffers) for one in found] == sorted(bool(one.suffers) for one in found)
    assert len(found) <= 8
    keys = [one.changes[0].key for one in found]
    # the cap of all brings 35; a pin takes the place of i4
    assert keys.index("budget.history.cap") < keys.index("pin")
    assert keys[0] == "key_fact"


def test_a_pinned_item_is_not_pinned_again() -> None:
    table = TALK.replace("user 7", "user 7 gone")
    assert last(table, NEWEST, "i1.1", pins("i1")).found[0].changes[0].lever is Lever.KEY_FACT


def test_what_degradation_took_is_brought_back_by_fewer_levels_or_more_room() -> None:
    table = "i1 user 40\ni2 system 30 doc rel:0.9\ni3 system 20 doc rel:0.1\ni4 user 10"
    settings = (
        "window.soft_limit=116 window.enforce_soft=yes degrade.levels=1 degrade.docs=1 recent.tier=2 "
        "user_message.tier=1 retrieved_doc.tier=1 retrieved_doc.order=relevance"
    )
    found = by_change(last(table, settings, "i3.2"))
    # without the level the conversation of tier 2 goes instead
    assert found["degrade.levels=0"].pushes_out == ("i1",)
    assert "window.soft_limit=117" in found


def test_noise_that_was_taken_out_is_brought_back_by_leaving_it() -> None:
    opened = session("i1 system 0 doc\ni2 user 1", texts={"i1": "see ![](floor-plan.png) here"})
    found = by_change(last(opened, "gather.clean_docs=yes", "floor-plan.png"))
    assert "gather.clean_docs=False" in found
    assert "pin=i1" in found
