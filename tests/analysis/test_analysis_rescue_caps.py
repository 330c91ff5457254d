"""The smallest cap where other rows, or what a row turns away, have a say in it."""

from __future__ import annotations

from helpers.rescued import by_change, last

TALK = "i1 user 7\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 1"
NEWEST = "recent.rounds=0 history.order=newest"


def test_an_elastic_row_needs_less_by_what_it_is_given() -> None:
    table = f"{TALK}\ni6 system 4 doc"
    settings = f"{NEWEST} history.cap=12 history.overflow=stop history.elastic=yes retrieved_doc.cap=20"
    # the documents leave 16 of the 33
    assert by_change(last(table, settings, "i2.2"))["history.cap=17"].least


def test_what_recent_turns_away_may_fit_the_history() -> None:
    # recent has i4 to i1 and takes i4; i3 and i2 before i1 leave it no room in the history of 12
    settings = (
        "recent.rounds=3 recent.cap=8 recent.overflow=stop recent.order=newest "
        "history.cap=12 history.overflow=stop history.order=newest"
    )
    # with 33 recent has all but i1, whose 10 are then first in the history
    assert by_change(last(TALK, settings, "i1.1"))["recent.cap=33"].least


def test_a_row_that_skips_has_the_next_cap_at_which_it_fits() -> None:
    # served 10, 20, 5, 8: at 12 only i1 is in, at 5 i3 is, and again from 15 on
    settings = "recent.rounds=0 history.cap=12 history.overflow=skip"
    found = by_change(last(TALK, settings, "i3.1"))
    assert "history.cap=15" in found
    assert not found["history.cap=15"].least


def test_a_row_that_compresses_needs_room_beside_its_summary() -> None:
    settings = f"{NEWEST} history.cap=12 history.overflow=compress summarize.max_tokens=6"
    # 8 and 5 and 20 beside the 6 that are set aside
    assert "history.cap=39" in by_change(last(TALK, settings, "i2.17"))


def test_a_cap_is_not_raised_where_a_smaller_one_does() -> None:
    # recent cuts i2, of which it has 38 of 100 words; with no room it goes whole to the history
    table = TALK.replace("assistant 17", "assistant 100")
    settings = "recent.rounds=3 recent.cap=54 recent.overflow=truncate recent.order=newest"
    found = by_change(last(table, settings, "i2.50"))
    assert not any(key.startswith("recent.cap") for key in found)
    assert {"recent.overflow=keep", "pin=i2"} <= found.keys()


def test_a_row_without_a_cap_or_that_keeps_all_has_none() -> None:
    found = by_change(last(TALK, f"{NEWEST} history.cap=12 history.max_items=1", "i2.2"))
    assert not any(".cap=" in key for key in found)


def test_many_smaller_caps_are_not_all_tried() -> None:
    table = "\n".join(f"i{at} {'user' if at % 2 else 'assistant'} 5" for at in range(1, 80)) + "\ni80 user 1"
    settings = f"{NEWEST} history.cap=12 history.overflow=stop"
    found = last(table, settings, "i1.1")
    # 79 items of 8
    assert by_change(found)["history.cap=632"].least
    assert found.builds < 60
