"""Changing the marks of one session, in the file beside it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.options import STDIN, chosen_session, open_lab
from ctxlab.cli.render import note
from ctxlab.cli.state import HOLDS, Choices, State
from ctxlab.cli.words import word
from ctxlab.errors import FormatError, Where
from ctxlab.paths import locked

if TYPE_CHECKING:
    from ctxlab.model.marks import Marks
    from ctxlab.model.session import Session

Change = Callable[["Session"], "Marks"]


def change_marks(state: State, file: Path, choices: Choices, change: Change) -> int:
    """Writes the marks of all sessions of a file beside it, those of the chosen one changed.

    Raises:
        click.UsageError: The session comes from stdin.
        RequestError: There is no such session, or nothing to change.
        FormatError: The session or its marks cannot be read: what could not be read is not written over.
        SaveError: The marks cannot be written.
    """
    from ctxlab.formats.marks_file import marks_path

    if str(file) == STDIN:
        raise click.UsageError("marks lie beside a session's file; stdin has no place for them")
    target = marks_path(file)
    # two that change the marks at a time would each write back what the other did not know
    with locked(target.parent):
        _rewrite(file, target, choices, change)
    note(word(state.language, "written", file=target))
    return HOLDS


def _rewrite(file: Path, target: Path, choices: Choices, change: Change) -> None:
    from ctxlab.formats.marks_file import read_sidecar, write_marks

    with open_lab() as lab:
        sessions = lab.open_all(file, format=choices.format)
    session = chosen_session(sessions, file, choices)
    for notice in chain.from_iterable(read_sidecar(target).notices.values()):
        key = str(dict(notice.numbers).get("key", ""))
        raise FormatError(
            "it means nothing and would be lost; take it out first", where=Where(target.name, key=key)
        )
    changed = change(session)
    place = (choices.session or 1) - 1
    write_marks(target, [changed if at == place else one.marks for at, one in enumerate(sessions)])
