"""The decisions of a published stage while they are made, and the figures that the published system logs."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass, field

from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.trace import Message, StageRecord
from ctxlab.stages.protocol import SparseNumbers, no_numbers

#: Both published editions divide characters by this in their log, whatever their estimate divides by.
LOG_DIVISOR = 3

#: The name of every published stage.
PUBLISHED = "gssc-published"


@dataclass(slots=True)
class Decisions:
    """The columns of one stage while they are filled; a position that is never decided did not reach it."""

    count: int
    fate: bytearray = field(init=False)
    reason: bytearray = field(init=False)
    tokens: list[int] = field(init=False)
    numbers: dict[int, Numbers] = field(init=False)

    def __post_init__(self) -> None:
        self.fate = bytearray(self.count)
        self.reason = bytearray(self.count)
        self.tokens = [0] * self.count
        self.numbers = {}

    def decide(
        self, position: int, fate: Fate, reason: Reason, tokens: int = 0, numbers: Numbers = ()
    ) -> None:
        """Notes an item's fate; `tokens` is what it holds on leaving the stage, 0 when dropped.

        Raises:
            ValueError: The stage has decided on the item before.
        """
        if self.fate[position]:
            raise ValueError(f"the item at position {position} is decided twice")
        self.fate[position] = fate
        self.reason[position] = reason
        self.tokens[position] = tokens
        if numbers:
            self.numbers[position] = numbers

    def decide_all(
        self, positions: Sequence[int], fate: Fate, reason: Reason, tokens: Sequence[int] | None = None
    ) -> None:
        """Notes one fate of many items; `tokens` is the column of what each holds on leaving, None for 0.

        Raises:
            ValueError: The stage has decided on one of them before.
        """
        fates, reasons, held = self.fate, self.reason, self.tokens
        for position in positions:
            if fates[position]:
                raise ValueError(f"the item at position {position} is decided twice")
            fates[position] = fate
            reasons[position] = reason
            if tokens is not None:
                held[position] = tokens[position]

    def undecided(self, positions: Sequence[int]) -> Sequence[int]:
        """Those among the positions that the stage has not decided on."""
        fates = self.fate
        return [position for position in positions if not fates[position]]

    def record(self, stage: Stage, strategy: str, order: Sequence[int]) -> StageRecord:
        """The finished columns; `order` are the positions of the stage's output."""
        return StageRecord(
            stage=stage,
            strategy=strategy,
            fate=bytes(self.fate),
            reason=bytes(self.reason),
            tokens=tuple(self.tokens),
            order=tuple(order),
            numbers=SparseNumbers(self.numbers) if self.numbers else no_numbers,
            total=sum(self.tokens),
        )


@dataclass(frozen=True, slots=True)
class LogFigures:
    """What the published stages log: items collected, kept, compressed, and about how many tokens built."""

    collected: int
    kept: int
    compressed: int
    about: int


def log_figures(stages: Sequence[StageRecord], context: Sequence[Message]) -> LogFigures:
    """The figures of a run from its four stage records, in order, and its messages."""
    gather, select, summarize, _construct = stages
    return LogFigures(
        collected=len(gather.order),
        kept=len(select.order),
        compressed=bytes(summarize.fate).count(bytes([Fate.COMPRESSED])),
        about=sum(_length(message.value.get("content")) // LOG_DIVISOR for message in context),
    )


def _length(content: object) -> int:
    """Characters of a text, entries of a list or object, as the published log counts them."""
    return len(content) if isinstance(content, Sized) else 0
