"""Decisions, diagnostics and verdicts in words: the one place that words reasons, in English and Chinese."""

from __future__ import annotations

from collections.abc import Callable

from ctxlab.errors import RequestError
from ctxlab.explain.en import EN
from ctxlab.explain.wording import Wording, sentence_of
from ctxlab.explain.zh import ZH
from ctxlab.model.decision import Decision, Fate, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic, Number
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Language, Order
from ctxlab.model.trace import Trace

__all__ = [
    "decision",
    "diagnostic",
    "fate",
    "history",
    "holding",
    "ledger",
    "reason",
    "row",
    "source",
    "stage",
    "verdict",
]

Label = Callable[[str], str]


def wording_of(language: Language | str) -> Wording:
    """All words of a language, `en` or `zh`.

    Raises:
        ValueError: It is another language.
    """
    return ZH if Language(language) is Language.CHINESE else EN


def decision(
    decision: Decision,
    language: Language | str,
    *,
    label_of: Label | None = None,
    order: Order | None = None,
) -> str:
    """Why an item met its fate in one stage, as one plain sentence with its numbers.

    Args:
        decision: The decision.
        language: `en` or `zh`.
        label_of: What to call an item of which the id is given; by default, its id.
        order: The order in which the row served its items, if known: they are then called newer or the like.
    """
    wording = wording_of(language)
    sentences = wording.reasons[decision.reason]
    found = sentence_of(sentences, decision.numbers, wording, order=order, label_of=label_of)
    return sentences[-1] if found is None else found


def reason(reason: Reason, language: Language | str) -> str:
    """A reason in words, without numbers."""
    return wording_of(language).reasons[reason][-1]


def diagnostic(diagnostic: Diagnostic, language: Language | str) -> str:
    """What a reader or a stage noticed, in words; the item and the line are not among them.

    An unknown code is told as it is, with its numbers.
    """
    wording = wording_of(language)
    numbers = [(name, _named(name, value, wording)) for name, value in diagnostic.numbers]
    found = sentence_of(wording.diagnostics.get(diagnostic.code, ()), numbers, wording)
    if found is not None:
        return found
    details = wording.joiner.join(f"{name} {value}" for name, value in numbers)
    words = diagnostic.code.replace("_", " ").replace("-", " ")
    return f"{words}: {details}" if details else words


def _named(name: str, value: Number, wording: Wording) -> Number:
    """A source under its name in that language; anything else as it is."""
    known = name == "source" and value in tuple(Source)
    return wording.sources[Source(str(value))] if known else value


def fate(fate: Fate, language: Language | str) -> str:
    """A fate in one word."""
    return wording_of(language).fates[fate]


def stage(stage: Stage, language: Language | str) -> str:
    """A stage's name."""
    return wording_of(language).stages[stage]


def row(row: Row, language: Language | str) -> str:
    """A budget row's name."""
    return wording_of(language).rows[row]


def source(source: Source, language: Language | str) -> str:
    """A source's name, for one item of it."""
    return wording_of(language).sources[source]


def ledger(name: str, language: Language | str) -> str:
    """The name of a row of the ledger."""
    return wording_of(language).ledger[name]


def verdict(lost_at: Stage | None, language: Language | str) -> str:
    """Whether a must-keep reached the end, or the stage that lost it."""
    wording = wording_of(language)
    return wording.kept if lost_at is None else wording.lost.format(stage=wording.stages[lost_at])


def holding(trace: Trace, wanted: str) -> list[int]:
    """The position of the item of that id, else those of all items that hold the text, in order.

    Upper and lower case are the same. Empty where no item at this request is meant.
    """
    position = trace.position(wanted)
    if position is not None:
        return [position]
    if not wanted.strip():
        return []
    words = wanted.casefold()
    return [position for position in trace.order() if words in trace.item(position).text.casefold()]


def history(trace: Trace, item: str, language: Language | str = Language.ENGLISH) -> str:
    """What became of an item and why: one line for its outcome, then one for each stage that it reached.

    Raises:
        RequestError: The trace has no item of that id.
    """
    wording = wording_of(language)
    position = trace.position(item)
    if position is None:
        raise RequestError(f"there is no item {item!r} at this request")
    outcome = trace.outcome(position)
    numbers = (
        ("item", item),
        ("source", wording.sources[trace.source(position)]),
        ("tokens", trace.tokens(position)),
        ("fate", wording.fates[outcome.fate]),
        ("stage", wording.stages[outcome.stage]),
    )
    head = sentence_of((wording.outcome,), numbers, wording) or item
    steps = (
        wording.step.format(
            stage=wording.stages[one.stage], fate=wording.fates[one.fate], sentence=decision(one, language)
        )
        for one in trace.history(position)
    )
    return "\n".join([head, *steps])
