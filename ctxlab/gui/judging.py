"""Judging sessions one after the other, beside the work: what is asked, what is answered, what is kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ctxlab.analysis.row_stats import demand
from ctxlab.engine.pipeline import Kept
from ctxlab.errors import CancelledError, CtxlabError
from ctxlab.gui.background import PAUSE, Work
from ctxlab.gui.error_text import error_text
from ctxlab.gui.models.session_rows import SessionVerdict
from ctxlab.lab import Lab, texts_of
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Trace
from ctxlab.tokens.models import encoding_for

#: Items of all sessions together whose stage results are kept; sessions beyond them are built cold each time.
MOST_ITEMS = 60_000

#: So many code points are counted between two places at which something more urgent may come.
_BATCH_CHARACTERS = 64_000

#: An edit takes back what it did, so the run before it is kept too.
_KEPT = Kept(gathers=2, runs=2, judged=2)
_SPARE = Kept(gathers=1, runs=1, judged=1)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A session to judge, by the key of its document; `trace` is its run where that was made already."""

    key: str
    snapshot: Snapshot
    profile: Profile
    marks: Marks
    trace: Trace | None = None

    def same(self, other: Case) -> bool:
        """Whether two are judged by the same run."""
        if self.snapshot.request is not other.snapshot.request:
            return False
        if self.marks is not other.marks and self.marks != other.marks:
            return False
        return self.profile is other.profile or self.profile == other.profile


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What a case came to: the verdict, and what each row asks for, in tokens; None if not built."""

    case: Case
    verdict: SessionVerdict
    demand: Mapping[Row, int] | None = None


@dataclass(eq=False)
class Shelf:
    """A Lab for each session, so that an edit only runs what it touches in each of them.

    An engine keeps few runs, which many sessions in turn would push out before they are asked for again.
    Belongs to the thread that judges.
    """

    most_items: int = MOST_ITEMS
    _labs: dict[str, tuple[Lab, int]] = field(default_factory=dict[str, tuple[Lab, int]])
    _spare: Lab | None = None

    def __len__(self) -> int:
        return len(self._labs)

    def keep(self, keys: Collection[str]) -> None:
        """Drops what is kept of all sessions but these."""
        for key in [key for key in self._labs if key not in keys]:
            del self._labs[key]

    def lab(self, case: Case, lab: Lab) -> Lab:
        """The Lab of a case's session, made like `lab`; where there is no more room, one for all others."""
        found = self._labs.get(case.key)
        if found is not None:
            return found[0]
        size = len(case.snapshot.session.items)
        if size + sum(items for _, items in self._labs.values()) > self.most_items:
            spare = self._spare = self._spare or lab.another(_SPARE)
            return spare
        made = lab.another(_KEPT)
        self._labs[case.key] = (made, size)
        return made


def judging(cases: Sequence[Case], open_keys: Collection[str], shelf: Shelf) -> Work:
    """Work that yields an `Answer` for each case, in their order; `open_keys` are all sessions there are."""

    def work(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
        shelf.keep(open_keys)
        for case in cases:
            yield from _answer(case, shelf.lab(case, lab), unwanted)

    return work


def _answer(case: Case, lab: Lab, unwanted: Callable[[], bool]) -> Iterator[Any]:
    try:
        trace = case.trace
        if trace is None:
            yield from _counted(case, lab)
            trace = lab.build(case.snapshot, case.profile, marks=case.marks, cancelled=unwanted)
        yield Answer(case, verdict_of(trace), demand(trace))
    except CancelledError:
        raise
    except CtxlabError as error:
        # one session that cannot be built does not keep the others from being judged
        yield Answer(case, SessionVerdict(problem=error_text(error)))


def verdict_of(trace: Trace) -> SessionVerdict:
    """How many must-keeps a run loses, of how many that were judged."""
    return SessionVerdict(len(trace.lost), len(trace.must_keeps))


def _counted(case: Case, lab: Lab) -> Iterator[Any]:
    """Counts what a case needs in small steps; a build would count it all in one."""
    counter = lab.counter(encoding_for(case.profile, case.snapshot.session.model).value)
    batch: list[str] = []
    size = 0
    for text in counter.missing(texts_of(case.snapshot)):
        batch.append(text)
        size += len(text)
        if size >= _BATCH_CHARACTERS:
            counter.count_all(batch)
            batch, size = [], 0
            yield PAUSE
    if batch:
        counter.count_all(batch)
        yield PAUSE
