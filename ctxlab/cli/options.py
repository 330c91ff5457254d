"""The options that commands share, and what they choose: a session, a moment in it, a profile."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab.cli.render import note
from ctxlab.cli.source_rules import rule_option, with_stated_rules
from ctxlab.cli.state import Choices, State
from ctxlab.errors import RequestError
from ctxlab.model.branches import branches_of, on_branch

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session, Snapshot
    from ctxlab.model.sweep import Requests

Function = Callable[..., Any]

FILE = click.Path(path_type=Path)

#: The name of a file that means what comes in on stdin.
STDIN = "-"


def shared_options() -> list[click.Parameter]:
    """The options that every command has: `--lang` and `--debug`."""
    return [
        click.Option(
            ["--lang"],
            type=click.Choice(["en", "zh"]),
            expose_value=False,
            callback=_set_language,
            help="Language of the answer; by default the locale's.",
        ),
        click.Option(
            ["--debug"],
            is_flag=True,
            expose_value=False,
            callback=_set_debug,
            help="On an error, show where in the program it arose.",
        ),
    ]


def _set_language(ctx: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    state = ctx.find_object(State)
    if state is not None and value is not None:
        state.language = state.asked_language = value


def _set_debug(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    state = ctx.find_object(State)
    if state is not None and value:
        state.debug = True


class Command(click.Command):
    """A command with the shared options after its own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(shared_options())


json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON document on stdout; notes go to stderr."
)


def _file_only(_ctx: click.Context, _parameter: click.Parameter, value: Path | None) -> Path | None:
    if value is not None and str(value) in ("-", "."):
        raise click.BadParameter("is the name of a file; without it the answer goes to stdout")
    return value


def requests_of(_ctx: click.Context, _parameter: click.Parameter, value: str) -> Requests:
    """Which requests of each session: `last`, `all`, or how many of the last."""
    if value == "last":
        return "last"
    if value == "all":
        return "all"
    if not (value.isascii() and value.isdigit() and int(value)):
        raise click.BadParameter(f"{value!r} is neither last nor all nor a number of at least 1")
    return int(value)


output_option = click.option("-o", "--output", type=FILE, callback=_file_only, help="Write to this file.")


_SESSION_OPTIONS = (
    click.option(
        "--session", type=click.IntRange(min=1), help="Which session of the file; by default the first."
    ),
    click.option(
        "--branch", type=click.IntRange(min=1), help="Only the requests of this branch of the conversation."
    ),
    click.option("--format", "format", help="Read the file in this format instead of finding it."),
)
_MOMENT_OPTIONS = (
    click.option("--request", type=click.IntRange(min=1), help="The call of the model; by default the last."),
    click.option("--turn", type=click.IntRange(min=1), help="The last request of this turn."),
    click.option("--chain", default="", help="A side chain of the session, by name."),
)
_PROFILE_OPTIONS = (
    click.option("--profile", metavar="FILE|NAME", help="A built-in profile or a file: TOML, JSON, YAML."),
    click.option(
        "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change one setting; repeatable."
    ),
    rule_option,
)


def choosing(*, moment: bool = True, profile: bool = True) -> Callable[[Function], Function]:
    """Gives a command the options of `Choices` and hands them over as the keyword `choices`."""
    options = (
        *(_PROFILE_OPTIONS if profile else ()),
        *(_MOMENT_OPTIONS if moment else ()),
        *_SESSION_OPTIONS,
    )
    names = [
        *(["profile", "settings", "rules"] if profile else []),
        *(["request", "turn", "chain"] if moment else []),
        *["session", "branch", "format"],
    ]

    def decorate(function: Function) -> Function:
        @wraps(function)
        def command(*args: Any, **values: Any) -> Any:
            choices = Choices(**{name: values.pop(name) for name in names})
            if choices.request is not None and choices.turn is not None:
                raise click.UsageError("--request and --turn name the same thing; give one of the two")
            return function(*args, choices=choices, **values)

        decorated: Function = command
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


@contextmanager
def open_lab() -> Generator[Lab]:
    """A Lab for one command; at the end its counts are stored, and what hindered that is said."""
    from ctxlab.lab import Lab

    lab = Lab()
    try:
        yield lab
    finally:
        lab.close()
        for problem in lab.problems():
            note(problem)


def sessions_of(lab: Lab, file: Path, format: str | None) -> tuple[Session, ...]:
    """All sessions of a file; `-` is what comes in on stdin, which may be a curl command too.

    Raises:
        FormatError: It cannot be read as any session.
    """
    if str(file) != STDIN:
        return lab.open_all(file, format=format)
    from ctxlab.formats.load import load_bytes
    from ctxlab.formats.pasted import session_bytes

    text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    return load_bytes(session_bytes(text, "stdin"), "stdin", format=format)


def open_session(lab: Lab, file: Path, choices: Choices) -> Session:
    """The chosen session of a file; says so where there are others.

    Raises:
        RequestError: The file has no session of that number.
    """
    return chosen_session(sessions_of(lab, file, choices.format), file, choices)


def chosen_session(sessions: tuple[Session, ...], file: Path, choices: Choices) -> Session:
    """The chosen one of a file's sessions; says so where there are others.

    Raises:
        RequestError: The file has no session of that number, or the session no such branch.
    """
    wanted = choices.session or 1
    if wanted > len(sessions):
        raise RequestError(f"there is no session {wanted}", hint=f"{file.name} has {len(sessions)}")
    if choices.session is None and len(sessions) > 1:
        note(f"{file.name}: the first of {len(sessions)} sessions; --session N takes another")
    session = sessions[wanted - 1]
    if choices.branch is not None:
        return on_branch(session, choices.branch)
    if (count := len(branches_of(session))) > 1:
        note(f"{file.name}: the requests of all {count} branches; --branch N takes those of one")
    return session


def moment(session: Session, choices: Choices) -> Snapshot:
    """The chosen snapshot of a session."""
    return session.at(choices.request, turn=choices.turn, chain=choices.chain)


def base_profile(lab: Lab, session: Session, choices: Choices) -> Profile:
    """The profile that is named, or the one that suits the session; without any changed setting."""
    return lab.default_profile(session) if choices.profile is None else lab.profile(choices.profile)


def chosen_profile(lab: Lab, session: Session, choices: Choices) -> Profile:
    """The profile with what was chosen to change."""
    return changed_by(base_profile(lab, session, choices), choices)


def changed_by(profile: Profile, choices: Choices) -> Profile:
    """A profile with the changed settings and the source rules that were added."""
    return with_stated_rules(with_settings(profile, choices.settings), choices.rules)


def with_settings(profile: Profile, settings: tuple[str, ...]) -> Profile:
    """A profile with `key=value` settings applied; of one key's the last counts (`profiles.settings`).

    `budget.ROW=published` gives a whole line of the table what the published profile says of it.

    Their order does not matter otherwise: a smaller window and a smaller reserve go together, though one of
    them alone may not.

    Raises:
        ProfileError: No such key, or a value that it cannot take.
    """
    from ctxlab.profiles.settings import with_settings as with_texts

    left: dict[str, str] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise click.UsageError(f"a setting is KEY=VALUE, not {setting!r}")
        left.pop(key.strip(), None)
        left[key.strip()] = text.strip()
    return with_texts(profile, left)
