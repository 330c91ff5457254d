"""`ctxlab survival`: what became of each must-keep at each request."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ctxlab import explain
from ctxlab.cli.notes import nothing_to_do, tell_broken_marks
from ctxlab.cli.options import (
    FILE,
    Command,
    choosing,
    chosen_profile,
    json_option,
    moment,
    open_lab,
    open_session,
)
from ctxlab.cli.render import note, say, say_json, say_wrapped
from ctxlab.cli.state import HOLDS, Choices, State
from ctxlab.cli.survival import found_json, found_lines, survival_json, survival_lines
from ctxlab.model.constraint import Stated
from ctxlab.model.matrix import MOST_ROWS, Under


@click.command("survival", cls=Command)
@click.argument("file", type=FILE)
@choosing()
@click.option(
    "--under",
    type=click.Choice([one.value for one in Under]),
    default=Under.PROFILE.value,
    help="Whose contexts: those of the profile, as recorded, or really sent.",
)
@click.option("--all", "everything", is_flag=True, help="Every must-keep and every request, however many.")
@click.option("--find", is_flag=True, help="List the constraints that the session states instead.")
@json_option
@click.pass_obj
def command(
    state: State, file: Path, choices: Choices, under: str, everything: bool, find: bool, as_json: bool
) -> int:
    """Tell what became of each must-keep of FILE at each request of the model.

    Must-keeps are those of profile and marks, and hard constraints that the session states and no must-keep
    covers. Each has a line: what it is at the chosen request (the last), since when it is lost and in which
    stage, and a sign for each request, or for each turn where there are many; the worst of a turn counts.
    """
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        tell_broken_marks(session, state.language)
        if not session.items:
            nothing_to_do(state, file, as_json=as_json)
            return HOLDS
        if find:
            return _say_found(lab.stated(session), file, state, as_json=as_json)
        profile, snapshot = chosen_profile(lab, session, choices), moment(session, choices)
        rows = None if everything else MOST_ROWS
        matrix = lab.matrix(session, profile, under=Under(under), chain=choices.chain, most=rows)
        trace = lab.build(snapshot, profile)
        for one in trace.diagnostics:
            if one.code == "must_keep_nowhere":
                note(explain.diagnostic(one, state.language))
        place = next(at for at, one in enumerate(matrix.columns) if one.request == snapshot.request.index)
        if as_json:
            say_json(survival_json(matrix, place, profile.name))
            return HOLDS
        lines = survival_lines(matrix, place, file.name, profile.name, state.language, fold=not everything)
        for line in lines:
            say_wrapped(line)
    return HOLDS


def _say_found(stated: Sequence[Stated], file: Path, state: State, *, as_json: bool) -> int:
    """Lists the constraints that the session states."""
    if as_json:
        say_json(found_json(stated))
    else:
        for line in found_lines(stated, file.name, state.language):
            say(line)
    return HOLDS
