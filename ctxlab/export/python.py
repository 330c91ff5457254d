"""A profile in the two published Python forms. Each says in comments what it cannot express."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ctxlab.export.fields import BUDGET_FIELDS, PER_ITEM, RESERVE, RESERVED, TABLE_KEYS, TOTAL
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.profiles import stated_settings

_UNCAPPED = "no cap in the profile: the whole window"
_UNKNOWN = "no cap and no window size in the profile: state a figure"


@dataclass(frozen=True, slots=True)
class _Figure:
    """One figure of the output: its name, its value, a comment on it, and the settings that it expresses."""

    name: str
    value: int | None
    comment: str = ""
    settings: tuple[str, ...] = ()


def to_context_budget(profile: Profile) -> str:
    """Python source of a `ContextBudget` dataclass with the published field names.

    A row without a cap gets the window's size, which never binds; without a size, None, for which whoever
    uses the source has to state a figure.
    """
    figures = list(_budget_figures(profile))
    optional = any(one.value is None for one in figures)
    kind = "int | None" if optional else "int"
    fields = (f"    {one.name}: {kind} = {one.value}{_behind(one.comment)}" for one in figures)
    return "\n".join(
        [
            *_head(profile, "ContextBudget", figures),
            "from dataclasses import dataclass",
            "",
            "",
            "@dataclass",
            "class ContextBudget:",
            *fields,
            "",
        ]
    )


def to_context_budget_dict(profile: Profile) -> str:
    """Python source of a `CONTEXT_BUDGET` dict with the published keys.

    Rows without a cap are given what `to_context_budget` gives them.
    """
    figures = list(_table_figures(profile))
    entries = (f'    "{one.name}": {one.value},{_behind(one.comment)}' for one in figures)
    return "\n".join([*_head(profile, "CONTEXT_BUDGET", figures), "CONTEXT_BUDGET = {", *entries, "}", ""])


def _budget_figures(profile: Profile) -> Iterator[_Figure]:
    window = profile.window
    total_comment = "" if window.size is not None else "no window size in the profile: state a figure"
    yield _Figure(TOTAL, window.size, total_comment, ("window.size",))
    yield _Figure(RESERVE, window.output_reserve, settings=("window.output_reserve",))
    for name, row in BUDGET_FIELDS:
        yield _cap(profile, name, (row,))
    yield _per_item(profile)


def _table_figures(profile: Profile) -> Iterator[_Figure]:
    for name, rows in TABLE_KEYS:
        yield _cap(profile, name, rows)
    yield _Figure(RESERVED, profile.window.buffer, settings=("window.buffer",))


def _cap(profile: Profile, name: str, rows: tuple[Row, ...]) -> _Figure:
    caps = [profile.row(row).cap for row in rows]
    stated = [cap for cap in caps if cap is not None]
    settings = tuple(f"budget.{row}.cap" for row in rows)
    if len(stated) == len(caps):
        comment = " + ".join(str(row) for row in rows) if len(rows) > 1 else ""
        return _Figure(name, sum(stated), comment, settings)
    published = dict(profile.published).get(name)
    if isinstance(published, int) and not isinstance(published, bool):
        return _Figure(name, published, "published, and read by no code", (f"published.{name}",))
    return _uncapped(profile, name)


def _per_item(profile: Profile) -> _Figure:
    overall = profile.summarize.max_item_tokens
    if overall is not None:
        return _Figure(PER_ITEM, overall, settings=("summarize.max_item_tokens",))
    limits = {row: line.per_item for row, line in profile.budget if line.per_item is not None}
    if len(set(limits.values())) == 1:
        rows = ", ".join(str(row) for row in limits)
        settings = tuple(f"budget.{row}.per_item" for row in limits)
        return _Figure(PER_ITEM, next(iter(limits.values())), f"in the profile only of {rows}", settings)
    return _uncapped(profile, PER_ITEM)


def _uncapped(profile: Profile, name: str) -> _Figure:
    size = profile.window.size
    return _Figure(name, size, _UNKNOWN if size is None else _UNCAPPED)


def _head(profile: Profile, form: str, figures: Iterable[_Figure]) -> Iterator[str]:
    """The comments over the code: what it is, and each setting of the profile that it does not express."""
    expressed = {setting for one in figures for setting in one.settings}
    tables: dict[str, list[str]] = {}
    for key, value in stated_settings(profile):
        table, _, name = key.rpartition(".")
        if key not in expressed and table:
            tables.setdefault(table, []).append(f"{name} = {value!r}")
    yield f"# {form} of the profile {profile.name!r}, written by ctxlab. All figures are tokens."
    if tables:
        yield f"# {form} cannot express these settings; code that reads only the figures does not keep them:"
        yield from (_on_one_line(f"#   {table}: {', '.join(settings)}") for table, settings in tables.items())
    yield ""


def _on_one_line(comment: str) -> str:
    """The comment with all that could end it, or hide what it says, written as escapes."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in comment)


def _behind(comment: str) -> str:
    return f"  # {comment}" if comment else ""
