"""Degradation: what a context over its limit gives up level by level, before the tiers decide what goes.

Decided here, where the rules leave it open. The levels act after all caps, in order, with the sum counted
again after each, and stay even where a later one is needed; what they leave over the limit goes by tier. The
last tells its level in the run's diagnostics.

1. Of the documents that stand, the best stay: the first `degrade.docs` in the order in which their row
   serves them, pinned ones counted in.
2. The last `degrade.rounds` rounds before the current turn stay word for word; whatever of `recent` and
   `history` is older goes into history's summary, with its results, whether or not history has room for it
   and whatever its overflow rule is. Where that saves nothing, or leaves no room for a summary, it stays.
3. System prompts are cut to the text before their first blank line, without a marker. They must not be cut,
   so this happens only where it helps: where all that tiers let go is not enough, and is enough with it.

Pins, the current turn and what is required stay as they are at every level. Where the text that Construct
joined is over the limit after all, units go one by one first, and then the levels that have not acted yet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ctxlab.model.decision import Numbers, Reason
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, PartKind, Row
from ctxlab.model.profile import Profile
from ctxlab.model.profile_degrade import LAST_LEVEL
from ctxlab.model.trace import Altered
from ctxlab.stages.headings import Overhead
from ctxlab.stages.protocol import LEAST_USEFUL
from ctxlab.stages.select.levels import share_limit
from ctxlab.stages.select.limit import Budget, hold_to_limit, standing_units, takeable
from ctxlab.stages.select.rows import ServedRows
from ctxlab.stages.select.selection import Aside, Selection
from ctxlab.tokens.items import count_item
from ctxlab.tokens.protocols import Counter

_TALK = (Row.RECENT, Row.HISTORY)
_BLANK_LINE = re.compile(r"\r?\n[ \t]*\r?\n")


@dataclass(frozen=True, eq=False)
class Degradation:
    """The levels that a profile has, for one run of Select."""

    rows: ServedRows
    profile: Profile
    overhead: Overhead

    def hold(self, selection: Selection, limit: int) -> Selection:
        """The selection brought to the limit as far as levels and tiers can; may change the given one."""
        if not self.profile.degrade.levels:
            hold_to_limit(selection, self.profile, self.overhead, limit)
            return selection
        now = self._total(selection)
        for level in range(1, min(self.profile.degrade.levels, LAST_LEVEL - 1) + 1):
            if now <= limit:
                return selection
            selection = self.act(level, selection, limit, now) or selection
            now = self._total(selection)
        if now <= limit or self.profile.degrade.levels < LAST_LEVEL:
            hold_to_limit(selection, self.profile, self.overhead, limit)
            return selection
        by_tier = selection.copy()
        least = hold_to_limit(by_tier, self.profile, self.overhead, limit)
        if not 0 < least - limit <= _saving(by_tier):
            return by_tier
        shorter = self.act(LAST_LEVEL, selection, limit, now) or selection
        hold_to_limit(shorter, self.profile, self.overhead, limit)
        return shorter

    def next(self, selection: Selection, limit: int, used: int) -> Selection | None:
        """The selection after the next level that does anything, of those that have not acted yet."""
        for level in range(selection.degraded + 1, self.profile.degrade.levels + 1):
            if level == LAST_LEVEL and used - limit > _saving(selection):
                return None
            acted = self.act(level, selection, limit, used)
            if acted is not None:
                return acted
        return None

    def act(self, level: int, selection: Selection, limit: int, used: int) -> Selection | None:
        """A copy after one level, where the context holds so many tokens; None where that changes nothing."""
        trial = selection.copy()
        charges = selection.gathered.pool.charge

        def numbers(position: int) -> Numbers:
            return (("limit", limit), ("used", used), ("need", charges[position]))

        trial.degraded = level
        if level == 1:
            return trial if _drop_docs(trial, self.profile.degrade.docs, numbers) else None
        if level == LAST_LEVEL:
            return trial if _shorten(trial, numbers) else None
        if not _summarise(trial, self.profile.degrade.rounds, numbers):
            return None
        aside = trial.asides.get(Row.HISTORY)
        if aside is None:
            aside = trial.asides[Row.HISTORY] = self._aside(trial)
            trial.used[aside.charged_to] = trial.used.get(aside.charged_to, 0) + aside.tokens
        saves = self._total(trial) < self._total(selection)
        return trial if saves and aside.tokens >= LEAST_USEFUL else None

    def _total(self, selection: Selection) -> int:
        return Budget(selection, self.overhead).total()

    def _aside(self, selection: Selection) -> Aside:
        """The tokens of a summary of history, charged as those of any other."""
        tokens = self.profile.summarize.max_tokens
        share = share_limit(self.profile)
        if share is not None:
            # Those that are charged to row summary stand in what it has used.
            asides = selection.asides.values()
            others = sum(aside.tokens for aside in asides if aside.charged_to is not Row.SUMMARY)
            tokens = min(tokens, max(0, share - others - selection.used.get(Row.SUMMARY, 0)))
        to = Row.HISTORY if self.rows.given[Row.SUMMARY] is None else Row.SUMMARY
        cap = self.rows.given[to]
        return Aside(to, tokens if cap is None else min(tokens, max(0, cap - selection.used.get(to, 0))))


def notices(selection: Selection) -> tuple[Diagnostic, ...]:
    """What a run says that degraded: its level, and each prompt that is shorter."""
    if not selection.degraded:
        return ()
    told = [Diagnostic("degraded", numbers=(("level", selection.degraded),))]
    items = selection.gathered.pool.items
    prompts = selection.served[Row.SYSTEM_PROMPT].plan.flat
    shorter = [position for position in prompts if selection.reason[position] == Reason.DEGRADED_3]
    told += (Diagnostic("prompt_shortened", items[position].id) for position in sorted(shorter))
    return tuple(told)


def _drop_docs(selection: Selection, most: int, numbers: Callable[[int], Numbers]) -> bool:
    """Drops documents behind the first so many that stand; whether there were any."""
    row = Row.RETRIEVED_DOC
    standing = [u for u in standing_units(selection, row) if selection.row(u.positions[0]) is row]
    going = [unit for unit in standing[most:] if takeable(selection, row, unit)]
    for unit in going:
        selection.drop_unit(unit, Reason.DEGRADED_1, numbers)
    return bool(going)


def _summarise(selection: Selection, rounds: int, numbers: Callable[[int], Numbers]) -> bool:
    """Gives older rounds to history's summary, and results along with their calls; whether there were any."""
    moved = [position for row in _TALK for position in _older(selection, row, rounds)]
    for position in moved:
        _give(selection, position, numbers)
    prepared = selection.prepared
    for position in moved:
        for result in selection.gathered.pairs.get(position, ()):
            if selection.stands(result):
                _give(selection, result, numbers)
            selection.take_back(result)
        selection.take_back(position)
        call = prepared.call_of.get(position)
        if call is not None and selection.stands(call):
            selection.mend_dropped_result(call, position)
    return bool(moved)


