"""What stands before the rows of a comparison of profiles, and over its columns."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from ctxlab.gui.delegates.paint import LETTER, baseline, draw_letter
from ctxlab.gui.delegates.side_heads import SideHeads
from ctxlab.gui.delegates.systems_delegate import GAP, PAD, ROW_HEIGHT
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.source_rows import row_of
from ctxlab.gui.models.systems_lines import LineKind, SystemLine
from ctxlab.gui.models.systems_model import SystemHead
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look, color

MARGIN = 14
#: The side of the square that names a source by its colour (pixels).
_SWATCH = 8
_INDENT = 14
#: Characters of a name that stand on its second line at least.
_LEAST_REST = 3
#: Behind these a name is parted rather than elsewhere.
_ENDS = "-_. "


class LineHeads(SideHeads):
    """What each line is about: the heads of sections in bold, sources with their colour, tokens of items."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(ROW_HEIGHT, look, parent)
        self.row = -1

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint words and note, cut to the room there is."""
        line = self.model().headerData(section, Qt.Orientation.Vertical, Role.CELL)
        theme = self._look.theme
        painter.save()
        if not isinstance(line, SystemLine):
            painter.fillRect(rect, color(theme.base))
        elif line.kind is LineKind.SECTION:
            painter.fillRect(rect, color(theme.panel))
            self._section(painter, rect, line)
        else:
            painter.fillRect(rect, color(theme.chosen if section == self.row else theme.base))
            self._line(painter, rect, line)
        painter.restore()

    def _section(self, painter: QPainter, rect: QRect, line: SystemLine) -> None:
        look = self._look
        x, end = rect.left() + MARGIN, rect.right() - GAP
        painter.setFont(look.bold)
        painter.setPen(color(look.theme.text))
        ratio = painter.device().devicePixelRatio()
        painter.drawText(QPoint(x, baseline(rect, look.strong)), look.strong.cut(line.label, end - x, ratio))

    def _line(self, painter: QPainter, rect: QRect, line: SystemLine) -> None:
        look, theme = self._look, self._look.theme
        x, end = rect.left() + MARGIN, rect.right() - PAD
        ratio = painter.device().devicePixelRatio()
        if line.source is not None:
            top = rect.center().y() - _SWATCH // 2 + 1
            painter.fillRect(QRect(x, top, _SWATCH, _SWATCH), color(theme.rows[row_of(line.source)]))
            x += _INDENT
        if line.note:
            painter.setFont(look.small)
            painter.setPen(color(theme.muted))
            end -= look.fine.width(line.note)
            painter.drawText(QPoint(end, baseline(rect, look.fine)), line.note)
            end -= PAD
        painter.setFont(look.font)
        painter.setPen(color(theme.text))
        painter.drawText(QPoint(x, baseline(rect, look.text)), look.text.cut(line.label, end - x, ratio))


class ProfileHeads(QHeaderView):
    """The profiles over their columns, with a letter where a context is looked at."""

    HEIGHT = 42

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._look = look
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setFixedHeight(self.HEIGHT)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint name and note, and a line under a column whose context is looked at."""
        head = self.model().headerData(section, Qt.Orientation.Horizontal, Role.CELL)
        look, theme = self._look, self._look.theme
        painter.save()
        painter.fillRect(rect, color(theme.base))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), color(theme.border))
        if isinstance(head, SystemHead):
            ratio = painter.device().devicePixelRatio()
            half = rect.height() // 2
            upper = QRect(rect.left(), rect.top() + 3, rect.width(), half)
            lower = QRect(rect.left(), rect.top() + half - 1, rect.width(), half - 2)
            left = x = rect.left() + PAD
            end = rect.right() - GAP
            beside = LETTER + 5 if head.letter else 0
            first, rest, above = self.parted(one_line(head.name, 80), end - left, beside)
            if head.letter:
                line = QRect(rect.left() + GAP, rect.bottom() - 2, rect.width() - 2 * GAP, 3)
                painter.fillRect(line, color(theme.link))
                at = left + look.strong.width(first) + 5 if above else left
                draw_letter(painter, at, upper if above else lower, head.letter, look)
                x += 0 if above else beside
            painter.setFont(look.bold)
            painter.setPen(color(theme.failed.ink if head.refused else theme.text))
            painter.drawText(QPoint(left, baseline(upper, look.strong)), first)
            if rest:
                painter.drawText(QPoint(x, baseline(lower, look.strong)), rest)
            else:
                painter.setFont(look.small)
                painter.setPen(color(theme.muted))
                note = look.fine.cut(one_line(head.note, 80), end - x, ratio)
                painter.drawText(QPoint(x, baseline(lower, look.fine)), note)
        painter.restore()

    def parted(self, name: str, room: int, letter: int) -> tuple[str, str, bool]:
        """The two lines of a name in a width, and whether the letter stands behind the upper one.

        It does where the name can be parted behind a part of it only if the lower line is the name's alone;
        else it stands before the lower line. `letter` is what it takes (pixels), 0 for none.
        """
        first, rest = self._name(name, room, room - letter)
        if letter and rest and first[-1] not in _ENDS:
            upper, lower = self._name(name, room - letter, room)
            if upper[-1] in _ENDS:
                return upper, lower, True
        return first, rest, False

    def _name(self, name: str, upper: int, lower: int) -> tuple[str, str]:
        """A name on the line above, and the rest of one that needs a second line in place of its note."""
        strong = self._look.strong
        if strong.width(name) <= upper:
            return name, ""
        fits = [at for at in range(len(name), 0, -1) if strong.width(name[:at]) <= upper] or [1]
        ends = [at for at in fits if name[at - 1] in _ENDS]
        # behind a part of the name, where all of the rest has room then; no letter stands alone
        inside = max(1, min(fits[0], len(name) - _LEAST_REST))
        at = next((at for at in ends if strong.width(name[at:].lstrip()) <= lower), inside)
        elide = Qt.TextElideMode.ElideMiddle
        return name[:at].rstrip(), strong.metrics.elidedText(name[at:].lstrip(), elide, lower)
