"""Provenance: how a profile came to say what it says. It is told beside the settings and is none of them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from ctxlab.model.profile_types import MAX_TOKENS, Figure, Frozen, Text

#: Entries that a profile keeps; the oldest beyond are told in one.
MOST_ENTRIES = 50
#: Sessions and changes that an entry names; of more it tells how many there were.
MOST_SESSIONS = 20
MOST_CHANGES = 40
#: Hexadecimal digits by which a session's file is named.
SHA_DIGITS = 12

SOLVE = "solve"
SWEEP = "sweep"
EDIT = "edit"
CALIBRATE = "calibrate"
#: What stands for several older entries.
EARLIER = "earlier"


def _moment(text: str) -> str:
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text[:40]!r} is no time such as 2026-01-31T12:00:00+00:00") from None
    if read.tzinfo is None:
        raise ValueError(f"{text[:40]!r} says no time zone, such as +00:00 at its end")
    return text


Moment = Annotated[Text, AfterValidator(_moment)]
Number = Annotated[int, Field(ge=0, le=MAX_TOKENS, strict=True)]


class ProvenanceSession(Frozen):
    """A session that a profile was made on: what it is called, and how its file's sha256 begins."""

    title: Text
    sha256: Text = ""


class ProvenanceChange(Frozen):
    """One setting that was changed, by its key; None where it was not set. Lists of rules are their JSON."""

    key: Text
    before: Figure | None = None
    after: Figure | None = None


class Provenance(Frozen):
    """`[[provenance]]`: one step by which the profile came about.

    `at` is an ISO time with its zone, `by` what made the step (`solve`, `sweep`, `edit` ...), `engine` the
    version that did. It looked at `session_count` sessions, of which `sessions` names the first; `kept` of
    `judged` must-keeps survived in them. `changed` settings got another value, of which `changes` names the
    first. An entry that is `earlier` stands for `folded` older ones; their changes are told as one.
    """

    at: Moment
    by: Text
    engine: Text = ""
    session_count: Number = 0
    sessions: tuple[ProvenanceSession, ...] = ()
    kept: Number | None = None
    judged: Number | None = None
    changed: Number = 0
    changes: tuple[ProvenanceChange, ...] = ()
    folded: Number = 0
