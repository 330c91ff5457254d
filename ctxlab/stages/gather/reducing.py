"""What Gather takes out of single items: fields of tool results, noise of documents; kept for later gathers.

Decided here: what is reduced counts as reduced from Gather on, so caps, limits of items and the ledger see
what is left. Pinned items and what is dropped anyway stay as they are. Key facts, rules and must-keeps are
read from the items as they were recorded. Of several entries for tools the first whose `tool` matches holds.
A result is reduced in its first text that is JSON, a document in each of its texts.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace

from ctxlab.model.decision import Numbers, Reason
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.profile import GatherFields, GatherSettings
from ctxlab.model.trace import Altered, Pool
from ctxlab.stages.gather.pool import Placed
from ctxlab.stages.gather.sources import names_tool
from ctxlab.stages.protocol import Reduced
from ctxlab.text.doc_noise import IMAGES, clean
from ctxlab.text.fields import Projected, Wanted, project
from ctxlab.text.reduction import Reduction, Span
from ctxlab.text.sentences import is_cjk

_ITEMS_KEPT = 50_000
_TEXTUAL = (PartKind.TEXT, PartKind.RESULT)


@dataclass(frozen=True, slots=True)
class Shorter:
    """An item with what is left of it, why, and the numbers of that beside the tokens before."""

    item: Item
    reason: Reason
    numbers: Numbers
    cuts: tuple[Span, ...]
    stands: tuple[int, ...]


class Reductions:
    """Reduces items by a profile's settings; each item once for the settings that were used last."""

    def __init__(self) -> None:
        self._settings: tuple[tuple[GatherFields, ...], bool] = ((), False)
        self._known: dict[tuple[int, str], tuple[Item, Shorter | None]] = {}

    def of(
        self,
        items: Sequence[Item],
        placed: Sequence[Placed],
        pairs: Mapping[int, tuple[int, ...]],
        spared: Container[int],
        settings: GatherSettings,
    ) -> dict[int, Shorter]:
        """What becomes of each item that loses something, by position; `spared` are those left alone."""
        if not (settings.fields or settings.clean_docs):
            return {}
        if self._settings != (settings.fields, settings.clean_docs) or len(self._known) > _ITEMS_KEPT:
            self._settings = (settings.fields, settings.clean_docs)
            self._known = {}
        calls = {result: call for call, results in pairs.items() for result in results}
        found: dict[int, Shorter] = {}
        for position, place in enumerate(placed):
            if position in spared:
                continue
            item, shorter = items[position], None
            if place.source is Source.TOOL_RESULT and settings.fields:
                call = items[calls[position]] if position in calls else None
                tool = _tool_of(item, call)
                shorter = self._kept(item, tool, lambda one, name: _projected(one, name, settings.fields))
            elif place.source is Source.RETRIEVED_DOC and settings.clean_docs:
                shorter = self._kept(item, "", lambda one, _: _cleaned(one))
            if shorter is not None:
                found[position] = shorter
        return found

    def _kept(self, item: Item, tool: str, make: Callable[[Item, str], Shorter | None]) -> Shorter | None:
        known = self._known.get((id(item), tool))
        if known is None or known[0] is not item:
            known = self._known[id(item), tool] = (item, make(item, tool))
        return known[1]


def with_shorter(items: Sequence[Item], shorter: Mapping[int, Shorter]) -> list[Item]:
    """The items with those that lost something replaced."""
    out = list(items)
    for position, one in shorter.items():
        out[position] = one.item
    return out


def as_recorded(
    pool: Pool,
    items: Sequence[Item],
    shorter: Mapping[int, Shorter],
    count: Callable[[Item], tuple[int, bool]],
) -> tuple[Pool | None, dict[int, Reduced]]:
    """The pool as it was recorded, None where nothing is shorter; and what is left of items that are."""
    if not shorter:
        return None, {}
    originals, tokens, charge = list(pool.items), list(pool.tokens), list(pool.charge)
    left: dict[int, Reduced] = {}
    for position, one in shorter.items():
        originals[position] = items[position]
        held = count(items[position])[0]
        charge[position] += held - tokens[position]
        altered = Altered(one.item.parts, tokens[position], one.cuts)
        left[position] = Reduced(altered, one.stands)
        tokens[position] = held
    recorded = replace(pool, items=tuple(originals), tokens=tuple(tokens), charge=tuple(charge))
    return recorded, left


def _tool_of(item: Item, call: Item | None) -> str:
    """The tool that a result came from; of one that does not say, that of its call."""
    named = next((part.name for part in item.parts if part.kind is PartKind.RESULT and part.name), item.name)
    if named or call is None:
        return named
    return next((part.name for part in call.parts if part.kind is PartKind.CALL), "")


def _projected(item: Item, tool: str, rules: Sequence[GatherFields]) -> Shorter | None:
    rule = next((one for one in rules if names_tool(one.tool, tool)), None)
    if rule is None:
        return None
    named = rule.named if rule.fields else ()
    wanted = Wanted(rule.list, named, rule.rows, rule.expression)
    told: list[Projected] = []

    def reduced(part: Part) -> Reduction | None:
        found = None if told else project(part.text, wanted)
        if found is None:
            return None
        told.append(found)
        return found.reduction

    shorter = _shorter(item, Reason.FIELDS_PROJECTED, reduced)
    if shorter is None:
        return None
    return replace(shorter, numbers=(("rows", told[0].rows), ("of", told[0].of)))


def _cleaned(item: Item) -> Shorter | None:
    def reduced(part: Part) -> Reduction | None:
        # A value that was no text has no markup; its blanks are its form.
        return None if part.json else clean(part.text, IMAGES["zh" if _is_chinese(part.text) else "en"])

    return _shorter(item, Reason.NOISE_REMOVED, reduced)


def _is_chinese(text: str) -> bool:
    return any(map(is_cjk, text))


def _shorter(item: Item, reason: Reason, reduce: Callable[[Part], Reduction | None]) -> Shorter | None:
    """The item with its texts reduced; spans are those of its whole text. None where nothing goes."""
    parts: list[Part] = []
    cuts: list[Span] = []
    stands: list[int] = []
    begin = 0
    for part in item.parts:
        found = reduce(part) if part.kind in _TEXTUAL and part.text else None
        parts.append(part if found is None else replace(part, text=found.text))
        if found is not None:
            cuts += ((begin + start, begin + end) for start, end in found.cuts)
            stands += found.stands
        begin += len(part.text) + 1 if part.text else 0
    if not cuts:
        return None
    return Shorter(replace(item, parts=tuple(parts)), reason, (), tuple(cuts), tuple(stands))
