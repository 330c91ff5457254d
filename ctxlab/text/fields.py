"""Reducing a JSON result to the fields that somebody asks for, such that it stays valid JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard, cast

from ctxlab.text.atoms import safe_before
from ctxlab.text.cut_json import ROWS_OMITTED, difference, dumped
from ctxlab.text.json_spans import Child, children, end_of, outermost
from ctxlab.text.reduction import Edit, Reduction, reduce

_ROWS = re.compile(r"…\[(\d{1,12}) rows omitted\]…")
_SHORTENED = "…"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be left of a result.

    `fields` are names of members, each with the most characters of a text in it, or None. They are those of
    the rows in the member `list` of the result; without `list`, of the rows that the result itself is, or of
    the result, which is then the only row. `rows` is how many at most. `expression` (JMESPath) takes the
    place of `list` and `fields`.
    """

    list: str = ""
    fields: tuple[tuple[str, int | None], ...] = ()
    rows: int | None = None
    expression: str = ""


@dataclass(frozen=True, slots=True)
class Projected:
    """What is left, and how many of how many rows."""

    reduction: Reduction
    rows: int
    of: int


def project(text: str, wanted: Wanted) -> Projected | None:
    """The result with the wanted fields alone, word for word and in its own order.

    A field that a row lacks is lacking in the answer too. Rows beyond the most are told by a last element.
    None where the text is no JSON object or array, where it has nothing of what is wanted, and where nothing
    would go: such a result stays as it is. Projecting twice by `fields` changes nothing; an `expression` may
    find something in its own answer.
    """
    whole = outermost(text)
    if whole is None:
        return None
    if wanted.expression:
        return _evaluated(text, whole, wanted)
    found = _rows(text, whole, wanted)
    if found is None:
        return None
    around, rows, container = found
    edits = list(around)
    shown = rows
    omitted = earlier = 0
    if container is not None:
        rows, earlier = _taken_apart(rows)
        most = len(rows) if wanted.rows is None else wanted.rows
        shown, omitted = rows[:most], max(0, len(rows) - most)
    names = dict(wanted.fields)
    members = [_members(text, row) for row in shown]
    if shown and not any(child.key in names for row in members for child in row):
        return None
    for row, inside in zip(shown, members, strict=True):
        if not inside:
            continue
        edits += _without(inside, [child.key in names for child in inside], row.value + 1, row.end - 1)
        edits += (edit for child in inside if child.key in names for edit in _short(text, child, names))
    if container is not None and omitted:
        edits.append(_rows_edit(shown, container, omitted + earlier))
    edits.sort(key=lambda edit: edit.start)
    if not edits:
        return None
    return Projected(reduce(text, edits), len(shown), len(rows))


def _rows(text: str, whole: Child, wanted: Wanted) -> tuple[Sequence[Edit], list[Child], Child | None] | None:
    """What goes around the rows, the rows, and the array that holds them, if one does."""
    holder, around = whole, list[Edit]()
    if wanted.list:
        if not isinstance(whole.content, dict):
            return None
        beside = children(text, whole.value)
        named = [child.key == wanted.list for child in beside]
        if True not in named:
            return None
        holder = beside[named.index(True)]
        around = list(_without(beside, named, whole.value + 1, whole.end - 1))
    if isinstance(holder.content, list):
        return around, children(text, holder.value), holder
    return (around, [holder], None) if isinstance(holder.content, dict) else None


def _members(text: str, row: Child) -> list[Child]:
    return children(text, row.value) if isinstance(row.content, dict) else []


def _taken_apart(rows: list[Child]) -> tuple[list[Child], int]:
    """The rows without a last element that tells of earlier omissions, and how many it tells of."""
    last: Any = rows[-1].content if rows else None
    found = _ROWS.fullmatch(last) if isinstance(last, str) else None
    return (rows, 0) if found is None else (rows[:-1], int(found.group(1)))


def _without(all_of: list[Child], stays: list[bool], begin: int, end: int) -> Iterator[Edit]:
    """Takes out what does not stay with the commas between; `begin` and `end` are inside the brackets."""
    if True not in stays:
        yield Edit(begin, end)
        return
    first = stays.index(True)
    if first:
        yield Edit(all_of[0].start, all_of[first].start)
    before = all_of[first].end
    for child, stay in zip(all_of[first + 1 :], stays[first + 1 :], strict=True):
        if not stay:
            yield Edit(before, child.end)
        before = child.end


def _short(text: str, child: Child, limits: dict[str, int | None]) -> Iterator[Edit]:
    """Shortens a text to its field's most characters, the mark included."""
    most, content = limits[child.key], child.content
    if most is None or not isinstance(content, str) or len(content) <= most:
        return
    kept = len(content[: safe_before(content, max(0, most - len(_SHORTENED)))].rstrip())
    yield Edit(end_of(text, child.value + 1, kept), child.end - 1, _SHORTENED)


def _rows_edit(shown: list[Child], holder: Child, omitted: int) -> Edit:
    told = json.dumps(ROWS_OMITTED.format(omitted), ensure_ascii=False)
    if shown:
        return Edit(shown[-1].end, holder.end - 1, f", {told}")
    return Edit(holder.value + 1, holder.end - 1, told)


def _evaluated(text: str, whole: Child, wanted: Wanted) -> Projected | None:
    """What the expression makes of the result; None where it makes nothing, or nothing shorter."""
    import jmespath
    from jmespath.exceptions import JMESPathError

    try:
        value: Any = jmespath.search(wanted.expression, whole.content)
    except (JMESPathError, RecursionError, ValueError, TypeError, OverflowError):
        return None
    rows = of = 1
    if _is_list(value):
        of = len(value)
        rows = of if wanted.rows is None else min(of, wanted.rows)
        value = value if rows == of else [*value[:rows], ROWS_OMITTED.format(of - rows)]
    if not value or not isinstance(value, dict | list):
        return None
    made = dumped(cast("object", value), ", " if '": ' in text else ",")
    if len(made) >= len(text):
        return None
    ((start, end),) = difference(text, made)
    stands = made[start : len(made) - (len(text) - end)]
    return Projected(Reduction(made, ((start, end),), (len(stands),)), rows, of)


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)
