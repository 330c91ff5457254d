"""Root causes in words: the name of each, what it was with its numbers, a row for each stage, the verdict."""

from __future__ import annotations

from collections.abc import Callable

from ctxlab.explain import row as row_in_words
from ctxlab.explain import wording_of
from ctxlab.explain.cause_texts import EN, ZH, CauseTexts
from ctxlab.explain.wording import Sentences, sentence_of, sentences_of, would_fit
from ctxlab.model.cause import Cause, Diagnosis, StageFinding
from ctxlab.model.constraint import Survived
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.profile import Language, Order

Label = Callable[[str], str]
Number = int | float | str

#: Fields whose numbers are ids of items.
_ITEMS = ("item", "by", "evidence", "gone", "later", "main", "opens", "replaced")
#: Characters of a label that the verdict names.
_SHOWN = 80


def texts_of(language: Language | str) -> CauseTexts:
    """The words for root causes in a language, `en` or `zh`."""
    return ZH if Language(language) is Language.CHINESE else EN


def name(cause: Cause, language: Language | str) -> str:
    """A root cause in a few words, without numbers."""
    return texts_of(language).names[cause]


def detail(found: Diagnosis, language: Language | str, *, label_of: Label | None = None) -> str:
    """What the cause was here, with its numbers, such as `history: 15 newer items hold 7,964 of 8,000; ...`.

    Args:
        found: The diagnosis.
        language: `en` or `zh`.
        label_of: What to call an item of which the id is given; by default, its id.
    """
    texts, deciding = texts_of(language), found.deciding
    sentences = texts.details[found.cause]
    if found.cause is Cause.BEHIND_OVERFLOW and deciding and would_fit(deciding.reason, deciding.numbers):
        sentences = (*texts.would_fit, *sentences)
    return _filled(found, sentences, language, label_of) or sentences[-1]


def _filled(
    found: Diagnosis, sentences: Sentences, language: Language | str, label_of: Label | None
) -> str | None:
    """The richest of the sentences whose numbers are known; None where there is none."""
    values = {
        key: label_of(str(value)) if label_of and key in _ITEMS else value
        for key, value in _values(found, language).items()
    }
    return sentence_of(sentences, values.items(), wording_of(language), order=found.order)


def stage_row(
    row: StageFinding, language: Language | str, *, order: Order | None = None, label_of: Label | None = None
) -> str:
    """What a stage did to the item that states the must-keep, by which test and numbers, in one sentence."""
    texts = texts_of(language)
    if row.reason is None:
        nothing = not row.item and row.stage is Stage.GATHER
        return texts.nothing_states_it if nothing else texts.never_reached
    wording = wording_of(language)
    sentences = sentences_of(row.reason, row.numbers, wording)
    said = sentence_of(sentences, row.numbers, wording, order=order, label_of=label_of)
    return said or sentences[-1]


def verdict(
    found: Diagnosis, language: Language | str, *, label: str = "", label_of: Label | None = None
) -> str:
    """The answer in a sentence or two: whether the context has it, and the root cause in short.

    `label` is what to call the must-keep, by default its id.
    """
    texts = texts_of(language)
    verdict = found.survival.verdict
    head = texts.there if verdict.kept else texts.absent if verdict is Survived.LOST else texts.altered
    cause = texts.names[found.cause]
    told = detail(found, language, label_of=label_of)
    brief = _filled(found, texts.brief.get(found.cause, ()), language, label_of)
    if found.stage is None:
        tail = texts.found.format(Cause=cause[:1].upper() + cause[1:], detail=told)
    else:
        stage = wording_of(language).stages[found.stage]
        if brief is not None:
            tail = texts.lost_brief.format(stage=stage, detail=brief)
        else:
            tail = texts.lost.format(stage=stage, cause=cause, detail=told)
    head = head.format(label=_shortened(label or found.must_keep), request=f"{found.request:,}")
    return head + ("" if Language(language) is Language.CHINESE else " ") + tail


def _values(found: Diagnosis, language: Language | str) -> dict[str, Number]:
    """All that a sentence may say of a diagnosis; what is not known is left out."""
    deciding = found.deciding
    values: dict[str, Number] = dict(deciding.numbers) if deciding else {}
    if deciding and deciding.reason is not None:
        values["reason"] = stage_row(deciding, language, order=found.order)
    known: dict[str, Number] = {
        "item": found.item,
        "by": found.by,
        "evidence": found.evidence_item,
        "row": row_in_words(found.row, language) if found.row is not None else "",
        "was": found.survival.was,
        "now": found.survival.now,
    }
    values.update({key: value for key, value in known.items() if value})
    if found.cause.present:
        values.update(depth=found.depth, share=round(found.follows * 100))
        values.update({"opens": found.evidence_item} if found.opens else {})
    values.update(_kind(found))
    return values


def _kind(found: Diagnosis) -> dict[str, Number]:
    """The one value that tells cases of a cause apart."""
    reason = found.deciding.reason if found.deciding else None
    if found.cause is Cause.NEVER_GATHERED and reason is Reason.EXCLUDED_BY_RECORDER:
        return {"gone": found.item}
    if found.cause is Cause.NEVER_GATHERED and found.stated_by:
        return {"later": found.stated_by}
    if found.cause is Cause.NOT_HANDED_OVER:
        return {"main": found.stated_by}
    if found.cause is Cause.SUPERSEDED and reason is not Reason.SUPERSEDED and found.by:
        return {"replaced": found.by}
    return {}


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1].rstrip() + "…"
