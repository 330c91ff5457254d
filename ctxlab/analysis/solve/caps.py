"""Profiles with other caps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ctxlab.analysis.solve.needs import Caps
from ctxlab.errors import ProfileError, Where
from ctxlab.model.items import Row
from ctxlab.model.profile import MAX_TOKENS, Overflow, Profile, RowBudget

#: The strategies of Select whose rows can be solved: caps of rows decide what they keep.
SOLVABLE = ("layered", "gssc-published")


def with_caps(profile: Profile, rows: Sequence[Row], caps: Caps) -> Profile:
    """The profile with those caps."""
    lines = {
        row: profile.row(row).model_copy(update={"cap": cap}) for row, cap in zip(rows, caps, strict=True)
    }
    return with_lines(profile, lines)


def with_lines(profile: Profile, lines: Mapping[Row, RowBudget]) -> Profile:
    """The profile with other lines of the table, in the same order."""
    table = tuple((row, lines.get(row, profile.row(row))) for row in profile.table())
    return profile.with_parts(budget=table)


def without_bounds(profile: Profile, rows: Sequence[Row]) -> Profile:
    """The profile with caps of these rows that bind nothing, without elastic rows, not held to its limit."""
    lines: dict[Row, RowBudget] = {}
    for row in profile.table():
        line = profile.row(row)
        cap = MAX_TOKENS if row in rows else line.cap
        lines[row] = line.model_copy(update={"cap": cap, "elastic": False})
    window = profile.window.model_copy(update={"enforce": False})
    return with_lines(profile, lines).with_parts(window=window)


def rows_to_solve(profile: Profile, asked: Sequence[Row] | None) -> tuple[Row, ...]:
    """The rows whose caps are solved, in table order: those asked for, or all with a cap that may bind.

    Raises:
        ProfileError: A row keeps all whatever its cap, no row has a cap that could be solved, or Select
            follows no caps of rows.
    """
    strategy = profile.select.strategy
    if strategy not in SOLVABLE:
        raise ProfileError(
            f"Select by {strategy} follows no caps of rows that could be solved",
            where=Where(key="select.strategy"),
            hint=f"caps are solved with {' or '.join(SOLVABLE)}",
        )
    for row in asked or ():
        if profile.row(row).overflow is Overflow.KEEP:
            raise ProfileError(
                f"row {row} keeps all that it is given, whatever its cap",
                where=Where(key=f"budget.{row}.overflow"),
                hint="give it another overflow rule, or leave it out of --rows",
            )
    found = tuple(
        row
        for row in profile.table()
        if (row in asked if asked else profile.row(row).cap is not None)
        and profile.row(row).overflow is not Overflow.KEEP
    )
    if not found:
        raise ProfileError(
            "no row has a cap that decides anything",
            where=Where(key="budget"),
            hint="give a row a cap and an overflow rule other than keep, or name rows with --rows",
        )
    return found
