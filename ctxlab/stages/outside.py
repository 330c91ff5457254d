"""Strategies that other packages bring: checked for shape when loaded, named when they fail."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any, TypeGuard

from ctxlab.errors import CtxlabError, StageError
from ctxlab.model.decision import Stage
from ctxlab.plugins import PluginProblem, load_plugins, made
from ctxlab.stages.protocol import StageContext, Strategy

#: Entry points of this group add strategies: an object, or a class to be called without arguments.
GROUP = "ctxlab.stages"

_STATED = ("name", "version", "slot", "reads", "requires", "provides", "external")


class GuardedStrategy:
    """A strategy from elsewhere: whatever it raises becomes a StageError that names it."""

    def __init__(self, strategy: Strategy) -> None:
        self.name = strategy.name
        self.version = strategy.version
        self.slot = strategy.slot
        self.reads = tuple(strategy.reads)
        self.requires = tuple(strategy.requires)
        self.provides = tuple(strategy.provides)
        self.external = strategy.external
        self.idle: tuple[str, ...] = tuple(getattr(strategy, "idle", ()))
        self.about = inspect.getdoc(type(strategy)) or ""
        self._strategy = strategy

    def run(self, given: Any, context: StageContext, /) -> Any:
        """What the strategy returns.

        Raises:
            StageError: It failed.
        """
        try:
            return self._strategy.run(given, context)
        except CtxlabError:
            raise
        except Exception as error:
            message = f"strategy {self.name!r} of stage {self.slot} failed: {type(error).__name__}: {error}"
            raise StageError(message) from error


def outside_strategies(
    found: Iterable[object] | None = None,
) -> tuple[tuple[Strategy, ...], tuple[PluginProblem, ...]]:
    """The usable strategies of other packages, and what is wrong with the rest.

    `found` takes the place of what the entry points name.
    """
    loaded, problems = load_plugins(GROUP) if found is None else (tuple(found), ())
    good: list[Strategy] = []
    bad = list(problems)
    for one in loaded:
        strategy, trouble = made(one)
        if _is_strategy(strategy):
            good.append(GuardedStrategy(strategy))
        else:
            name = str(getattr(one, "name", None) or getattr(one, "__name__", one))
            missing = ", ".join(stated for stated in _STATED if not hasattr(strategy, stated))
            missing = missing or "a known slot"
            bad.append(PluginProblem(GROUP, name, "", trouble or f"it is no strategy: it lacks {missing}"))
    return tuple(good), tuple(bad)


def _is_strategy(value: object) -> TypeGuard[Strategy]:
    stated = all(hasattr(value, one) for one in _STATED) and callable(getattr(value, "run", None))
    return stated and getattr(value, "slot", None) in tuple(Stage)
