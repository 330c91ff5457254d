"""Messages opened in place: lines beside each other, equal ones folded, all of it bounded."""

from __future__ import annotations

from ctxlab.analysis.inline import inline_change
from ctxlab.gui.models.diff_details import MOST_DETAILS, MOST_OF_TEXT, Detail, Piece, details_of
from ctxlab.model.diff import NO_CHANGE, DiffBlock, DiffKind, TextSpan

COLUMNS = 20


def wrap(paragraph: str) -> list[TextSpan]:
    """Lines of so many UTF-16 units."""
    length = len(paragraph.encode("utf-16-le")) // 2
    return [(at, min(at + COLUMNS, length)) for at in range(0, length, COLUMNS)] or [(0, 0)]


def changed(before: str, after: str) -> list[Detail]:
    block = DiffBlock(DiffKind.CHANGED, 1, 1, "user", "user", before, after, 1, 1)
    return details_of(block, inline_change(before, after), wrap)


def told(details: list[Detail]) -> list[tuple[str | None, str | None] | int]:
    """The texts of both sides, or how many equal lines are folded."""
    return [
        one.equal or (one.before.text if one.before else None, one.after.text if one.after else None)
        for one in details
    ]


def test_lines_stand_beside_each_other_whatever_came_and_went() -> None:
    assert told(changed("one\ntwo\nthree\nfour", "one\n2\nthree\nand\nfour")) == [
        ("one", "one"),
        ("two", "2"),
        ("three", "three"),
        (None, "and"),
        ("four", "four"),
    ]


def test_what_stands_out_is_marked_where_it_is() -> None:
    (line,) = changed("keep the old word", "keep the new word")
    assert line == Detail(Piece("keep the old word", ((9, 12),)), Piece("keep the new word", ((9, 12),)))


def test_equal_lines_far_from_a_change_are_folded() -> None:
    lines = [f"line {n}" for n in range(30)]
    other = ["first", *lines[1:15], "middle", *lines[16:]]
    assert told(changed("\n".join(lines), "\n".join(other))) == [
        ("line 0", "first"),
        ("line 1", "line 1"),
        ("line 2", "line 2"),
        10,
        ("line 13", "line 13"),
        ("line 14", "line 14"),
        ("line 15", "middle"),
        ("line 16", "line 16"),
        ("line 17", "line 17"),
        12,
    ]


def test_a_long_line_is_shown_around_its_change() -> None:
    lead = "x" * 5_000
    details = changed(f"{lead} old {lead}", f"{lead} new {lead}")
    before = [one.before for one in details if one.before]
    text = "".join(piece.text for piece in before)
    # half of what may stand beside it, on both sides
    assert text == f"…{'x' * 199} old {'x' * 199}…"
    marked = [piece.text[a:b] for piece in before for a, b in piece.spans]
    assert "".join(marked) == "old"


def test_a_text_on_one_side_is_there_alone() -> None:
    gone = DiffBlock(DiffKind.REMOVED, 1, None, "user", "user", "one\ntwo", "", 1, 0)
    assert told(details_of(gone, NO_CHANGE, wrap)) == [("one", None), ("two", None)]
    came = DiffBlock(DiffKind.ADDED, None, 1, "user", "user", "", "one", 0, 1)
    assert told(details_of(came, NO_CHANGE, wrap)) == [(None, "one")]
    same = DiffBlock(DiffKind.EQUAL, 1, 1, "user", "user", "one", "one", 1, 1)
    assert told(details_of(same, NO_CHANGE, wrap)) == [("one", "one")]


def test_long_lines_break_and_marks_break_with_them() -> None:
    details = changed("a" * 18 + " old words", "a" * 18 + " new words")
    pieces = [one.after for one in details if one.after]
    assert [(piece.text, piece.spans) for piece in pieces] == [
        ("a" * 18 + " n", ((19, 20),)),
        ("ew words", ((0, 2),)),
    ]


def test_there_is_an_end_to_it() -> None:
    for text in ("line\n" * 5_000, "x" * 4_000_000):
        block = DiffBlock(DiffKind.EQUAL, 1, 1, "user", "user", text, text, 1, 1)
        details = details_of(block, NO_CHANGE, wrap)
        assert len(details) == MOST_DETAILS
        assert details[-1].rest
    assert MOST_OF_TEXT > MOST_DETAILS * COLUMNS


def test_signs_that_are_shown_move_the_marks() -> None:
    (line,) = changed("\u202eword old", "\u202eword new")
    assert line.after is not None
    assert [line.after.text[a:b] for a, b in line.after.spans] == ["new"]


def test_texts_that_have_nothing_in_common_are_not_marked() -> None:
    assert changed("夏天", "one") == [Detail(Piece("夏天"), Piece("one"))]
