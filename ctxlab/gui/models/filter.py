"""The filter field's language: `fate: stage: row: source: turn: tool: role: tokens> must: is: text`.

Terms are joined by and, values within a term (`fate:dropped,merged`) by or; `-` before a term turns it round.
What is not a known term is text that the item has to contain, without regard to case; quotes keep blanks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import not_

from ctxlab import explain
from ctxlab.gui.models.filter_columns import ROW_NUMBERS, FilterColumns, tool_name
from ctxlab.model.decision import STAGES, Fate, Stage
from ctxlab.model.items import Row, Source
from ctxlab.model.trace import Trace

__all__ = ["KEYS", "NO_FILTER", "Filter", "Problem", "parse", "tool_name", "values_of"]

#: A 1 (or True) for every position of a trace that passes, else a 0.
Mask = Sequence[int]
Condition = Callable[[FilterColumns], Mask]

#: The keys of terms, in the order in which they are offered.
KEYS = ("fate", "stage", "row", "source", "turn", "tool", "role", "tokens", "must", "is")

_TERM = re.compile(
    r"""(?P<no>-?)(?:
        (?P<key>fate|stage|source|row|turn|tool|role|tokens|must|is)(?P<op>:|<=|>=|<|>|=)
        (?P<value>(?:"[^"]*(?:"|$)|[^\s"])*)
        | "(?P<quoted>[^"]*)(?:"|$)
        | (?P<plain>\S+)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_RANGE = re.compile(r"(\d{1,18})(?:(?:\.\.|-)(\d{1,18}))?")
_MARKS = {
    "−": Fate.DROPPED,
    "-": Fate.DROPPED,
    "~": Fate.TRUNCATED,
    "Σ": Fate.COMPRESSED,
    "∪": Fate.MERGED,
    "+": Fate.ADDED,
}
_ALIASES = {"cut": Fate.TRUNCATED, "summarised": Fate.COMPRESSED, "summarized": Fate.COMPRESSED}

MUST = ("lost", "kept", "any")
IS = ("pinned", "must", "made", "current")
_CLOSED: Mapping[str, tuple[str, ...]] = {
    "fate": tuple(fate.word for fate in Fate if fate),
    "stage": tuple(stage.value for stage in STAGES),
    "row": tuple(row.value for row in Row),
    "source": tuple(source.value for source in Source),
    "must": MUST,
    "is": IS,
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A term that means nothing: the term as typed, and the values that it may have."""

    term: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """A parsed filter. With `problem` set it is not to be applied."""

    text: str
    conditions: tuple[Condition, ...] = ()
    problem: Problem | None = None

    def __bool__(self) -> bool:
        """Whether it leaves anything out."""
        return bool(self.conditions)

    def of(self, trace: Trace, positions: Iterable[int], columns: FilterColumns | None = None) -> list[int]:
        """Those positions that pass, in the order given; `columns` are the trace's, where there are any."""
        if not self.conditions:
            return list(positions)
        given = columns or FilterColumns(trace)
        passing: Mask = self.conditions[0](given)
        for condition in self.conditions[1:]:
            passing = list(map(min, passing, condition(given)))
        return [position for position in positions if passing[position]]


NO_FILTER = Filter("")


def values_of(key: str) -> tuple[str, ...]:
    """The values that a key may have, where they are a closed set."""
    return _CLOSED.get(key, ())


def parse(text: str) -> Filter:
    """The filter that the text says; an unknown value becomes its `problem`."""
    conditions: list[Condition] = []
    for match in _TERM.finditer(text):
        made = _condition(match)
        if isinstance(made, Problem):
            return Filter(text, (), made)
        if made is not None:
            conditions.append(_negated(made) if match["no"] else made)
    return Filter(text, tuple(conditions))


def _condition(match: re.Match[str]) -> Condition | Problem | None:
    """The condition of one term; None where it is still being typed."""
    if match["key"] is None:
        return _text(match["quoted"] if match["quoted"] is not None else match["plain"])
    key, op, term = match["key"].lower(), match["op"], match[0]
    value = match["value"].replace('"', "")
    if key in ("tokens", "turn"):
        return _number(key, op, value, term)
    values = [part.strip() for part in value.split(",") if part.strip()]
    if not values:
        return None
    if key == "role":
        wanted = {one.casefold() for one in values}
        return lambda columns: [role in wanted for role in columns.roles]
    if key == "tool":
        return _tool(tuple(one.casefold() for one in values))
    found = _chosen(key, values)
    if found is None:
        return Problem(term, values_of(key))
    return _CONDITIONS[key](found)


def _chosen(key: str, values: list[str]) -> frozenset[str] | None:
    """The values of a key that begin as typed, in either language; None where one is unknown."""
    names = _names(key)
    found: set[str] = set()
    for value in values:
        start = value.casefold().replace("-", "_").replace(" ", "_") if len(value) > 1 else value.casefold()
        exact = names.get(start) or names.get(value)
        here = {exact} if exact else {word for name, word in names.items() if name.startswith(start)}
        if not here:
            return None
        found |= here
    return frozenset(found)


@cache
def _names(key: str) -> Mapping[str, str]:
    """What each value of a key may be called: by itself, in words of both languages, by its sign."""
    names: dict[str, str] = {}
    for word in values_of(key):
        for language in ("en", "zh"):
            names.setdefault(_worded(key, word, language).casefold().replace(" ", "_"), word)
        names[word] = word
    if key == "fate":
        names |= {mark: fate.word for mark, fate in (_MARKS | _ALIASES).items()}
    return names


def _worded(key: str, word: str, language: str) -> str:
    """A value as the panes word it."""
    match key:
        case "fate":
            return explain.fate(Fate[word.upper()], language)
        case "stage":
            return explain.stage(Stage(word), language)
        case "row":
            return explain.row(Row(word), language)
        case "source":
            return explain.source(Source(word), language)
        case _:
            return word


def _fate(wanted: frozenset[str]) -> Condition:
    table = bytes(fate < len(Fate) and Fate(fate).word in wanted for fate in range(256))
    return lambda columns: columns.fates.translate(table)


def _stage(wanted: frozenset[str]) -> Condition:
    table = bytes(at < len(STAGES) and STAGES[at].value in wanted for at in range(256))
    return lambda columns: columns.stages.translate(table)


def _row(wanted: frozenset[str]) -> Condition:
    numbers = {number for row, number in ROW_NUMBERS.items() if row in wanted}
    table = bytes(number in numbers for number in range(256))
    return lambda columns: columns.row_numbers.translate(table)


def _source(wanted: frozenset[str]) -> Condition:
    return lambda columns: [source in wanted for source in columns.sources]


def _must(wanted: frozenset[str]) -> Condition:
    def mask(columns: FilterColumns) -> Mask:
        states = {True: "lost", False: "kept"}
        must = columns.marked.must
        ids = frozenset(one for one, lost in must.items() if "any" in wanted or states[lost] in wanted)
        return columns.at(ids)

    return mask


def _is(wanted: frozenset[str]) -> Condition:
    def mask(columns: FilterColumns) -> Mask:
        found = {
            "pinned": lambda: columns.at(columns.marked.pinned),
            "must": lambda: columns.at(columns.marked.must),
            "made": lambda: bytes(len(columns.trace.pool)) + b"\1" * len(columns.trace.made),
            "current": lambda: columns.current,
        }
        masks = [found[word]() for word in sorted(wanted)]
        return list(map(any, zip(*masks, strict=True)))

    return mask


_CONDITIONS: Mapping[str, Callable[[frozenset[str]], Condition]] = {
    "fate": _fate,
    "stage": _stage,
    "row": _row,
    "source": _source,
    "must": _must,
    "is": _is,
}


def _text(wanted: str) -> Condition | None:
    folded = wanted.casefold()
    return (lambda columns: columns.holding(folded)) if folded else None


def _tool(wanted: tuple[str, ...]) -> Condition:
    def mask(columns: FilterColumns) -> Mask:
        # there are few tools and many items
        known = {tool: any(one in tool for one in wanted) for tool in set(columns.tools)}
        return [known[tool] for tool in columns.tools]

    return mask


def _number(key: str, op: str, value: str, term: str) -> Condition | Problem | None:
    """A bound, a range, or (turns only) several with commas; in tokens a comma sets thousands apart."""
    parts = [value.replace(",", "")] if key == "tokens" or op != ":" else value.split(",")
    bounds: list[tuple[int, int | None]] = []
    for part in (one.strip() for one in parts):
        if not part:
            continue
        match = _RANGE.fullmatch(part)
        if match is None or (match[2] and op != ":"):
            return Problem(term, (f"{key}>100", f"{key}<100", f"{key}:3", f"{key}:3..5"))
        bounds.append(_bounds(op, int(match[1]), int(match[2] or match[1])))
    if not bounds:
        return None

    def mask(columns: FilterColumns) -> Mask:
        found: list[int] = columns.tokens if key == "tokens" else columns.turns
        if len(bounds) > 1:
            return [any(low <= n and (high is None or n <= high) for low, high in bounds) for n in found]
        low, high = bounds[0]
        if high is None:
            return [n >= low for n in found]
        return [low <= n <= high for n in found]

    return mask


def _bounds(op: str, low: int, high: int) -> tuple[int, int | None]:
    """The least and the most that pass."""
    match op:
        case ">":
            return low + 1, None
        case ">=":
            return low, None
        case "<":
            return 0, low - 1
        case "<=":
            return 0, low
        case _:
            return low, high


def _negated(condition: Condition) -> Condition:
    return lambda columns: list(map(not_, condition(columns)))
