"""The neighbouring contexts around the loss, side by side: an excerpt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxlab import explain
from ctxlab.explain.roles import speaker
from ctxlab.model.cause import Diagnosis
from ctxlab.model.decision import Decision, Fate
from ctxlab.model.diff import ContextDiff, DiffBlock, DiffKind, TextSpan
from ctxlab.model.report import DiffRow, Excerpt, Look, Mark, Passage, Phrase, Section
from ctxlab.report.phrases import Slots, own, said
from ctxlab.report.subject import Neighbours, Subject
from ctxlab.text.graphemes import border_before

#: So many changed messages are shown, those nearest to the loss.
_CHANGES = 12
#: So many messages beside the one that states the must-keep are shown, and beside another changed one.
_NEAR, _BESIDE = 2, 1
#: So many code points of an equal message are shown, of another one, and beside what stands out in it.
_EQUAL, _WHOLE, _AROUND = 140, 600, 160
#: So many hunks of a changed message are shown.
_HUNKS = 4


def excerpt_section(subject: Subject, found: Diagnosis, neighbours: Neighbours) -> Section:
    """The messages around the one that states the must-keep."""
    diff = neighbours.diff
    at = _focus(subject, diff, found)
    rows: list[DiffRow] = []
    last = -1
    for index in _chosen(diff.kinds, at):
        rows += _fold(subject, diff.kinds[last + 1 : index])
        rows.append(_row(subject, diff, diff.blocks[index]))
        last = index
    rows += _fold(subject, diff.kinds[last + 1 :])
    title = _title(subject, found, neighbours)
    sides = _side(subject, neighbours.before, diff.tokens_before, diff.exact)
    other = _side(subject, neighbours.after, diff.tokens_after, diff.exact)
    return Section("excerpt", title, (Excerpt(sides, other, tuple(rows)),))


def _title(subject: Subject, found: Diagnosis, neighbours: Neighbours) -> str:
    if found.survival.verdict.kept:
        return subject.word("excerpt_there")
    if neighbours.before is None:
        return subject.word("excerpt")
    return subject.word("excerpt_loss", before=neighbours.before, after=neighbours.after)


def _side(subject: Subject, request: int | None, tokens: int, exact: bool) -> Phrase:
    count = f"{tokens:,}" if exact else f"≈{tokens:,}"
    if request is None:
        return own(subject.word("side_unmanaged", tokens=count))
    return own(subject.word("side", request=request, tokens=count))


def _focus(subject: Subject, diff: ContextDiff, found: Diagnosis) -> int | None:
    """The place of the message that states the must-keep.

    Of changed ones that of its item, or one that says it; else any of its item.
    """
    wanted = {one for one in (found.item, found.evidence_item) if one}
    roots = {one.partition("~")[0] for one in wanted}
    kept = found.survival.verdict.kept
    changed = [at for at, kind in enumerate(diff.kinds) if kind is not DiffKind.EQUAL and not kept]
    rest = (at for at, kind in enumerate(diff.kinds) if kind is DiffKind.EQUAL or kept)
    for at in changed:
        if subject.stated_in(diff.blocks[at].before_text):
            return at
    for at in [*changed, *rest]:
        if not roots.isdisjoint(one.partition("~")[0] for one in diff.blocks[at].items):
            return at
    return changed[0] if changed else None


def _chosen(kinds: Sequence[DiffKind], focus: int | None) -> list[int]:
    """The places of the messages that are shown, ascending."""
    changed = [at for at, kind in enumerate(kinds) if kind is not DiffKind.EQUAL]
    if focus is not None:
        changed.sort(key=lambda at: abs(at - focus))
    shown = set(changed[:_CHANGES])
    around = [(at, _BESIDE) for at in shown]
    if focus is not None:
        around.append((focus, _NEAR))
    for at, reach in around:
        near = range(max(0, at - reach), min(len(kinds), at + reach + 1))
        shown.update(one for one in near if kinds[one] is DiffKind.EQUAL or one == focus)
    return sorted(shown)


def _fold(subject: Subject, kinds: Sequence[DiffKind]) -> list[DiffRow]:
    """A row for messages that are not shown."""
    equal = sum(kind is DiffKind.EQUAL for kind in kinds)
    changes = len(kinds) - equal
    told = [
        subject.word(f"{name}_one" if count == 1 else f"{name}_more", count=count)
        for name, count in (("equal", equal), ("change", changes))
        if count
    ]
    return [DiffRow(fold=subject.word("list").join(told))] if told else []


def _row(subject: Subject, diff: ContextDiff, block: DiffBlock) -> DiffRow:
    inside = diff.inside(block)
    before: Phrase = ()
    after: Phrase = ()
    before_head: Phrase = ()
    after_head: Phrase = ()
    if block.before is not None:
        before_head = _head(subject, block.before, block)
        before = _text(subject, block, block.before_text, inside.removed, Look.GONE)
    if block.after is not None:
        after_head = _head(subject, block.after, block)
        after = _text(subject, block, block.after_text, inside.added, Look.NEW)
    return DiffRow(block.kind.mark, before_head, before, after_head, after, _why(subject, block))


def _head(subject: Subject, number: int, block: DiffBlock) -> Phrase:
    before, _, after = subject.word("message", number=number, role="\0").partition("\0")
    return (*own(before), *said(speaker(block.label or block.role, subject.language)), *own(after))


def _text(subject: Subject, block: DiffBlock, text: str, spans: tuple[TextSpan, ...], look: Look) -> Phrase:
    """What of a message is shown: around the must-keep, around what differs, else its start."""
    stated = subject.stated_in(text)
    marks = [*(Mark(*span, Look.KEPT) for span in stated), *(Mark(*span, look) for span in spans)]
    wanted = [*stated, *spans[:_HUNKS]]
    if block.kind is DiffKind.EQUAL and not stated:
        shown = _from_start(text, _EQUAL)
    elif wanted:
        shown = _around(text, wanted)
    else:
        shown = _from_start(text, _WHOLE)
    return (Passage(text, True, shown, tuple(marks), subject.kept_in(text)),)


def _from_start(text: str, limit: int) -> tuple[TextSpan, ...]:
    return ((0, len(text) if len(text) <= limit else border_before(text, limit)),)


def _around(text: str, spans: Iterable[TextSpan]) -> tuple[TextSpan, ...]:
    """The stretches around these spans, of long ones the start; those that touch are one."""
    if len(text) <= _WHOLE:
        return ((0, len(text)),)
    out: list[TextSpan] = []
    for start, end in sorted(spans):
        first = border_before(text, max(0, start - _AROUND))
        last = border_before(text, min(len(text), min(end, start + _WHOLE) + _AROUND))
        if out and first <= out[-1][1]:
            out[-1] = (out[-1][0], max(last, out[-1][1]))
        else:
            out.append((first, last))
    return tuple(out)


def _why(subject: Subject, block: DiffBlock) -> Phrase:
    """Which decision took the message away, or had kept it out."""
    if block.stage is None or block.reason is None:
        return ()
    slots = Slots()
    decision = Decision(block.stage, Fate.DROPPED, block.reason, block.numbers, 0)
    order = None
    if block.items and (position := subject.trace.position(block.items[0])) is not None:
        order = subject.profile.row(subject.trace.row(position)).order
    sentence = explain.decision(
        decision, subject.language, order=order, label_of=lambda one: slots.put(subject.label(one))
    )
    stage = explain.stage(block.stage, subject.language)
    return (*own(stage + subject.word("colon")), *slots.phrase(sentence))
