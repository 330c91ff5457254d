"""What tests of the window's shell share: a person who answers dialogs, and a session with a side chain."""

from __future__ import annotations

from pathlib import Path

from gui.gui_helpers import PATIENCE_MS, document_of
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.formats.writers import native
from ctxlab.gui.dialogs import Answer, Dialogs
from ctxlab.gui.main_window import MainWindow
from ctxlab.model.decision import Fate
from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.session import Request, Session


class Answers(Dialogs):
    """A person who answers at once, and remembers what was asked."""

    def __init__(self, parent: QWidget, answer: Answer = Answer.CANCEL) -> None:
        super().__init__(parent)
        self.answer = answer
        self.replace = False
        self.chosen: Path | None = None
        self.form = ""
        self.asked: list[str] = []

    def unsaved(self, what: str) -> Answer:
        """The answer that was set."""
        self.asked.append(what)
        return self.answer

    def overwrite(self, name: str) -> bool:
        """What was set."""
        self.asked.append(name)
        return self.replace

    def delete_builds(self, count: int) -> bool:
        """What was set for `replace`."""
        self.asked.append(f"delete {count}")
        return self.replace

    def profile_to_save(self, suggested: Path) -> Path | None:
        """The file that was chosen before."""
        self.asked.append(str(suggested))
        return self.chosen

    def profile_to_open(self, folder: Path) -> Path | None:
        """The file that was chosen before."""
        self.asked.append(str(folder))
        return self.chosen

    def file_to_export(self, title: str, suggested: Path, forms: object) -> tuple[Path, str] | None:
        """The file and the form that were chosen before."""
        self.asked.append(str(suggested))
        return None if self.chosen is None else (self.chosen, self.form)


def idle(qtbot: QtBot, window: MainWindow) -> None:
    """Waits until nothing is asked beside the work any more."""
    work = window.workspace
    qtbot.waitUntil(
        lambda: not work.background.busy and not work.survey.busy and not window.verdicts.busy,
        timeout=PATIENCE_MS,
    )
    QApplication.processEvents()


def dropped(window: MainWindow) -> list[str]:
    """Root ids of the items that the run shown has dropped, in their order."""
    run = document_of(window).run
    assert run is not None
    trace = run.trace
    return [trace.id(at) for at in range(len(trace.pool)) if trace.fate(at) is Fate.DROPPED]


def type_cap(window: MainWindow, row: str, text: str) -> None:
    """Types a cap into the budget table."""
    window.views.budget.edit_cap(row)
    field = window.views.budget.findChild(QLineEdit)
    assert field is not None
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()


def write_side_chain(folder: Path) -> Path:
    """A session of four requests whose must-keep is said in the first, with a side chain of two."""
    said = [
        ("user", "", "keep it under 300 yuan"),
        ("assistant", "", "noted " + "a " * 90),
        ("user", "side", "look up hotels"),
        ("assistant", "side", "three found"),
        ("user", "", "and a train"),
        ("assistant", "", "at nine " + "b " * 90),
        ("user", "", "what now"),
        ("assistant", "", "lunch"),
        ("user", "", "where"),
    ]
    items = tuple(
        Item(f"i{at}", role, (Part(PartKind.TEXT, text),), message=at, chain=chain)
        for at, (role, chain, text) in enumerate(said)
    )
    requests = (
        Request(1, 1, 1, ((0, 0),)),
        Request(2, 2, 5, ((0, 1), (4, 4))),
        Request(3, 3, 7, ((0, 1), (4, 6))),
        Request(4, 4, 9, ((0, 1), (4, 8))),
        Request(1, 1, 3, ((2, 2),), chain="side"),
        Request(2, 1, 4, ((2, 3),), chain="side"),
    )
    marks = Marks(must_keeps=(MustKeep("m1", text="300 yuan", since="i0"),))
    session = Session("trip", items, requests, model="gpt-4o", marks=marks)
    path = folder / "trip.ctx.json"
    path.write_text(native.dumps_session(session), encoding="utf-8")
    return path
