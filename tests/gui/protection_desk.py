"""Documents without a window, and the journals that a killed process would leave of them."""

from __future__ import annotations

import shutil
from pathlib import Path

from gui.gui_helpers import counters, write_profile, write_talk

from ctxlab.formats.edit_journal import Account, account_of
from ctxlab.gui.counter_runner import CounterRunner
from ctxlab.gui.document import Document
from ctxlab.gui.protection import Protection
from ctxlab.gui.runner import LabBuilder, Runner
from ctxlab.gui.views.banner import Act, Kind
from ctxlab.lab import Lab
from ctxlab.model.items import Row
from ctxlab.profiles import find_profile
from ctxlab.store.journal import read_journal

CAP = "budget.history.cap"


class Desk:
    """A talk and a profile of the user's in a folder, and documents of them that never run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.talk = write_talk(folder)
        self.profile = write_profile(folder)
        self.root = folder / "data"
        self._runner = Runner(LabBuilder(counters()))
        self._counting = CounterRunner(counters())

    def open(self, file: Path | None = None, profile: Path | str | None = None) -> Document:
        """A document of a session's file under a profile's file or built-in profile."""
        chosen = profile or self.profile
        session = Lab(counters=counters()).open(file or self.talk)
        document = Document(session, find_profile(chosen), self._runner, self._counting)
        document.profile_path = chosen if isinstance(chosen, Path) else None
        return document

    def close(self) -> None:
        """Stops the threads."""
        self._runner.close()
        self._counting.close()

    @property
    def journals(self) -> list[Path]:
        """The journals that are there now."""
        return sorted((self.root / "journal").glob("*.jsonl"))

    def account(self) -> Account:
        """What the only journal says, read while its process lives."""
        path = max(self.journals, key=lambda one: int(one.stem.split("-")[2]))
        return account_of(read_journal(path))

    def kill(self, name: str = "next") -> Path:
        """A data folder as it is found after all processes were killed at this moment."""
        after = self.folder / name
        (after / "journal").mkdir(parents=True, exist_ok=True)
        for path in self.journals:
            shutil.copy(path, after / "journal")
        return after


class Window:
    """One window's protection, the messages that it would show, and what it was asked to open."""

    def __init__(self, desk: Desk, root: Path) -> None:
        self.desk = desk
        self.active: Document | None = None
        self.asked: list[tuple[Path, str, int | None]] = []
        self.messages: dict[str, tuple[str, Kind, tuple[Act, ...]]] = {}
        self.restored: list[Document] = []
        self.protection = Protection(
            lambda *asked: self.asked.append(asked), lambda: self.active, "en", root=root
        )
        self.protection.told.connect(self._show)
        self.protection.taken_back.connect(lambda topic: self.messages.pop(topic, None))
        self.protection.restored.connect(self.restored.append)

    def _show(self, text: str, topic: str, kind: Kind, acts: tuple[Act, ...]) -> None:
        self.messages[topic] = (text, kind, acts)

    def open(self, file: Path | None = None, profile: Path | str | None = None) -> Document:
        """A document that is protected."""
        document = self.desk.open(file, profile)
        self.protection.watch_document(document, file or self.desk.talk, title="talk")
        self.active = document
        return document

    def texts(self) -> list[str]:
        """The messages that are shown."""
        return [text for text, _, _ in self.messages.values()]

    def act(self, words: str) -> None:
        """Does what the only message with such a button offers, as its banner does."""
        ((topic, act),) = [
            (topic, act)
            for topic, (_, _, acts) in self.messages.items()
            for act in acts
            if act.words == words
        ]
        del self.messages[topic]
        act.run()


def cap(document: Document) -> int | None:
    """The cap of the history row."""
    return document.profile.row(Row.HISTORY).cap
