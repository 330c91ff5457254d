"""A look dresses the application, and changing it reaches who listens."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QFrame, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.palette import DARK, LIGHT, Theme, contrast
from ctxlab.gui.theme.style import FAMILIES, Look, color, qt_palette, style_sheet, ui_font


def test_another_theme_is_told_and_worn(qtbot: QtBot, qapp: QApplication, look: Look) -> None:
    with qtbot.waitSignal(look.changed):
        look.set_theme(DARK)
    assert look.theme is DARK
    assert qapp.palette().color(QPalette.ColorRole.Base) == color(DARK.base)
    assert DARK.base in qapp.styleSheet()
    with qtbot.assertNotEmitted(look.changed):
        look.set_theme(DARK)
    look.set_theme(LIGHT)
    assert qapp.palette().color(QPalette.ColorRole.Base) == color(LIGHT.base)


class Told(QWidget):
    """Counts how often it is worked out anew."""

    times = 0

    def changeEvent(self, event: QEvent) -> None:
        self.times += event.type() == QEvent.Type.StyleChange
        super().changeEvent(event)


def test_however_deep_a_widget_lies_another_theme_works_it_out_twice(qtbot: QtBot, look: Look) -> None:
    outer = QWidget()
    qtbot.addWidget(outer)
    inner = outer
    for _depth in range(12):
        inner = QFrame(inner)
    told = Told(inner)
    outer.show()
    qtbot.waitExposed(outer)
    look.dress()
    for theme in (DARK, LIGHT):
        told.times = 0
        look.set_theme(theme)
        assert told.times == 2


def test_the_style_sheet_has_no_open_places() -> None:
    for theme in (LIGHT, DARK):
        sheet = style_sheet(theme)
        assert sheet.count("{") == sheet.count("}")
        assert "{{" not in sheet
        assert theme.text in sheet


def test_disabled_text_is_still_readable() -> None:
    palette = qt_palette(LIGHT)
    assert palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text) == color(LIGHT.muted)


def test_the_font_has_chinese_to_fall_back_on(qapp: QApplication) -> None:
    assert "Noto Sans CJK SC" in FAMILIES
    font = ui_font()
    assert font.families() == list(FAMILIES)
    assert QFontInfo(font).pixelSize() == 13


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_checked_box_has_a_tick_and_placeholders_can_be_read(
    qtbot: QtBot, look: Look, theme: Theme
) -> None:
    look.set_theme(theme)
    box, field = QCheckBox("Differences only"), QLineEdit()
    for one in (box, field):
        qtbot.addWidget(one)
        one.show()
        qtbot.waitExposed(one)
    box.setChecked(True)
    image = box.grab().toImage()
    pixels = {image.pixelColor(x, y).name() for x in range(14) for y in range(image.height())}
    assert theme.accent in pixels
    assert theme.on_accent in pixels, "the tick"
    ink, ground = (
        field.palette().color(role) for role in (QPalette.ColorRole.PlaceholderText, QPalette.ColorRole.Base)
    )
    assert ink.alpha() == 255
    assert contrast(ink.name(), ground.name()) >= 4.5
    look.set_theme(LIGHT)


def test_what_has_the_keys_has_a_ring_of_two_pixels(qtbot: QtBot, look: Look) -> None:
    look.dress()
    button = QPushButton("changes only")
    button.setCheckable(True)
    button.setChecked(True)
    qtbot.addWidget(button)
    button.show()
    qtbot.waitExposed(button)
    button.activateWindow()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    image, middle = button.grab().toImage(), button.height() // 2
    across = [image.pixelColor(x, middle).name() for x in range(8)]
    ring = [name == look.theme.accent for name in across]
    assert ring[:2] == [True, True]
    assert not any(ring[2:]), "one ring, and no dots inside it"
