"""How one text became another."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ctxlab.analysis.forensic.units import plain
from ctxlab.analysis.inline import common_prefix, common_suffix, inline_change
from ctxlab.model.constraint import Survived
from ctxlab.model.diff import InlineChange, TextSpan
from ctxlab.model.forensic import How
from ctxlab.text.numbers import find_numbers
from ctxlab.text.sentences import sentences
from ctxlab.text.survival import survival

#: A marker of a cut is no longer than this (code points); most are shorter than the other.
_LONGEST_MARKER, _SHORT_MARKER = 200, 24
#: What a cut leaves is at least so much, unless the marker tells that it is one.
_LEAST_LEFT = 12
#: More than this in the middle is no word that was left out; no number has so many figures.
_MUCH, _FIGURES = 40, 8
#: Texts with less in common than this part of the shorter one have nothing to do with each other.
_LEAST_COMMON = 0.3
#: Texts up to this size are read for values; of their sentences so many that differ.
_READ, _SENTENCES = 20_000, 12
_LONGEST_SENTENCE = 400
#: Words by which people and programs say that something was left out.
_LEFT_OUT = re.compile(
    r"\.\.\.|…|\[|<|\bcut\b|truncat|omitt|elided|removed|skipp|clipp|\bmore\b|省略|截断|略|删", re.IGNORECASE
)
_VALUES = frozenset({"number", "unit", "currency", "bound_turned", "polarity"})


@dataclass(frozen=True, slots=True)
class Rewriting:
    """In which way a text is another now; the fields are those of `ItemFate`."""

    how: How
    spans: tuple[TextSpan, ...] = ()
    marker: str = ""
    was: str = ""
    now: str = ""


def cut_of(old: str, new: str, *, sure: bool = False) -> Rewriting | None:
    """The cut that made `new` of `old`, or None: head and tail are as they were, at most a marker between.

    A tail counts where no marker could have been it. `sure` says that the two belong together anyway.
    """
    if len(new) >= len(old) + _LONGEST_MARKER or not old or old == new:
        return None
    head = common_prefix(old, new)
    tail = common_suffix(old, new, head)
    marker, span = new[head : len(new) - tail], (head, len(old) - tail)
    says = not marker.strip() or bool(_LEFT_OUT.search(marker))
    if len(marker) > _LONGEST_MARKER or not _is_gap(old, span, marker, says=says, sure=sure):
        return None
    least = 1 if sure or (marker and says) else _LEAST_LEFT
    if head + tail < least or (not sure and head + tail < len(marker) / 4):
        return None
    return Rewriting(How.CUT, (span,), marker)


def _is_gap(old: str, span: TextSpan, marker: str, *, says: bool, sure: bool) -> bool:
    """Whether what is gone there may have been cut out, and is no word that was left out or replaced."""
    start, end = span
    taken = end - start
    if taken <= 0:
        return False
    if marker.strip():
        return taken >= _MUCH or (says and taken > 1) or taken > 4 * len(marker) + 8
    if start > 0 and end < len(old):
        return taken >= _MUCH
    # a figure less is another number, unless a result ends there
    at = start or end
    split = old[at - 1 : at].isdigit() and old[at : at + 1].isdigit()
    return sure or not split or taken > _FIGURES


def told_by(old: str, new: str, marker: str) -> Rewriting | None:
    """The cut under a marker that is known: letters that both sides share by chance are the marker's."""
    at = new.find(marker) if marker else -1
    tail = len(new) - at - len(marker)
    if at < 0 or at + tail >= len(old) or old[:at] != new[:at] or not old.endswith(new[len(new) - tail :]):
        return None
    return Rewriting(How.CUT, ((at, len(old) - tail),), marker)


def rewriting(old: str, new: str, *, sure: bool = False) -> Rewriting:
    """How `old` became `new`, which differs; `sure` says that one stands for the other whatever they say."""
    if plain(old) == plain(new):
        return Rewriting(How.REFORMATTED)
    found = cut_of(old, new, sure=sure)
    if found is not None:
        # a long marker may be two around a piece that still stands
        several = _holes(old, new, inline_change(old, new)) if len(found.marker) > _SHORT_MARKER else None
        return several or found
    if old.strip() and old.strip() in new:
        return Rewriting(How.WRAPPED)
    if sure and _is_stand_in(old, new):
        return Rewriting(How.CLEARED, ((0, len(old)),), new)
    change = inline_change(old, new)
    holes = _holes(old, new, change)
    if holes is not None:
        return holes
    return _other_value(old, new, change) or Rewriting(How.REWORDED)


def _is_stand_in(old: str, new: str) -> bool:
    """Whether a text only says that something stood there."""
    if not old or len(new) > _LONGEST_MARKER:
        return False
    return not new.strip() or _common(old, new) < _LEAST_COMMON


def _common(old: str, new: str) -> float:
    """The part of the second text's words that the first has."""
    words = set(new.casefold().split())
    return len(words & set(old.casefold().split())) / len(words) if words else 0.0


def _holes(old: str, new: str, change: InlineChange) -> Rewriting | None:
    """A cut at several places: much is gone, and at each place there is at most a marker."""
    gone = sum(end - start for start, end in change.removed)
    markers = [new[start:end] for start, end in change.added]
    if len(change.removed) < 2 or len(markers) > len(change.removed) or gone >= len(old):
        return None
    if any(len(one) > _LONGEST_MARKER or (one.strip() and not _LEFT_OUT.search(one)) for one in markers):
        return None
    if gone <= sum(map(len, markers)):
        return None
    return Rewriting(How.CUT, change.removed, next((one for one in markers if one.strip()), ""))


def _other_value(old: str, new: str, change: InlineChange) -> Rewriting | None:
    """A number, a unit or what is affirmed that is another now, the first of them."""
    if max(len(old), len(new)) > _READ:
        return None
    for start, end, first, last in change.hunks():
        was, now = old[start:end].strip(), new[first:last].strip()
        before, after = (tuple(one.value for one in find_numbers(text)) for text in (was, now))
        if before and len(before) == len(after) and before != after:
            return Rewriting(How.VALUES, was=_brief(was), now=_brief(now))
    others = (old[start:end].strip() for start, end in sentences(old))
    changed = [one for one in others if one and one not in new and len(one) <= _LONGEST_SENTENCE]
    for sentence in changed[:_SENTENCES]:
        found = survival(sentence, new, semantic=False)
        if found.verdict is Survived.CHANGED and found.reason in _VALUES:
            return Rewriting(How.VALUES, was=_brief(found.was), now=_brief(found.now))
    return None


def _brief(words: str) -> str:
    return words if len(words) <= 60 else f"{words[:59]}…"
