"""Which call of a conversation each recorded run of a tool answers, and where it stands in time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ctxlab.formats.recorded import Group
from ctxlab.formats.traces.atoms import canonical
from ctxlab.formats.traces.calls import Event, ToolRun
from ctxlab.model.items import Part, PartKind


@dataclass(frozen=True, slots=True)
class Placed:
    """A tool's run or a retrieval that no message has. `call_id` is the id of its call, empty without one."""

    event: Event
    call_id: str = ""


@dataclass(slots=True)
class _Asked:
    """A call in a conversation: its chain, its id there, and the step that brought it."""

    chain: str
    id: str
    step: int
    used: bool = False


class Answers:
    """The calls of a session and the results that its messages have for them."""

    def __init__(self) -> None:
        self._by_id: dict[str, list[_Asked]] = {}
        self._by_name: dict[str, list[_Asked]] = {}
        self._by_arguments: dict[tuple[str, str], list[_Asked]] = {}
        self._answered: set[tuple[str, str]] = set()

    def note(
        self, step: int, chain: str, recorded: Iterable[Sequence[Part]], paired: Iterable[Group]
    ) -> None:
        """Takes in the groups that a step brought, as recorded and as paired."""
        for groups in zip(recorded, paired, strict=True):
            for old, new in zip(*groups, strict=True):
                if new.kind is PartKind.CALL:
                    self._note_call(_Asked(chain, new.call_id, step), old, canonical(new.text) or "{}")
                elif new.kind is PartKind.RESULT:
                    self._answered.add((chain, new.call_id))

    def placed(self, runs: Iterable[ToolRun]) -> tuple[dict[int, list[Placed]], list[ToolRun]]:
        """The runs by the step that asked for them, less those that messages have; and the others."""
        found: dict[int, list[Placed]] = {}
        others: list[ToolRun] = []
        for run in runs:
            asked = self._asked(run)
            if asked is None:
                others.append(run)
                continue
            if not asked.used and (asked.chain, asked.id) not in self._answered:
                found.setdefault(asked.step, []).append(Placed(run, asked.id))
            asked.used = True
        return found, others

    def _note_call(self, asked: _Asked, recorded: Part, arguments: str) -> None:
        if recorded.call_id:
            self._by_id.setdefault(recorded.call_id, []).append(asked)
        self._by_name.setdefault(recorded.name, []).append(asked)
        self._by_arguments.setdefault((recorded.name, arguments), []).append(asked)

    def _asked(self, run: ToolRun) -> _Asked | None:
        """The call that it answers: by id (a second run of it is a double), or by name and arguments."""
        same = self._by_id.get(run.call_id, []) if run.call_id else []
        if same:
            return _first_unused(same) or same[0]
        arguments = canonical(run.arguments)
        if arguments:
            return _first_unused(self._by_arguments.get((run.name, arguments), []))
        return _first_unused(self._by_name.get(run.name, []))


def _first_unused(asked: list[_Asked]) -> _Asked | None:
    """The first that no run answered yet; those in front of it are forgotten, but for the last."""
    while len(asked) > 1 and asked[0].used:
        asked.pop(0)
    return asked[0] if asked and not asked[0].used else None
