"""`ctxlab sensitivity`: one row's items, tokens and must-keeps against its cap."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab.cli.names import row_name
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
from ctxlab.cli.render import number, say, say_json, table
from ctxlab.cli.state import HOLDS, Choices, State
from ctxlab.cli.words import word
from ctxlab.explain.rescue import choice
from ctxlab.model.items import Row

if TYPE_CHECKING:
    from ctxlab.model.profile import Profile
    from ctxlab.model.sensitivity import Curve
    from ctxlab.model.trace import Trace

SCHEMA = "ctxlab.sensitivity/1"

#: Steps that the table shows; --json has all.
_SHOWN = 32


@click.command("sensitivity", cls=Command)
@click.argument("file", type=FILE)
@click.argument("row", type=click.Choice([row.value for row in Row]))
@choosing()
@json_option
@click.pass_obj
def command(state: State, file: Path, row: str, choices: Choices, as_json: bool) -> int:
    """Tell how many items, tokens and must-keeps the cap of ROW decides on, with all else as it is.

    A step holds from its cap up to the next one. Items and tokens are those of the row that stand whole at
    the end of Select, must-keeps those that reach the end of the run.
    """
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        tell_broken_marks(session, state.language)
        if not session.items:
            nothing_to_do(state, file, as_json=as_json)
            return HOLDS
        profile, snapshot = chosen_profile(lab, session, choices), moment(session, choices)
        trace = lab.build(snapshot, profile)
        curve = lab.sensitivity(snapshot, profile, None, Row(row))
    if as_json:
        say_json(_document(curve, trace))
        return HOLDS
    for line in _lines(curve, trace, profile, state.language):
        say(line)
    return HOLDS


def _lines(curve: Curve, trace: Trace, profile: Profile, language: str) -> list[str]:
    line = profile.row(curve.row)
    now = word(language, "no_cap_now") if curve.now is None else f"{curve.now:,}"
    lines = [
        word(
            language,
            "sensitivity_head",
            row=row_name(curve.row, language),
            cap=now,
            overflow=choice(line.overflow.value, language),
            request=trace.request,
            profile=trace.profile,
        )
    ]
    head = tuple(word(language, key) for key in ("cap", "curve_items", "curve_tokens", "must_keeps"))
    here = curve.at(curve.now)
    rows = [("", *head)]
    for at in _shown(curve, here):
        rows.append(
            (
                ">" if at == here else "",
                number(curve.caps[at]),
                f"{curve.kept[at]:,}/{curve.of:,}",
                number(curve.tokens[at], trace.exact),
                f"{curve.must_keeps[at]}/{curve.judged}",
            )
        )
    lines += table(rows, right=(1, 2, 3, 4))
    if len(rows) - 1 < len(curve.caps):
        lines.append(word(language, "more_steps", shown=len(rows) - 1, count=f"{len(curve.caps):,}"))
    if not curve.exact:
        lines.append(word(language, "curve_not_exact", runs=len(curve.runs)))
    return lines


def _shown(curve: Curve, here: int) -> list[int]:
    """The steps that the table shows: where must-keeps change, the ends, the present one, some between."""
    last = len(curve.caps) - 1
    if last < _SHOWN:
        return list(range(last + 1))
    changes = [
        at
        for place in range(1, last + 1)
        if curve.must_keeps[place] != curve.must_keeps[place - 1]
        for at in (place - 1, place)
    ]
    wanted = {0, last, here, *changes[:_SHOWN]}
    spread = _SHOWN - len(wanted)
    wanted.update(at * last // (spread + 1) for at in range(1, spread + 1))
    return sorted(wanted)


def _document(curve: Curve, trace: Trace) -> dict[str, Any]:
    runs = frozenset(curve.runs)
    return {
        "schema": SCHEMA,
        "request": trace.request,
        "profile": trace.profile,
        "row": curve.row.value,
        "now": curve.now,
        "exact": curve.exact,
        "items": curve.of,
        "judged": curve.judged,
        "steps": [
            {"cap": cap, "items": kept, "tokens": tokens, "must_keeps": saved, "run": cap in runs}
            for cap, kept, tokens, saved in zip(
                curve.caps, curve.kept, curve.tokens, curve.must_keeps, strict=True
            )
        ],
    }
