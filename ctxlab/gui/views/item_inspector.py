"""One item: what it is, its whole text, what became of it, what pushed it out, and what would keep it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ctxlab import explain
from ctxlab.explain.media import medium, parts_of
from ctxlab.gui.delegates.flush_delegate import FlushDelegate
from ctxlab.gui.delegates.text_row_delegate import LINE_HEIGHT
from ctxlab.gui.models.item_story import story
from ctxlab.gui.models.remedies import DisplacerLine, Remedy
from ctxlab.gui.models.stage_cells import label
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.text import counted, listed, one_line, token_text
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.image_strip import ImageStrip, ShownMedium
from ctxlab.gui.views.item_text import MOST_SPANS, ItemText
from ctxlab.gui.views.labels import ElidedLabel, plain_label
from ctxlab.gui.views.remedies import RemedyList
from ctxlab.gui.views.step_table import StepTable
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.items import Part, PartKind
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace

#: Lines of the list of what displaced an item; more are scrolled to.
DISPLACERS = 5


class ItemInspector(QFrame):
    """Shows the item that has the focus. What it asks for names the item by its root id.

    `link_chosen(item)`, `must_keep_requested(item, words)`, `key_fact_requested(item, start, end)` in code
    points of the item's text, `remedy_applied(key)`, `rule_requested(item, words, start)` a source rule.
    """

    link_chosen = Signal(str)
    must_keep_requested = Signal(str, str)
    key_fact_requested = Signal(str, int, int)
    remedy_applied = Signal(str)
    rule_requested = Signal(str, str, int)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("itemInspector")
        self.setAccessibleName(self.tr("Item"))
        self._language = language
        self._item = ""
        self._title = plain_label("", "title")
        self._facts = ElidedLabel(look)
        self.media = ImageStrip(look)
        self.body = ItemText(look)
        self.text = self.body.view
        self.steps = StepTable(look)
        self.displaced = TextList(look)
        self.displaced.setObjectName("displacedBy")
        self.displaced.setAccessibleName(self.tr("Displaced by"))
        self.displaced.setItemDelegate(FlushDelegate(self.displaced.rows, look, self.displaced))
        self.displaced.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.remedies = RemedyList()
        self._what = plain_label(self.tr("What became of it"), "title")
        self._by = plain_label(self.tr("Displaced by"), "title")
        self._keeps = plain_label(self.tr("What would keep it"), "title")
        self._lay_out()
        self.body.keep_requested.connect(self._ask_must_keep)
        self.body.fact_requested.connect(self._ask_key_fact)
        self.body.rule_requested.connect(self._ask_rule)
        self.displaced.item_chosen.connect(self.link_chosen)
        self.remedies.applied.connect(self.remedy_applied)
        self.set_displaced(())
        self.clear_remedies()
        self.set_item(None, "", None)

    def set_item(
        self,
        trace: Trace | None,
        item_id: str,
        profile: Profile | None = None,
        media_tokens: Callable[[Part], int] | None = None,
    ) -> None:
        """Show an item of a run by its root id, or that the run does not have it.

        Another item comes without highlights, displacers and remedies; for the same one they stay until
        others are set. `media_tokens` estimates what an image takes; without it, that is not said.
        """
        if item_id != self._item:
            self._item = item_id
            self.set_displaced(())
            self.clear_remedies()
            self.body.set_highlights(())
        position = None if trace is None else trace.position(item_id)
        self._what.setVisible(position is not None)
        self.body.setEnabled(position is not None)
        if trace is None or position is None:
            self._title.setText(self.tr("No item chosen") if not item_id else self.tr("Not in this run"))
            self._facts.setText(item_id)
            missing = self.tr("It was not gathered for this request.")
            empty = self.tr("Choose a line in the panes or the diff.")
            self.text.setPlaceholderText(missing if item_id else empty if trace is not None else "")
            self.body.show_text("")
            self.media.show_media(())
            self.body.show()
            self.steps.show_steps([])
            return
        item = trace.item(position)
        self._title.setText(one_line(label(trace, position), 60))
        self._facts.setText(self._facts_of(trace, position))
        self.text.setPlaceholderText(self.tr("no text") if not item.text else "")
        altered = trace.altered.get(position)
        cuts = () if altered is None else altered.cuts[:MOST_SPANS]
        self.body.show_text(item.text, cuts, can_be_fact=position < len(trace.pool))
        shown = self._media_of(trace, position, media_tokens)
        self.media.show_media(shown)
        # a picture without words needs no empty box above it
        self.body.setVisible(bool(item.text) or not shown)
        self.steps.show_steps(story(trace, position, self._language, profile))

    def set_highlights(self, spans: Sequence[tuple[int, int]]) -> None:
        """Mark words of the item's text, given in code points: those that must-keeps state."""
        self.body.set_highlights(spans)

    def set_displaced(self, rows: Sequence[DisplacerLine]) -> None:
        """Name the items that have the room which this one lacks; without any the part is left out."""
        self.displaced.show_rows(
            [
                TextRow(one.item, "", one.label, Sign.NEUTRAL, one.item, token_text(one.tokens, one.exact))
                for one in rows
            ]
        )
        self.displaced.setFixedHeight(2 + LINE_HEIGHT * max(1, min(DISPLACERS, len(rows))))
        self._by.setVisible(bool(rows))
        self.displaced.setVisible(bool(rows))

    def set_remedies(self, remedies: Sequence[Remedy]) -> None:
        """Show what would keep the item, the best first."""
        self._show_remedies(shown=True)
        self.remedies.show_remedies(remedies)

    def set_remedies_pending(self) -> None:
        """Say that what would keep the item is looked for."""
        self._show_remedies(shown=True)
        self.remedies.show_pending()

    def set_remedies_none(self, reason: str) -> None:
        """Say why nothing would keep the item."""
        self._show_remedies(shown=True)
        self.remedies.show_none(reason)

    def clear_remedies(self) -> None:
        """Leave the part out: the item is kept, or nothing was asked."""
        self._show_remedies(shown=False)
        self.remedies.show_none("")

    def keep_selected(self) -> bool:
        """Ask for the selected words as a must-keep; whether there were any."""
        return self.body.keep()

    def said(self) -> tuple[str, str]:
        """The title and the facts as they are shown."""
        return self._title.text(), self._facts.text()

    def _ask_must_keep(self, words: str) -> None:
        self.must_keep_requested.emit(self._item, words)

    def _ask_key_fact(self, start: int, end: int) -> None:
        self.key_fact_requested.emit(self._item, start, end)

    def _ask_rule(self, words: str, start: int) -> None:
        self.rule_requested.emit(self._item, words, start)

    def _show_remedies(self, *, shown: bool) -> None:
        if not shown and self.remedies.isAncestorOf(self.focusWidget() or self):
            # the button that had the keys goes: they stay in the inspector
            self.text.setFocus()
        self._keeps.setVisible(shown)
        self.remedies.setVisible(shown)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self._facts, 1)
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(12, 8, 12, 10)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.body, 8)
        layout.addWidget(self.media)
        for title, part in (
            (self._what, self.steps),
            (self._by, self.displaced),
            (self._keeps, self.remedies),
        ):
            title.setContentsMargins(0, 6, 0, 0)
            layout.addWidget(title)
            layout.addWidget(part)
        layout.addStretch(1)
        scroll = QScrollArea()
        scroll.setObjectName("itemScroll")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidgetResizable(True)
        scroll.setWidget(content)
        content.setAutoFillBackground(False)
        scroll.viewport().setAutoFillBackground(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def _media_of(
        self, trace: Trace, position: int, media_tokens: Callable[[Part], int] | None
    ) -> list[ShownMedium]:
        altered = trace.altered.get(position)
        shown: list[ShownMedium] = []
        for part in parts_of(trace.item(position)):
            tokens = media_tokens(part) if media_tokens is not None and part.kind is PartKind.IMAGE else None
            words = medium(part, self._language, tokens)
            if altered is not None and part not in altered.parts:
                words = self.tr("{0}, left out by the cut").format(words)
            shown.append(ShownMedium(part, words))
        return shown

    def _facts_of(self, trace: Trace, position: int) -> str:
        item = trace.item(position)
        tokens = token_text(trace.tokens(position), trace.is_exact(position))
        facts = [
            item.id,
            explain.source(trace.source(position), self._language),
            counted(tokens, self.tr("{0} token"), self.tr("{0} tokens")),
        ]
        if str(item.place):
            facts.append(str(item.place))
        made_of = trace.derived_from(position)
        if made_of:
            names = listed(trace.id(one) for one in made_of[:6])
            facts.append(self.tr("made of {0}").format(names + ("…" if len(made_of) > 6 else "")))
        return " · ".join(facts)
