"""What a journal says of an open session: where it came from, what was saved, each state that followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from ctxlab.errors import FormatError, Where
from ctxlab.formats.marks_file import marks_from, marks_to
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.state import State
from ctxlab.profiles import profile_sha256
from ctxlab.store.file_state import NO_FILE, FileState
from ctxlab.store.journal import SCHEMA, JournalText, line_of

#: The line after which nothing is unsaved any more, should the journal itself not go away.
SETTLED = line_of({"settled": True})

_PROFILES = TypeAdapter(Profile)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a document's session came from: its file, its 0-based place in it, and what lists call it.

    `file` is None for a session without a file. `state` is what the file held when it was opened.
    """

    file: Path | None
    place: int = 0
    title: str = ""
    state: FileState = NO_FILE


@dataclass(frozen=True, slots=True)
class Basis:
    """What the states of a journal are edits of: the saved profile and marks; no file for a built-in one."""

    profile_file: Path | None
    profile: Profile
    marks: Marks


@dataclass(frozen=True, slots=True)
class Accepted:
    """The last accepted state of a document: how many edits led to it, the last one's words, and when.

    `at` is in seconds since 1970.
    """

    state: State
    edits: int
    words: str
    at: float


@dataclass(frozen=True, slots=True)
class Account:
    """All that a journal says that matters: `last` is None where nothing is unsaved any more."""

    place: Place
    basis: Basis
    last: Accepted | None


def head_line(place: Place, basis: Basis) -> bytes:
    """The first line of a journal."""
    return line_of(
        {
            "schema": SCHEMA,
            "session": {
                "file": None if place.file is None else str(place.file.absolute()),
                "place": place.place,
                "title": place.title,
                "there": place.state.there,
                "size": place.state.size,
                "changed": place.state.changed,
                "sha256": place.state.sha256,
            },
            "profile_file": None if basis.profile_file is None else str(basis.profile_file.absolute()),
            "saved": basis.profile.model_dump(mode="json"),
            "saved_sha256": profile_sha256(basis.profile),
            "saved_marks": marks_to(basis.marks),
        }
    )


def state_line(state: State, at: float) -> bytes:
    """The line of one accepted state, whole in itself."""
    rest = line_of({"at": at, "marks": marks_to(state.marks)})
    # the profile is written by its own model: that is an order of magnitude quicker
    return rest[:-2] + b',"profile":' + _PROFILES.dump_json(state.profile) + b"}\n"


def words_line(words: str, edits: int) -> bytes:
    """The line that says of the state before it by how many edits it came about, and the last one's words."""
    return line_of({"words": words, "edits": edits})


def account_of(text: JournalText) -> Account:
    """What a journal says.

    Raises:
        FormatError: Its head cannot be used, or none of its states.
    """
    name = text.path.name
    try:
        place, basis = _place(text.head["session"]), _basis(text.head, name)
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError("the journal's first line cannot be used", where=Where(name, line=1)) from error
    last: Accepted | None = None
    words, edits = "", 1
    for record in reversed(text.records):
        if "settled" in record:
            return Account(place, basis, None)
        if "profile" not in record:
            words, edits = words or str(record.get("words", "")), _count(record.get("edits"), edits)
            continue
        try:
            last = Accepted(_state(record, name), edits, words, float(record["at"]))
        except (KeyError, TypeError, ValueError, FormatError):
            # words that were noted after it are those of a later state, but better than none
            continue
        break
    if last is None:
        raise FormatError("no state in the journal can be used", where=Where(name))
    return Account(place, basis, last)


def _place(value: Mapping[str, Any]) -> Place:
    file = value["file"]
    state = FileState(
        bool(value["there"]), int(value["size"]), int(value["changed"]), str(value.get("sha256", ""))
    )
    return Place(None if file is None else Path(file), int(value["place"]), str(value["title"]), state)


def _basis(head: Mapping[str, Any], name: str) -> Basis:
    file = head["profile_file"]
    profile = _PROFILES.validate_python(head["saved"])
    return Basis(None if file is None else Path(file), profile, marks_from(head["saved_marks"], name))


def _state(record: Mapping[str, Any], name: str) -> State:
    return State(_PROFILES.validate_python(record["profile"]), marks_from(record["marks"], name))


def _count(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and value > 0 else otherwise
