"""What a provider counted against what is counted here, and what follows for the counting of a model."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ctxlab.model.items import Source


class Way(StrEnum):
    """How a factor was found.

    GROWTH: from how both counts grew from request to request. RATIO: from the counts themselves, where the
    log holds all that was sent. NONE: too little is known for a factor.
    """

    GROWTH = "growth"
    RATIO = "ratio"
    NONE = "none"


#: Tokens that a gap of one a message may be off by, however few messages there are.
_ODD = 2


class Doubt(StrEnum):
    """Why a factor is not to be relied on."""

    FEW = "few_requests"
    GROWTH = "little_growth"
    SPREAD = "wide_spread"
    UNLIKELY = "unlikely"


@dataclass(frozen=True, slots=True)
class CountRow:
    """One request: what the provider counted, and what is counted here of what stood in its context.

    `stretch` is 1-based; a new one begins where the recorder took something out of the context. `messages`
    are those of the context that is counted here, 0 where that is not known.
    """

    request: int
    turn: int
    stretch: int
    provider: int
    ours: int
    messages: int = 0

    @property
    def difference(self) -> int:
        """What the provider counted more; negative where it counted less."""
        return self.provider - self.ours


@dataclass(frozen=True, slots=True)
class Calibration:
    """A ledger of both counts, and what best leads from one to the other: constant + factor times ours.

    `factor` is in whole percent, None where nothing tells it. `low` and `high` are the quartiles of what
    single pairs of requests say of it. `constant` are tokens that stand in every request and not in the
    log: the system prompt and tool schemas where those are `unknown`. `error` is the median of what is left
    between the two counts, in tokens.
    """

    chain: str
    encoding: str
    unknown: tuple[Source, ...]
    rows: tuple[CountRow, ...]
    way: Way = Way.NONE
    factor: int | None = None
    low: int | None = None
    high: int | None = None
    constant: int | None = None
    error: int | None = None
    doubts: tuple[Doubt, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether there is a factor, and enough, and near enough, to go by it."""
        return self.factor is not None and not self.doubts

    @property
    def stretches(self) -> int:
        """Stretches without a compaction."""
        return len({row.stretch for row in self.rows})

    @property
    def one_a_message(self) -> bool:
        """Whether the provider counts about one token more for each message, at every request.

        OpenAI counts the role of each message; the framing of 3 tokens a message leaves it out.
        """
        return bool(self.rows) and all(
            row.messages and abs(row.difference - row.messages) <= max(_ODD, row.messages // 10)
            for row in self.rows
        )

    @property
    def unknown_tokens(self) -> tuple[Source, int] | None:
        """What a profile may state of an unknown source, with its tokens; None where nothing follows."""
        if not self.constant or self.constant < 0 or not self.unknown or self.one_a_message:
            return None
        return self.unknown[0], self.constant

    def expected(self, row: CountRow) -> int | None:
        """What the provider would count of a row by the constant and the factor."""
        if self.factor is None:
            return None
        return (self.constant or 0) - (-row.ours * self.factor // 100)
