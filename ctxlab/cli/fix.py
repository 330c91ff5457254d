"""Curing the problems of one code, and writing the profile that results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ctxlab.cli.changes import change_lines
from ctxlab.cli.options import base_profile, chosen_profile, moment, open_session
from ctxlab.cli.output import check_output, session_files
from ctxlab.cli.render import note, say
from ctxlab.cli.state import HOLDS, Choices, State
from ctxlab.cli.words import word
from ctxlab.errors import RequestError

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.lint import Problem
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Snapshot

#: Cures that are applied one after the other at most: each is looked for anew under the last one.
_MOST = 20


def write_fixed(
    state: State, lab: Lab, file: Path, choices: Choices, code: str, output: Path, *, every: bool
) -> int:
    """Writes the chosen profile with the problems of a code cured; its comments stay.

    Raises:
        RequestError: There is no such problem, or nothing cures it.
        click.UsageError: The output is the session's own file.
    """
    from ctxlab.model.profile_diff import differences
    from ctxlab.model.provenance import EDIT
    from ctxlab.profiles import builtin_names, dumps, save_profile
    from ctxlab.profiles.load import source_text

    check_output(output, session_files(file))
    session = open_session(lab, file, choices)
    own, snapshot = base_profile(lab, session, choices), moment(session, choices)
    fixed, left = cured(lab, snapshot, chosen_profile(lab, session, choices), code, every=every)
    for line in change_lines(differences(own, fixed), state.language):
        say(line)
    if left:
        note(word(state.language, "still_there", count=left))
    name = choices.profile
    if name is not None:
        text = source_text(name)
    else:
        text = source_text(own.name) if own.name in builtin_names() else dumps(own)
    save_profile(fixed, output, base_text=text, by=EDIT)
    note(word(state.language, "written", file=output))
    return HOLDS


def cured(lab: Lab, snapshot: Snapshot, profile: Profile, code: str, *, every: bool) -> tuple[Profile, int]:
    """The profile under which no problem of that code is left that has a cure, and how many are left.

    Raises:
        RequestError: There is no such problem, or nothing cures it.
    """
    from ctxlab.analysis.lint import applied

    changed, found = profile, _found(lab, snapshot, profile, code, every=every)
    if not found:
        raise RequestError(
            f"there is no problem {code!r} here", hint="ctxlab lint names the codes in brackets"
        )
    if not any(one.cures for one in found):
        raise RequestError(f"no edit of the profile cures {code}")
    for _ in range(_MOST):
        cure = next((one.cures[0] for one in found if one.cures), None)
        if cure is None:
            break
        changed = applied(changed, cure)
        found = _found(lab, snapshot, changed, code, every=every)
    return changed, len(found)


def _found(lab: Lab, snapshot: Snapshot, profile: Profile, code: str, *, every: bool) -> list[Problem]:
    from ctxlab.analysis.lint import Question, lint

    *_, linted = lint(Question(snapshot, profile, snapshot.session.marks, every), lab)
    return [one for one in linted.problems if one.code == code]
