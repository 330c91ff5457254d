"""What Select derives from the gathered items once and keeps between runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from ctxlab.model.decision import Fate, Numbers, Stage
from ctxlab.model.items import Item, Part, PartKind, Row, Source
from ctxlab.model.profile import Order
from ctxlab.model.trace import Altered, Made
from ctxlab.stages.headings import Overhead, doc_heading, placeholder, tool_heading, tool_name
from ctxlab.stages.kept import kept_with
from ctxlab.stages.places import is_call_less
from ctxlab.stages.protocol import Gathered, Unit
from ctxlab.stages.select.answers import Answers
from ctxlab.stages.select.plan import CUTTABLE, Plan, make_plan
from ctxlab.stages.select.relevance import Ranking
from ctxlab.stages.select.verdicts import VerdictColumns
from ctxlab.text.cut_json import cut
from ctxlab.tokens.cache import is_exact
from ctxlab.tokens.protocols import Counter

_PLANS_KEPT = 24


@dataclass(eq=False)
class Prepared:
    """Derived tables of one Gathered, and small caches of plans, cuts and placeholders.

    `call_of` maps results to their calls, `message` each item of a message with calls to all of it.
    `call_less` are results without a recorded call. `unanswered` are calls without a recorded result that
    something follows: a call in the last message is only pending. `never_reached` are results that Gather
    dropped, not so their calls.
    """

    gathered: Gathered
    call_of: dict[int, int]
    call_less: tuple[int, ...]
    message: dict[int, tuple[int, ...]]
    unanswered: tuple[int, ...]
    never_reached: frozenset[int]
    verdicts: VerdictColumns
    answered: Answers
    _broken_by: dict[int, Numbers] = field(default_factory=dict[int, Numbers])
    _plans: dict[object, Plan] = field(default_factory=dict[object, Plan])
    _cuts: dict[tuple[str, int, int], Altered | None] = field(
        default_factory=dict[tuple[str, int, int], Altered | None]
    )
    _placeholders: dict[tuple[str, int], Made] = field(default_factory=dict[tuple[str, int], Made])

    def broken_by(self, position: int) -> Numbers:
        """The numbers of a pair that this item's going broke."""
        found = self._broken_by.get(position)
        if found is None:
            found = self._broken_by[position] = (("by", self.gathered.pool.items[position].id),)
        return found

    def plan(
        self,
        row: Row,
        order: Order,
        per_item: int | None,
        *,
        spilled: tuple[Unit, ...] = (),
        without: frozenset[int] = frozenset(),
        last: frozenset[int] = frozenset(),
        ranking: Ranking | None = None,
    ) -> Plan:
        """The serving plan of a row, with units that another row turned away, without what went elsewhere.

        Units whose first position is in `last` come last: they are over a count and must not take another's
        place. `ranking` is asked in the order of relevance.
        """
        if order is not Order.RELEVANCE:
            ranking = None
        key = (row, order, per_item, tuple(unit.positions[0] for unit in spilled), without, last, ranking)
        found = self._plans.pop(key, None)
        if found is None:
            units: Sequence[Unit] = self.gathered.units.get(row, ())
            if without:
                units = [unit for unit in units if without.isdisjoint(unit.positions)]
            if spilled:
                units = (*units, *spilled)
            scores = None if ranking is None else ranking.scores(row)
            least = 0 if ranking is None else ranking.least
            pool = self.gathered.pool
            found = make_plan(units, pool, order, per_item, last=last, scores=scores, least=least)
            if len(self._plans) >= _PLANS_KEPT:
                self._plans.pop(next(iter(self._plans)))
        # the one used last stays longest: the plan of a long row outlives those that a summary makes anew
        self._plans[key] = found
        return found

    def cut(self, position: int, limit: int, counter: Counter) -> Altered | None:
        """The item cut to at most `limit` tokens and without its media; None where nothing would be left."""
        key = (counter.vocabulary, position, limit)
        if key not in self._cuts:
            self._cuts[key] = cut_item(self.gathered.pool.items[position], limit, counter)
        return self._cuts[key]

    def placeholder(self, position: int, counter: Counter) -> Made:
        """The item that stands in for a dropped result, or for the missing result of an unanswered call."""
        key = (counter.vocabulary, position)
        found = self._placeholders.get(key)
        if found is None:
            found = self._placeholders[key] = self._placeholder(position, counter)
        return found

    def _placeholder(self, position: int, counter: Counter) -> Made:
        pool = self.gathered.pool
        origin = pool.items[position]
        missing = origin.has(PartKind.CALL)
        text = placeholder(0 if missing else pool.tokens[position])
        kind = PartKind.CALL if missing else PartKind.RESULT
        name = next((part.name for part in origin.parts if part.kind is kind), origin.name)
        item = Item(
            id=f"{origin.id}~placeholder",
            role="tool" if missing else origin.role,
            parts=(Part(PartKind.RESULT, text, name=name, call_id=origin.call_id),),
            source=Source.TOOL_RESULT,
            message=-1 if missing else origin.message,
            part=0 if missing else origin.part,
            place=origin.place,
            name="" if missing else origin.name,
        )
        turn, tokens, sure = pool.turn[position], counter.count(text), is_exact(counter, text)
        return Made(item, Source.TOOL_RESULT, Row.TOOL_RESULT, turn, tokens, Stage.SELECT, (position,), sure)

    def heads(self, overhead: Overhead) -> dict[int, int]:
        """Tokens of the heads of call-less results."""
        items = self.gathered.pool.items
        return {
            position: overhead.counter.count(tool_heading(tool_name(items[position]), overhead.language))
            for position in self.call_less
        }

    def doc_heads(self, overhead: Overhead) -> dict[int, int]:
        """Tokens of the heads of documents, where they have any."""
        if not overhead.doc_heads:
            return {}
        items, units = self.gathered.pool.items, self.gathered.units.get(Row.RETRIEVED_DOC, ())
        return {
            position: overhead.counter.count(doc_heading(items[position], overhead.language))
            for unit in units
            for position in unit.positions
        }


