"""Texts broken into rows."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics

from ctxlab.gui.models.wrap import Wrapper
from ctxlab.gui.theme.style import Look

TEXT = "The quick brown fox jumps over the lazy dog.\n\n周末想去杭州，预算三千以内。On Sunday?\r\nend\t."


@pytest.mark.parametrize("width", [40, 120, 400])
def test_rows_hold_the_whole_text_in_order_and_fit(look: Look, width: int) -> None:
    rows = list(Wrapper(look.font).rows(TEXT, width))
    assert "".join(TEXT[row.start : row.end] for row in rows) == TEXT.replace("\n", "")
    assert [row.start for row in rows] == sorted(row.start for row in rows)
    metrics = QFontMetrics(look.font)
    assert all(metrics.horizontalAdvance(row.text.rstrip()) <= width + 1 for row in rows)


def test_a_row_ends_at_a_blank_and_an_empty_line_is_a_row(look: Look) -> None:
    rows = [row.text for row in Wrapper(look.font).rows("one two\n\nthree", 10_000)]
    assert rows == ["one two", "", "three"]
    narrow = QFontMetrics(look.font).horizontalAdvance("several words x")
    first = next(Wrapper(look.font).rows("several words follow here", narrow))
    assert first.text == "several words "


def test_what_cannot_be_seen_is_shown_and_clusters_stay_whole(look: Look) -> None:
    (row,) = Wrapper(look.font).rows("a\u202eb", 1_000)
    assert row.text == "a⟨U+202E⟩b"
    family = "👩‍👩‍👧"
    for found in Wrapper(look.font).rows(family * 20, 60):
        assert found.text == family * (len(found.text) // len(family))


def test_a_line_without_end_is_looked_at_as_far_as_it_is_asked_for(look: Look) -> None:
    rows = Wrapper(look.font).rows("x" * 4_000_000, 300)
    first = next(rows)
    assert first.start == 0
    assert first.end < 300


def test_no_row_begins_with_a_closing_mark(look: Look) -> None:
    text = "午饭荷塘小厨，晚饭素心面馆。" * 20
    for width in range(60, 200, 7):
        rows = list(Wrapper(look.font).rows(text, width))
        assert "".join(row.text for row in rows) == text
        assert not [row.text for row in rows if row.text[0] in "，。"]
