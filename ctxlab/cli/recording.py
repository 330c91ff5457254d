"""Recording what a command built, where the settings do not forbid it; and the store that it is read from."""

from __future__ import annotations

import re
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.options import STDIN
from ctxlab.cli.render import note

if TYPE_CHECKING:
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Snapshot
    from ctxlab.model.trace import Trace
    from ctxlab.store.runs import RunStore

_AGO = re.compile(r"(\d{1,6})\s*([smhdw])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_FORMS = ("%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S")


def record(
    snapshot: Snapshot, profile: Profile, trace: Trace, milliseconds: float, file: Path, place: int
) -> None:
    """Records a build of a session of that file, unless the settings turn it off; says what hindered it."""
    from ctxlab.analysis.recorder import Build, Recorder
    from ctxlab.settings import load_settings

    settings = load_settings().effective.runs
    if not settings.record:
        return
    own = None if str(file) == STDIN else file
    with closing(Recorder(keep=settings.keep)) as recorder:
        marks = snapshot.session.marks
        recorder.record(Build(snapshot, profile, marks, trace, milliseconds, own, place))
        for problem in recorder.problems():
            note(problem)


@contextmanager
def open_runs() -> Generator[RunStore]:
    """The user's store of builds.

    Raises:
        SaveError: At the end, where it could not be read or written: an answer without it would say nothing.
    """
    from ctxlab.errors import SaveError
    from ctxlab.settings import load_settings
    from ctxlab.store.database import Database
    from ctxlab.store.runs import RunStore

    database = Database.default()
    with closing(RunStore(database, keep=load_settings().effective.runs.keep)) as store:
        yield store
        if database.problem is not None:
            raise SaveError(str(database.problem))


def seconds_of(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> float:
    """A time in seconds since 1970: a local date with or without a time, or so long ago (`7d`, `12h`)."""
    if value is None:
        return 0.0
    ago = _AGO.fullmatch(value.strip())
    if ago is not None:
        return time.time() - int(ago.group(1)) * _SECONDS[ago.group(2)]
    for form in _FORMS:
        try:
            return datetime.strptime(value.strip(), form).timestamp()
        except (ValueError, OverflowError, OSError):
            continue
    raise click.BadParameter(
        "is a date such as 2026-01-31, with or without a time, or an age such as 7d or 12h"
    )
