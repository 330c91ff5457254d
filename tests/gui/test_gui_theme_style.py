"""A look dresses the application, and changing it reaches who listens."""

from __future__ import annotations

from PySide6.QtGui import QFontInfo, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.palette import DARK, LIGHT
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
