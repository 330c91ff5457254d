"""What flows between the stages, and what a strategy has to state and to do.

Gather makes the `Pool` (shared columns). Each stage then adds its `StageRecord`. What later stages need
beyond the record travels in the dataclasses below; nothing is changed in place, so any of them can be
memoised.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ctxlab.model.decision import Numbers, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Row, Source
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Language, Overflow, Profile, Wire
from ctxlab.model.session import Snapshot
from ctxlab.model.summary import StoredSummary, SummaryAsk
from ctxlab.model.trace import Altered, Made, Message, Outside, Pool, RowUse, StageRecord
from ctxlab.tokens.framing import Framing
from ctxlab.tokens.protocols import Counter

#: A cut or a summary that would leave fewer tokens than this is not worth its place (pipeline rules, sections
#: 2 and 3).
LEAST_USEFUL = 32


@dataclass(frozen=True, slots=True)
class Summary:
    """A summariser's answer: the text, and how much of the source is not in it, by kind.

    `left_out` has (kind, count) pairs for demands, numbers and sentences. `noted` are further numbers of the
    decision. Without a text it is a refusal; `refused` is then the code of a diagnostic that says why.
    """

    text: str
    left_out: tuple[tuple[str, int], ...] = ()
    noted: Numbers = ()
    refused: str = ""


class Summarizer(Protocol):
    """Makes summaries within a limit; None is a refusal and leaves the original in place."""

    @property
    def name(self) -> str:
        """Such as `extractive`; part of every key under which a summary is kept."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same input may give another answer."""
        ...

    def condense(
        self, text: str, source: Source, limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """One text in at most `limit` tokens."""
        ...

    def merge(
        self, texts: Sequence[tuple[str, str]], limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """Several (role, text) pairs, oldest first, as one text in at most `limit` tokens."""
        ...


class SummaryShelf(Protocol):
    """The summaries by models that are at hand. Nothing here asks a model."""

    @property
    def generation(self) -> Hashable:
        """Changes whenever other answers may be found."""
        ...

    def find(self, ask: SummaryAsk) -> StoredSummary | None:
        """What a model answered to this; None where that is not at hand."""
        ...


@dataclass(frozen=True, slots=True)
class NoSummaries:
    """A shelf with nothing on it."""

    generation: Hashable = 0

    def find(self, ask: SummaryAsk) -> StoredSummary | None:
        """Nothing."""
        del ask
        return None


#: What a run finds that was given no shelf.
NO_SUMMARIES = NoSummaries()


def never() -> bool:
    """A cancel test that never cancels."""
    return False


@dataclass(frozen=True, eq=False)
class StageContext:
    """What a strategy is handed besides its input: only the profile parts that it `reads`, and the tools.

    `profile` is the whole profile with every part that the strategy does not read reset to its default, so
    that an undeclared dependency shows in tests and never makes a memo wrong.
    """

    profile: Profile
    marks: Marks
    counter: Counter
    framing: Framing
    wire: Wire
    summarizer: Summarizer
    cancelled: Callable[[], bool] = never
    summaries: SummaryShelf = NO_SUMMARIES


@dataclass(frozen=True, slots=True)
class Unit:
    """What a row serves as one: a recorded message's items of one row, or one result, or one fragment.

    `positions` ascend. `charge` is what it costs whole. `required` units are served first and whole; so are
    pinned ones.
    """

    positions: tuple[int, ...]
    charge: int
    pinned: bool = False
    required: bool = False


@dataclass(frozen=True, slots=True)
class Reduced:
    """What Gather left of an item; `stands` are the code points that stand in the place of each cut."""

    altered: Altered
    stands: tuple[int, ...]


def no_reductions() -> Mapping[int, Reduced]:
    """What a Gather that hands items on as they were recorded has taken out of them."""
    return {}


@dataclass(frozen=True, eq=False)
class Gathered:
    """Gather's output: the pool, and the units that Select serves.

    `units` are those of each row in time order, made of the items that Gather kept or added. `pairs` maps the
    position of each call that goes on to those of its results, also of results that Gather dropped; there are
    none where a call was never answered. `pinned` are positions. `derived` is where later strategies keep
    what they derive from it once, by a key of their own; it goes when the engine lets go of this gather.

    Where Gather let only a part of some items through, `pool` has what is left of them, `recorded` is the
    same pool with these items as they were recorded, and `reduced` says what was left.
    """

    snapshot: Snapshot
    pool: Pool
    record: StageRecord
    units: Mapping[Row, tuple[Unit, ...]]
    pairs: Mapping[int, tuple[int, ...]]
    pinned: frozenset[int]
    diagnostics: tuple[Diagnostic, ...] = ()
    derived: dict[object, object] = field(default_factory=dict[object, object])
    recorded: Pool | None = None
    reduced: Mapping[int, Reduced] = field(default_factory=no_reductions)

    @property
    def as_recorded(self) -> Pool:
        """The pool with every item as it was recorded."""
        return self.pool if self.recorded is None else self.recorded


@dataclass(frozen=True, slots=True)
class SummaryGroup:
    """Items of one row that left Select to be summarised together, and the tokens set aside for that."""

    row: Row
    charged_to: Row
    positions: tuple[int, ...]
    limit: int


class Trim(Protocol):
    """Lets the engine drop one unit more when the text that Construct counted is over the limit after all."""

    def __call__(self, limit: int, counted: int, /) -> Selected | None:
        """The same selection without the unit that goes next, pairs mended; None when nothing more may go."""
        ...


#: The position of the item that is cut so that a unit, given by its rank, is charged at most so many tokens,
#: and what is left of it; None where nothing useful would be left.
UnitCut = Callable[[int, int], tuple[int, Altered] | None]


def no_cut(_rank: int, _room: int, /) -> tuple[int, Altered] | None:
    """What a row that never cuts a unit would leave of one: nothing."""
    return None


@dataclass(frozen=True, eq=False)
class Queue:
    """The units of one row in the order in which Select serves them; the row's own cap changes nothing in it.

    `overflow` is the rule that the strategy really follows, `cap` what the profile says and `given` what the
    row was given in this run, with its elastic share. The first `lead` units go in whole whatever the cap is,
    those from `allowed` on never do. `charges` are what each is charged (its per-item limit applied) and
    `prefix` their sums from 0. Where the row does not fit whole, `aside` tokens of the cap go to a summary of
    the rest. `rank` gives the unit of a position. `source` is a key that stays equal as long as units, order
    and charges are the same. `cut` is what would be left of a unit that crosses the cap where a row
    truncates.
    """

    row: Row
    overflow: Overflow
    cap: int | None
    given: int | None
    units: Sequence[Unit]
    charges: Sequence[int]
    prefix: Sequence[int]
    rank: Mapping[int, int]
    lead: int
    allowed: int
    aside: int
    source: object
    cut: UnitCut = no_cut

    @property
    def share(self) -> int:
        """Tokens that the row was given beyond its cap."""
        return 0 if self.cap is None or self.given is None else self.given - self.cap


def no_queues() -> Mapping[Row, Queue]:
    """What a Select that hands out no queues answers."""
    return {}


@dataclass(frozen=True, eq=False)
class Selected:
    """Select's output.

    `made` are the items that it added, `altered` maps the positions of items that it cut to what is left of
    them, and `moved` those of items that ended in another row to that row. `groups` are to be summarised, and
    `to_compress` are (position, limit) pairs of items that Summarize has to bring down to a limit. `trim` is
    there where the engine may ask for less, and `degrade` where it may ask for the next level of degradation
    once trimming is at its end. `queues` are made when an analysis asks for them.
    """

    gathered: Gathered
    record: StageRecord
    made: tuple[Made, ...]
    altered: Mapping[int, Altered]
    moved: Mapping[int, Row]
    rows: tuple[RowUse, ...]
    groups: tuple[SummaryGroup, ...]
    to_compress: tuple[tuple[int, int], ...]
    trim: Trim | None = None
    degrade: Trim | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    queues: Callable[[], Mapping[Row, Queue]] = no_queues


@dataclass(frozen=True, eq=False)
class Summarized:
    """Summarize's output.

    `altered` and `made` hold Select's entries too. `by` maps the positions of merged items to those of the
    summaries that stand for them.
    """

    selected: Selected
    record: StageRecord
    made: tuple[Made, ...]
    altered: Mapping[int, Altered]
    by: Mapping[int, int]
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, eq=False)
class Constructed:
    """Construct's output: the context with its ledger and its exact total.

    `outside` is what goes beside the messages. `ledger` has (row, tokens) pairs in the order of
    `trace.LEDGER`. `closing` is the framing that ends the context and belongs to no message; `total` counts
    it. `altered` maps the positions of items that it cut itself to what is left of them.
    """

    summarized: Summarized
    record: StageRecord
    context: tuple[Message, ...]
    outside: tuple[Outside, ...]
    ledger: tuple[tuple[str, int], ...]
    total: int
    closing: int
    diagnostics: tuple[Diagnostic, ...] = ()
    altered: Mapping[int, Altered] = field(default_factory=dict[int, Altered])


class Strategy(Protocol):
    """One way of doing one stage.

    `reads` are the profile parts that it is handed, such as budget, mode or degrade. `requires` and
    `provides` name what it needs of earlier stages and offers to later ones; they are stated for readers, and
    nothing acts on them. One that calls a model is `external`, which the engine refuses to run unasked.
    """

    @property
    def name(self) -> str:
        """What a profile names it by."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same input may give another result."""
        ...

    @property
    def slot(self) -> Stage:
        """The stage that it does."""
        ...

    @property
    def reads(self) -> tuple[str, ...]:
        """Profile parts, or single settings of them such as `construct.wire` or `budget.recent.rounds`."""
        ...

    @property
    def requires(self) -> tuple[str, ...]:
        """Names of abilities that it needs of an earlier stage."""
        ...

    @property
    def provides(self) -> tuple[str, ...]:
        """Names of abilities that it offers to later stages."""
        ...

    @property
    def external(self) -> bool:
        """Whether it calls a model."""
        ...

    def run(self, given: Any, context: StageContext, /) -> Any:
        """Takes the previous stage's output (Gather: a Snapshot) and returns this stage's."""
        ...


def no_numbers(_position: int, /) -> Numbers:
    """The numbers column of a stage whose decisions carry none."""
    return ()


@dataclass(frozen=True, eq=False)
class SparseNumbers:
    """A numbers column that holds them ready for the few positions that have any."""

    entries: Mapping[int, Numbers]

    def __call__(self, position: int, /) -> Numbers:
        """The pairs kept for that position, or none."""
        return self.entries.get(position, ())
