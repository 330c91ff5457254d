"""The smallest limit of the window with which a must-keep stands, and the settings that give it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ctxlab.analysis.rescue.look import Found, Look
from ctxlab.analysis.rescue.trials import State, Trial, smallest
from ctxlab.model.profile import Window
from ctxlab.model.rescue import Lever


def limit_changes(look: Look, at: Trial) -> Iterator[Found]:
    """For each setting that the limit follows from the smallest change of it that keeps the must-keep.

    These are a soft limit that is enforced, the buffer and the reserve for the answer. The size of the window
    is the model's own and no setting.
    """
    limit = at.state.profile.window.limit
    if limit is None or not at.state.profile.window.enforce:
        return
    if any(one.by_window for one in look.obstacles(at)):
        look.no_room = True
        least = _least_limit(look, at, limit)
        if least is not None:
            yield from _raised(look, at, least - limit)


def more_room(look: Look, at: Trial) -> Iterator[Found]:
    """For each of these settings the change that makes room for a run which goes over the limit."""
    over = at.trace.totals.over
    if over:
        yield from _raised(look, at, over)


def _raised(look: Look, at: Trial, more: int) -> Iterator[Found]:
    for key, value in _settings(at.state.profile.window, more):
        trial = look.set(at, Lever.LIMIT, f"window.{key}", value)
        if trial.kept:
            yield Found(trial)


def _settings(window: Window, more: int) -> Iterator[tuple[str, int | bool]]:
    """Settings of the window, each with the value that makes the limit so much larger."""
    if window.enforce_soft and window.soft_limit is not None:
        yield "soft_limit", window.soft_limit + more
        yield "enforce_soft", False
    if window.buffer >= more:
        yield "buffer", window.buffer - more
    if window.output_reserve >= more and not window.soft_rules:
        yield "output_reserve", window.output_reserve - more


def _least_limit(look: Look, at: Trial, limit: int) -> int | None:
    """The smallest limit that keeps it, as far as a larger one never loses what a smaller one keeps."""

    def keeps(value: int) -> bool:
        return bool(look.trials.run(_limited(at.state, value)).kept)

    without = look.trials.run(_limited(at.state, None))
    if not without.kept:
        return None
    high = max(limit + 1, without.trace.totals.constructed)
    for used in sorted(_used(look, at)):
        if limit < used < high and keeps(used):
            high = used
            break
    return smallest(limit, high, keeps)


def _used(look: Look, at: Trial) -> set[int]:
    """What the context held when items that hold the must-keep had to go: a limit of that spares them."""
    found = {one.number("used") for one in look.obstacles(at) if one.by_window}
    return {used for used in found if used is not None}


def _limited(state: State, limit: int | None) -> State:
    """The state with a window of another limit, or of none."""
    window = state.profile.window
    if limit is None:
        other = _window(window, enforce=False)
    else:
        taken = window.output_reserve + window.buffer + sum(tokens for _, tokens in window.unknown)
        other = _window(window, size=limit + taken, enforce_soft=False)
    return replace(state, profile=state.profile.with_parts(window=other))


def _window(window: Window, **fields: int | bool) -> Window:
    """The window with some fields changed."""
    return window.model_copy(update=fields)
