"""The built context against its limit, as segments of one bar to scale and as words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import compress

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.explain.calibration import difference_line
from ctxlab.gui.text import counted, listed, token_text
from ctxlab.model.items import PartKind, Row, Source
from ctxlab.model.profile import Encoding, Window, Wire
from ctxlab.model.trace import Trace

#: Rows in the order in which a layout sets them, so that the bar reads like the context.
LAYOUT_ORDER = (
    Row.SYSTEM_PROMPT,
    Row.TOOL_SCHEMAS,
    Row.KEY_FACT,
    Row.TASK_STATE,
    Row.AGENT_NOTE,
    Row.RETRIEVED_DOC,
    Row.SUMMARY,
    Row.HISTORY,
    Row.TOOL_RESULT,
    Row.RECENT,
    Row.USER_MESSAGE,
)

#: Parts whose text is all that the provider counts.
_COUNTABLE = (PartKind.TEXT, PartKind.THINKING, PartKind.CALL, PartKind.RESULT)


class SegmentKind(StrEnum):
    """What a stretch of the bar stands for."""

    ROW = "row"
    LEDGER = "ledger"
    FREE = "free"
    UNKNOWN = "unknown"
    BUFFER = "buffer"
    RESERVE = "reserve"


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the bar: what it is, how many tokens, and its name."""

    kind: SegmentKind
    tokens: int
    name: str
    row: Row | None = None


@dataclass(frozen=True, slots=True)
class ContextScale:
    """The whole bar. `whole` is what its width stands for; `limit` and `warn_at` are places on it."""

    segments: tuple[Segment, ...]
    whole: int
    used: int
    limit: int | None
    warn_at: int | None


def row_tokens(trace: Trace) -> dict[Row, int]:
    """Tokens that each budget row's items hold in the built context, without ledger."""
    record = trace.stages[-1]
    found = dict.fromkeys(Row, 0)
    for row, tokens in compress(zip(trace.pool.row, record.tokens, strict=False), record.fate):
        found[row] += tokens
    start = len(trace.pool)
    for position in (*trace.moved, *range(start, min(len(trace), len(record.fate)))):
        if not record.fate[position]:
            continue
        if position < start:
            found[trace.pool.row[position]] -= record.tokens[position]
        found[trace.row(position)] += record.tokens[position]
    return found


def context_scale(trace: Trace, window: Window, language: str) -> ContextScale:
    """The segments of a run's context: rows, ledger, free room, and what the window keeps back."""
    tokens = row_tokens(trace)
    used = trace.totals.constructed
    segments = [
        Segment(SegmentKind.ROW, tokens[row], explain.row(row, language), row)
        for row in LAYOUT_ORDER
        if tokens[row] > 0
    ]
    rest = used - sum(segment.tokens for segment in segments)
    if rest > 0:
        segments.append(
            Segment(
                SegmentKind.LEDGER, rest, QCoreApplication.translate("ContextBar", "framing and headings")
            )
        )
    limit = trace.totals.limit
    if limit is None:
        return ContextScale(tuple(segments), max(1, used), used, None, None)
    segments.append(
        Segment(SegmentKind.FREE, max(0, limit - used), QCoreApplication.translate("ContextBar", "free"))
    )
    over = max(0, used - limit)
    for kind, amount, name in _kept_back(window, language):
        # what is over eats into the room behind the limit
        left = max(0, amount - over)
        over -= amount - left
        segments.append(Segment(kind, left, name))
    whole = sum(segment.tokens for segment in segments)
    return ContextScale(tuple(s for s in segments if s.tokens), max(1, whole), used, limit, window.warn_at)


def _kept_back(window: Window, language: str) -> list[tuple[SegmentKind, int, str]]:
    parts = [
        (
            SegmentKind.UNKNOWN,
            amount,
            QCoreApplication.translate("ContextBar", "{0}, stated").format(explain.source(source, language)),
        )
        for source, amount in window.unknown
    ]
    parts.append((SegmentKind.BUFFER, window.buffer, QCoreApplication.translate("ContextBar", "buffer")))
    if not window.soft_rules:
        parts.append(
            (
                SegmentKind.RESERVE,
                window.output_reserve,
                QCoreApplication.translate("ContextBar", "output reserve"),
            )
        )
    return parts


def headline(trace: Trace) -> str:
    """How full the context is: `11,656 of 27,000 tokens`, marked where it is not exact or a lower bound."""
    totals = trace.totals
    used = token_text(totals.constructed, trace.exact)
    if trace.unknown:
        used = QCoreApplication.translate("ContextBar", "at least {0}").format(used)
    if totals.limit is None:
        return counted(
            used,
            QCoreApplication.translate("ContextBar", "{0} token"),
            QCoreApplication.translate("ContextBar", "{0} tokens"),
        )
    return QCoreApplication.translate("ContextBar", "{0} of {1} tokens").format(used, f"{totals.limit:,}")


