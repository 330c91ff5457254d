"""The commands of `ctxlab runs` that build a recorded build again: restore, open, compare, export."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.commands.diff import diff_document, diff_lines
from ctxlab.cli.options import FILE, Command, json_option, open_lab, output_option
from ctxlab.cli.output import check_output, save
from ctxlab.cli.recording import open_runs
from ctxlab.cli.render import note, number, say, say_json
from ctxlab.cli.run_words import said
from ctxlab.cli.state import HOLDS, State
from ctxlab.cli.words import word
from ctxlab.paths import data_dir, write_atomic

if TYPE_CHECKING:
    from ctxlab.analysis.recorder import Restored
    from ctxlab.lab import Lab
    from ctxlab.model.trace import Trace

_ID = click.IntRange(min=1)


@click.command("restore", cls=Command)
@click.argument("build", metavar="ID", type=_ID)
@click.option(
    "-o", "--output", type=FILE, required=True, metavar="FOLDER|FILE", help="A folder, or NAME.ctx.json."
)
@click.pass_obj
def restore(state: State, build: int, output: Path) -> int:
    """Write what the build ID was made from: session, marks and profile as recorded.

    In a folder new files are made, named after the session; a FILE that ends in .json is the session's, and
    the others are made beside it. The marks come to lie where ctxlab finds them, beside the session.
    """
    with _restored(state, build) as found:
        files = _write(found, output)
    for file in files:
        note(word(state.language, "written", file=file))
    return HOLDS


@click.command("open", cls=Command)
@click.argument("build", metavar="ID", type=_ID)
@click.pass_obj
def open_(state: State, build: int) -> int:
    """Open the window on what the build ID was made from, at its request, under its profile and marks.

    The files for that are written among ctxlab's own data; the session's own file is not touched.
    """
    with _restored(state, build) as found:
        session, profile, *_ = _write(found, data_dir() / "restored" / f"build-{build}", anew=True)
    request = found.build.figures.request if not found.build.origin.chain else None
    return state.gui.window(
        [str(session)], smoke=False, profile=str(profile), request=request, language=state.asked_language
    )


@click.command("compare", cls=Command)
@click.argument("before", metavar="ID", type=_ID)
@click.argument("after", metavar="ID2", type=_ID)
@click.option("--inline", is_flag=True, help="Show what differs inside changed messages: [-gone-] {+new+}.")
@json_option
@click.pass_obj
def compare(state: State, before: int, after: int, inline: bool, as_json: bool) -> int:
    """Tell what changed between the contexts of two builds."""
    traces: list[Trace] = []
    titles: list[str] = []
    with open_lab() as lab:
        for one in (before, after):
            with _restored(state, one) as found:
                traces.append(_built(lab, found, state))
                named = said(state.language, "named", id=one)
                titles.append(f"{named}, {found.build.figures.profile}")
        compared = lab.compare(traces[0], traces[1])
    compared = replace(compared, before_title=titles[0], after_title=titles[1])
    if as_json:
        say_json(diff_document(compared, traces[0], traces[1], inline=inline))
        return HOLDS
    for line in diff_lines(compared, state.language, inline=inline):
        say(line)
    return HOLDS


@click.command("export", cls=Command)
@click.argument("build", metavar="ID", type=_ID)
@output_option
@click.pass_obj
def export(state: State, build: int, output: Path | None) -> int:
    """Write the trace of the build ID as JSON, made again from what was kept."""
    with open_lab() as lab, _restored(state, build) as found:
        trace = _built(lab, found, state)
    if output is None:
        say_json(trace.to_json())
    else:
        save(state, output, trace.to_json(indent=2) + "\n", (found.build.origin.file,))
    return HOLDS


@contextmanager
def _restored(state: State, build: int) -> Generator[Restored]:
    """What a build was made from; says where that is not quite what it was.

    Raises:
        CtxlabError: There is no such build, or it cannot be made again.
    """
    from ctxlab.analysis.recorder import restore as restored

    with open_runs() as store:
        found = restored(store, build)
    if not found.from_file and found.build.origin.file:
        note(said(state.language, "copy", file=Path(found.build.origin.file).name))
    if found.hidden:
        note(said(state.language, "hidden", count=found.hidden))
    yield found


def _built(lab: Lab, found: Restored, state: State) -> Trace:
    """The build made again; says so where it does not have the tokens that were recorded."""
    trace = lab.build(found.snapshot, found.profile, marks=found.marks)
    figures = found.build.figures
    if trace.totals.counted != figures.counted:
        now, then = number(trace.totals.counted, trace.exact), number(figures.counted, figures.exact)
        note(said(state.language, "differs", now=now, then=then))
    return trace


def _write(found: Restored, output: Path, *, anew: bool = False) -> tuple[Path, ...]:
    """Writes session, profile and, where there are any, marks; the files, in this order.

    Files that are there are left alone, and others are made beside them; with `anew` they are replaced.

    Raises:
        SaveError: Something cannot be written.
        OSError: The folder cannot be made.
    """
    from ctxlab.formats.marks_file import marks_path, write_marks
    from ctxlab.formats.writers.native import dumps_session
    from ctxlab.model.marks import Marks
    from ctxlab.profiles import dumps

    origin = found.build.origin
    named = output.suffix.lower() == ".json"
    folder = output.parent if named else output
    stem = output.name.removesuffix(".json").removesuffix(".ctx") if named else _stem(found)
    folder.mkdir(parents=True, exist_ok=True)
    if named:
        check_output(output, (origin.file,))
    while not anew and any(one.exists() for one in _files(folder, stem, output if named else None)):
        if named:
            raise click.UsageError(f"{output.name}: it is there, or marks or a profile beside it are")
        stem = _next(stem)
    session, profile = _files(folder, stem, output if named else None)[:2]
    write_atomic(session, dumps_session(found.session.with_marks(Marks())))
    write_atomic(profile, dumps(found.profile))
    if found.marks == Marks():
        marks_path(session).unlink(missing_ok=True)
        return session, profile
    write_marks(marks_path(session), found.marks)
    return session, profile, marks_path(session)


def _files(folder: Path, stem: str, session: Path | None) -> tuple[Path, Path, Path]:
    """The files of a name in a folder: session, profile, marks."""
    from ctxlab.formats.marks_file import marks_path

    session = session or folder / f"{stem}.ctx.json"
    return session, folder / f"{stem}.toml", marks_path(session)


def _stem(found: Restored) -> str:
    """A name for files: that of the session's file, and the build's number."""
    name = Path(found.build.origin.file).name or "session"
    stem = name.lower().removesuffix(".json").removesuffix(".jsonl").removesuffix(".ctx")
    return f"{name[: len(stem)]}-build{found.build.id}"


def _next(stem: str) -> str:
    """The name with the next number behind it."""
    head, dot, count = stem.rpartition(".")
    return f"{head}.{int(count) + 1}" if dot and count.isdecimal() else f"{stem}.2"
