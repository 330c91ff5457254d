"""The head of a report: its title, the moment, and the verdict."""

from __future__ import annotations

from dataclasses import replace

from ctxlab.explain import causes
from ctxlab.explain.survival import survived
from ctxlab.model.cause import Cause, Diagnosis
from ctxlab.model.matrix import MatrixRow
from ctxlab.model.report import Phrase, Tone, Verdict
from ctxlab.report.phrases import Slots, joined, own, said
from ctxlab.report.signs import NOT_JUDGED, SIGNS, tone
from ctxlab.report.subject import Subject


def title_of(subject: Subject) -> Phrase:
    """The name of the file, and the session's title where that says more."""
    session = subject.session
    file = session.origin.file or session.id
    if not session.title or file.startswith(session.title):
        return said(file)
    return joined((said(file), said(session.title)), " · ")


def lines_of(subject: Subject) -> tuple[Phrase, ...]:
    """The moment, and how full the context is."""
    request, totals = subject.snapshot.request, subject.trace.totals
    count = len(subject.session.chain(request.chain))
    moment = own(subject.word("moment", request=request.index, requests=count, turn=request.turn))
    if request.chain:
        moment = (*moment, *own(" · "), *_chain(subject))
    total = subject.tokens(totals.counted)
    if totals.limit is None:
        full = subject.word("total_unlimited", total=total)
    else:
        percent = f"{100 * totals.counted / totals.limit:.1f}" if totals.limit else "∞"
        full = subject.word("total", total=total, limit=f"{totals.limit:,}", percent=percent)
    if totals.over:
        full += " · " + subject.word("over", over=subject.tokens(totals.over))
    return (moment, own(full))


def _chain(subject: Subject) -> Phrase:
    before, _, after = subject.word("chain", name="\0").partition("\0")
    return (*own(before), *said(subject.snapshot.request.chain), *own(after))


def verdict_of(subject: Subject) -> Verdict:
    """The answer: what became of the must-keep, why, since when, and under what that holds."""
    found = subject.diagnosis
    if found is None or subject.must_keep is None:
        return _nothing_lost(subject)
    slots = Slots()
    label = slots.put(said(subject.must_keep.label, kept=True))
    survival = found.survival
    differing = replace(
        survival, was=slots.put(said(survival.was, kept=True)), now=slots.put(said(survival.now))
    )
    sentence = causes.verdict(
        replace(found, survival=differing),
        subject.language,
        label=label,
        label_of=lambda one: slots.put(subject.label(one)),
    )
    phrase = joined((slots.phrase(sentence), _since(subject, found)), subject.word("sentence"))
    verdict = survival.verdict
    word = survived(verdict, subject.language)
    return Verdict(tone(verdict), SIGNS[verdict], word, phrase, subject.under())


def _nothing_lost(subject: Subject) -> Verdict:
    matrix = subject.matrix
    judged = 0
    if matrix is not None:
        index = subject.snapshot.request.index
        at = next((at for at, column in enumerate(matrix.columns) if column.request == index), -1)
        cells = [row.cells[at] for row in matrix.rows] if at >= 0 else []
        judged = sum(cell is not None and cell.verdict is not None for cell in cells)
    judged = judged or len(subject.trace.must_keeps)
    if not judged:
        phrase = own(subject.word("nothing_asked"))
        return Verdict(Tone.QUIET, NOT_JUDGED, subject.word("no_verdict"), phrase, subject.under())
    key = "nothing_lost_one" if judged == 1 else "nothing_lost"
    phrase = own(subject.word(key, count=judged))
    return Verdict(Tone.VERBATIM, "✓", subject.word("kept"), phrase, subject.under())


def _since(subject: Subject, found: Diagnosis) -> Phrase:
    """Since when it is missing, where the request before still had it."""
    row = row_of(subject)
    if row is None or subject.matrix is None or found.survival.verdict.kept:
        return ()
    first, last = loss_of(subject, row)
    if first is None or (last is None and found.cause is Cause.NEVER_GATHERED):
        return ()
    columns = subject.matrix.columns
    told = [subject.word("since", request=columns[first].request, turn=columns[first].turn)]
    if last is not None:
        told.append(subject.word("last_kept", request=columns[last].request, turn=columns[last].turn))
    return own(subject.word("semicolon").join(told) + subject.word("full_stop"))


def row_of(subject: Subject) -> MatrixRow | None:
    """The row of the matrix that the report is about."""
    if subject.matrix is None or subject.must_keep is None:
        return None
    key = subject.must_keep.id
    return next((row for row in subject.matrix.rows if row.must_keep == key), None)


def loss_of(subject: Subject, row: MatrixRow) -> tuple[int | None, int | None]:
    """Where the loss that holds at the request began, and where it was there for the last time before.

    Both are places of columns. The second is None where it was never there before, the first where it is not
    lost at the request.
    """
    matrix = subject.matrix
    index = subject.snapshot.request.index
    first: int | None = None
    for at, cell in enumerate(row.cells):
        if matrix is None or matrix.columns[at].request > index:
            break
        if cell is None or cell.verdict is None:
            continue
        if cell.verdict.kept:
            first = None
        elif first is None:
            first = at
    kept = [
        at
        for at, cell in enumerate(row.cells[: first or 0])
        if cell is not None and cell.verdict is not None and cell.verdict.kept
    ]
    return first, kept[-1] if kept and first is not None else None
