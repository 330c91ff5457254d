"""`ctxlab recover`: what windows that ended without warning had not saved, listed or written as files."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab.cli.changes import change_lines, changes_json
from ctxlab.cli.options import FILE, Command, json_option
from ctxlab.cli.render import note, say, say_json
from ctxlab.cli.state import HOLDS, State
from ctxlab.cli.words import word
from ctxlab.formats.marks_file import marks_path, write_marks
from ctxlab.model.marks import Marks

if TYPE_CHECKING:
    from ctxlab.formats.recovery import Recovered

SCHEMA = "ctxlab.recover/1"


@click.command("recover", cls=Command)
@json_option
@click.option("-o", "--output", type=FILE, metavar="FOLDER", help="Write profiles and marks in there.")
@click.pass_obj
def command(state: State, as_json: bool, output: Path | None) -> int:
    """Tell what windows that ended without warning had not saved.

    With -o the profiles, comments kept where their files are still there, and the marks are written as new
    files. Nothing is given up by that: the next window offers the same edits.
    """
    from ctxlab.formats.recovery import Recovery

    with closing(Recovery()) as recovery:
        found = recovery.found()
        for kept in recovery.unreadable:
            note(word(state.language, "journal_kept", file=kept))
        written = [_written(one, output) if output is not None else () for one in found]
    if as_json:
        rows = [_document(one, files) for one, files in zip(found, written, strict=True)]
        say_json({"schema": SCHEMA, "found": rows})
        return HOLDS
    for one in found:
        for line in _lines(one, state.language):
            say(line)
    if not found:
        say(word(state.language, "nothing_left"))
    elif output is None:
        note(word(state.language, "left_offer"))
    for files in written:
        for file in files:
            note(word(state.language, "written", file=file))
    return HOLDS


def _lines(one: Recovered, language: str) -> list[str]:
    """A head line: of what, under what, when, how many edits; then what was changed, a line each."""
    from ctxlab.formats.recovery import Since
    from ctxlab.model.profile_diff import differences

    edits = word(language, "left_edit" if one.last.edits == 1 else "left_many", count=one.last.edits)
    at = datetime.fromtimestamp(one.last.at).strftime("%Y-%m-%d %H:%M")
    head = word(language, "left_edits", title=one.title, profile=one.profile_name, at=at, edits=edits)
    changes = differences(one.basis.profile, one.last.state.profile)
    lines = [head, *(f"  {line}" for line in change_lines(changes, language))]
    if one.last.state.marks != one.basis.marks:
        lines.append("  " + word(language, "left_marks"))
    session = one.place.file.name if one.place.file else one.title
    for name, since in ((session, one.session), (one.profile_name, one.profile)):
        if since is not Since.SAME:
            key = "since_gone" if since is Since.GONE else "since_changed"
            lines.append(f"  ! {word(language, key, name=name)}")
    return lines


def _document(one: Recovered, written: tuple[Path, ...]) -> dict[str, Any]:
    from ctxlab.model.profile_diff import differences

    changes = differences(one.basis.profile, one.last.state.profile)
    return {
        "title": one.title,
        "session_file": one.place.file and str(one.place.file),
        "session": one.place.place + 1,
        "profile": one.profile_name,
        "profile_file": one.basis.profile_file and str(one.basis.profile_file),
        "at": one.last.at,
        "edits": one.last.edits,
        "changes": changes_json(changes),
        "marks_changed": one.last.state.marks != one.basis.marks,
        "session_since": one.session.value,
        "profile_since": one.profile.value,
        "written": [str(file) for file in written],
    }


def _written(one: Recovered, folder: Path) -> tuple[Path, ...]:
    """Writes what was not saved into a folder, under names that are free there; the files.

    Raises:
        SaveError: Something cannot be written.
        OSError: The folder cannot be made.
    """
    from ctxlab.model.provenance import EDIT
    from ctxlab.profiles import save_profile

    folder.mkdir(parents=True, exist_ok=True)
    state, basis, files = one.last.state, one.basis, list[Path]()
    if state.profile != basis.profile:
        own = basis.profile_file
        name = own.stem if own is not None else state.profile.name
        file = _free(folder, name, ".toml")
        save_profile(state.profile, file, base_text=_text_of(own), by=EDIT)
        files.append(file)
    if state.marks != basis.marks:
        session = one.place.file or Path(one.title)
        file = _free(folder, marks_path(session).name.removesuffix(".marks.json"), ".marks.json")
        write_marks(file, [*[Marks()] * one.place.place, state.marks])
        files.append(file)
    return tuple(files)


def _text_of(file: Path | None) -> str | None:
    """The text of a profile's file, for its comments; None where it is gone or no profile any more."""
    from ctxlab.errors import CtxlabError
    from ctxlab.profiles import parse
    from ctxlab.profiles.load import read_text

    if file is None:
        return None
    try:
        text = read_text(file)
        parse(text)
    except CtxlabError:
        return None
    return text


def _free(folder: Path, stem: str, ending: str) -> Path:
    """A name in the folder that no file has: `STEM.toml`, `STEM-2.toml` and so on."""
    file, number = folder / f"{stem}{ending}", 1
    while file.exists():
        number += 1
        file = folder / f"{stem}-{number}{ending}"
    return file
