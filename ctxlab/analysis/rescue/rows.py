"""Rules of a row by which a must-keep stands: overflow, order, limits of single items, counts, rounds."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from ctxlab.analysis.rescue.look import Found, Look, if_kept
from ctxlab.analysis.rescue.obstacles import Obstacle
from ctxlab.analysis.rescue.trials import Trial, smallest
from ctxlab.model.decision import Reason
from ctxlab.model.items import Row
from ctxlab.model.profile import ItemAction, Order, Overflow
from ctxlab.model.rescue import Lever
from ctxlab.stages.protocol import LEAST_USEFUL, Queue

#: Numbers of rounds that are tried: each takes a run of all stages.
_MOST_ROUNDS = 3


def overflow_changes(look: Look, at: Trial) -> Iterator[Found]:
    """Each other overflow rule of the rows that had no room."""
    yield from _choices(look, at, Lever.OVERFLOW, "overflow", tuple(one.value for one in Overflow))


def order_changes(look: Look, at: Trial) -> Iterator[Found]:
    """Each other order of the rows that had no room."""
    yield from _choices(look, at, Lever.ORDER, "order", tuple(one.value for one in Order))


def _choices(look: Look, at: Trial, lever: Lever, name: str, values: tuple[str, ...]) -> Iterator[Found]:
    for row in look.rows(at):
        line = at.state.profile.row(row)
        if line.cap is None:
            continue
        for value in values:
            if value != getattr(line, name):
                yield from if_kept(look.set(at, lever, f"budget.{row.value}.{name}", value))


def per_item_changes(look: Look, at: Trial) -> Iterator[Found]:
    """The smallest limit of single items that leaves the words, or the other way to reach it.

    Where an item's row had no room, it is the largest limit of its single items under which all that is
    served before the item leaves it room.
    """
    done: set[str] = set()
    for one in look.obstacles(at):
        if one.by_item_limit or _over_item_limit(at, one):
            key = _limit_key(at, one.row)
            if key and key not in done:
                done.add(key)
                yield from _longer(look, at, one, key)
        elif one.by_row and one.row.value not in done:
            done.add(one.row.value)
            yield from _shorter(look, at, one)


def _over_item_limit(at: Trial, one: Obstacle) -> bool:
    """Whether it was dropped because nothing useful would be left of it under its limit."""
    limit = at.state.profile.row(one.row).per_item
    return one.reason is Reason.OVER_CAP and limit is not None and one.number("cap") == limit


def _limit_key(at: Trial, row: Row) -> str:
    """The setting that limits a single item of a row, or nothing."""
    profile = at.state.profile
    if profile.row(row).per_item is not None:
        return f"budget.{row.value}.per_item"
    return "" if profile.summarize.max_item_tokens is None else "summarize.max_item_tokens"


def _longer(look: Look, at: Trial, one: Obstacle, key: str) -> Iterator[Found]:
    """The limit raised until the words are left, and then the other way to reach the one now."""
    line, tokens = at.state.profile.row(one.row), at.trace.tokens(one.position)
    now = line.per_item if line.per_item is not None else at.state.profile.summarize.max_item_tokens or 0
    if tokens > now:
        kept: dict[int, Trial] = {}

        def keeps(value: int) -> bool:
            trial = look.set(at, Lever.PER_ITEM, key, value, note=value == tokens)
            if trial.kept:
                kept[value] = trial
            return bool(trial.kept)

        if keeps(tokens):
            yield Found(kept[smallest(now, tokens, keeps)])
    if line.per_item is not None:
        other = next(action for action in ItemAction if action is not line.per_item_action)
        name = f"budget.{one.row.value}.per_item_action"
        yield from if_kept(look.set(at, Lever.PER_ITEM, name, other.value))


def _shorter(look: Look, at: Trial, one: Obstacle) -> Iterator[Found]:
    """A limit of single items that lets the item's unit fit its row's cap."""
    queue, line = at.run.queues.get(one.row), at.state.profile.row(one.row)
    if queue is None or queue.given is None or one.position not in queue.rank or look.question.every:
        return
    limit = _room_making(at, queue, queue.rank[one.position])
    if limit is None or (line.per_item is not None and limit >= line.per_item):
        return
    yield from if_kept(look.set(at, Lever.PER_ITEM, f"budget.{one.row.value}.per_item", limit))


def _room_making(at: Trial, queue: Queue, rank: int) -> int | None:
    """The largest limit of single items under which a unit and all before it fit, itself being no shorter."""
    room = (queue.given or 0) - queue.aside
    units = queue.units[: rank + 1]
    sizes = [[at.trace.handed_on(position) for position in unit.positions] for unit in units]
    framing = sum(unit.charge for unit in units) - sum(map(sum, sizes))
    flat = sorted(size for unit in sizes for size in unit)

    def fits(limit: int) -> bool:
        under = bisect_left(flat, limit)
        return sum(flat[:under]) + limit * (len(flat) - under) + framing <= room

    low, high = max(LEAST_USEFUL, *sizes[rank]), max(flat)
    if low >= high or not fits(low):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def count_changes(look: Look, at: Trial) -> Iterator[Found]:
    """The count of items of a row, or of messages in all, that takes the item too."""
    tried: set[tuple[str, int]] = set()
    for one in look.obstacles(at):
        rank = one.number("rank")
        if one.reason is not Reason.OVER_COUNT or rank is None:
            continue
        for key, now in (
            (f"budget.{one.row.value}.max_items", at.state.profile.row(one.row).max_items),
            ("select.max_messages", at.state.profile.select.max_messages),
        ):
            if now is not None and now == one.number("limit") and (key, rank) not in tried:
                tried.add((key, rank))
                yield from if_kept(look.set(at, Lever.MAX_ITEMS, key, rank))


def relevance_changes(look: Look, at: Trial) -> Iterator[Found]:
    """The highest least relevance that takes the item."""
    now = at.state.profile.select.min_relevance
    if not any(one.reason is Reason.BELOW_RELEVANCE for one in look.obstacles(at)) or not now:
        return
    kept: dict[int, Trial] = {}

    def keeps(lower: int) -> bool:
        trial = look.set(at, Lever.SETTING, "select.min_relevance", now - lower, note=lower == now)
        if trial.kept:
            kept[lower] = trial
        return bool(trial.kept)

    if keeps(now):
        yield Found(kept[smallest(0, now, keeps)])


def round_changes(look: Look, at: Trial) -> Iterator[Found]:
    """The number of rounds with which an item of the history is recent."""
    pool, now = at.trace.pool, at.state.profile.row(Row.RECENT).rounds
    last = max(pool.turn, default=0)
    wanted = {
        last - pool.turn[one.position]
        for one in look.obstacles(at)
        if pool.row[one.position] is Row.HISTORY and pool.turn[one.position] > 0
    }
    for rounds in sorted(one for one in wanted if one > now)[:_MOST_ROUNDS]:
        found = look.set(at, Lever.ROUNDS, f"budget.{Row.RECENT.value}.rounds", rounds)
        if found.kept:
            yield Found(found)
            return


def place_changes(look: Look, at: Trial) -> Iterator[Found]:
    """What a row is given beside its cap, and how early the window takes from it."""
    for row in look.rows(at):
        line = at.state.profile.row(row)
        if line.cap is not None and not line.elastic:
            yield from if_kept(look.set(at, Lever.SETTING, f"budget.{row.value}.elastic", True))
    by_window = dict.fromkeys(one.row for one in look.obstacles(at) if one.by_window)
    for row in by_window:
        for tier in range(at.state.profile.row(row).tier - 1, 0, -1):
            trial = look.set(at, Lever.SETTING, f"budget.{row.value}.tier", tier)
            if trial.kept:
                yield Found(trial)
                break
