"""Images in the inspector and among the messages: pictures, what is said of them, and no surprises."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from gui.trace_builder import One, kept, trace_of
from helpers.chat import message, write_json
from helpers.pictures import png, png_url
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

import ctxlab
from ctxlab.gui.models.message_layout import LINE_HEIGHT, Line
from ctxlab.gui.models.message_rows import MessageRowsModel
from ctxlab.gui.models.stage_cells import ItemWords
from ctxlab.gui.models.thumbnails import shown_size
from ctxlab.gui.theme.palette import DARK, LIGHT
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.image_strip import MOST_SHOWN, Picture
from ctxlab.gui.views.item_inspector import ItemInspector
from ctxlab.gui.views.message_tables import MessageTable
from ctxlab.lab import Lab
from ctxlab.model.items import Part, PartKind, Row
from ctxlab.model.trace import Altered, Trace
from ctxlab.model.wire_view import built_view

BLUE = (0x33, 0x77, 0xCC)


def image(data: str) -> Part:
    return Part(PartKind.IMAGE, media_type="image/png", data=data)


def trace_with(*parts: Part) -> Trace:
    """A run of one item that has these parts."""
    made = trace_of([kept(One("i1", Row.RECENT, "x", "user"))])
    item = replace(made.pool.items[0], parts=parts)
    return replace(made, pool=replace(made.pool, items=(item,)))


def tokens(_part: Part) -> int:
    return 765


def text(words: str) -> Part:
    return Part(PartKind.TEXT, words)


@pytest.fixture
def inspector(qtbot: QtBot, look: Look) -> ItemInspector:
    made = ItemInspector(look)
    qtbot.addWidget(made)
    made.resize(420, 500)
    made.show()
    return made


def grabbed(widget: Picture) -> QImage:
    return widget.grab().toImage()


def test_a_picture_stands_with_its_words(inspector: ItemInspector, qtbot: QtBot) -> None:
    inspector.set_item(trace_with(text("see"), image(png(100, 60))), "i1", None, tokens)
    assert inspector.media.said() == ["image 100x60 PNG ≈765"]
    assert inspector.media.isVisible()
    (picture,) = inspector.media.findChildren(Picture)
    assert picture.accessibleName() == "image 100x60 PNG ≈765"
    # as large as it will be, before it is decoded
    assert picture.size().toTuple() == (102, 62)

    qtbot.waitUntil(lambda: _is_blue(picture))


def _is_blue(picture: Picture) -> bool:
    color = grabbed(picture).pixelColor(80, 20)
    return (color.red(), color.green(), color.blue()) == BLUE


def test_without_text_the_picture_stands_alone(inspector: ItemInspector) -> None:
    inspector.set_item(trace_with(image(png(10, 10))), "i1", None, tokens)
    assert not inspector.body.isVisible()
    inspector.set_item(trace_with(text("words")), "i1", None, tokens)
    assert inspector.body.isVisible()
    assert not inspector.media.isVisible()
    inspector.set_item(trace_with(image(png(10, 10))), "i1", None, tokens)
    inspector.set_item(None, "")
    assert inspector.body.isVisible()
    assert inspector.media.said() == []


def test_a_remote_picture_is_told_as_text_and_never_fetched(inspector: ItemInspector) -> None:
    address = "https://pictures.example/1.png"
    inspector.set_item(trace_with(image(address)), "i1", None, tokens)
    assert inspector.media.said() == [f"image PNG of unknown size {address} ≈765"]
    assert inspector.media.findChildren(Picture) == []
    labels = [label.text() for label in inspector.media.findChildren(QLabel)]
    assert labels == inspector.media.said()


def test_other_media_are_told_by_their_kind(inspector: ItemInspector) -> None:
    clip = Part(PartKind.AUDIO, media_type="audio/wav", data="UklGRg==")
    file = Part(PartKind.FILE, name="plan.pdf", media_type="application/pdf", data="JVBERg==")
    inspector.set_item(trace_with(clip, file), "i1", None, tokens)
    assert inspector.media.said() == ["audio audio/wav", "file plan.pdf application/pdf"]


def test_a_picture_that_a_cut_left_out_says_so(inspector: ItemInspector) -> None:
    made = trace_with(text("a long text"), image(png(10, 10)))
    made = replace(made, altered={0: Altered((text("a …"),), 2, ((2, 11),))})
    inspector.set_item(made, "i1", None, tokens)
    assert inspector.media.said() == ["image 10x10 PNG ≈765, left out by the cut"]


def test_many_pictures_are_counted(inspector: ItemInspector) -> None:
    parts = [image(png(4 + at, 4)) for at in range(MOST_SHOWN + 2)]
    inspector.set_item(trace_with(*parts), "i1", None, tokens)
    assert len(inspector.media.findChildren(Picture)) == MOST_SHOWN
    assert inspector.media.findChildren(QLabel)[-1].text() == "and 2 more"


def test_words_of_a_session_stay_plain_text(inspector: ItemInspector) -> None:
    file = Part(PartKind.FILE, name="<b>bold</b>", data="AAAA")
    inspector.set_item(trace_with(file), "i1", None, tokens)
    (label,) = inspector.media.findChildren(QLabel)
    assert label.textFormat().name == "PlainText"
    assert label.text() == "file <b>bold</b>"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_frame_stands_until_the_picture_comes_in_either_theme(
    qtbot: QtBot, theme: object, look: Look
) -> None:
    look.set_theme(theme)  # type: ignore[arg-type]
    made = ItemInspector(look)
    qtbot.addWidget(made)
    made.show()
    made.set_item(trace_with(image(png(50, 50))), "i1", None, tokens)
    (picture,) = made.media.findChildren(Picture)
    assert grabbed(picture).pixelColor(0, 0).name() == look.theme.rule


def test_first_words_of_an_item_without_text_name_its_media() -> None:
    made = trace_with(image(png(100, 60)))
    assert ItemWords().of(made, 0)[1] == "image 100x60 PNG"
    assert ItemWords().of(trace_with(text("hello"), image(png(9, 9))), 0)[1] == "hello"


@pytest.fixture
def talk(tmp_path: Path) -> Trace:
    shown = [
        {"type": "text", "text": "What is on this?"},
        {"type": "image_url", "image_url": {"url": png_url(1024, 768)}},
        {"type": "image_url", "image_url": {"url": "https://pictures.example/1.png"}},
    ]
    file = write_json(tmp_path / "t.json", {"model": "gpt-4o", "messages": [message("user", shown)]})
    return Lab(store=False).build(ctxlab.open(file).at(), "as-recorded")


def test_pictures_among_the_messages_stand_over_whole_rows(look: Look, talk: Trace) -> None:
    model = MessageRowsModel(look.font)
    model.set_context(talk, built_view(talk), tokens)
    cells = [cell for row in range(model.rowCount()) if (cell := model.cell(row)) is not None]
    notes = [cell.text for cell in cells if cell.line is Line.NOTE]
    assert notes[0].startswith("image · PNG · 1024 x 768 · ")
    assert notes[0].endswith(" · ≈765 tokens")
    assert notes[1] == "image · https://pictures.example/1.png · ≈765 tokens"
    pictures = [cell for cell in cells if cell.line is Line.PICTURE]
    height = shown_size(1024, 768).height() + 2
    assert [cell.above for cell in pictures] == list(range(0, height, LINE_HEIGHT))
    assert all(cell.fate.word == "kept" and cell.row is not None for cell in pictures)


def test_a_picture_among_the_messages_is_painted(qtbot: QtBot, look: Look, talk: Trace) -> None:
    table = MessageTable(look)
    qtbot.addWidget(table)
    table.resize(600, 400)
    table.show()
    table.fit()
    table.rows.set_context(talk, built_view(talk), tokens)
    first = next(
        row for row in range(table.rows.rowCount()) if (c := table.rows.cell(row)) and c.line is Line.PICTURE
    )

    def blue() -> bool:
        rect = table.visualRect(table.rows.index(first + 1, 0))
        color = table.viewport().grab().toImage().pixelColor(rect.left() + 220, rect.top() + 10)
        return (color.red(), color.green(), color.blue()) == BLUE

    qtbot.waitUntil(blue)
