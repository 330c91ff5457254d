"""`ctxlab calibrate`: the provider's counts against those made here, and what follows for a profile."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab.cli.notes import nothing_to_do
from ctxlab.cli.options import (
    FILE,
    Command,
    choosing,
    chosen_profile,
    json_option,
    open_lab,
    open_session,
    output_option,
)
from ctxlab.cli.output import check_output, session_files
from ctxlab.cli.render import note, number, say, say_json, say_wrapped, table
from ctxlab.cli.state import HOLDS, UNJUDGED, Choices, State
from ctxlab.cli.words import word
from ctxlab.explain.calibration import calibration_lines
from ctxlab.model.calibration import Calibration

if TYPE_CHECKING:
    from ctxlab.model.profile import Profile

SCHEMA = "ctxlab.calibration/1"

#: The heads of the table's columns.
_HEADS = (
    "calibrate_request",
    "calibrate_stretch",
    "calibrate_provider",
    "calibrate_ours",
    "calibrate_difference",
    "calibrate_left",
)

#: Requests that the table shows; --json has all.
_SHOWN = 40


@click.command("calibrate", cls=Command)
@click.argument("file", type=FILE)
@choosing(moment=False)
@click.option("--chain", default="", help="A side chain of the session, by name.")
@click.option("--force", is_flag=True, help="With -o, take over a factor that is not to be relied on, too.")
@json_option
@output_option
@click.pass_obj
def command(
    state: State,
    file: Path,
    choices: Choices,
    chain: str,
    force: bool,
    as_json: bool,
    output: Path | None,
) -> int:
    """Compare the provider's counts that FILE recorded with the counts here, request by request.

    What is counted here is the context as recorded, in the profile's encoding. From how both grow follow a
    factor for the model and what stands in every request but not in the log. With -o the profile is written
    with both, as tokens.factor and window.unknown; it exits 2 where the factor is not to be relied on.
    """
    from ctxlab.analysis.calibration import calibrated
    from ctxlab.tokens.models import encoding_for

    check_output(output, session_files(file))
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        if not session.items:
            nothing_to_do(state, file, as_json=as_json)
            return HOLDS
        profile = chosen_profile(lab, session, choices)
        found = Calibration(chain, encoding_for(profile, session.model).value, (), ())
        for better in lab.calibrations(session, profile, chain=chain):
            found = better
    if as_json:
        say_json(_document(found))
    else:
        for line in table(_rows(found, state.language), right=(0, 1, 2, 3, 4)) if found.rows else ():
            say(line)
        if len(found.rows) > _SHOWN:
            say(word(state.language, "calibrate_more", shown=_SHOWN, count=f"{len(found.rows):,}"))
        for line in calibration_lines(found, state.language):
            say_wrapped(line)
    if output is None:
        return HOLDS
    changed = calibrated(profile, found)
    if changed == profile or not (found.sure or force):
        key = "calibrate_not_taken" if found.rows else "calibrate_nothing"
        note(word(state.language, key))
        return UNJUDGED
    _write(state, changed, choices.profile, output)
    return HOLDS


def _write(state: State, changed: Profile, base: str | None, output: Path) -> None:
    """Writes the profile; the comments of the file that it was read from stay."""
    from ctxlab.model.provenance import CALIBRATE
    from ctxlab.profiles import save_profile
    from ctxlab.profiles.load import source_text

    text = None if base is None else source_text(base)
    save_profile(changed, output, base_text=text, by=CALIBRATE)
    note(word(state.language, "written", file=output))


def _rows(found: Calibration, language: str) -> list[tuple[str, ...]]:
    rows = [tuple(word(language, key) for key in _HEADS)]
    for row in found.rows[:_SHOWN]:
        expected = found.expected(row)
        rows.append(
            (
                f"{row.request:,}",
                f"{row.stretch:,}",
                f"{row.provider:,}",
                number(row.ours, exact=False),
                f"{row.difference:+,}",
                "–" if expected is None else f"{row.provider - expected:+,}",
            )
        )
    return rows


def _document(found: Calibration) -> dict[str, Any]:
    stated = found.unknown_tokens
    return {
        "schema": SCHEMA,
        "chain": found.chain,
        "encoding": found.encoding,
        "way": found.way.value,
        "factor": found.factor,
        "low": found.low,
        "high": found.high,
        "constant": found.constant,
        "error": found.error,
        "sure": found.sure,
        "doubts": [doubt.value for doubt in found.doubts],
        "unknown": {} if stated is None else {stated[0].value: stated[1]},
        "requests": [
            {
                "request": row.request,
                "turn": row.turn,
                "stretch": row.stretch,
                "provider": row.provider,
                "ours": row.ours,
                "difference": row.difference,
                "expected": found.expected(row),
            }
            for row in found.rows
        ],
    }
