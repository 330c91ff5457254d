"""Whether a must-keep of a run is kept, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxlab import explain
from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.model.trace import Verdict


def must_keep_line(keep: Verdict, labels: dict[str, str], language: str) -> str:
    """Whether a must-keep reached the context, and where it was lost if not."""
    label = labels.get(keep.id, keep.id)
    if keep.lost_at is None:
        return word(language, "must_kept", label=label)
    return word(language, "must_lost", stage=explain.stage(keep.lost_at, language), label=label)
