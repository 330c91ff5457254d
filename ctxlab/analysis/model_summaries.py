"""Asking a model for the summaries that runs lack: what is asked, what that comes to, and what is taken.

A plan is made by runs that note what they look for in vain. After the answers it is made again, since a
summary may stand for what others left; so often at most that no endpoint is asked without end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ctxlab.errors import ModelError
from ctxlab.llm.client import Client
from ctxlab.llm.endpoint import Endpoint, Estimate, endpoint_of, estimate
from ctxlab.llm.faults import LASTING, Fault
from ctxlab.llm.replies import Reply
from ctxlab.llm.summary_answer import read_summary
from ctxlab.llm.summary_question import QUESTION_TOKENS, most_tokens, question
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.summary import StoredSummary, SummaryAsk
from ctxlab.model.trace import Trace
from ctxlab.settings import EndpointSettings
from ctxlab.stages.protocol import SummaryShelf, never
from ctxlab.stages.summarize.model import MISSING, SHORT_KEY, UNSAFE, made_safe
from ctxlab.stages.summarize.shelves import Missing
from ctxlab.tokens.protocols import Counter

#: How often a plan is made anew after answers came.
MOST_ROUNDS = 6
#: Faults that a question for something shorter may mend.
_TOO_LONG = frozenset((Fault.LENGTH.value, Fault.NOT_SHORTER.value))


#: A Lab that finds models' summaries on this shelf: what makes the trace of a run.
Look = Callable[[SummaryShelf], Callable[[Snapshot], Trace]]


@dataclass(frozen=True, slots=True)
class SummaryPlan:
    """What a model would be asked for, each once.

    `items` are the ids of the first items of what each summary would stand for. `found` are the summaries
    that the runs had, without those that stand beside the session.
    """

    asks: tuple[SummaryAsk, ...] = ()
    items: tuple[str, ...] = ()
    found: tuple[StoredSummary, ...] = ()


@dataclass(frozen=True, slots=True)
class SummaryAnswer:
    """What came of it: the summaries that are kept now, and a notice for each that was not taken.

    A notice is `summary_failed` with the fault, or `summary_unsafe` where the run will refuse what is kept.
    """

    taken: tuple[StoredSummary, ...]
    notices: tuple[Diagnostic, ...]
    calls: int
    tokens_in: int
    tokens_out: int
    rounds: int

    @property
    def failed(self) -> int:
        """How many summaries were asked for in vain."""
        return sum(one.code == "summary_failed" for one in self.notices)


def endpoint_for(
    profile: Profile, settings: EndpointSettings, known: Callable[[EndpointSettings], Endpoint] = endpoint_of
) -> Endpoint:
    """The endpoint of the settings with the model that the profile names, if any.

    Raises:
        ModelError: No model is chosen, or there is no key where one is needed.
    """
    model = profile.summarize.model
    if not model:
        return known(settings)
    return replace(known(settings.model_copy(update={"name": settings.name or model})), model=model)


def summary_plan(
    look: Look,
    snapshots: Iterable[Snapshot],
    shelf: SummaryShelf,
    *,
    passed_over: frozenset[str] = frozenset(),
) -> SummaryPlan:
    """What runs at these requests look for in vain; keys in `passed_over` are not asked for again."""
    missing = Missing(shelf, passed_over)
    build = look(missing)
    items: dict[str, str] = {}
    for snapshot in snapshots:
        for notice in build(snapshot).diagnostics:
            if notice.code == MISSING:
                items.setdefault(str(dict(notice.numbers)["key"]), notice.item)
    asks = tuple(missing.asks)
    return SummaryPlan(asks, tuple(items.get(ask.key[:SHORT_KEY], "") for ask in asks), tuple(missing.found))


def summary_estimate(plan: SummaryPlan, endpoint: Endpoint, counter: Counter) -> Estimate:
    """What the calls of a plan come to where each is made once; the tokens back are the most there may be."""
    there = sum(_tokens(ask, counter) for ask in plan.asks)
    return estimate(endpoint, len(plan.asks), there, sum(map(most_tokens, plan.asks)))


def _tokens(ask: SummaryAsk, counter: Counter) -> int:
    said = [ask.instruction, ask.task, *(text for _, text in ask.texts)]
    return QUESTION_TOKENS + sum(counter.count_all(said))


def nowhere(_done: int, _calls: int) -> None:
    """A progress that nobody wants to know."""


@dataclass(frozen=True, slots=True)
class Asking:
    """How a plan is carried out.

    `keep` is handed every summary as it comes. `again` makes the plan anew without the keys it is given.
    `progress` is told how many calls are done of how many, on the thread that asks.
    """

    client: Client
    profile: Profile
    counter: Counter
    keep: Callable[[StoredSummary], None]
    again: Callable[[frozenset[str]], SummaryPlan]
    cancelled: Callable[[], bool] = never
    progress: Callable[[int, int], None] = nowhere


def ask_summaries(plan: SummaryPlan, asking: Asking) -> SummaryAnswer:
    """Asks for all that a plan lacks, and for what that leads to; what came is kept whatever happens.

    Raises:
        CancelledError: `cancelled` said so.
        ModelError: Nothing came, since the endpoint answers no call at all.
    """
    work = _Work(asking)
    rounds = 0
    while plan.asks and rounds < MOST_ROUNDS:
        rounds += 1
        work.round(plan)
        if work.over:
            break
        plan = asking.again(frozenset(work.tried))
    if work.lasting is not None and not work.taken:
        raise work.lasting
    return SummaryAnswer(
        tuple(work.taken), tuple(work.notices), work.calls, work.tokens_in, work.tokens_out, rounds
    )


class _Work:
    """What came so far. `tried` are the keys asked for; `over` says that a round gave nothing."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self.taken: list[StoredSummary] = []
        self.notices: list[Diagnostic] = []
        self.tried: set[str] = set()
        self.calls = self.tokens_in = self.tokens_out = 0
        self.lasting: ModelError | None = None
        self.over = False

    def round(self, plan: SummaryPlan) -> None:
        """Asks for each summary, and once more, for less, where the answer was too long."""
        self.tried.update(ask.key for ask in plan.asks)
        before = len(self.taken)
        again = self._ask(list(zip(plan.asks, plan.items, strict=True)), shorter=False)
        if again:
            self._ask(again, shorter=True)
        self.over = len(self.taken) == before

    def _ask(self, asks: Sequence[tuple[SummaryAsk, str]], *, shorter: bool) -> list[tuple[SummaryAsk, str]]:
        """Asks, and returns what is worth another question."""
        point, again = self._asking, list[tuple[SummaryAsk, str]]()
        base, total = self.calls, self.calls + len(asks)

        def take(at: int, found: Reply | ModelError) -> None:
            self.calls += 1
            if self._take(*asks[at], found, last=shorter):
                again.append(asks[at])

        point.progress(base, total)
        chats = [question(ask, shorter=shorter) for ask, _ in asks]
        point.client.ask_all(chats, point.cancelled, lambda done: point.progress(base + done, total), take)
        return again

    def _take(self, ask: SummaryAsk, item: str, found: Reply | ModelError, *, last: bool) -> bool:
        """Keeps an answer or tells why it is none; says whether a shorter one is worth a question."""
        if isinstance(found, Reply):
            self.tokens_in += found.tokens_in or 0
            self.tokens_out += found.tokens_out or 0
            try:
                one = read_summary(ask, found, self._asking.counter)
            except ModelError as error:
                found = error
            else:
                return self._keep(ask, item, one, last=last)
        if found.fault in _TOO_LONG and not last:
            return True
        if found.fault in LASTING:
            self.lasting = found
        self.notices.append(Diagnostic("summary_failed", item, (("fault", found.fault),)))
        return False

    def _keep(self, ask: SummaryAsk, item: str, one: StoredSummary, *, last: bool) -> bool:
        missing, counter = self._asking.profile.summarize.missing, self._asking.counter
        checked = made_safe(ask, one.text, missing, counter)
        self._asking.keep(one)
        self.taken = [other for other in self.taken if other.key != one.key] + [one]
        if checked.refused and not last:
            return True
        if checked.refused:
            numbers = (("count", len(ask.texts)), ("limit", ask.limit), *checked.noted)
            self.notices.append(Diagnostic(UNSAFE, item, numbers))
        return False
