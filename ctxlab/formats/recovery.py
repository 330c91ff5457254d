"""Recovery: what windows that ended without warning had not saved, as their journals tell."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from ctxlab.errors import CtxlabError, FormatError, SaveError
from ctxlab.formats.edit_journal import Accepted, Account, Basis, Place, account_of
from ctxlab.formats.marks_file import marks_path, read_sidecar
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.paths import set_aside
from ctxlab.profiles import load_profile
from ctxlab.store.file_state import file_state
from ctxlab.store.journal import Abandoned, abandoned, journal_folder, read_journal


class Since(Enum):
    """What became of a file since edits were based on it."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True, slots=True, eq=False)
class Recovered:
    """Unsaved edits of one document of a window that is gone, and what became of their files since.

    `journals` are the files that say so; they stay until the edits are restored or discarded.
    """

    place: Place
    basis: Basis
    last: Accepted
    session: Since
    profile: Since
    journals: tuple[Path, ...]

    @property
    def title(self) -> str:
        """What the window called the document."""
        return self.place.title or (self.place.file.name if self.place.file else self.profile_name)

    @property
    def profile_name(self) -> str:
        """The profile's file, or the name of a built-in one."""
        return self.basis.profile_file.name if self.basis.profile_file else self.basis.profile.name


class Recovery:
    """The journals of dead windows. While this one holds them no other window offers them.

    `unreadable` are the journals that could not be read; they are kept beside under other names, or under
    their own where they could not be renamed.
    """

    def __init__(self, root: Path | None = None) -> None:
        self._root = root or journal_folder()
        self._dead: list[Abandoned] = []
        self.unreadable: list[Path] = []

    def found(self) -> tuple[Recovered, ...]:
        """The unsaved edits of all windows that died, the latest first.

        Journals of which everything turns out to be saved are taken away. What this gave before is not
        given again.
        """
        dead = abandoned(self._root)
        self._dead += dead
        found: list[Recovered] = []
        for one in dead:
            read = [self._read(generations) for generations in one.journals]
            found += _without_shared([one for one in read if one is not None])
        return tuple(sorted(found, key=lambda one: -one.last.at))

    def discard(self, recovered: Recovered) -> None:
        """Gives edits up: they are not offered again."""
        _remove(recovered.journals)

    def close(self) -> None:
        """Lets go: what was neither restored nor discarded is offered with the next start."""
        for one in self._dead:
            one.release()
        self._dead.clear()

    def _read(self, generations: tuple[Path, ...]) -> Recovered | None:
        """What the newest generation that can be read says; None where nothing is unsaved."""
        for at, path in enumerate(generations):
            try:
                account = account_of(read_journal(path))
            except FormatError:
                continue
            if account.last is None or _is_saved(account, account.last):
                self._keep(generations[:at])
                _remove(generations[at:])
                return None
            return _recovered(account, account.last, generations)
        self._keep(generations)
        return None

    def _keep(self, unread: tuple[Path, ...]) -> None:
        """Sets journals aside that cannot be read; an empty one was begun, says nothing and goes."""
        for path in unread:
            with suppress(OSError):
                if not path.stat().st_size:
                    path.unlink()
                    continue
            try:
                self.unreadable.append(set_aside(path))
            except (OSError, SaveError):
                self.unreadable.append(path)


def saved_now(basis: Basis) -> Profile | None:
    """The saved profile as it is now; None where its file is gone or broken."""
    if basis.profile_file is None:
        return basis.profile
    try:
        return load_profile(basis.profile_file)
    except CtxlabError:
        return None


def _without_shared(found: list[Recovered]) -> list[Recovered]:
    """What one window had not saved, each profile's edits once.

    Sessions under one saved profile share its edits: the latest state of it is that of all of them. Those
    whose marks were edited too stand for themselves.
    """
    out: list[Recovered] = []
    for one in sorted(found, key=lambda one: -one.last.at):
        shared = next((at for at, latest in enumerate(out) if _share(latest, one)), None)
        if shared is None:
            out.append(one)
            continue
        latest = out[shared]
        if one.last.state.marks == one.basis.marks:
            out[shared] = replace(latest, journals=(*latest.journals, *one.journals))
        else:
            state = replace(one.last.state, profile=latest.last.state.profile)
            out.append(replace(one, last=replace(one.last, state=state)))
    return out


def _share(one: Recovered, other: Recovered) -> bool:
    return one.basis.profile_file == other.basis.profile_file and one.basis.profile == other.basis.profile


def _recovered(account: Account, last: Accepted, journals: tuple[Path, ...]) -> Recovered:
    place, basis = account.place, account.basis
    session = Since.SAME
    if place.file is not None:
        now = file_state(place.file, place.state)
        same = now.holds_the_same(place.state)
        session = Since.SAME if same else Since.CHANGED if now.there else Since.GONE
    saved = saved_now(basis)
    profile = Since.SAME if saved == basis.profile else Since.CHANGED
    if basis.profile_file is not None and not basis.profile_file.exists():
        profile = Since.GONE
    return Recovered(place, basis, last, session, profile, journals)


def _is_saved(account: Account, last: Accepted) -> bool:
    """Whether the files say what the last state does: it was saved just before the window died."""
    state, basis = last.state, account.basis
    return saved_now(basis) == state.profile and _marks_now(account) == state.marks


def _marks_now(account: Account) -> Marks | None:
    file = account.place.file
    if file is None:
        return account.basis.marks
    try:
        return read_sidecar(marks_path(file)).marks.get(account.place.place, account.basis.marks)
    except FormatError:
        return None


def _remove(journals: tuple[Path, ...]) -> None:
    # the newest last: should this end here, an older one must not be taken for the last word
    for path in reversed(journals):
        with suppress(OSError):
            path.unlink()
