"""Writing an answer to a file: never onto one that was read, nor where that cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.render import note
from ctxlab.cli.words import word
from ctxlab.paths import check_writable, write_atomic

if TYPE_CHECKING:
    from ctxlab.cli.state import State


def session_files(session: Path) -> tuple[Path, ...]:
    """The files that a session is read from: itself, and the marks, summaries and others beside it."""
    from ctxlab.formats.beside import FolderBeside
    from ctxlab.formats.marks_file import marks_path
    from ctxlab.formats.summaries_file import replay_path

    if not session.name:
        return (session,)
    return (session, marks_path(session), replay_path(session), *FolderBeside(session).paths)


def check_output(output: Path | None, sources: Iterable[Path | str | None]) -> None:
    """Refuses an output that is one of the files read, by whatever name or link, or cannot be written.

    A folder stands for the sessions in it and below; what lies beside a session belongs to it. Called before
    the work begins, so that nobody waits for an answer that is lost.

    Raises:
        click.UsageError: It is a file that is read.
        SaveError: It cannot be written.
    """
    if output is None:
        return
    for source in sources if output.exists() else ():
        if source and any(_same(output, one) for one in _read_of(Path(source))):
            raise click.UsageError(f"{output.name}: the output is a file that was read; it is never changed")
    check_writable(output)


def check_outputs(outputs: Iterable[Path | None], sources: Sequence[Path | str | None]) -> None:
    """The same of several, of which no two may have one name: only the last would be left.

    Raises:
        click.UsageError: Two have, or one is a file that is read.
        SaveError: One cannot be written.
    """
    named: list[Path] = []
    for one in outputs:
        check_output(one, sources)
        if one is not None:
            if one.absolute() in named:
                raise click.UsageError(f"{one.name}: two outputs have this name")
            named.append(one.absolute())


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
    check_output(output, sources)
    write_atomic(output, text)
    note(word(state.language, "written", file=output))


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False
