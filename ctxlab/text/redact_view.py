"""A text with what is hidden already seen as one sign each."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from ctxlab.model.redaction import SecretKind
from ctxlab.text.redact_rules import MASK

_REPLACEMENT = "\ufffd"


@dataclass(frozen=True, slots=True)
class Hidden:
    """A span of a text (code points) that is hidden: a secret, or a stand-in where `kind` is None."""

    start: int
    end: int
    kind: SecretKind | None = None
    rule: str = ""


class View:
    """What is left of a text: each hidden span is one `MASK` in `text`, whatever its length.

    So what is left looks the same before the stand-ins are put in and after.
    """

    def __init__(self, text: str, hidden: Iterable[Hidden]) -> None:
        self._whole = text.replace(MASK, _REPLACEMENT)
        self._hidden = list(hidden)
        self._make()

    @property
    def secrets(self) -> list[Hidden]:
        """The secrets that are hidden, ascending and apart."""
        return [one for one in self._hidden if one.kind is not None]

    def hide(self, found: Iterable[Hidden]) -> bool:
        """Hides spans of `text`, ascending and apart, and tells whether there were any."""
        new = self.whole(found)
        if new:
            self._hidden = sorted([*self._hidden, *new], key=lambda one: one.start)
            self._make()
        return bool(new)

    def whole(self, found: Iterable[Hidden]) -> list[Hidden]:
        """Spans of `text` as spans of the whole text; those that hold a mask are left out."""
        return [
            Hidden(self._back(one.start), self._back(one.end), one.kind, one.rule)
            for one in found
            if MASK not in self.text[one.start : one.end]
        ]

    def cover(self, spans: Iterable[Hidden]) -> None:
        """Hides spans of the whole text; one that overlaps what is hidden is hidden with it as one."""
        self._hidden = _united([*self._hidden, *spans])
        self._make()

    def _back(self, place: int) -> int:
        """The place in the whole text of one in what is left."""
        return place + self._shifts[bisect_left(self._masks, place)]

    def _make(self) -> None:
        pieces: list[str] = []
        at = 0
        for one in self._hidden:
            pieces += (self._whole[at : one.start], MASK)
            at = one.end
        pieces.append(self._whole[at:])
        self.text = "".join(pieces)
        self._shifts = [0, *accumulate(one.end - one.start - 1 for one in self._hidden)]
        self._masks = [one.start - shift for one, shift in zip(self._hidden, self._shifts, strict=False)]


def _united(found: Iterable[Hidden]) -> list[Hidden]:
    """The spans in order, those that overlap as one: of a certain kind where one is, else as the longest."""
    out: list[Hidden] = []
    for one in sorted(found, key=lambda span: span.start):
        if out and one.start < out[-1].end:
            last = out[-1]
            chief = max(
                last, one, key=lambda span: (bool(span.kind and span.kind.certain), span.end - span.start)
            )
            out[-1] = Hidden(last.start, max(last.end, one.end), chief.kind, chief.rule)
        else:
            out.append(one)
    return out