def over_words(trace: Trace) -> str:
    """By how much the context is over its limit, or an empty text."""
    over = trace.totals.over
    return QCoreApplication.translate("ContextBar", "over by {0}").format(f"{over:,}") if over else ""


def mode_words(trace: Trace) -> str:
    """In which mode the context was built, and which rule chose it, or an empty text."""
    mode, rule = trace.mode
    if not mode:
        return ""
    if not rule:
        return QCoreApplication.translate("ContextBar", "mode {0}").format(mode)
    return QCoreApplication.translate("ContextBar", "mode {0} (rule {1})").format(mode, rule)


def level_words(trace: Trace) -> str:
    """To which level the context was degraded so that it fits, or an empty text."""
    level = trace.degraded
    return QCoreApplication.translate("ContextBar", "↓ degraded to level {0}").format(level) if level else ""


def derivation(trace: Trace, window: Window, language: str, provider: int | None = None) -> str:
    """Where the limit comes from and how sure the counts are; `provider` is what the provider counted."""
    parts = [*_limit_words(trace, window, language), _counts_words(trace, window, language)]
    stated = {source for source, _ in window.unknown}
    missing = [explain.source(source, language) for source in trace.unknown if source not in stated]
    if missing:
        parts.append(QCoreApplication.translate("ContextBar", "not in the file: {0}").format(listed(missing)))
    if provider is not None:
        estimated = sum(tokens for source, tokens in window.unknown if source in trace.unknown)
        ours = trace.totals.counted + estimated
        parts.append(difference_line(provider, ours, language, exact=trace.exact))
    return " · ".join(parts)


def _limit_words(trace: Trace, window: Window, language: str) -> list[str]:
    if trace.totals.limit is None:
        return [QCoreApplication.translate("ContextBar", "no window size stated")]
    size, reserve = f"{window.size or 0:,}", f"{window.output_reserve:,}"
    if window.soft_rules:
        first = QCoreApplication.translate("ContextBar", "soft limit {0}").format(f"{window.soft_limit:,}")
    else:
        first = QCoreApplication.translate("ContextBar", "window {0} − output reserve {1}").format(
            size, reserve
        )
    terms = [first]
    if window.buffer:
        terms.append(QCoreApplication.translate("ContextBar", "buffer {0}").format(f"{window.buffer:,}"))
    terms += [f"{explain.source(source, language)} {tokens:,}" for source, tokens in window.unknown]
    parts = [QCoreApplication.translate("ContextBar", "limit = {0}").format(" − ".join(terms))]
    if window.soft_rules and window.size is not None:
        parts.append(QCoreApplication.translate("ContextBar", "window {0}").format(size))
        parts.append(QCoreApplication.translate("ContextBar", "output reserve {0}").format(reserve))
    return parts


def _counts_words(trace: Trace, window: Window, language: str) -> str:
    """How sure the counts are, and if they are not, why.

    The trace does not say whether the encoding is the model's own. It never is on the Anthropic wire, and not
    either where every item was counted exactly and yet the whole is not exact.
    """
    if trace.exact:
        return QCoreApplication.translate("ContextBar", "counts exact ({0})").format(trace.encoding)
    if trace.factor != 100:
        said = QCoreApplication.translate("ContextBar", "counts ≈: {0}, a factor of the profile")
        return said.format(trace.counted_in)
    if trace.encoding in (Encoding.CHARS_3, Encoding.CHARS_4):
        return QCoreApplication.translate("ContextBar", "counts ≈: estimated as {0}").format(trace.encoding)
    inexact = [position for position, exact in enumerate(trace.pool.exact) if not exact]
    if any(_is_plain(trace, position) for position in inexact):
        return QCoreApplication.translate("ContextBar", "counts ≈: still being counted")
    if inexact and trace.wire == Wire.OPENAI_CHAT:
        rows = dict.fromkeys(trace.row(position) for position in inexact)
        return QCoreApplication.translate("ContextBar", "counts ≈: {0} cannot be counted exactly").format(
            listed(explain.row(row, language) for row in rows)
        )
    return QCoreApplication.translate("ContextBar", "counts ≈: {0} stands in for {1}").format(
        trace.encoding, window.model or QCoreApplication.translate("ContextBar", "the model")
    )


def _is_plain(trace: Trace, position: int) -> bool:
    """Whether an item is nothing but text that can be counted exactly: no schema, no media."""
    if trace.source(position) is Source.TOOL_SCHEMAS:
        return False
    return all(part.kind in _COUNTABLE for part in trace.item(position).parts)
