"""What stood in an item's way, and which cap would keep it, for `why`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ctxlab import explain
from ctxlab.analysis.keeping import keeps

if TYPE_CHECKING:
    from collections.abc import Callable

    from ctxlab.model.displaced import Displacer
    from ctxlab.model.sensitivity import KeepingCap
    from ctxlab.model.trace import Trace

#: A cap is looked for only for so many of the items that hold a text: each takes a run.
_MOST = 20


def remedies(
    trace: Trace,
    positions: list[int],
    displaced: Callable[[str], tuple[Displacer, ...]],
    keeping: Callable[[str], KeepingCap],
) -> dict[int, tuple[tuple[Displacer, ...], KeepingCap | None]]:
    """By position, for items that do not stand whole: what displaced them, and what would keep them.

    Beyond the first so many items no cap is looked for. Items that stages made are not among them.
    """
    lost = [p for p in positions if p < len(trace.pool) and not keeps(trace, p)]
    return {
        position: (displaced(trace.id(position)), keeping(trace.id(position)) if at < _MOST else None)
        for at, position in enumerate(lost)
    }


def document(displaced: tuple[Displacer, ...], keeping: KeepingCap | None) -> dict[str, Any]:
    """The fields of an item's JSON; `keeping` is null where nothing was looked for."""
    return {
        "displaced_by": [
            {"item": one.item, "row": one.row.value, "tokens": one.tokens, "blocks": one.blocks}
            for one in displaced
        ],
        "keeping": keeping
        and {
            "row": keeping.row.value,
            "cap": keeping.cap,
            "now": keeping.now,
            "verified": keeping.verified,
            "reason": keeping.reason,
            "by": keeping.by,
            "tokens": keeping.tokens,
            "lost": list(keeping.lost),
            "must_keeps_lost": list(keeping.must_keeps),
            "must_keeps_saved": list(keeping.saved),
        },
    }


def lines(
    displaced: tuple[Displacer, ...], keeping: KeepingCap | None, labels: dict[str, str], language: str
) -> list[str]:
    """The same in words, a line each."""
    told = list(explain.displaced(displaced, language))
    if keeping is not None:
        told += explain.keeping(keeping, language, must_keep_of=lambda one: labels.get(one, one))
    return told
