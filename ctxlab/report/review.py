"""Redacting a report: all secrets in it for a user to look through, and the report without them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from ctxlab.errors import RedactionError
from ctxlab.explain import report as words
from ctxlab.model.diff import TextSpan
from ctxlab.model.redaction import Hit, Review, Secret, Sighting
from ctxlab.model.report import Look, Mark, Paragraph, Passage, Report, Section
from ctxlab.report.phrases import joined, own, strong
from ctxlab.report.walk import mapped, passages
from ctxlab.text.redact import Redactor, redact
from ctxlab.text.visible import one_line

#: So many code points around a secret are shown in a review.
_AROUND = 40


def review(report: Report, patterns: Sequence[str] = (), *, also: Collection[str] = ()) -> Review:
    """The secrets that the report shows, each with its places.

    Args:
        report: A report as it was built.
        patterns: Regular expressions for more that must not be told.
        also: Ids or kinds of rules that are off unless asked for, such as `ip`.

    Raises:
        RedactionError: A pattern cannot be read or takes too long; `also` names no rule.
    """
    return Redaction(report, patterns, also).review


def redacted(
    report: Report,
    hide: Collection[str] | None = None,
    patterns: Sequence[str] = (),
    *,
    also: Collection[str] = (),
) -> Report:
    """The report with stand-ins in the place of secrets, and a note of how many they are.

    Args:
        report: A report as it was built.
        hide: The stand-ins, as in the review, of the secrets to replace; None takes those proposed.
        patterns: As given to the review.
        also: As given to the review.

    Raises:
        RedactionError: As of the review; or `hide` names what is not in it.
    """
    return Redaction(report, patterns, also).redacted(hide)


@dataclass(slots=True)
class _Met:
    """A secret while its places are gathered."""

    first: Hit
    text: str
    kept: bool = False
    sightings: list[Sighting] = field(default_factory=list[Sighting])


class Redaction:
    """All hits in the passages of one report that are the session's, looked for once.

    It is redacted as often as it is decided otherwise, without looking again. Arguments and errors are those
    of `review`.
    """

    def __init__(self, report: Report, patterns: Sequence[str] = (), also: Collection[str] = ()) -> None:
        self._report = report
        self._titles = {section.id: section.title for section in report.sections}
        self._titles[""] = words.word(report.language, "head")
        redactor = Redactor(patterns, also=also, language=report.language)
        texts = dict.fromkeys(one.text for _, one in passages(report) if one.session)
        for text in texts:
            redactor.reserve(text)
        # a key that one text tells by its name is known in the others, too: so all are read before
        for text in texts:
            redactor.hits(text)
        self._hits = {text: redactor.hits(text) for text in texts}
        self.review = self._review()

    def _review(self) -> Review:
        met: dict[str, _Met] = {}
        for where, passage in passages(self._report):
            for hit in self._shown(passage):
                one = met.setdefault(hit.stand_in, _Met(hit, passage.text[hit.start : hit.end]))
                one.kept = one.kept or any(_overlap(hit, span) for span in passage.kept)
                one.sightings.append(self._sighting(where, passage, hit))
        return Review(
            tuple(
                Secret(stand_in, one.first.kind, one.first.rule, one.text, tuple(one.sightings), one.kept)
                for stand_in, one in met.items()
            )
        )

    def redacted(self, hide: Collection[str] | None = None) -> Report:
        """The report with stand-ins for these secrets; None takes those proposed.

        Raises:
            RedactionError: `hide` names what is not in the review.
        """
        found = self.review
        hidden = found.proposed if hide is None else frozenset(hide)
        known = {secret.stand_in for secret in found.secrets}
        if not hidden <= known:
            strangers = ", ".join(sorted(hidden - known))
            raise RedactionError(f"nothing in this report is to be replaced by {strangers}")
        clean = mapped(self._report, lambda _, passage: self._clean(passage, hidden))
        return _with_note(clean, [one for one in found.secrets if one.stand_in in hidden])

    def _shown(self, passage: Passage) -> list[Hit]:
        """The hits of which the passage shows something, and that touch no name or figure of ctxlab's."""
        hits = self._hits.get(passage.text, ()) if passage.session else ()
        return [
            hit
            for hit in hits
            if any(_overlap(hit, span) for span in passage.stretches)
            and not any(_overlap(hit, span) for span in passage.fixed)
        ]

    def _sighting(self, where: str, passage: Passage, hit: Hit) -> Sighting:
        text = passage.text
        before = text[max(0, hit.start - _AROUND) : hit.start]
        after = text[hit.end : hit.end + _AROUND]
        # a blank between the secret and its neighbours stays, so that the line reads as the text does
        led = one_line(before, _AROUND) + (" " if before[-1:].isspace() else "")
        followed = (" " if after[:1].isspace() else "") + one_line(after, _AROUND)
        return Sighting(self._titles[where], led, followed)

    def _clean(self, passage: Passage, hidden: Collection[str]) -> Passage:
        hits = [hit for hit in self._shown(passage) if hit.stand_in in hidden]
        return _replaced(passage, hits) if hits else passage


def _overlap(hit: Hit, span: TextSpan) -> bool:
    return hit.start < span[1] and span[0] < hit.end


def _replaced(passage: Passage, hits: Sequence[Hit]) -> Passage:
    """The passage with stand-ins, which are marked and shown whole; what else it shows is the same."""
    moves = _Moves(hits)
    marks = [Mark(*moves.span(one.start, one.end), one.look) for one in passage.marks]
    stand_ins = [moves.span(hit.start, hit.end) for hit in hits]
    shown = None
    if passage.shown is not None:
        shown = _united([*(moves.span(*span) for span in passage.shown), *stand_ins])
    return replace(
        passage,
        text=redact(passage.text, hits),
        shown=shown,
        marks=(*marks, *(Mark(start, end, Look.HIDDEN) for start, end in stand_ins)),
        kept=tuple(moves.span(*span) for span in passage.kept),
        fixed=tuple(moves.span(*span) for span in passage.fixed),
    )


def _united(spans: Sequence[TextSpan]) -> tuple[TextSpan, ...]:
    """The spans in order, those that touch as one."""
    out: list[TextSpan] = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return tuple(out)


class _Moves:
    """Where places of a text are after the hits in it were replaced."""

    def __init__(self, hits: Sequence[Hit]) -> None:
        self._hits = hits
        self._starts = [hit.start for hit in hits]
        self._shifts = [0, *accumulate(len(hit.stand_in) - (hit.end - hit.start) for hit in hits)]

    def span(self, start: int, end: int) -> TextSpan:
        """A span; one that begins or ends in a hit takes all of the stand-in."""
        return self._place(start, last=False), self._place(end, last=True)

    def _place(self, place: int, *, last: bool) -> int:
        at = bisect_right(self._starts, place) - 1
        if at < 0:
            return place
        hit = self._hits[at]
        if place >= hit.end or place == hit.start:
            return place + self._shifts[at + (place >= hit.end)]
        begin = hit.start + self._shifts[at]
        return begin + len(hit.stand_in) if last else begin


def _with_note(report: Report, secrets: Sequence[Secret]) -> Report:
    """The report with a section that says what was replaced, how often."""
    language = report.language
    phrases = [(*strong(one.stand_in), *own(words.places(len(one.sightings), language))) for one in secrets]
    note = own(words.word(language, "nothing_hidden"))
    if phrases:
        note = (*own(words.word(language, "hidden")), *joined(phrases, words.word(language, "list")))
    section = Section("redaction", words.word(language, "redaction"), (Paragraph(note, quiet=True),))
    return replace(report, sections=(*report.sections, section))
