"""Icons: every name has a file and every file a name; each is drawn, in the colours of the theme, sharply."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from helpers.tree import PACKAGE
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPixmap
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.icons import IconName, Ink, icon, picture
from ctxlab.gui.theme.palette import DARK, LIGHT, THEMES, Theme, contrast
from ctxlab.gui.theme.style import Look
from ctxlab.paths import resource

BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def inks(pixmap: QPixmap) -> set[str]:
    """The colours of all points that are covered whole."""
    image = pixmap.toImage().convertToFormat(QImage.Format.Format_ARGB32)
    points = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return {point.name() for point in points if point.alpha() == 255}


def covered(pixmap: QPixmap) -> int:
    image = pixmap.toImage()
    return sum(
        image.pixelColor(x, y).alpha() > 60 for x in range(image.width()) for y in range(image.height())
    )


def test_every_name_has_a_file_and_every_file_a_name() -> None:
    files = {path.stem for path in resource("icons").glob("*.svg")}
    assert files == {name.value for name in IconName}
    assert (resource("icons") / "LICENSE").is_file()


def test_every_icon_is_used() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (PACKAGE / "gui").rglob("*.py"))
    assert [name.name for name in IconName if not re.search(rf"IconName\.{name.name}\b", source)] == []


@BOTH
def test_every_icon_is_drawn_in_both_themes(qtbot: QtBot, theme: Theme) -> None:
    look = Look(theme)
    assert [name for name in IconName if covered(picture(name, look)) < 12] == []


@BOTH
@pytest.mark.parametrize("ink", list(Ink))
def test_inks_are_those_of_the_theme_and_can_be_seen(qtbot: QtBot, theme: Theme, ink: Ink) -> None:
    drawn = picture(IconName.SETTINGS, Look(theme), 24, ink, 2.0)
    assert inks(drawn) == {QColor(ink.of(theme)).name()}
    ground = theme.accent if ink is Ink.ON_ACCENT else theme.base
    assert contrast(ink.of(theme), ground) >= 4.5


def test_an_icon_follows_the_theme(qtbot: QtBot) -> None:
    look = Look(LIGHT)
    plus = icon(IconName.SETTINGS, look)
    assert inks(plus.pixmap(QSize(24, 24), 2.0)) == {LIGHT.text}
    look.set_theme(DARK)
    assert inks(plus.pixmap(QSize(24, 24), 2.0)) == {DARK.text}
    look.set_theme(LIGHT)


def test_a_disabled_icon_is_muted(qtbot: QtBot, look: Look) -> None:
    drawn = icon(IconName.SETTINGS, look).pixmap(QSize(24, 24), 2.0, QIcon.Mode.Disabled)
    assert inks(drawn) == {look.theme.muted}


def test_a_screen_of_ratio_two_gets_twice_the_points(qtbot: QtBot, look: Look) -> None:
    drawn = icon(IconName.SAVE, look).pixmap(QSize(16, 16), 2.0)
    assert (drawn.width(), drawn.devicePixelRatio()) == (32, 2.0)
    # drawn anew, not a small picture made large: strokes of 2.7 points are covered whole somewhere
    assert inks(drawn) == {look.theme.text}


def test_a_button_paints_its_icon(qtbot: QtBot, look: Look) -> None:
    button = QToolButton()
    qtbot.addWidget(button)
    button.setIcon(icon(IconName.SETTINGS, look, Ink.ACCENT))
    button.setStyleSheet("border: 0; padding: 0;")
    button.setIconSize(QSize(24, 24))
    button.resize(32, 32)
    painted = button.grab().toImage()
    assert look.theme.link in {painted.pixelColor(x, y).name() for x in range(32) for y in range(32)}
    # a copy of the icon draws the same
    assert covered(QIcon(button.icon()).pixmap(16, 16)) > 10


def test_the_svg_module_is_loaded_when_an_icon_is_painted_not_before() -> None:
    code = (
        "import sys\n"
        "from PySide6.QtWidgets import QApplication\n"
        "app = QApplication(['x', '-platform', 'offscreen'])\n"
        "from ctxlab.gui.theme.icons import IconName, icon\n"
        "from ctxlab.gui.theme.style import Look\n"
        "made = icon(IconName.SAVE, Look())\n"
        "before = 'PySide6.QtSvg' in sys.modules\n"
        "made.pixmap(16, 16)\n"
        "print(before, 'PySide6.QtSvg' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
