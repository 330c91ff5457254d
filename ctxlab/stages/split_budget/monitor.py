"""The published token monitor. The published build_context() itself never calls it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.stages.split_budget.sections import CONVERSATION, PROMPT, RAG, Section


@dataclass(frozen=True, slots=True)
class Report:
    """What the monitor tells of sections as they were added, before degradation and cut.

    `sections` has (name, tokens, tier, percent with one decimal) by name: of several sections of one name
    the last. Separators are not counted. `warns` says that the total is above the figure that it warns at.
    """

    total: int
    sections: tuple[tuple[str, int, int, float], ...]
    warns: bool

    @property
    def line(self) -> str:
        """The line that it logs.

        Raises:
            KeyError: One of the three sections that it names is not there.
        """
        shares = {name: percent for name, _, _, percent in self.sections}
        told = f"sys={shares[PROMPT]}% conv={shares[CONVERSATION]}% rag={shares[RAG]}%"
        return f"[TokenMonitor] total={self.total} {told}"


def report(sections: Sequence[Section], warn_at: int | None) -> Report:
    """The monitor's figures.

    Raises:
        ZeroDivisionError: The sections hold no token at all.
    """
    total = sum(one.tokens for one in sections)
    by_name = {one.name: one for one in sections}
    told = tuple(
        (one.name, one.tokens, one.tier, round(one.tokens / total * 100, 1)) for one in by_name.values()
    )
    return Report(total, told, warn_at is not None and total > warn_at)


def overwritten(sections: Sequence[Section]) -> tuple[str, int] | None:
    """The name that several sections have and how many, of which the monitor shows the last alone."""
    names = [one.name for one in sections]
    return next(((name, names.count(name)) for name in names if names.count(name) > 1), None)
