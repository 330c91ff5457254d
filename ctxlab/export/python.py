"""A profile in the two published Python forms. Each says in comments what it cannot express."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ctxlab.export.ceiling import limit_words
from ctxlab.export.fields import BUDGET_FIELDS, PER_ITEM, RESERVE, RESERVED, TABLE_KEYS, TOTAL
from ctxlab.export.gaps import gaps_of
from ctxlab.export.source import on_one_line
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.settings_export import Exported, Form
from ctxlab.profiles import stated_settings
from ctxlab.tokens.models import encoding_for

CONTEXT_BUDGET = Form("context-budget", "Python ContextBudget", "Python ContextBudget 类", ".py")
DICT = Form("dict", "Python CONTEXT_BUDGET dict", "Python CONTEXT_BUDGET 字典", ".py")

_UNCAPPED = "no cap in the profile: the whole window"
_UNKNOWN = "no cap and no window size in the profile: state a figure"

#: Nothing but figures is exported: what becomes of all else is up to the code that reads them.
_WHYS = dict.fromkeys(
    ("window", "tokens", "budget", "gather", "select", "summarize", "construct", "mode", "degrade"),
    "figures_alone",
) | {"window.model": "label", "lint": "told_by_lint"}


@dataclass(frozen=True, slots=True)
class _Figure:
    """One figure of the output: its name, its value, a comment on it, and the settings that it expresses."""

    name: str
    value: int | None
    comment: str = ""
    settings: tuple[str, ...] = ()


def context_budget(profile: Profile) -> Exported:
    """The dataclass, with the settings that it leaves unsaid."""
    return _exported(CONTEXT_BUDGET, profile, to_context_budget, _budget_figures)


def table(profile: Profile) -> Exported:
    """The dict, with the settings that it leaves unsaid."""
    return _exported(DICT, profile, to_context_budget_dict, _table_figures)


def _exported(
    form: Form,
    profile: Profile,
    write: Callable[[Profile], str],
    figures: Callable[[Profile], Iterator[_Figure]],
) -> Exported:
    expressed = {setting for one in figures(profile) for setting in one.settings}
    left = gaps_of(profile, expressed | {"name"}, _WHYS, dict(_assumed(profile)))
    return Exported(form.name, write(profile), form.ending, left)


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

    Rows without a cap are left out: no figure is none. `reserved` is all that has to stay free.
    """
    figures = list(_table_figures(profile))
    entries = (
        f'    # "{one.name}" is left out: {one.comment}'
        if one.value is None
        else f'    "{one.name}": {one.value},{_behind(one.comment)}'
        for one in figures
    )
    return "\n".join([*_head(profile, "CONTEXT_BUDGET", figures), "CONTEXT_BUDGET = {", *entries, "}", ""])


def _budget_figures(profile: Profile) -> Iterator[_Figure]:
    window = profile.window
    total_comment = "" if window.size is not None else "no window size in the profile: state a figure"
    yield _Figure(TOTAL, window.size, total_comment, ("window.size",))
    yield _Figure(RESERVE, window.output_reserve, settings=("window.output_reserve",))
    for name, row in BUDGET_FIELDS:
        yield _cap(profile, name, (row,)) or _uncapped(profile, name)
    yield _per_item(profile)


def _table_figures(profile: Profile) -> Iterator[_Figure]:
    for name, rows in TABLE_KEYS:
        yield _cap(profile, name, rows) or _Figure(name, None, _without_cap(profile, rows))
    reserve, buffer = profile.window.output_reserve, profile.window.buffer
    comment = f"output_reserve {reserve} + buffer {buffer}" if reserve and buffer else ""
    yield _Figure(RESERVED, reserve + buffer, comment, ("window.output_reserve", "window.buffer"))


def _without_cap(profile: Profile, rows: tuple[Row, ...]) -> str:
    """Why no figure can be given for rows of which at least one has no cap."""
    caps = [(row, profile.row(row).cap) for row in rows]
    if len(caps) == 1:
        return "no cap in the profile"
    return ", ".join(f"{row} has {'no cap' if cap is None else f'a cap of {cap}'}" for row, cap in caps)


def _cap(profile: Profile, name: str, rows: tuple[Row, ...]) -> _Figure | None:
    """The rows' caps as one figure, or the one that was published; None where there is neither."""
    caps = [profile.row(row).cap for row in rows]
    stated = [cap for cap in caps if cap is not None]
    settings = tuple(f"budget.{row}.cap" for row in rows)
    if len(stated) == len(caps):
        comment = " + ".join(str(row) for row in rows) if len(rows) > 1 else ""
        return _Figure(name, sum(stated), comment, settings)
    published = dict(profile.published).get(name)
    if isinstance(published, int) and not isinstance(published, bool):
        return _Figure(name, published, "published, and read by no code", (f"published.{name}",))
    return None


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
    stated = dict(stated_settings(profile))
    assumed = {key: value for key, value in _assumed(profile) if key not in stated}
    for key, value in {**stated, **assumed}.items():
        table, _, name = key.rpartition(".")
        if key not in expressed and table:
            tables.setdefault(table, []).append(f"{name} = {value!r}")
    yield f"# {form} of the profile {profile.name!r}, written by ctxlab. All figures are tokens."
    if profile.window.limit is not None and profile.window.enforce:
        yield f"# The profile holds the context to {profile.window.limit} tokens: {limit_words(profile)}."
    if tables:
        yield f"# {form} cannot express these settings; code that reads only the figures does not keep them:"
        yield from (on_one_line(f"#   {table}: {', '.join(settings)}") for table, settings in tables.items())
    yield ""


def _assumed(profile: Profile) -> Iterator[tuple[str, Any]]:
    """Settings that decide what the figures mean, whether the profile states them or not."""
    yield "tokens.encoding", encoding_for(profile).value
    yield "gather.key_facts", profile.gather.key_facts
    yield "construct.layout", profile.construct.layout.value
    yield "construct.wire", profile.construct.wire.value
    yield "construct.language", profile.construct.language.value
    for row, line in profile.budget:
        if line.per_item is not None:
            yield f"budget.{row}.per_item_action", line.per_item_action.value


def _behind(comment: str) -> str:
    return f"  # {comment}" if comment else ""
