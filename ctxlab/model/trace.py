"""The trace: the immutable record of one run, held as columns and read as rows."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.model.trace_base import TraceBase
from ctxlab.model.trace_json import dumps
from ctxlab.model.trace_parts import (
    LEDGER,
    Altered,
    Made,
    Message,
    NumbersColumn,
    Outside,
    Pool,
    RowUse,
    Span,
    StageRecord,
    Totals,
    Verdict,
)

__all__ = [
    "LEDGER",
    "Altered",
    "Made",
    "Message",
    "NumbersColumn",
    "Outside",
    "Pool",
    "RowUse",
    "Span",
    "StageRecord",
    "Totals",
    "Trace",
    "Verdict",
]


@dataclass(frozen=True, eq=False)
class Trace(TraceBase):
    """The record of one run.

    Equal inputs give equal traces, byte for byte; there is no time, duration or path in it.
    """

    def to_json(self, *, indent: int | None = None) -> str:
        """The trace as one JSON object of schema `ctxlab.trace/1`."""
        return dumps(self, indent=indent)
