"""The options that commands share, and what they choose: a session, a moment in it, a profile."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab.cli.render import note
from ctxlab.cli.state import Choices, State
from ctxlab.errors import ProfileError, RequestError

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session, Snapshot

Function = Callable[..., Any]

FILE = click.Path(path_type=Path)


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


output_option = click.option("-o", "--output", type=FILE, callback=_file_only, help="Write to this file.")


_SESSION_OPTIONS = (
    click.option(
        "--session", type=click.IntRange(min=1), help="Which session of the file; by default the first."
    ),
    click.option("--format", "format", help="Read the file in this format instead of finding it."),
)
_MOMENT_OPTIONS = (
    click.option("--request", type=click.IntRange(min=1), help="The call of the model; by default the last."),
    click.option("--turn", type=click.IntRange(min=1), help="The last request of this turn."),
    click.option("--chain", default="", help="A side chain of the session, by name."),
)
_PROFILE_OPTIONS = (
    click.option("--profile", metavar="FILE|NAME", help="A built-in profile or a TOML file."),
    click.option(
        "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change one setting; repeatable."
    ),
)


def choosing(*, moment: bool = True, profile: bool = True) -> Callable[[Function], Function]:
    """Gives a command the options of `Choices` and hands them over as the keyword `choices`."""
    options = (
        *(_PROFILE_OPTIONS if profile else ()),
        *(_MOMENT_OPTIONS if moment else ()),
        *_SESSION_OPTIONS,
    )
    names = [
        *(["profile", "settings"] if profile else []),
        *(["request", "turn", "chain"] if moment else []),
        *["session", "format"],
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


def open_session(lab: Lab, file: Path, choices: Choices) -> Session:
    """The chosen session of a file; says so where there are others.

    Raises:
        RequestError: The file has no session of that number.
    """
    sessions = lab.open_all(file, format=choices.format)
    wanted = choices.session or 1
    if wanted > len(sessions):
        raise RequestError(f"there is no session {wanted}", hint=f"{file.name} has {len(sessions)}")
    if choices.session is None and len(sessions) > 1:
        note(f"{file.name}: the first of {len(sessions)} sessions; --session N takes another")
    return sessions[wanted - 1]


def moment(session: Session, choices: Choices) -> Snapshot:
    """The chosen snapshot of a session."""
    return session.at(choices.request, turn=choices.turn, chain=choices.chain)


def base_profile(lab: Lab, session: Session, choices: Choices) -> Profile:
    """The profile that is named, or the one that suits the session; without any changed setting."""
    return lab.default_profile(session) if choices.profile is None else lab.profile(choices.profile)


def chosen_profile(lab: Lab, session: Session, choices: Choices) -> Profile:
    """The profile with the changed settings."""
    return with_settings(base_profile(lab, session, choices), choices.settings)


def with_settings(profile: Profile, settings: tuple[str, ...]) -> Profile:
    """A profile with `key=value` settings applied; of one key's the last counts.

    Their order does not matter otherwise: a smaller window and a smaller reserve go together, though one of
    them alone may not.

    Raises:
        ProfileError: No such key, or a value that it cannot take.
    """
    left: dict[str, str] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise click.UsageError(f"--set takes KEY=VALUE, not {setting!r}")
        left.pop(key.strip(), None)
        left[key.strip()] = text.strip()
    while left:
        profile, refused = _with_those_that_go(profile, left)
        if len(refused) == len(left):
            raise next(iter(refused.values()))
        left = {key: left[key] for key in refused}
    return profile


def _with_those_that_go(
    profile: Profile, settings: dict[str, str]
) -> tuple[Profile, dict[str, ProfileError]]:
    """The profile with each setting that it takes in turn, and what was said of the others."""
    refused: dict[str, ProfileError] = {}
    for key, text in settings.items():
        try:
            profile = profile.set(key, text)
        except ProfileError as error:
            refused[key] = error
    return profile, refused
