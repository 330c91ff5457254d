"""Plugins: strategies, readers, writers and tokenizers from other packages, found by entry points."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from types import TracebackType


@dataclass(frozen=True, slots=True)
class PluginProblem:
    """A plugin that could not be loaded: group, name, the package that brought it, and what went wrong."""

    group: str
    name: str
    package: str
    message: str


class _Caught:
    """Keeps what a plugin raises while it is loaded, whatever it is; only the user's Ctrl+C goes through."""

    def __init__(self) -> None:
        self.error: BaseException | None = None

    def __enter__(self) -> _Caught:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self.error = error
        return error is not None and not isinstance(error, KeyboardInterrupt)


def load_plugins(group: str) -> tuple[tuple[object, ...], tuple[PluginProblem, ...]]:
    """All plugins of a group such as `ctxlab.stages`, by name, and those that could not be loaded.

    A broken plugin is told and never fatal. Of two with one name, the first by package is taken.
    """
    loaded: dict[str, object] = {}
    problems: list[PluginProblem] = []
    points = _points(group, tuple(sys.path))
    for point in sorted(points, key=lambda one: (one.name, _package(one), one.value)):
        if point.name in loaded:
            problems.append(_problem(point, "another package brings a plugin of that name"))
            continue
        caught = _Caught()
        with caught:
            loaded[point.name] = point.load()
        if caught.error is not None:
            problems.append(_problem(point, f"{type(caught.error).__name__}: {caught.error}"))
    return tuple(loaded.values()), tuple(problems)


def made(plugin: object) -> tuple[object | None, str]:
    """The object that a class makes, or anything else as it is; None and what went wrong where it fails."""
    if not isinstance(plugin, type):
        return plugin, ""
    caught = _Caught()
    with caught:
        return plugin(), ""
    return None, f"{type(caught.error).__name__}: {caught.error}"


@cache
def _points(group: str, _path: tuple[str, ...]) -> EntryPoints:
    """The entry points of a group; what is installed is read once a process and path."""
    return entry_points(group=group)


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else ""


def _problem(point: EntryPoint, message: str) -> PluginProblem:
    return PluginProblem(point.group, point.name, _package(point), message)
