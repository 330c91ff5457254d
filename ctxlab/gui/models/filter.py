"""The filter field: `fate: source: row: turn: tool: tokens> text`, as conditions on a trace's columns.

Terms are joined by and, values within a term (`fate:dropped,merged`) by or; `-` before a term turns it round.
What is not a known term is text that the item has to contain, without regard to case; quotes keep blanks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ctxlab.model.decision import Fate
from ctxlab.model.items import PartKind, Row, Source
from ctxlab.model.trace import Trace

Condition = Callable[[Trace, int], bool]

_TERM = re.compile(
    r"""(?P<no>-?)(?:
        (?P<key>fate|source|row|turn|tool|role|tokens)(?P<op>:|<=|>=|<|>|=)(?P<value>"[^"]*"|\S*)
        | "(?P<quoted>[^"]*)"
        | (?P<plain>\S+)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_RANGE = re.compile(r"(\d+)(?:(?:\.\.|-)(\d+))?")
_MARKS = {
    "−": Fate.DROPPED,
    "-": Fate.DROPPED,
    "~": Fate.TRUNCATED,
    "Σ": Fate.COMPRESSED,
    "∪": Fate.MERGED,
    "+": Fate.ADDED,
}
_ALIASES = {"cut": Fate.TRUNCATED, "summarised": Fate.COMPRESSED, "summarized": Fate.COMPRESSED}


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

    def matches(self, trace: Trace, position: int) -> bool:
        """Whether the item at that position passes."""
        return all(condition(trace, position) for condition in self.conditions)

    def of(self, trace: Trace, positions: Iterable[int]) -> list[int]:
        """Those positions that pass, in the order given."""
        if not self.conditions:
            return list(positions)
        return [position for position in positions if self.matches(trace, position)]


NO_FILTER = Filter("")


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
    key, op, value = match["key"].lower(), match["op"], match["value"].strip('"')
    if not value:
        return None
    if key in ("tokens", "turn"):
        return _number(key, op, value, match[0])
    values = [part for part in value.split(",") if part]
    if key == "fate":
        return _fate(values, match[0])
    if key == "source":
        return _named(values, [source.value for source in Source], lambda t, p: t.source(p).value, match[0])
    if key == "row":
        return _named(values, [row.value for row in Row], lambda t, p: t.row(p).value, match[0])
    if key == "role":
        wanted = {one.lower() for one in values}
        return lambda trace, position: trace.item(position).role.lower() in wanted
    folded = tuple(one.casefold() for one in values)
    return lambda trace, position: any(one in tool_name(trace, position).casefold() for one in folded)


def tool_name(trace: Trace, position: int) -> str:
    """The tool that the item names: of a schema, a call or a result; empty for other items."""
    item = trace.item(position)
    for part in item.parts:
        if part.kind in (PartKind.CALL, PartKind.RESULT) and part.name:
            return part.name
    if trace.source(position) in (Source.TOOL_SCHEMAS, Source.TOOL_RESULT):
        return item.name or next((part.name for part in item.parts if part.name), "")
    return ""


def _text(wanted: str) -> Condition | None:
    folded = wanted.casefold()
    if not folded:
        return None
    return lambda trace, position: folded in trace.item(position).text.casefold()


def _fate(values: list[str], term: str) -> Condition | Problem:
    known = {fate.word: fate for fate in Fate if fate} | _ALIASES | _MARKS
    wanted: set[Fate] = set()
    for value in values:
        found = {fate for word, fate in known.items() if word.startswith(value.lower())}
        if not found:
            return Problem(term, tuple(fate.word for fate in Fate if fate))
        wanted |= found
    return lambda trace, position: trace.fate(position) in wanted


def _named(
    values: list[str], known: list[str], of: Callable[[Trace, int], str], term: str
) -> Condition | Problem:
    wanted: set[str] = set()
    for value in values:
        start = value.lower().replace("-", "_").replace(" ", "_")
        found = {start} if start in known else {name for name in known if name.startswith(start)}
        if not found:
            return Problem(term, tuple(known))
        wanted |= found
    return lambda trace, position: of(trace, position) in wanted


def _number(key: str, op: str, value: str, term: str) -> Condition | Problem:
    match = _RANGE.fullmatch(value.replace(",", ""))
    if match is None:
        return Problem(term, (f"{key}>100", f"{key}<100", f"{key}:3", f"{key}:3..5"))
    low = int(match[1])
    high = int(match[2]) if match[2] else low
    of: Callable[[Trace, int], int] = Trace.tokens if key == "tokens" else Trace.turn
    bounds = {
        ">": (low + 1, None),
        ">=": (low, None),
        "<": (None, low - 1),
        "<=": (None, low),
    }.get(op, (low, high))
    least, most = bounds
    return lambda trace, position: (
        (least is None or of(trace, position) >= least) and (most is None or of(trace, position) <= most)
    )


def _negated(condition: Condition) -> Condition:
    return lambda trace, position: not condition(trace, position)
