"""Which session of which file each document shows, what it is called, and the marks of those not open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ctxlab.gui.document import Document
from ctxlab.gui.loader import Opened, Wish
from ctxlab.model.marks import Marks

#: So many closed sessions can be opened again.
_LEFT_KEPT = 20

#: A session of a file in one state: absolute path, place, sha256 of the file.
_Place = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class _Unseen:
    """The marks of a session that is not open, by its file and its place in it."""

    file: Path
    place: int
    marks: Marks


@dataclass(eq=False)
class Registry:
    """Documents with the files that they came from, under keys that are never used again."""

    documents: list[Document] = field(default_factory=list[Document])
    left: list[Wish] = field(default_factory=list[Wish])
    _opened: dict[Document, Opened] = field(default_factory=dict[Document, Opened])
    _places: dict[_Place, Document] = field(default_factory=dict[_Place, Document])
    _keys: dict[str, Document] = field(default_factory=dict[str, Document])
    _names: dict[Document, str] = field(default_factory=dict[Document, str])
    _unseen: list[_Unseen] = field(default_factory=list[_Unseen])
    _made: int = 0

    def __contains__(self, document: Document) -> bool:
        return document in self._opened

    def find(self, opened: Opened) -> Document | None:
        """The document of the same session of the same file, which did not change in between."""
        return self._places.get(_place(opened))

    def add(self, document: Document, opened: Opened) -> None:
        """Takes a document in, under a key of its own."""
        self._made += 1
        key = f"s{self._made}"
        self.documents.append(document)
        self._opened[document] = opened
        self._places[_place(opened)] = document
        self._keys[key] = document
        self._names[document] = key

    def remove(self, document: Document) -> None:
        """Lets a document go; it can be opened again, and the marks that it was saved with are kept."""
        opened = self._opened.pop(document)
        self.keep_marks(opened, document.saved_marks)
        wish = opened.wish
        self.left.append(Wish(wish.file, document.profile_source, place=opened.place, folder=wish.folder))
        del self.left[:-_LEFT_KEPT]
        self.documents.remove(document)
        del self._places[_place(opened)]
        del self._keys[self._names.pop(document)]

    def keep_marks(self, opened: Opened, marks: Marks) -> None:
        """Keeps the marks of a session that is not shown, for when those of its file are written."""
        self._unseen.append(_Unseen(opened.wish.file, opened.place, marks))

    def key(self, document: Document) -> str:
        """The key of a document."""
        return self._names[document]

    def document(self, key: str) -> Document | None:
        """The document of that key; None when it is closed."""
        return self._keys.get(key)

    def opened(self, document: Document) -> Opened:
        """What a document was made of."""
        return self._opened[document]

    def name(self, document: Document) -> str:
        """A document's name: its file's, with the session's title where the file holds several."""
        opened = self._opened[document]
        name = opened.wish.file.name
        return name if opened.count == 1 else f"{name} · {opened.session.title}"

    def shares_file(self, document: Document) -> bool:
        """Whether the file holds other sessions, too."""
        return self._opened[document].count > 1

    def title(self, document: Document) -> str:
        """What a list calls a document: its file without endings, and the session among several."""
        opened = self._opened[document]
        name = opened.wish.file.name
        stem = name[: -len(".ctx.json")] if name.lower().endswith(".ctx.json") else opened.wish.file.stem
        return stem if opened.count == 1 else f"{stem} · {opened.session.title}"

    def file_marks(self, document: Document) -> tuple[list[Marks], Sequence[Document]]:
        """The marks of all sessions of a document's file in order, and the documents that they are of.

        Of a session that was opened again after its file had changed, the newest document counts, unless it
        is the one that is asked about that is older.
        """
        mine = self._opened[document]
        file = mine.wish.file.absolute()
        marks = {one.place: one.marks for one in self._unseen if one.file.absolute() == file}
        files = self._opened.items()
        newest = {opened.place: one for one, opened in files if opened.wish.file.absolute() == file}
        newest[mine.place] = document
        marks.update((place, one.marks) for place, one in newest.items())
        return [marks.get(place, Marks()) for place in range(max(marks) + 1)], list(newest.values())


def _place(opened: Opened) -> _Place:
    return (str(opened.wish.file.absolute()), opened.place, opened.session.origin.sha256)
