"""The limit in words and the built context as one bar to scale."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from ctxlab.gui.delegates.paint import baseline, hatch
from ctxlab.gui.models.context_segments import (
    ContextScale,
    Segment,
    SegmentKind,
    context_scale,
    derivation,
    headline,
    level_words,
    mode_words,
    over_words,
)
from ctxlab.gui.text import listed, tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.labels import ElidedLabel, plain_label
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace

BAR_HEIGHT = 22
LABEL_PAD = 6
LABEL_LEAST = 44


class ScaleBar(QWidget):
    """Paints a `ContextScale`; tooltips name the segments."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._scale: ContextScale | None = None
        self.setFixedHeight(BAR_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(600, BAR_HEIGHT)

    def set_scale(self, scale: ContextScale | None) -> None:
        """Show another context."""
        if scale != self._scale:
            self._scale = scale
            self.update()

    def rects(self) -> list[tuple[Segment, QRect]]:
        """Each segment with its rectangle; the rectangles fill the bar without gaps or overlaps."""
        scale = self._scale
        if scale is None:
            return []
        inner = self.rect().adjusted(1, 1, -1, -1)
        found: list[tuple[Segment, QRect]] = []
        before = 0
        for segment in scale.segments:
            left = inner.left() + inner.width() * before // scale.whole
            before += segment.tokens
            right = inner.left() + inner.width() * before // scale.whole
            found.append((segment, QRect(left, inner.top(), right - left, inner.height())))
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint segments, what is over the limit, and the warn line."""
        theme = self._look.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(theme.border))
        painter.fillRect(self.rect().adjusted(1, 1, -1, -1), color(theme.free))
        for segment, rect in self.rects():
            self._segment(painter, segment, rect)
        scale = self._scale
        if scale is not None and scale.limit is not None and scale.used > scale.limit:
            left, right = self._x(scale.limit), self._x(scale.used)
            hatch(
                painter,
                QRect(left, 1, right - left, self.height() - 2),
                theme.failed.pill,
                theme.failed.ground,
            )
            painter.fillRect(left - 1, 0, 2, self.height(), color(theme.text))
        if scale is not None and scale.warn_at is not None and scale.warn_at < scale.whole:
            painter.fillRect(self._x(scale.warn_at), 0, 2, self.height(), color(theme.warn))
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Name the segment under the pointer."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            told = self._told(event.pos())
            if told:
                QToolTip.showText(event.globalPos(), tooltip(told), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def _told(self, place: QPoint) -> str:
        for segment, rect in self.rects():
            if rect.adjusted(0, -1, 0, 1).contains(place):
                return self.tr("{0}: {1} tokens").format(segment.name, f"{segment.tokens:,}")
        return ""

    def _x(self, tokens: int) -> int:
        scale = self._scale
        return 1 if scale is None else 1 + (self.width() - 2) * tokens // scale.whole

    def _segment(self, painter: QPainter, segment: Segment, rect: QRect) -> None:
        look, theme = self._look, self._look.theme
        if segment.kind is SegmentKind.FREE:
            return
        ink = theme.text
        if segment.row is not None:
            painter.fillRect(rect, color(theme.rows[segment.row]))
            ink = theme.on_row
        elif segment.kind is SegmentKind.LEDGER:
            painter.fillRect(rect, color(theme.muted))
            ink = theme.base
        else:
            hatch(painter, rect, theme.hatch_ground, theme.hatch)
        if rect.width() < LABEL_LEAST:
            return
        text = self.tr("{0} {1}").format(segment.name, f"{segment.tokens:,}")
        room = rect.width() - 2 * LABEL_PAD
        shown = next((words for words in (text, segment.name) if look.fine.width(words) <= room), "")
        painter.setFont(look.small)
        painter.setPen(color(ink))
        painter.drawText(QPoint(rect.left() + LABEL_PAD, baseline(rect, look.fine)), shown)


class ContextBar(QFrame):
    """Words above, bar below. `set_pending` says that a newer run is on its way."""

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("contextBar")
        self._language = language
        self._used = plain_label("", "title")
        self._over = plain_label("", "refused")
        self._mode = plain_label("", "title")
        self._level = plain_label("", "title")
        self._why = ElidedLabel(look)
        self._pending = plain_label("", "muted")
        self._took = plain_label("", "muted")
        self.bar = ScaleBar(look)
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(self._used)
        top.addWidget(self._over)
        top.addWidget(self._mode)
        top.addWidget(self._level)
        top.addWidget(self._why, 1)
        top.addWidget(self._pending)
        top.addWidget(self._took)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 8)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self.bar)
        self.set_state(None, None)

    def set_state(self, profile: Profile | None, trace: Trace | None, provider: int | None = None) -> None:
        """Show a run under its own profile; `provider` is what the provider counted at its request."""
        self._took.setText("")
        if profile is None or trace is None:
            for label in (self._used, self._over, self._mode, self._level, self._why):
                label.setText("")
            self._used.setText(self.tr("no run yet"))
            self._over.hide()
            self._mode.hide()
            self._level.hide()
            self.bar.set_scale(None)
        else:
            over = over_words(trace)
            self._used.setText(headline(trace))
            self._over.setText(over)
            self._over.setVisible(bool(over))
            mode = mode_words(trace)
            self._mode.setText(mode)
            self._mode.setVisible(bool(mode))
            level = level_words(trace)
            self._level.setText(level)
            self._level.setVisible(bool(level))
            why = derivation(trace, profile.window, self._language, provider)
            self._why.setText(why)
            self.bar.set_scale(context_scale(trace, profile.window, self._language))
        told = (self._used, self._over, self._mode, self._level, self._why)
        words = [label.text() for label in told]
        self.setAccessibleName(self.tr("Context: {0}").format(listed(word for word in words if word)))
        self.bar.setAccessibleName(self.accessibleName())

    def set_elapsed(self, milliseconds: float) -> None:
        """Say at the end how long the build of the shown run took."""
        self._took.setText(self.tr("{0} ms").format(f"{milliseconds:.1f}"))

    def set_pending(self, pending: bool) -> None:
        """Say that a newer run is being computed."""
        self._pending.setText(self.tr("recomputing…") if pending else "")

    def is_pending(self) -> bool:
        """Whether the bar says that a newer run is being computed."""
        return bool(self._pending.text())

    def words(self) -> str:
        """All words that stand above the bar."""
        return self.accessibleName()