def _older(selection: Selection, row: Row, rounds: int) -> Iterator[int]:
    """What of a row stands and is older than so many rounds."""
    pool = selection.gathered.pool
    first = max(pool.turn, default=0) - rounds
    for unit in standing_units(selection, row):
        turn = pool.turn[unit.positions[0]]
        if (turn == 0 or turn < first) and takeable(selection, row, unit):
            yield from (p for p in unit.positions if selection.stands(p) and selection.row(p) is row)


def _give(selection: Selection, position: int, numbers: Callable[[int], Numbers]) -> None:
    selection.used[selection.row(position)] -= selection.charge(position)
    if selection.row(position) is not Row.HISTORY:
        selection.row_of[position] = Row.HISTORY
    selection.reason[position] = Reason.DEGRADED_2
    selection.numbers[position] = numbers(position)
    selection.altered.pop(position, None)


def _saving(selection: Selection) -> int:
    """What the last level would save."""
    return sum(saved for _, _, saved in _shorter_prompts(selection))


def _shorten(selection: Selection, numbers: Callable[[int], Numbers]) -> bool:
    """Cuts system prompts to their first paragraph; whether any became shorter."""
    shorter = list(_shorter_prompts(selection))
    for position, altered, saved in shorter:
        selection.used[selection.row(position)] -= saved
        selection.reason[position] = Reason.DEGRADED_3
        selection.numbers[position] = numbers(position)
        selection.altered[position] = altered
    return bool(shorter)


def _shorter_prompts(selection: Selection) -> Iterator[tuple[int, Altered, int]]:
    """Positions of system prompts that can be shorter, what would be left, and what that saves."""
    pool, row = selection.gathered.pool, Row.SYSTEM_PROMPT
    for position in selection.served[row].plan.flat:
        if not selection.stands(position) or selection.row(position) is not row:
            continue
        altered = _beginning(pool.items[position], selection.counter)
        if altered is None or position in selection.gathered.pinned:
            continue
        left = pool.charge[position] - pool.tokens[position] + altered.tokens
        if left < selection.charge(position):
            yield position, altered, selection.charge(position) - left


def _beginning(item: Item, counter: Counter) -> Altered | None:
    """The item to the text before its first blank line; None where there is none behind the first words."""
    begin = 0
    for at, part in enumerate(item.parts):
        words = len(part.text) - len(part.text.lstrip())
        found = _BLANK_LINE.search(part.text, words) if part.kind is PartKind.TEXT else None
        if found is not None:
            parts = (*item.parts[:at], replace(part, text=part.text[: found.start()]))
            tokens, _ = count_item(replace(item, parts=parts), counter)
            return Altered(parts, tokens, ((begin + found.start(), len(item.text)),))
        begin += len(part.text) + 1 if part.text else 0
    return None