def cut_item(item: Item, limit: int, counter: Counter) -> Altered | None:
    """The item's longest text cut so that the whole holds at most `limit` tokens; media are left out.

    The spans of the cut are code points of the item's whole text.
    """
    texts = [part for part in item.parts if part.kind in CUTTABLE]
    if not texts:
        return None
    longest = max(range(len(texts)), key=lambda at: len(texts[at].text))
    others = sum(counter.count(part.text) for at, part in enumerate(texts) if at != longest)
    done = cut(texts[longest].text, limit - others, counter) if limit > others else None
    if done is None:
        return None
    parts = tuple(replace(part, text=done.text) if at == longest else part for at, part in enumerate(texts))
    begin = _begin(item, texts[longest])
    return Altered(
        parts, done.tokens + others, tuple((begin + start, begin + end) for start, end in done.cuts)
    )


def _begin(item: Item, wanted: Part) -> int:
    """Where the part's text begins in the item's."""
    begin = 0
    for part in item.parts:
        if part is wanted:
            break
        begin += len(part.text) + 1 if part.text else 0
    return begin


def prepared_of(gathered: Gathered) -> Prepared:
    """The derived tables, made on first use and kept as long as the gather is."""
    return kept_with(gathered, Prepared, lambda: _prepare(gathered))


def _prepare(gathered: Gathered) -> Prepared:
    call_of = {result: call for call, results in gathered.pairs.items() for result in results}
    pool = gathered.pool
    call_less = tuple(p for p in gathered.record.order if is_call_less(pool, p, call_of))
    by_message: dict[int, list[int]] = {}
    for call in gathered.pairs:
        by_message.setdefault(pool.items[call].message, [])
    for position in gathered.record.order:
        item = pool.items[position]
        if item.message in by_message and not item.has(PartKind.RESULT):
            by_message[item.message].append(position)
    message = {position: tuple(members) for members in by_message.values() for position in members}
    never_reached = frozenset(p for p in call_of if gathered.record.fate[p] >= Fate.MERGED)
    columns = VerdictColumns(len(pool))
    answered = Answers(gathered.pairs)
    unanswered = _unanswered(gathered)
    return Prepared(gathered, call_of, call_less, message, unanswered, never_reached, columns, answered)


def _unanswered(gathered: Gathered) -> tuple[int, ...]:
    missing = [call for call, results in gathered.pairs.items() if not results]
    if not missing:
        return ()
    pool = gathered.pool
    said = [p for p in gathered.record.order if pool.source[p] in _TALK or p in gathered.pairs]
    last = max(chain(said, *gathered.pairs.values()))
    return tuple(call for call in missing if pool.items[call].message != pool.items[last].message)


_TALK = frozenset({Source.USER_MESSAGE, Source.CONVERSATION, Source.TOOL_RESULT, Source.SUMMARY})
