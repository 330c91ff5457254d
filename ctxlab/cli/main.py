"""The command line's entry: finds the command, and turns every failure into one line and an exit code."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import click

from ctxlab import __version__
from ctxlab.cli.interrupt import INTERRUPTED
from ctxlab.cli.options import Command, shared_options
from ctxlab.cli.render import note
from ctxlab.cli.state import Gui, State, language_of
from ctxlab.errors import CtxlabError, FormatError, Where

COMMANDS = (
    "run",
    "why",
    "sensitivity",
    "diff",
    "forensic",
    "compare",
    "ab",
    "messages",
    "check",
    "survival",
    "lint",
    "sweep",
    "solve",
    "calibrate",
    "summarize",
    "convert",
    "export",
    "report",
    "marks",
    "profiles",
    "recover",
    "runs",
    "formats",
    "screenshot",
)

BAD = 2
#: The reader of stdout went away: what a shell makes of SIGPIPE.
CLOSED = 141

#: A file with more mistakes than this tells only of the first ones.
_MOST_LINES = 20

#: Larger files (bytes) are read by the window only: reading them twice would be felt.
_PROBED_BYTES = 2_000_000

#: A first word this much like a command (percent) was meant to be it.
_LEAST_LIKENESS = 75


class _Commands(click.Group):
    """The commands by name, each loaded when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"ctxlab.cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command


@click.group(
    "ctxlab", cls=_Commands, params=shared_options(), subcommand_metavar="[FILE...] | COMMAND [ARGS]..."
)
@click.version_option(__version__, message="ctxlab %(version)s")
def _root() -> None:
    """Rebuilds the context that an LLM agent had, under a token budget, and shows what became of every item.

    With files, or without anything, the window opens; a first word equal to a command is that command.
    """


@click.command("window", cls=Command)
@click.argument("files", nargs=-1)
@click.option("--smoke", is_flag=True, help="Close the window after its first paint.")
@click.option("--profile", metavar="FILE|NAME", help="A built-in profile or a file: TOML, JSON, YAML.")
@click.option("--request", type=click.IntRange(min=1), help="The call of the model; by default the last.")
@click.pass_obj
def _window(
    state: State, files: tuple[str, ...], smoke: bool, profile: str | None, request: int | None
) -> int:
    """Opens the window on files."""
    _need_files(files, profile, request)
    return state.gui.window(
        files, smoke=smoke, profile=profile, request=request, language=state.asked_language
    )


def _need_files(files: tuple[str, ...], profile: str | None, request: int | None) -> None:
    """Makes sure that the window will have something to show; a script would wait for it in vain.

    Raises:
        UsageError: A file is not there, and its name is close to a command's.
        CtxlabError: A file cannot be read as a session, a folder holds none, the profile is none, or there is
            no such request. What is in large files and folders is left to the window.
    """
    if not files and profile is None:
        return
    from rapidfuzz import fuzz, process

    from ctxlab.formats.folders import session_files_in
    from ctxlab.formats.load import load
    from ctxlab.lab import Lab

    for at, name in enumerate(files):
        file = Path(name)
        near = process.extractOne(name, COMMANDS, scorer=fuzz.ratio, score_cutoff=_LEAST_LIKENESS)
        if near is not None and at == 0 and not file.exists():
            raise click.UsageError(f"there is no file {name!r}; did you mean ctxlab {near[0]}?")
        if file.is_file() and file.stat().st_size > _PROBED_BYTES:
            continue
        if name and file.is_dir():
            if not session_files_in(file).files:
                raise FormatError("there is no session file in it", where=Where(name))
            continue
        # A pipe can be read only once.
        if file.is_file() or file.is_dir() or not file.exists():
            sessions = load(file)
            if at == 0 and request is not None:
                sessions[0].at(request)
    if profile is not None:
        Lab(store=False).profile(profile)


class _OneLine:
    """Around a command: what goes wrong ends as one line on stderr and as `code`."""

    def __init__(self, state: State) -> None:
        self.code = 0
        self._state = state
        self._stdout = sys.stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if isinstance(error, SystemExit) and sys.stdout is not self._stdout:
            # click has put a deaf stream in the place of one whose reader has seen enough. Its exit code of 1
            # would say that something does not hold.
            self.code = CLOSED
            return True
        if error is None or isinstance(error, SystemExit):
            return False
        if self._state.debug:
            traceback.print_exception(kind, error, trace)
        self.code = BAD
        if isinstance(error, click.Abort | KeyboardInterrupt):
            self.code = INTERRUPTED
            # Python ends itself by the signal, whatever the exit code, where Ctrl+C came in the midst of code
            # that was run as text, such as a dataclass in the making; text that runs through clears that.
            exec("")
        lines = f"ctxlab: {_message(error, self._state.language)}".split("\n")
        for line in lines[:_MOST_LINES]:
            note(line)
        if len(lines) > _MOST_LINES:
            note(f"  … and {len(lines) - _MOST_LINES:,} more")
        return True


def _message(error: BaseException, language: str) -> str:
    if isinstance(error, CtxlabError):
        from ctxlab.explain.errors import words

        return words(error, language)
    if isinstance(error, click.Abort | KeyboardInterrupt):
        return "stopped"
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "ctxlab"
        return f"{error.format_message()} (see {path} --help)"
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, OSError) and error.strerror:
        # Without a name it is stdout: full, or not to be written to.
        return f"{error.filename or 'the output'}: {error.strerror}"
    return f"a fault of ctxlab's own: {type(error).__name__}: {error} (--debug shows where)"


def _command(words: Sequence[str]) -> click.Command:
    """The command that a line calls: the window where its first word is none, unless it asks for help."""
    # the value of an option before it is no first word
    given = words[2:] if words[:1] == ["--lang"] else words
    first = next((word for word in given if not word.startswith("-")), None)
    if first in COMMANDS or (first is None and not {"--help", "--version"}.isdisjoint(words)):
        return _root
    return _window


def run(words: Sequence[str], *, gui: Gui) -> int:
    """Runs one line of the command line; the result is the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # What a stream cannot encode (a lone surrogate, another locale) is escaped, not an error.
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
    state = State(gui, language_of(os.environ))
    with _OneLine(state) as outcome:
        code = _command(words).main(list(words), prog_name="ctxlab", standalone_mode=False, obj=state)
        outcome.code = code if isinstance(code, int) else 0
    return outcome.code
