"""What stands of must-keeps in a run, after each stage and in the final context."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ctxlab.model.constraint import Survival, Survived
from ctxlab.model.decision import Fate, Stage
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Trace
from ctxlab.text.survival import survival


@dataclass(frozen=True, slots=True)
class Held:
    """What of a must-keep stands after a stage, at its best: the verdict, and the position of the item.

    `position` is None where nothing of it stands.
    """

    survival: Survival
    position: int | None = None

    @property
    def kept(self) -> bool:
        """Whether it is there with all its force."""
        return self.survival.verdict.kept


class Judge:
    """Judges must-keeps in runs; keeps what it found in texts, so that the next run costs little."""

    def __init__(self) -> None:
        self._found: dict[tuple[MustKeep, str], Survival] = {}

    def held(self, trace: Trace, one: MustKeep, stage: Stage = Stage.CONSTRUCT) -> Held | None:
        """What of a must-keep stands after a stage; None where it cannot be judged at this request.

        It cannot where the item that states it is not there yet, or where it is nothing that can be found.
        """
        if one.since and trace.position(one.since) is None:
            return None
        best = Held(Survival(Survived.LOST))
        for position, text in _texts(trace, stage):
            found = self._judged(one, text)
            if found.verdict.rank < best.survival.verdict.rank:
                best = Held(found, position)
        return best

    def _judged(self, one: MustKeep, text: str) -> Survival:
        key = (one, text)
        if key not in self._found:
            self._found[key] = survival(one.text, text)
        return self._found[key]


def _texts(trace: Trace, stage: Stage) -> Iterator[tuple[int, str]]:
    """The items that leave a stage, with their text then."""
    record = trace.stage(stage)
    for position in range(len(trace)):
        if position < len(record.fate) and 0 < record.fate[position] < Fate.MERGED:
            changed = trace.altered.get(position) if stage is not Stage.GATHER else None
            yield position, trace.item(position).text if changed is None else changed.text
