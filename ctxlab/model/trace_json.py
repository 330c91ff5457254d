"""The trace as JSON of schema `ctxlab.trace/1`: one object, no time, duration, path or prose in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from ctxlab.model.decision import STAGES, Decision
from ctxlab.model.trace_base import TraceBase
from ctxlab.model.trace_parts import RowUse

SCHEMA = "ctxlab.trace/1"


def dumps(trace: TraceBase, *, indent: int | None = None) -> str:
    """The trace as text; lone surrogates become U+FFFD, numbers that JSON does not know become null."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(to_value(trace), ensure_ascii=False, indent=indent, separators=separators)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def to_value(trace: TraceBase) -> dict[str, Any]:
    """The trace as plain values."""
    return {
        "schema": SCHEMA,
        "session": trace.session,
        "request": trace.request,
        "profile": {"name": trace.profile, "sha256": trace.profile_sha256},
        "wire": trace.wire,
        "encoding": trace.encoding,
        **({} if trace.factor == 100 else {"factor": trace.factor}),
        "exact": trace.exact,
        "unknown": [source.value for source in trace.unknown],
        "totals": _totals(trace),
        "ledger": [{"row": row, "tokens": tokens} for row, tokens in trace.ledger],
        "rows": [_row(row) for row in trace.rows],
        "items": [_item(trace, position) for position in trace.order()],
        "stages": {stage.value: _stage(trace, at) for at, stage in enumerate(STAGES)},
        "outside": [_outside(trace, at) for at in range(len(trace.outside))],
        "messages": [finite(dict(message.value)) for message in trace.context],
        "message_tokens": [message.tokens for message in trace.context],
        "message_items": [[trace.id(p) for p in message.positions] for message in trace.context],
        "message_spans": [
            [[pointer, start, end, trace.id(p)] for pointer, start, end, p in message.spans]
            for message in trace.context
        ],
        "must_keeps": [
            {"id": verdict.id, "lost_at": verdict.lost_at.value if verdict.lost_at else None}
            for verdict in trace.must_keeps
        ],
        "diagnostics": [
            {"code": one.code, "item": one.item, "numbers": dict(one.numbers)} for one in trace.diagnostics
        ],
    }


def _totals(trace: TraceBase) -> dict[str, Any]:
    totals = trace.totals
    return {
        "gathered": totals.gathered,
        "selected": totals.selected,
        "summarized": totals.summarized,
        "constructed": totals.constructed,
        "counted": totals.counted,
        "limit": totals.limit,
        "over": totals.over,
    }


def _row(row: RowUse) -> dict[str, Any]:
    return {
        "row": row.row.value,
        "cap": row.cap,
        "given": row.given,
        "used": row.used,
        "kept": row.kept,
        "of": row.of,
    }


def _item(trace: TraceBase, position: int) -> dict[str, Any]:
    outcome = trace.outcome(position)
    by = trace.by.get(position)
    altered = trace.altered.get(position)
    return {
        "id": trace.id(position),
        "source": trace.source(position).value,
        "row": trace.row(position).value,
        "role": trace.item(position).role,
        "turn": trace.turn(position),
        "tokens": trace.tokens(position),
        "exact": trace.is_exact(position),
        "fate": outcome.fate.word,
        "stage": outcome.stage.value,
        "reason": outcome.reason.code,
        "tokens_after": trace.tokens_after(position),
        "derived_from": [trace.id(one) for one in trace.derived_from(position)],
        "by": None if by is None else trace.id(by),
        "cut": [list(span) for span in altered.cuts] if altered else [],
        "history": [_decision(decision) for decision in trace.history(position)],
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "stage": decision.stage.value,
        "fate": decision.fate.word,
        "reason": decision.reason.code,
        "numbers": dict(decision.numbers),
        "tokens": decision.tokens,
    }


def _stage(trace: TraceBase, at: int) -> dict[str, Any]:
    record = trace.stages[at]
    return {
        "strategy": record.strategy,
        "order": [trace.id(position) for position in record.order],
        "tokens": record.total,
    }


def _outside(trace: TraceBase, at: int) -> dict[str, Any]:
    one = trace.outside[at]
    return {
        "field": one.field,
        "value": finite(one.value),
        "tokens": one.tokens,
        "items": [trace.id(position) for position in one.positions],
    }


def finite(value: Any) -> Any:
    """The value with numbers that strict JSON does not know as null."""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    if isinstance(value, Mapping):
        return {str(key): finite(one) for key, one in cast("Mapping[object, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [finite(one) for one in cast("Sequence[Any]", value)]
    return value
