"""What each stage did to the must-keep, as a table, and what displaced it."""

from __future__ import annotations

from ctxlab import explain
from ctxlab.explain import causes
from ctxlab.explain import report as words
from ctxlab.model.cause import Diagnosis, Passed, StageFinding
from ctxlab.model.decision import Stage
from ctxlab.model.report import (
    Block,
    Cell,
    Cells,
    Look,
    Mark,
    Paragraph,
    Passage,
    Phrase,
    Section,
    Table,
)
from ctxlab.report.phrases import Slots, joined, own, strong
from ctxlab.report.signs import RESULTS, survival_cell
from ctxlab.report.subject import Subject
from ctxlab.text.graphemes import border_before

#: So many of the items that displaced it are named.
_HOLDERS = 8
#: So many code points of the words in the context that state it otherwise are shown.
_SHOWN = 300


def stages_section(subject: Subject, found: Diagnosis) -> Section:
    """The four stages, one row each."""
    head = tuple(Cell(own(subject.word(key))) for key in ("stage", "result", "why", "left"))
    rows: list[Cells] = []
    before = ""
    for one in found.stages:
        rows.append(_row(subject, found, one, named=one.item != before))
        before = one.item
    blocks: list[Block] = [Table(subject.word("stages"), head, tuple(rows))]
    if found.survival.verdict.kept and not found.cause.present:
        share = round(found.follows * 100)
        depth = subject.word("depth", depth=subject.tokens(found.depth), share=share)
        blocks.append(Paragraph(own(depth), quiet=True))
    if not found.survival.verdict.kept and subject.evidence is not None:
        blocks.append(Paragraph(_evidence(subject, found, *subject.evidence)))
    if found.displaced_by:
        blocks.append(Paragraph(_holders(subject, found)))
    return Section("stages", subject.word("stages"), tuple(blocks))


def _row(subject: Subject, found: Diagnosis, one: StageFinding, *, named: bool) -> Cells:
    """A stage's row; the item that the test was of is `named` where it is not the one of the row before."""
    sign, tone = RESULTS[one.passed]
    result = Cell(own(words.passed(one.passed, subject.language)), tone, sign)
    why: Phrase = ()
    if one.passed is not Passed.NEVER_REACHED or (one.stage is Stage.GATHER and not one.item):
        slots = Slots()
        sentence = causes.stage_row(
            one, subject.language, order=found.order, label_of=lambda item: slots.put(subject.label(item))
        )
        why = slots.phrase(sentence)
        if one.item and named:
            why = (*subject.label(one.item), *own(subject.word("colon")), *why)
    left = Cell() if one.reason is None and one.held is None else survival_cell(one.held, subject.language)
    return (Cell(strong(explain.stage(one.stage, subject.language))), result, Cell(why), left)


def _evidence(subject: Subject, found: Diagnosis, text: str, start: int, end: int) -> Phrase:
    """The words that state it otherwise."""
    last = border_before(text, min(end, start + _SHOWN))
    kept = (*subject.kept_in(text), (start, end))
    words_there = Passage(text, True, ((start, last),), (Mark(start, end, Look.KEPT),), kept)
    before, _, after = subject.word("evidence", item="\0").partition("\0")
    return (*own(before), *subject.label(found.evidence_item), *own(after), words_there)


def _holders(subject: Subject, found: Diagnosis) -> Phrase:
    named: list[Phrase] = []
    for one in found.displaced_by[:_HOLDERS]:
        about = [subject.word("tokens_of", tokens=subject.tokens(one.tokens))] if one.tokens else []
        about += [subject.word("stopped")] if one.blocks else []
        comma = subject.word("comma")
        named.append((*subject.label(one.item), *own(comma + comma.join(about) if about else "")))
    more = len(found.displaced_by) - _HOLDERS
    if more > 0:
        named.append(own(subject.word("and_more", count=more)))
    start = own(subject.word("holder_list") + subject.word("colon"))
    return (*start, *joined(named, subject.word("semicolon")))
