"""The secrets of a report as lines to be ticked: each says what stands in its place, or why it stays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from ctxlab.explain.redaction import secret as kind_word
from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.text import one_line, tooltip
from ctxlab.model.redaction import Review, Secret, SecretKind

#: Code points of a secret that are shown.
SHOWN = 60
#: Credentials shorter than this are hidden whole, of longer ones some signs are shown at each end.
_TELLS_FROM, _HEAD, _TAIL = 12, 4, 2
#: So many dots stand at most for what is hidden.
_DOTS = 10

KIND, WORDS, PLACES, INSTEAD = range(4)


def masked(secret: Secret) -> str:
    """A secret on one line, enough to know it by: of keys and numbers of accounts most is dots."""
    text = one_line(secret.text, SHOWN)
    if not secret.kind.certain:
        return text
    if len(text) < _TELLS_FROM:
        return "·" * min(len(text), _DOTS)
    return text[:_HEAD] + "·" * min(len(text) - _HEAD - _TAIL, _DOTS) + text[-_TAIL:]


class SecretRowsModel(KeyedTableModel):
    """A line a secret, ticked where it is replaced. `decided` says that a tick changed.

    What a person decided holds for a secret also when the report is looked through anew.
    """

    decided = Signal()

    def __init__(self, language: str, parent: QObject | None = None) -> None:
        super().__init__(4, parent)
        self._language = language
        self._secrets: dict[str, Secret] = {}
        self._decided: dict[tuple[SecretKind, str], bool] = {}

    @property
    def secrets(self) -> Mapping[str, Secret]:
        """The secrets by their stand-ins, in the order of the report."""
        return self._secrets

    @property
    def hidden(self) -> frozenset[str]:
        """The stand-ins of the secrets that are ticked."""
        return frozenset(key for key, one in self._secrets.items() if self.is_hidden(one))

    def is_hidden(self, secret: Secret) -> bool:
        """Whether a secret is replaced: as was decided, else as is proposed."""
        return self._decided.get((secret.kind, secret.text), secret.hide)

    def set_review(self, review: Review) -> None:
        """Show the secrets of a review."""
        self._secrets = {one.stand_in: one for one in review.secrets}
        self.patch_keys(list(self._secrets))
        self.touch(range(self.rowCount()))

    def secret(self, row: int) -> Secret | None:
        """The secret of a row; None beyond the rows."""
        return self._secrets.get(self.key(row))

    def toggle(self, row: int) -> None:
        """Ticks a line, or takes the tick away."""
        found = self.secret(row)
        if found is not None:
            self._decided[(found.kind, found.text)] = not self.is_hidden(found)
            self.touch([row])
            self.decided.emit()

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The first column has the tick."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == KIND else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take a tick."""
        found = self.secret(index.row())
        if role != Qt.ItemDataRole.CheckStateRole or found is None or index.column() != KIND:
            return False
        if (Qt.CheckState(value) is Qt.CheckState.Checked) != self.is_hidden(found):
            self.toggle(index.row())
        return True

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """What the columns hold."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(section)
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        return (self.tr("Kind"), self.tr("Words"), self.tr("Places"), self.tr("In its place"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The texts of a line, its tick, and the line as a whole for those who hear it."""
        found = self.secret(index.row()) if index.isValid() else None
        if found is None:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(found, column)
        if role == Qt.ItemDataRole.CheckStateRole and column == KIND:
            return Qt.CheckState.Checked if self.is_hidden(found) else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._told(found) if column == KIND else self._text(found, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self._told(found))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        if role == Role.KEY:
            return found.stand_in
        return None

    def _text(self, one: Secret, column: int) -> str:
        if column == KIND:
            return kind_word(one.kind, self._language)
        if column == WORDS:
            return masked(one)
        return f"{len(one.sightings):,}" if column == PLACES else self._instead(one)

    def _instead(self, one: Secret) -> str:
        if not self.is_hidden(one):
            return self.tr("stays: a must-keep says it") if one.kept else self.tr("stays")
        if one.kept:
            return self.tr("{0}, though a must-keep says it").format(one.stand_in)
        return one.stand_in

    def _told(self, one: Secret) -> str:
        said = self.tr("{0} {1}: {2}").format(kind_word(one.kind, self._language), masked(one), "{0}")
        if self.is_hidden(one):
            return said.format(self.tr("replaced by {0}").format(self._instead(one)))
        return said.format(self._instead(one))


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column == PLACES else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
