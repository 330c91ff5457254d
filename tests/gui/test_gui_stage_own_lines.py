"""The lines of a stage in its own order."""

from __future__ import annotations

from gui.trace_builder import One, dropped, kept, trace_of
from gui.trip_sample import trip_trace

from ctxlab.gui.models.stage_lines import FOLD, fold_codes
from ctxlab.gui.models.stage_own_lines import GONE, HEAD, own_lines
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row

TRACE = trip_trace()
SELECT, SUMMARIZE, CONSTRUCT = 1, 2, 3


def plain(keys: list[str]) -> list[str]:
    """Keys in a form that can be read: `-i8` is gone, `[dropped]` a head, `+i2` a fold."""
    signs = ((GONE, "-"), (FOLD, "+"), (HEAD, "head "))
    for start, sign in signs:
        keys = [sign + key.removeprefix(start) if key.startswith(start) else key for key in keys]
    return keys


def test_what_a_stage_lets_go_stands_at_its_end_under_a_head() -> None:
    lines = own_lines(TRACE, SELECT)
    assert plain(lines.keys)[-6:] == ["head dropped", "-i6", "-i7", "-i8", "-i23", "-i34"]
    assert lines.heads == {HEAD + "dropped": (Fate.DROPPED, 5)}
    assert lines.positions[-6] == -1
    assert lines.positions[-5:] == [TRACE.position(one) for one in ("i6", "i7", "i8", "i23", "i34")]


def test_the_rest_stands_in_the_order_of_the_stages_output() -> None:
    for stage in range(4):
        lines = own_lines(TRACE, stage)
        order = list(TRACE.stages[stage].order)
        assert lines.positions[: len(order)] == order


def test_merged_items_have_a_head_of_their_own_and_what_was_dropped_before_is_not_there() -> None:
    keys = plain(own_lines(TRACE, SUMMARIZE).keys)
    assert keys[-3:] == ["head merged", "-i18", "-i19"]
    assert "i18~summary" in keys
    assert not {"i6", "-i6"} & set(keys)
    assert "-i18" not in plain(own_lines(TRACE, CONSTRUCT).keys)


def test_every_item_that_reached_a_stage_has_one_line_there() -> None:
    for stage, record in enumerate(TRACE.stages):
        shown = [position for position in own_lines(TRACE, stage).positions if position >= 0]
        assert sorted(shown) == [position for position, fate in enumerate(record.fate) if fate]


def test_a_filter_leaves_lines_out_and_empty_heads_go() -> None:
    wanted = {TRACE.position("i7"), TRACE.position("i9")} - {None}
    passing = frozenset(one for one in wanted if one is not None)
    assert plain(own_lines(TRACE, SELECT, passing).keys) == ["i9", "head dropped", "-i7"]
    nine = frozenset(one for one in [TRACE.position("i9")] if one is not None)
    assert plain(own_lines(TRACE, SELECT, nine).keys) == ["i9"]


def test_runs_of_kept_items_fold_and_what_went_does_not() -> None:
    ones = [
        kept(One("a", Row.HISTORY, "1")),
        kept(One("b", Row.HISTORY, "2")),
        dropped(One("c", Row.HISTORY, "3")),
        kept(One("d", Row.HISTORY, "4")),
        kept(One("e", Row.HISTORY, "5")),
        dropped(One("f", Row.HISTORY, "6")),
    ]
    trace = trace_of(ones)
    codes = fold_codes(trace, set())
    # what is dropped later stands between the runs where it still is, and no longer where it went
    assert plain(own_lines(trace, 0, codes=codes).keys) == ["+a", "c", "+d", "f"]
    select = own_lines(trace, SELECT, codes=codes)
    assert plain(select.keys) == ["+a", "head dropped", "-c", "-f"]
    assert select.folds[FOLD + "a"].positions == (0, 1, 3, 4)
    opened = own_lines(trace, SELECT, codes=codes, opened={FOLD + "a"})
    assert plain(opened.keys) == ["a", "b", "d", "e", "head dropped", "-c", "-f"]
    starred = own_lines(trace, 0, codes=fold_codes(trace, {"b"}))
    assert plain(starred.keys) == ["a", "b", "c", "+d", "f"]
