"""Writing an answer to a file: never onto one that was read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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

    A folder stands for the sessions in it and below; what lies beside a session belongs to it.

    Raises:
        click.UsageError: It is.
    """
    if output is None or not output.exists():
        return
    for source in sources:
        if source and any(_same(output, one) for one in _read_of(Path(source))):
            raise click.UsageError(f"{output.name}: the output is a file that was read; it is never changed")


def refuse_twins(outputs: Iterable[Path | None]) -> None:
    """Refuses two outputs of one name, of which only the last would be left.

    Raises:
        click.UsageError: There are two.
    """
    named = [one.absolute() for one in outputs if one is not None]
    for at, one in enumerate(named):
        if one in named[:at]:
            raise click.UsageError(f"{one.name}: two outputs have this name")


def _read_of(source: Path) -> Iterator[Path]:
    """The source, and all that is read with it."""
    from ctxlab.formats.folders import session_files_in

    yield source
    for file in session_files_in(source).files if source.is_dir() else (source,):
        yield from session_files(file)


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
