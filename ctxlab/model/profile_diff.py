"""By what one profile differs from another, setting by setting.

`differences(before, after) -> tuple[Difference, ...]` is what the command line, the window and provenance
tell; `explain.profile_words` has it in words, `batch.profile_figures` in numbers over many sessions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pydantic import BaseModel

from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.profile_keys import BY_SOURCE, TEXTS, section_models

#: The key of the order of the table's rows, which is no setting that can be set by itself.
ORDER = "budget (order)"


class Difference(NamedTuple):
    """A setting that two profiles give different values: its dotted key, and both values.

    A list of rules is one setting, a tuple of them; the order of the table's rows is a tuple of rows under
    `ORDER`. None is a setting that is not set.
    """

    key: str
    before: Any
    after: Any


def differences(before: Profile, after: Profile) -> tuple[Difference, ...]:
    """The settings that two profiles give different values, in the order of the later one.

    Rows are compared in full: one that a profile does not name has a meaning, too. What the profiles tell of
    how they came about is no setting.
    """
    if before is after:
        return ()
    old, new = dict(_settings(before)), dict(_settings(after))
    keys = [*new, *(key for key in old if key not in new)]
    return tuple(
        Difference(key, old.get(key), new.get(key)) for key in keys if not _same(old.get(key), new.get(key))
    )


def _same(one: Any, other: Any) -> bool:
    # a published figure may be 1, 1.0 or true
    return bool(one == other) and (type(one) is type(other) or not isinstance(one, int | float))


def _settings(profile: Profile) -> Iterator[tuple[str, Any]]:
    """Each setting by its dotted key."""
    for name in TEXTS:
        yield name, getattr(profile, name)
    yield from _section(profile, "window")
    yield from _section(profile, "tokens")
    for row in profile.table():
        line = profile.row(row)
        for field in type(line).model_fields:
            yield f"budget.{row}.{field}", getattr(line, field)
    yield ORDER, profile.table()
    for name in section_models():
        if name not in ("window", "tokens"):
            yield from _section(profile, name)
    yield "must_keep", profile.must_keep
    for name, figure in profile.published:
        yield f"published.{name}", figure


def _section(profile: Profile, name: str) -> Iterator[tuple[str, Any]]:
    section: BaseModel = getattr(profile, name)
    for field in type(section).model_fields:
        value = getattr(section, field)
        if (name, field) in BY_SOURCE:
            for source, one in value:
                yield f"{name}.{field}.{source}", one
        else:
            yield f"{name}.{field}", value


def row_of(key: str) -> Row | None:
    """The row of the budget table whose setting a key names; None where it names no row's."""
    part, _, rest = key.partition(".")
    row, dot, _ = rest.partition(".")
    return Row(row) if part == "budget" and dot and row in tuple(Row) else None
