"""Decisions, diagnostics and verdicts in words: the one place that words reasons, in English and Chinese."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ctxlab.errors import RequestError
from ctxlab.explain.en import EN
from ctxlab.explain.faults import fault
from ctxlab.explain.wording import Sentences, Wording, sentence_of, sentences_of
from ctxlab.explain.zh import ZH
from ctxlab.model.decision import Decision, Fate, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic, Number
from ctxlab.model.displaced import Displacer
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Language, Order
from ctxlab.model.sensitivity import KeepingCap
from ctxlab.model.trace import Trace

__all__ = [
    "decision",
    "diagnostic",
    "displaced",
    "fate",
    "history",
    "holding",
    "keeping",
    "ledger",
    "reason",
    "row",
    "source",
    "stage",
    "verdict",
]

Label = Callable[[str], str]

#: More names than this are not told one by one.
_NAMED = 5


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
    sentences = sentences_of(decision.reason, decision.numbers, wording)
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
    numbers = [
        (name, fault(str(value), language) if name == "fault" else _named(name, value, wording))
        for name, value in diagnostic.numbers
    ]
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


def displaced(
    found: Sequence[Displacer], language: Language | str, *, label_of: Label | None = None
) -> tuple[str, ...]:
    """What stood in an item's way: where its row stopped, and who holds the tokens that it lacked."""
    wording = wording_of(language)
    lines = [
        wording.displaced["stopped"].format(item=_holder(one, wording, label_of))
        for one in found
        if one.blocks
    ]
    holders = [_holder(one, wording, label_of) for one in found if not one.blocks]
    if holders:
        lines.append(wording.displaced["holders"].format(items=_list(holders, wording)))
    return tuple(lines)


def _holder(one: Displacer, wording: Wording, label_of: Label | None) -> str:
    name = label_of(one.item) if label_of else one.item
    return wording.displaced["one"].format(item=name, tokens=f"{one.tokens:,}") if one.tokens else name


def keeping(
    found: KeepingCap,
    language: Language | str,
    *,
    label_of: Label | None = None,
    must_keep_of: Label | None = None,
) -> tuple[str, ...]:
    """What would keep an item, and what that does besides; or why no cap of its row does.

    Args:
        found: What was found.
        language: `en` or `zh`.
        label_of: What to call an item of which the id is given; by default, its id.
        must_keep_of: What to call a must-keep of which the id is given; by default, its id.
    """
    wording = wording_of(language)
    numbers: list[tuple[str, object]] = [("row", wording.rows[found.row])]
    if found.by:
        numbers.append(("by", found.by))
    if found.cap is None:
        return (_say(wording.keeping[found.reason], numbers, wording, label_of),)
    numbers += [("cap", found.cap), ("cost", f"{found.tokens:+,}")]
    if found.now is not None:
        numbers.append(("now", found.now))
    lines = [_say(wording.keeping["cap"], numbers, wording, label_of)]
    for key, ids, name in (
        ("saves", found.saved, must_keep_of),
        ("loses", found.must_keeps, must_keep_of),
        ("pushed_out", found.lost, label_of),
    ):
        if ids:
            named = _list([name(one) if name else one for one in ids], wording)
            lines.append(_say(wording.keeping[key], [("count", len(ids)), ("items", named)], wording, None))
    return tuple(lines)


def _say(
    sentences: Sentences, numbers: Sequence[tuple[str, object]], wording: Wording, label_of: Label | None
) -> str:
    return sentence_of(sentences, numbers, wording, label_of=label_of) or sentences[-1]


def _list(names: Sequence[str], wording: Wording) -> str:
    """The first few names, and a sign where there are more."""
    shown = list(names[:_NAMED])
    return wording.joiner.join(shown if len(names) <= _NAMED else [*shown, "…"])


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
