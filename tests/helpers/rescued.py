"""Rescues of must-keeps in small sessions, with words as tokens."""

from __future__ import annotations

import re

from ctxlab.analysis.rescue import rescues
from ctxlab.analysis.survival import Judge
from ctxlab.engine.pipeline import Examined
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.rescue import Rescue, Rescues
from ctxlab.model.session import Session
from helpers.engine import word_engine
from helpers.spec import profile, session


def word(name: str, said: str) -> MustKeep:
    """A must-keep of a word that has to be there as it is."""
    return MustKeep(name, regex=rf"{re.escape(said)}\b")


def words(**named: str) -> Marks:
    """Must-keeps of words, each under its name."""
    return Marks(must_keeps=tuple(word(name, said) for name, said in named.items()))


def all_rescues(
    table: str | Session,
    settings: str | Profile,
    one: MustKeep | str,
    marks: Marks | None = None,
    *,
    texts: dict[str, str] | None = None,
) -> list[Rescues]:
    """Everything that a search says, in order; `one` is a must-keep, or a word to be found as it is."""
    opened = session(table, texts=texts) if isinstance(table, str) else table
    chosen = profile(settings) if isinstance(settings, str) else settings
    snapshot, engine = opened.at(), word_engine()

    def build(under: Profile, own: Marks) -> Examined:
        return engine.examine(snapshot, under, own)

    asked = word("asked", one) if isinstance(one, str) else one
    return list(rescues(build, (chosen, marks or opened.marks), asked, Judge()))


def last(
    table: str | Session,
    settings: str | Profile,
    one: MustKeep | str,
    marks: Marks | None = None,
    *,
    texts: dict[str, str] | None = None,
) -> Rescues:
    """The last that a search says, which is complete."""
    *_, found = all_rescues(table, settings, one, marks, texts=texts)
    assert found.complete
    return found


def by_change(found: Rescues) -> dict[str, Rescue]:
    """The rescues under their changes: `KEY=AFTER`, those of a budget row without its first word."""
    return {" ".join(_told(change.key, change.after) for change in one.changes): one for one in found.found}


def _told(key: str, after: object) -> str:
    return f"{key.removeprefix('budget.')}={after}"
