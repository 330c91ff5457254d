"""A/B trials: the same sessions under two ways of building a context, asked of a model, judged by a check."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.model.violation import Sign


@dataclass(frozen=True, slots=True)
class Check:
    """What an answer is judged by: it holds where it shows what is expected and no sign of a breach.

    `expect` is a pattern that has to be found in the answer, or empty; `sign` is what must not be, or None.
    At least one of the two is set.
    """

    expect: str = ""
    sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """One answer. `case` and `arm` are indexes, `holds` is None where the call failed.

    `words` are the answer's, with what it called; or why there is none. `breaks` says that an answer that
    does not hold shows a sign of a breach, and not only lacks what was expected.
    """

    case: int
    arm: int
    holds: bool | None
    words: str
    breaks: bool = False


@dataclass(frozen=True, slots=True)
class Rate:
    """How often an arm held: `holds` of `judged` trials, the interval at 95 % (Wilson), trials that failed.

    Several trials of one session are alike, so that with repetitions the interval is too narrow for other
    sessions than these.
    """

    arm: str
    holds: int
    judged: int
    failed: int
    low: float
    high: float

    @property
    def share(self) -> float | None:
        """The share that held; None where nothing could be judged."""
        return self.holds / self.judged if self.judged else None


@dataclass(frozen=True, slots=True)
class CaseRates:
    """One session: how many trials of each arm held, and how many were judged."""

    title: str
    holds: tuple[int, ...]
    judged: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AbResult:
    """What came of an A/B.

    `p` is the two-sided chance of a difference at least as large between the arms of each session, were they
    alike; None where no session was judged under both. `better` and `worse` count the sessions in which the
    second arm held more often, and less often, than the first.
    """

    rates: tuple[Rate, Rate]
    cases: tuple[CaseRates, ...]
    trials: tuple[Trial, ...]
    p: float | None
    better: int
    worse: int
    tokens_in: int
    tokens_out: int
