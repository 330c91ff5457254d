"""By which rule the builder may have worked: what fits the fates of many requests, with how many it fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from ctxlab.model.forensic import GuessedRule, How, ItemFate, RuleCode, SentFate

#: A rule that holds at fewer of the requests where it can be told is not told.
_LEAST = 0.6

_OF_THE_LAST = frozenset(
    {RuleCode.LAST_TURNS, RuleCode.LAST_MESSAGES, RuleCode.LAST_RESULTS, RuleCode.RESULTS_OLDER}
)

#: So many summaries are told one by one.
_FEW_SUMMARIES = 3

_NOTHING_LEFT = (How.CLEARED, How.SUMMARISED)


@dataclass(frozen=True, slots=True)
class Seen:
    """An item at one request, as far as rules ask.

    `speaker` is its role; `turn` its turn and `message` its message; `age` counts requests, 1 where it is
    new. `size` are its code points.
    """

    fate: ItemFate
    speaker: str
    thinking: bool
    turn: int
    message: Hashable
    age: int
    size: int

    @property
    def stands(self) -> bool:
        """Whether anything of it stands by itself."""
        return self.fate.fate is not SentFate.DROPPED and self.fate.how not in _NOTHING_LEFT


@dataclass(slots=True)
class _Votes:
    """For one rule the numbers, from the first to the last, that each request speaks for.

    None where it fits no number; `silent` are the least numbers that fit requests where nothing is gone.
    """

    ranges: list[tuple[int, int] | None] = field(default_factory=list[tuple[int, int] | None])
    silent: list[int] = field(default_factory=list[int])
    count: int = 0

    def put(self, number: int | None) -> None:
        """A request that speaks for one number, or for none."""
        self.ranges.append(None if number is None else (number, number))

    def rule(self, code: RuleCode) -> GuessedRule | None:
        """The rule by the number that most requests speak for, the least of several."""
        known = [one for one in self.ranges if one is not None]
        if not known:
            return None
        fits = {number: sum(low <= number <= high for low, high in known) for number, _ in known}
        number = min(fits, key=lambda one: (-fits[one], one))
        if not number and code in _OF_THE_LAST:
            # the last none is no rule
            return None
        against = sum(most > number for most in self.silent)
        return _told(code, number, fits[number], len(self.ranges) + against, self.count)


def _told(code: RuleCode, number: int, agree: int, of: int, count: int) -> GuessedRule | None:
    return GuessedRule(code, number, agree, of, count) if of and agree >= _LEAST * of else None


class Guesser:
    """Takes one request after the other, then tells the rules that fit."""

    def __init__(self) -> None:
        self._requests = 0
        self._whole = 0
        self._last = {code: _Votes() for code in (RuleCode.LAST_TURNS, RuleCode.LAST_MESSAGES)}
        self._results = {code: _Votes() for code in (RuleCode.LAST_RESULTS, RuleCode.RESULTS_OLDER)}
        self._none = {code: _Votes() for code in (RuleCode.NO_RESULTS, RuleCode.NO_THINKING)}
        self._cuts: list[tuple[list[int], int]] = []
        self._summaries: dict[int, frozenset[str]] = {}
        self._summed: list[tuple[int, frozenset[str]]] = []

    def observe(self, request: int, turn: int, seen: Sequence[Seen]) -> None:
        """Takes in a request, its turn, and its items in order."""
        self._requests += 1
        self._whole += all(one.fate.fate is SentFate.KEPT for one in seen)
        talk = [one for one in seen if one.turn > 0 and one.speaker not in ("system", "tools")]
        self._observe_last(turn, talk)
        results = [one for one in talk if one.speaker == "tool"]
        self._observe_results(talk, results)
        self._observe_none(RuleCode.NO_RESULTS, talk, results)
        self._observe_none(RuleCode.NO_THINKING, talk, [one for one in talk if one.thinking])
        self._observe_cuts(results)
        held = frozenset(one.fate.item for one in seen if one.fate.how is How.SUMMARISED)
        known = self._summed[-1][1] if self._summed else frozenset[str]()
        if held - known:
            self._summaries[request] = held - known
        self._summed.append((request, held))

    def rules(self) -> tuple[GuessedRule, ...]:
        """The rules that fit, those that fit best first."""
        whole = _told(RuleCode.ALL_KEPT, 0, self._whole, self._requests, 0)
        none = {code: votes.rule(code) for code, votes in self._none.items()}
        found = [whole, *none.values()]
        found += [votes.rule(code) for code, votes in self._last.items()]
        if none[RuleCode.NO_RESULTS] is None:
            found += [votes.rule(code) for code, votes in self._results.items()]
        found += [self._cut_rule(), *self._summary_rules()]
        told = [one for one in found if one is not None]
        return tuple(sorted(told, key=lambda one: (-one.agree / one.of, -one.of)))

    def _observe_last(self, turn: int, talk: Sequence[Seen]) -> None:
        # what a first message says is often kept whatever else goes
        first = talk[0].message if talk and talk[0].stands else None
        rest = (
            [one for one in talk if one.message != first and not one.thinking] if first is not None else talk
        )
        measures: dict[RuleCode, Callable[[Seen], Hashable]] = {
            RuleCode.LAST_TURNS: lambda one: one.turn,
            RuleCode.LAST_MESSAGES: lambda one: one.message,
        }
        for code, group_of in measures.items():
            votes, groups = self._last[code], list(dict.fromkeys(map(group_of, rest)))
            number = _newest(rest, group_of, groups)
            gone = sum(not one.stands for one in rest)
            votes.count += gone
            if gone:
                votes.put(number)
            else:
                votes.silent.append(turn if code is RuleCode.LAST_TURNS else len(groups))

    def _observe_results(self, talk: Sequence[Seen], results: Sequence[Seen]) -> None:
        last, older = self._results[RuleCode.LAST_RESULTS], self._results[RuleCode.RESULTS_OLDER]
        gone = [one for one in results if not one.stands]
        there = [one for one in results if one.stands]
        if not gone:
            last.silent.append(len(results))
            older.silent.append(max((one.age for one in results), default=0))
            return
        newest = min(one.age for one in gone)
        if not any(one.stands and one.speaker != "tool" and one.age >= newest for one in talk):
            # all of that age is gone, be it a result or not: another rule's doing
            return
        for votes in (last, older):
            votes.count += len(gone)
        last.put(_newest(results, id, list(map(id, results))))
        oldest = max((one.age for one in there), default=0)
        older.ranges.append((oldest, newest - 1) if oldest < newest else None)

    def _observe_none(self, code: RuleCode, talk: Sequence[Seen], kind: Sequence[Seen]) -> None:
        wanted = set(map(id, kind))
        last = max((at for at, one in enumerate(talk) if id(one) in wanted), default=0)
        summed = any(one.fate.how is How.SUMMARISED for one in kind)
        if kind and not summed and any(one.stands for one in talk[:last]):
            votes = self._none[code]
            votes.count += len(kind)
            votes.put(None if any(one.stands for one in kind) else 0)

    def _observe_cuts(self, results: Sequence[Seen]) -> None:
        cuts = [one.size - one.fate.taken for one in results if one.fate.how is How.CUT]
        whole = max((one.size for one in results if one.fate.fate is SentFate.KEPT), default=0)
        if cuts:
            self._cuts.append((cuts, whole))

    def _cut_rule(self) -> GuessedRule | None:
        sizes = Counter(size for cuts, _ in self._cuts for size in cuts)
        if not sizes:
            return None
        number = min(sizes, key=lambda one: (-sizes[one], one))
        fits = [all(size == number for size in cuts) and whole <= number for cuts, whole in self._cuts]
        return _told(RuleCode.CUT_RESULTS, number, sum(fits), len(fits), sizes.total())

    def _summary_rules(self) -> Iterable[GuessedRule | None]:
        often = len(self._summaries) > _FEW_SUMMARIES
        for request, items in self._summaries.items():
            later = [held for index, held in self._summed if index >= request]
            if often:
                every = frozenset[str]().union(*self._summaries.values())
                yield _told(RuleCode.SUMMARISES, request, sum(map(bool, later)), len(later), len(every))
                return
            agree = sum(bool(items & held) for held in later)
            yield _told(RuleCode.SUMMARISED, request, agree, len(later), len(items))


def _newest(
    seen: Sequence[Seen], group_of: Callable[[Seen], Hashable], groups: Sequence[Hashable]
) -> int | None:
    """How many of the last groups stand, all older ones being gone; None where it is not so."""
    standing: dict[Hashable, set[bool]] = {}
    for one in seen:
        standing.setdefault(group_of(one), set()).add(one.stands)
    states = [standing[group] for group in groups]
    last = next((at for at, state in enumerate(states) if state == {True}), len(states))
    whole = all(state == {False} for state in states[:last]) and all(
        state == {True} for state in states[last:]
    )
    return len(states) - last if whole else None
