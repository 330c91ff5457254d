"""Contamination: retrieved text that far outweighs what was asked, or that stands after it."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.lint.cures import RECOMMENDED, Cure, changes
from ctxlab.analysis.lint.sources import looks_retrieved, rules_for
from ctxlab.model.decision import Stage
from ctxlab.model.items import Row, Source
from ctxlab.model.lint import SPLIT, Problem, Severity
from ctxlab.model.profile import Layout, Order

#: Less retrieved text (tokens) than this is a page or two, which no question drowns in. It is the published
#: retrieval cap of which was learnt that it is too much.
LEAST_RETRIEVED = 1000
#: Retrieved text may be so many times the input before it is told: a question of a line with a page of
#: documents is what retrieval is for.
MOST_TIMES = 10
#: From this share of the context on, most of what the model reads was said by nobody in this talk.
LARGE_SHARE = 0.5
#: The published cap that came after it, with the best document alone.
LOWER_CAP = 400

_KEY = f"budget.{Row.RETRIEVED_DOC.value}"


def outweighing(case: Case) -> Iterator[Problem]:
    """Tells where retrieved text far outweighs the input."""
    retrieved = _of(case, Source.RETRIEVED_DOC)
    tokens = sum(case.held(p) for p in retrieved)
    asked = sum(case.held(p) for p in _of(case, Source.USER_MESSAGE))
    if tokens < LEAST_RETRIEVED or tokens <= MOST_TIMES * asked:
        return
    share = tokens / max(1, case.trace.totals.constructed)
    largest = max(retrieved, key=case.held)
    yield Problem(
        "retrieval_outweighs",
        Severity.WARNING if share >= LARGE_SHARE else Severity.NOTE,
        item=case.trace.id(largest),
        key=f"{_KEY}.cap",
        request=case.request,
        numbers=(
            ("tokens", tokens),
            ("asked", asked),
            ("share", round(100 * share)),
            ("count", len(retrieved)),
        ),
        cures=_lighter(case),
        step=SPLIT,
    )


def after_the_input(case: Case) -> Iterator[Problem]:
    """Tells where retrieved text stands behind the question that it is to answer.

    What looks retrieved counts, whatever its source; a result that the question called for does not.
    """
    trace = case.trace
    place = {position: at for at, position in enumerate(trace.stage(Stage.CONSTRUCT).order)}
    answered = {result for results in case.run.pairs.values() for result in results}
    looks = {
        position
        for position in case.standing
        if trace.source(position) is Source.RETRIEVED_DOC or looks_retrieved(trace, position)
    }
    asked = [place[p] for p in case.standing if trace.item(p).opens_turn and p not in looks and p in place]
    if not asked:
        return
    behind = sorted(p for p in looks - answered if place.get(p, -1) > max(asked))
    if behind:
        items = [trace.item(position) for position in behind]
        yield Problem(
            "retrieval_after_input",
            Severity.WARNING,
            item=items[0].id,
            request=case.request,
            numbers=(("count", len(behind)), ("tokens", sum(case.held(p) for p in behind))),
            cures=(
                *rules_for(Source.RETRIEVED_DOC, items),
                changes(case.profile, [("construct.layout", Layout.SANDWICH.value)]),
                changes(case.profile, RECOMMENDED),
            ),
        )


def _of(case: Case, source: Source) -> list[int]:
    return [position for position in case.standing if case.trace.source(position) is source]


def _lighter(case: Case) -> tuple[Cure, ...]:
    """The best document alone, the lower cap, both."""
    best = ((f"{_KEY}.order", Order.RELEVANCE.value), (f"{_KEY}.max_items", 1))
    cap = (f"{_KEY}.cap", LOWER_CAP)
    profile = case.profile
    skip = (f"{_KEY}.overflow", "truncate")
    return (
        changes(profile, best),
        changes(profile, [cap, skip]),
        changes(profile, [*best, cap, skip]),
    )
