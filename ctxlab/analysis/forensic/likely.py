"""Which of the texts that have no equal may be one and the same, and which stand inside another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ctxlab.analysis.forensic.rewriting import Rewriting, cut_of, rewriting
from ctxlab.analysis.forensic.units import Unit
from ctxlab.text.terms import terms

#: So much of the start and of the end of a text leads to its cuts.
_EDGE = 12
#: So much of a text (code points) is read for terms.
READ = 60_000
#: So few texts are each looked at, without an index.
_FEW = 12
#: The terms of so many texts are remembered.
_KNOWN = 20_000
#: So many candidates of a text are looked at closely.
_MOST = 4
#: A term that more texts than this have leads nowhere.
_COMMON = 40
#: Texts that have this much of their terms in common, in order, are one that was reworded; where nothing else
#: stands between, less is enough.
_ALIKE, _ALIKE_BETWEEN = 0.55, 0.35
#: So many code points are compared in search of likeness.
_COMPARED = 10_000
#: A text shorter than this, a Chinese sign counting three, stands in another by chance.
_LEAST_INSIDE = 12
#: Code points of all texts together that are searched for texts inside.
_SEARCHED = 400_000_000


class Terms:
    """The terms of texts, each read once."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def of(self, text: str) -> frozenset[str]:
        """The terms of a text, of its beginning where it is long."""
        return self._read(text)[0]

    def telling(self, text: str) -> frozenset[str]:
        """Those of them that are a figure, a name, or a word of some length; two Chinese signs are one."""
        return self._read(text)[1]

    def _read(self, text: str) -> tuple[frozenset[str], frozenset[str]]:
        found = self._known.get(text)
        if found is None:
            if len(self._known) >= _KNOWN:
                self._known.clear()
            every = frozenset(terms(text[:READ]))
            found = self._known[text] = every, frozenset(filter(_tells, every))
        return found


def _tells(term: str) -> bool:
    return any(char.isdigit() for char in term) or len(term) >= (4 if term.isascii() else 2)


@dataclass(frozen=True, slots=True)
class Likely:
    """Two that may be one: how sure that is, and what became of it, None where it is still to be told."""

    sure: float
    old: Unit
    new: Unit
    told: Rewriting | None = None


class Candidates:
    """Finds, for a text, those of the sent ones that it surely became."""

    def __init__(self, sent: Sequence[Unit]) -> None:
        self._calls: dict[str, list[Unit]] = {}
        self._edges: dict[tuple[str, str], list[Unit]] = {}
        self._plain: dict[tuple[str, ...], list[Unit]] = {}
        for unit in sent:
            if unit.item.call_id:
                self._calls.setdefault(unit.item.call_id, []).append(unit)
            if any(unit.said):
                self._plain.setdefault((unit.role, *unit.plain), []).append(unit)
            for edge in _edges(unit.text):
                self._edges.setdefault(edge, []).append(unit)

    def of(self, old: Unit) -> Iterator[Likely]:
        """The candidates for one: by its call id, by the same words written otherwise, by a cut."""
        calls = [one for one in self._calls.get(old.item.call_id, ()) if one.role == old.role]
        if calls and old.item.call_id:
            for new in calls:
                if new.kind == old.kind:
                    yield Likely(4, old, new, rewriting(old.text, new.text, sure=True))
            return
        if not old.text:
            return
        for new in self._plain.get((old.role, *old.plain), ()):
            yield Likely(3, old, new, rewriting(old.text, new.text))
        seen: set[int] = set()
        for new in self._cuts(old):
            if new.at in seen or new.kind != old.kind:
                continue
            seen.add(new.at)
            found = cut_of(old.text, new.text)
            if found is not None:
                yield Likely(2 + _nearness(old, new, found), old, new, found)

    def _cuts(self, old: Unit) -> Iterator[Unit]:
        for edge in _edges(old.text):
            yield from self._edges.get(edge, ())[:_COMMON]


class Alike:
    """Finds, for a text, those of the sent ones that say nearly the same."""

    def __init__(self, sent: Sequence[Unit], known: Terms) -> None:
        self._sent = {one.at: one for one in sent}
        self._summaries = {one.at for one in sent if one.sums_up}
        self._terms = known
        self._holders: dict[str, list[int]] = {}
        for unit in sent if len(sent) > _FEW else ():
            for term in known.of(unit.text):
                self._holders.setdefault(term, []).append(unit.at)

    def of(self, old: Unit, between: frozenset[int]) -> Iterator[Likely]:
        """The candidates for one; `between` are the places sent between the same neighbours as its own."""
        if len(self._summaries) == len(self._sent) and not old.sums_up:
            return
        weight = self._weights(old)
        best = sorted(weight, key=lambda at: (-weight[at], at))[:_MOST]
        for at in dict.fromkeys([*best, *sorted(between)[:_MOST]]):
            new = self._sent[at]
            share = self._share(old, new, _ALIKE_BETWEEN if at in between else _ALIKE)
            if share:
                yield Likely(share + (0.2 if at in between else 0.0), old, new)

    def _weights(self, old: Unit) -> dict[int, int]:
        """How many terms each has in common with it, where any."""
        own = self._terms.of(old.text) if old.text else frozenset[str]()
        if len(self._sent) <= _FEW:
            counts = {at: len(own & self._terms.of(new.text)) for at, new in self._sent.items()}
            return {at: count for at, count in counts.items() if count}
        weight: Counter[int] = Counter()
        for term in own:
            holders = self._holders.get(term, ())
            if len(holders) <= _COMMON:
                weight.update(holders)
        return weight

    def _share(self, old: Unit, new: Unit, least: float) -> float:
        """How much two have in common, 0 where that is less than the least."""
        if (old.role, old.kind, old.name) != (new.role, new.kind, new.name) or not new.text:
            return 0.0
        if new.at in self._summaries and not old.sums_up:
            # it has words of many, of which this is one
            return 0.0
        one, other = self._terms.of(old.text), self._terms.of(new.text)
        if 2 * len(one & other) < 0.8 * least * (len(one) + len(other)):
            return 0.0
        from rapidfuzz.distance import Indel

        share = Indel.normalized_similarity(terms(old.text[:_COMPARED]), terms(new.text[:_COMPARED]))
        return share if share >= least else 0.0


def _edges(text: str) -> Iterator[tuple[str, str]]:
    if len(text) >= _EDGE:
        yield "head", text[:_EDGE]
        yield "tail", text[-_EDGE:]


def _nearness(old: Unit, new: Unit, found: Rewriting) -> float:
    """Of several cuts the one by the same speaker that leaves most is likelier."""
    taken = sum(end - start for start, end in found.spans)
    return (0.5 if old.role == new.role else 0.0) + 0.4 * (1 - taken / len(old.text))


def inside(old: Sequence[Unit], sent: Sequence[Unit]) -> Iterator[tuple[Unit, Unit, int]]:
    """Of the texts that stand whole inside a sent one: both, and where in it; each in the first that fits."""
    work = _SEARCHED
    longest = sorted((one for one in sent if one.text), key=lambda one: -len(one.text))
    for unit in old:
        text = unit.text.strip()
        if _weight(text) < _LEAST_INSIDE or unit.kind:
            continue
        for holder in longest:
            if len(holder.text) < len(text) or work <= 0:
                break
            work -= len(holder.text)
            at = holder.text.find(text)
            if at >= 0:
                yield unit, holder, at
                break


def _weight(text: str) -> int:
    return len(text) + 2 * sum("\u2e80" <= char <= "\u9fff" for char in text[:_LEAST_INSIDE])
