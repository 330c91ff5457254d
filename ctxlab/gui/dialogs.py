"""The dialogs in which a person chooses files or decides what becomes of unsaved edits."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from ctxlab.formats.folders import ENDINGS


class Answer(Enum):
    """What to do with unsaved edits."""

    SAVE = "save"
    DISCARD = "discard"
    CANCEL = "cancel"


class Dialogs(QObject):
    """Asks the person before the screen. Programs that run a window by themselves answer in its place."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent

    def sessions_to_open(self, folder: Path) -> list[Path]:
        """Session files to open; none when it was cancelled."""
        patterns = " ".join(f"*{ending}" for ending in (*ENDINGS, ".zip", ".md"))
        kinds = self.tr("Sessions ({0});;All files (*)").format(patterns)
        names, _ = QFileDialog.getOpenFileNames(self._parent, self.tr("Open sessions"), str(folder), kinds)
        return [Path(name) for name in names]

    def folder_to_open(self, folder: Path) -> Path | None:
        """A folder of sessions to open; None when it was cancelled."""
        name = QFileDialog.getExistingDirectory(self._parent, self.tr("Open a folder"), str(folder))
        return Path(name) if name else None

    def file_to_export(
        self, title: str, suggested: Path, forms: Sequence[tuple[str, str]]
    ) -> tuple[Path, str] | None:
        """Where to export to and in which of the forms, pairs of a key and words; None when cancelled.

        The words end in a file's ending, such as `Trace (*.json)`. A name follows the form that is chosen.
        """
        keys = {said: key for key, said in forms}
        endings = {said: said[said.rindex("*") + 1 : -1] for said in keys}
        box = QFileDialog(self._parent, title, str(suggested.parent))
        box.setObjectName("exportDialog")
        box.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        box.setNameFilters(list(keys))
        box.selectFile(suggested.name)
        # of a name that was typed without an ending; the dialog then asks about a file that is there
        box.setDefaultSuffix(endings[forms[0][1]])

        def follow(said: str) -> None:
            # as Qt's own dialog does, and not each of the platforms'
            ending = endings.get(said, "")
            box.setDefaultSuffix(ending)
            for named in map(Path, box.selectedFiles()):
                if named.suffix in endings.values():
                    box.selectFile(named.with_suffix(ending).name)

        box.filterSelected.connect(follow)
        accepted = box.exec() == QFileDialog.DialogCode.Accepted
        said, names = box.selectedNameFilter(), box.selectedFiles()
        box.deleteLater()
        if not accepted or not names:
            return None
        return Path(names[0]), keys.get(said, forms[0][0])

    def profile_to_open(self, folder: Path) -> Path | None:
        """A profile file to open; None when it was cancelled."""
        kinds = self.tr("Profiles (*.toml);;Published budgets (*.py)")
        name, _ = QFileDialog.getOpenFileName(self._parent, self.tr("Open a profile"), str(folder), kinds)
        return Path(name) if name else None

    def profile_to_save(self, suggested: Path) -> Path | None:
        """Where to save a profile; None when it was cancelled."""
        kinds = self.tr("Profiles (*.toml)")
        title = self.tr("Save the profile as")
        name, _ = QFileDialog.getSaveFileName(self._parent, title, str(suggested), kinds)
        if not name:
            return None
        path = Path(name)
        return path if path.suffix else path.with_suffix(".toml")

    def unsaved(self, what: str) -> Answer:
        """What to do with unsaved edits of something."""
        text = self.tr("Save the edits of {0}?").format(what)
        box = self._box("unsavedQuestion", self.tr("Unsaved edits"), text)
        box.setIcon(QMessageBox.Icon.Question)
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        chosen = QMessageBox.StandardButton(box.exec())
        if chosen is buttons.Save:
            return Answer.SAVE
        return Answer.DISCARD if chosen is buttons.Discard else Answer.CANCEL

    def delete_builds(self, count: int) -> bool:
        """Whether to delete so many recorded builds for good."""
        text = self.tr("Delete this recorded build?")
        if count != 1:
            text = self.tr("Delete {0} recorded builds?").format(f"{count:,}")
        box = self._box("deleteBuildsQuestion", self.tr("Delete recorded builds"), text)
        box.setInformativeText(self.tr("Their figures, and what they were made from, are gone for good."))
        return _confirmed(box, self.tr("Delete"))

    def overwrite(self, name: str) -> bool:
        """Whether to save over a file that somebody else changed since it was read."""
        text = self.tr("{0} was changed outside of this window since it was read.").format(name)
        box = self._box("overwriteQuestion", self.tr("Changed outside"), text)
        box.setInformativeText(self.tr("Saving replaces those changes. Save elsewhere to keep both."))
        return _confirmed(box, self.tr("Replace"))

    def _box(self, name: str, title: str, text: str) -> QMessageBox:
        box = QMessageBox(self._parent)
        box.setObjectName(name)
        box.setWindowTitle(title)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(text)
        return box


def _confirmed(box: QMessageBox, action: str) -> bool:
    """Warns of what cannot be taken back; whether the person chose to do it."""
    box.setIcon(QMessageBox.Icon.Warning)
    confirm = box.addButton(action, QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.exec()
    return box.clickedButton() is confirm
