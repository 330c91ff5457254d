"""The icons of the window: strokes in the colours of the theme, drawn when they are first painted.

An icon costs nothing until it is seen: Qt's SVG module is loaded and the file read when it is first painted.
Pictures are kept by the look, by colour and size, so another theme or another screen draws anew.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap

from ctxlab.gui.theme.palette import Theme
from ctxlab.gui.theme.style import Look
from ctxlab.paths import resource

#: The side of an icon beside text of the window's size (pixels).
SIZE = 16


class IconName(StrEnum):
    """Every icon there is; the value is the name of its file."""

    ARROW_RIGHT = "arrow-right"
    BOOKMARK = "bookmark"
    CHEVRON_DOWN = "chevron-down"
    CIRCLE_ALERT = "circle-alert"
    CLIPBOARD_PASTE = "clipboard-paste"
    COLUMNS = "columns-2"
    COMMAND = "command"
    EYE = "eye"
    FILE_TEXT = "file-text"
    FOLDER_OPEN = "folder-open"
    GIT_COMPARE = "git-compare"
    HELP = "circle-help"
    HISTORY = "history"
    INFO = "info"
    KEYBOARD = "keyboard"
    LIGHTBULB = "lightbulb"
    LIST = "list"
    MOON = "moon"
    PIN = "pin"
    REDO = "redo-2"
    REFRESH = "refresh-cw"
    RESET = "rotate-ccw"
    SAVE = "save"
    SEARCH = "search"
    SETTINGS = "settings-2"
    SLIDERS = "sliders-horizontal"
    STAR = "star"
    SUN = "sun"
    UNDO = "undo-2"
    WARNING = "triangle-alert"
    X = "x"


class Ink(StrEnum):
    """What an icon is drawn in."""

    TEXT = "text"
    MUTED = "muted"
    ACCENT = "accent"
    ON_ACCENT = "on accent"
    BAD = "bad"

    def of(self, theme: Theme) -> str:
        """The colour of the theme; the accent is the one that can be read on any of its grounds."""
        match self:
            case Ink.TEXT:
                return theme.text
            case Ink.MUTED:
                return theme.muted
            case Ink.ACCENT:
                return theme.link
            case Ink.ON_ACCENT:
                return theme.on_accent
            case Ink.BAD:
                return theme.failed.ink


def icon(name: IconName, look: Look, ink: Ink = Ink.TEXT) -> QIcon:
    """An icon that is drawn in the look's theme whenever it is painted; muted where it is disabled."""
    return QIcon(InkEngine(name, look, ink))


def picture(name: IconName, look: Look, side: int = SIZE, ink: Ink = Ink.TEXT, ratio: float = 1.0) -> QPixmap:
    """An icon as a picture of `side` pixels for a screen of that device pixel ratio, for painters."""
    colour = ink.of(look.theme)
    key = ("icon", name, colour, side, ratio)
    found = look.pictures.get(key)
    if found is None:
        found = look.pictures[key] = _drawn(name, colour, side, ratio)
    return found


def _drawn(name: IconName, colour: str, side: int, ratio: float) -> QPixmap:
    # the module is loaded when the first icon is seen, not when the window is made
    from PySide6.QtSvg import QSvgRenderer

    drawing = resource("icons", f"{name}.svg").read_bytes().replace(b"currentColor", colour.encode())
    drawn = QPixmap(round(side * ratio), round(side * ratio))
    drawn.setDevicePixelRatio(ratio)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    QSvgRenderer(QByteArray(drawing)).render(painter, QRectF(0, 0, side, side))
    painter.end()
    return drawn


class InkEngine(QIconEngine):
    """What Qt asks for an icon's pictures; it knows the theme only when it is asked."""

    def __init__(self, name: IconName, look: Look, ink: Ink) -> None:
        super().__init__()
        self._name = name
        self._look = look
        self._ink = ink

    def clone(self) -> QIconEngine:
        """Another engine for the same icon."""
        return InkEngine(self._name, self._look, self._ink)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint it in the middle of the rectangle, as large as fits."""
        side = min(rect.width(), rect.height())
        drawn = picture(self._name, self._look, side, self._ink_in(mode), painter.device().devicePixelRatio())
        left, top = (rect.width() - side) // 2, (rect.height() - side) // 2
        painter.drawPixmap(rect.topLeft() + QPoint(left, top), drawn)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """The picture for a screen of ratio 1."""
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """The picture for a screen of that ratio."""
        side = min(size.width(), size.height())
        if _asks_in_screen_pixels():
            side = round(side / scale)
        return picture(self._name, self._look, side, self._ink_in(mode), scale)

    def _ink_in(self, mode: QIcon.Mode) -> Ink:
        return Ink.MUTED if mode is QIcon.Mode.Disabled else self._ink


class _Probe(QIconEngine):
    """Remembers which size it was asked for."""

    def __init__(self, asked: list[int]) -> None:
        super().__init__()
        self._asked = asked

    def clone(self) -> QIconEngine:
        return _Probe(self._asked)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        self._asked.append(size.width())
        return QPixmap(size)


@cache
def _asks_in_screen_pixels() -> bool:
    """Whether this Qt asks for a size in pixels of the screen; later ones ask in those of the window."""
    asked: list[int] = []
    QIcon(_Probe(asked)).pixmap(QSize(10, 10), 2.0)
    return asked != [10]
