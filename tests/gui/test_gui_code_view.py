"""Source and settings to read: which words have which ink, in both themes, and that nothing changes."""

from __future__ import annotations

import pytest
from gui.gui_helpers import dispose
from PySide6.QtGui import QTextBlock

from ctxlab.gui.theme.palette import DARK
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.code_view import CodeView
from ctxlab.model.items import Row


def inks(block: QTextBlock) -> list[tuple[str, str]]:
    """The words of a line that have an ink of their own."""
    text = block.text().encode("utf-16-le")
    found: list[tuple[str, str]] = []
    for one in block.layout().formats():
        words = text[2 * one.start : 2 * (one.start + one.length)].decode("utf-16-le")
        found.append((words, one.format.foreground().color().name()))
    return found


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[budget.history]", [("[budget.history]", "key")]),
        ('cap = 8_000  # "of" 16', [("cap", "key"), ("8_000", "number"), ('# "of" 16', "comment")]),
        ('name: "a # b"', [("name", "key"), ('"a # b"', "text")]),
        ('  "cap": 5,', [('"cap"', "key"), ("5", "number")]),
        ("from x import y", [("from", "word"), ("import", "word")]),
        ("name: as-recorded", [("name", "key")]),
        ('k = "😀" # 7', [("k", "key"), ('"😀"', "text"), ("# 7", "comment")]),
    ],
)
def test_the_parts_of_a_line(line: str, words: list[tuple[str, str]], look: Look) -> None:
    view = CodeView("code", look)
    view.show_text(line)
    theme = look.theme
    names = {
        "key": theme.link,
        "comment": theme.muted,
        "text": theme.rows[Row.TASK_STATE],
        "word": theme.rows[Row.SYSTEM_PROMPT],
        "number": theme.rows[Row.RETRIEVED_DOC],
    }
    found = [(word.strip(), ink) for word, ink in inks(view.document().firstBlock())]
    assert found == [(word, names[kind]) for word, kind in words]
    dispose(view)


def test_another_theme_gives_other_inks_and_the_text_cannot_be_changed(look: Look) -> None:
    view = CodeView("code", look)
    view.show_text("# said\u202e\n")
    assert view.toPlainText().startswith("# said")
    assert "\u202e" not in view.toPlainText(), "what turns words round is made visible"
    assert view.isReadOnly()
    look.set_theme(DARK)
    assert inks(view.document().firstBlock())[0][1] == DARK.muted
    dispose(view)
