"""Recorded builds: the figures of one build, what else was kept of it, and sums over many."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.model.items import Source


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one build, all of them out of its trace.

    `sources` are the tokens of the final context by source, in the order of `Source`, sources without any
    left out; `overhead` are those of framing, headings and seams. `gathered` and `constructed` are in the
    profile's encoding, `counted` is what is held against the limit. `limit`, `over` and `warn_at` are None
    where there is none. `level` is the level of degradation, 0 without. `truncated` to `added` count items by
    their fate. `must_keeps` is how many were judged, `lost` the ids of those that did not reach the context.
    """

    session: str
    request: int
    turn: int
    profile: str
    profile_sha256: str
    encoding: str
    exact: bool
    messages: int
    sources: tuple[tuple[Source, int], ...]
    overhead: int
    gathered: int
    constructed: int
    counted: int
    limit: int | None = None
    over: int | None = None
    warn_at: int | None = None
    level: int = 0
    truncated: int = 0
    compressed: int = 0
    merged: int = 0
    dropped: int = 0
    added: int = 0
    must_keeps: int = 0
    lost: tuple[str, ...] = ()

    @property
    def warned(self) -> bool:
        """Whether the context is larger than the size at which the profile warns."""
        return self.warn_at is not None and self.counted > self.warn_at

    @property
    def ratio(self) -> float | None:
        """Compression: the tokens built as a share of those gathered; None where nothing was gathered."""
        return self.constructed / self.gathered if self.gathered else None

    @property
    def use(self) -> float | None:
        """The context as a share of its limit; None without a limit."""
        return self.counted / self.limit if self.limit else None

    def tokens(self, source: Source) -> int:
        """Tokens of that source in the final context."""
        return dict(self.sources).get(source, 0)

    def share(self, source: Source) -> float:
        """That source's share of the final context, 0 to 1."""
        return self.tokens(source) / self.constructed if self.constructed else 0.0


@dataclass(frozen=True, slots=True)
class BuildOrigin:
    """Where a build's session came from.

    `file` is a path or empty, `sha256` that of its bytes when it was read, `place` the session's 0-based
    place in it. `chain` names the side chain that was built, empty for the conversation.
    """

    title: str = ""
    file: str = ""
    sha256: str = ""
    place: int = 0
    chain: str = ""


@dataclass(frozen=True, slots=True)
class RecordedBuild:
    """One build as it was recorded: when (seconds since 1970), of what, its figures, how long it took (ms).

    `kept` says that the session is kept, so that the build can be made again. `hidden` is how many secrets
    stand-ins were put for in what is kept.
    """

    id: int
    at: float
    origin: BuildOrigin
    figures: Figures
    milliseconds: float
    kept: bool = True
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with the Wilson interval at 95 % as shares from 0 to 1."""

    hits: int
    of: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share, 0 to 1; 0 of nothing."""
        return self.hits / self.of if self.of else 0.0

    @property
    def one_in(self) -> int | None:
        """N of "1 in N", rounded; None where there is no hit."""
        return round(self.of / self.hits) if self.hits else None


@dataclass(frozen=True, slots=True)
class Day:
    """The builds of one day (local time, `YYYY-MM-DD`): how many, mean and peak tokens, must-keeps lost."""

    day: str
    builds: int
    mean: int
    peak: int
    lost: int


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures over many builds.

    `levels` are the shares of builds at level 0, 1, 2 and 3. Tokens are those counted: mean, median and ninth
    decile by nearest rank, largest. `peak_use` is the largest one's share of its own limit, None where it had
    none; of several as large the largest share. `warned` and `over` count builds. `forgotten` are sessions
    with a forgotten constraint among those with a must-keep that was judged. `ratio` is the mean compression,
    None where nothing was gathered. `sessions` is how many sessions there are.
    """

    builds: int
    sessions: int
    levels: tuple[Share, Share, Share, Share]
    mean: int
    p50: int
    p90: int
    peak: int
    warned: int
    over: int
    forgotten: Share
    ratio: float | None
    milliseconds: float
    days: tuple[Day, ...] = ()
    peak_use: float | None = None


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """The figures over the builds of one session."""

    session: str
    title: str
    summary: Summary
