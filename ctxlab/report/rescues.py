"""What would keep the must-keep: changes that a run has shown to, with their cost; else what conflicts."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.model.report import Block, Cell, Cells, Paragraph, Phrase, Section, Table
from ctxlab.model.rescue import Change, Lever, Rescue, Rescues
from ctxlab.report.phrases import code, joined, own, said
from ctxlab.report.subject import Subject

#: So many rescues are told, and so many items of one list.
_RESCUES, _NAMED = 8, 4


def rescues_section(subject: Subject, found: Rescues) -> Section:
    """A row a rescue, the best first."""
    blocks: list[Block] = []
    if found.found:
        head = (
            Cell(own(subject.word("change"))),
            Cell(own(subject.word("cost")), number=True),
            Cell(own(subject.word("pushes_out"))),
            Cell(own(subject.word("others"))),
        )
        rows = tuple(_row(subject, one) for one in found.found[:_RESCUES])
        blocks.append(Table(subject.word("rescues"), head, rows))
        blocks.append(Paragraph(own(subject.word("tried", builds=f"{found.builds:,}")), quiet=True))
    else:
        blocks.append(Paragraph(own(subject.word("no_rescue"))))
    if found.conflict:
        against = _items(subject, found.conflict)
        blocks.append(Paragraph((*own(subject.word("conflict") + " "), *against)))
    if not found.complete:
        blocks.append(Paragraph(own(subject.word("incomplete")), quiet=True))
    return Section("rescues", subject.word("rescues"), tuple(blocks))


def _row(subject: Subject, one: Rescue) -> Cells:
    change = joined([_change(subject, change) for change in one.changes], subject.word("semicolon"))
    least = own(subject.word("least")) if one.least else ()
    cost = f"{one.tokens:+,}".replace("-", "−")
    exact = subject.trace.exact
    pushed = _items(subject, one.pushes_out) if one.pushes_out else own(subject.word("nothing"))
    others = joined(
        [
            _must_keeps(subject, key, ids)
            for key, ids in (("saves", one.saves), ("loses", one.suffers))
            if ids
        ],
        subject.word("semicolon"),
    )
    return (
        Cell(change, note=least),
        Cell(own(cost if exact else f"≈{cost}"), number=True),
        Cell(pushed),
        Cell(others or own(subject.word("nothing"))),
    )


def _change(subject: Subject, change: Change) -> Phrase:
    """`budget.history.cap: 8,000 → 8,002`, or the item that is pinned."""
    if change.lever in (Lever.PIN, Lever.KEY_FACT) and isinstance(change.after, str):
        head, _, tail = subject.word(change.lever.value, item="\0").partition("\0")
        return (*own(head), *subject.label(change.after), *own(tail))
    before, after = (_value(subject, one) for one in (change.before, change.after))
    return (*code(change.key), *own(subject.word("colon")), *before, *own(" → "), *after)


def _value(subject: Subject, value: str | int | float | bool | None) -> Phrase:
    if value is None:
        return own(subject.word("no_cap"))
    if isinstance(value, bool):
        return own(str(value).lower())
    return own(f"{value:,}") if isinstance(value, int | float) else said(value)


def _items(subject: Subject, ids: Sequence[str]) -> Phrase:
    named = [subject.label(one) for one in ids[:_NAMED]]
    more = len(ids) - _NAMED
    if more > 0:
        named.append(own(subject.word("and_more", count=more)))
    return joined(named, subject.word("semicolon"))


def _must_keeps(subject: Subject, key: str, ids: Sequence[str]) -> Phrase:
    named = [said(subject.must_keep_label(one), kept=True) for one in ids[:_NAMED]]
    more = len(ids) - _NAMED
    if more > 0:
        named.append(own(subject.word("and_more", count=more)))
    before, _, after = subject.word(key, items="\0").partition("\0")
    return (*own(before), *joined(named, subject.word("list")), *own(after))
