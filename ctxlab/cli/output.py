"""Writing an answer to a file: never onto one that was read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.render import note
from ctxlab.cli.words import word
from ctxlab.paths import write_atomic

if TYPE_CHECKING:
    from ctxlab.cli.state import State


def session_files(session: Path) -> tuple[Path, ...]:
    """The files that a session is read from: itself, and the marks and summaries beside it."""
    from ctxlab.formats.marks_file import marks_path
    from ctxlab.formats.summaries_file import replay_path

    return (session, marks_path(session), replay_path(session)) if session.name else (session,)


def refuse_sources(output: Path | None, sources: Iterable[Path | str | None]) -> None:
    """Refuses an output that is one of the files read, by whatever name or link.

    Raises:
        click.UsageError: It is.
    """
    if output is None:
        return
    for source in sources:
        if source and _same(output, Path(source)):
            raise click.UsageError(f"{output.name}: the output is a file that was read; it is never changed")


def save(state: State, output: Path, text: str, sources: Iterable[Path | str | None]) -> None:
    """Writes the text whole or not at all, and says so.

    Raises:
        click.UsageError: The output is one of the sources.
        SaveError: It cannot be written.
    """
    refuse_sources(output, sources)
    write_atomic(output, text)
    note(word(state.language, "written", file=output))


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False
