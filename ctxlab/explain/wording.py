"""What a language has to word, and how a sentence gets its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Order

#: Sentences from the richest to the barest: the first whose numbers are all there is taken.
Sentences = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """All words of one language.

    In a sentence, `{need}` stands for a number, grouped by thousands, `{count:item|items}` for the first word
    where the number is 1 and the second otherwise, `{rule:0?none|rule #}` for the first words where it is 0
    and the second, with the number, otherwise, and `{count:before}` for the items served before, by the order
    of the row. `keeping` words a `KeepingCap`: `cap`, then a code of why there is none, and what a run
    at the cap does beside (`pushed_out`, `loses`, `saves`). `displaced` words what stood in an item's way.
    `would_fit` goes before the sentences of `behind_overflow` where the item alone fits what is left.
    """

    reasons: Mapping[Reason, Sentences]
    would_fit: Sentences
    diagnostics: Mapping[str, Sentences]
    fates: Mapping[Fate, str]
    stages: Mapping[Stage, str]
    rows: Mapping[Row, str]
    sources: Mapping[Source, str]
    ledger: Mapping[str, str]
    before: Mapping[Order, str]
    kept: str
    lost: str
    outcome: str
    step: str
    joiner: str
    keeping: Mapping[str, Sentences]
    displaced: Mapping[str, str]


def fields_of(sentence: str) -> frozenset[str]:
    """The names of the numbers that a sentence uses."""
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)


def would_fit(reason: Reason | None, numbers: Iterable[tuple[str, Any]]) -> bool:
    """Whether an item that its row stopped before needs no more than what was left."""
    values = dict(numbers)
    need, left = values.get("need"), values.get("left")
    known = isinstance(need, int) and isinstance(left, int) and need <= left
    return known and reason is Reason.BEHIND_OVERFLOW


def sentences_of(reason: Reason, numbers: Iterable[tuple[str, Any]], wording: Wording) -> Sentences:
    """The sentences for a decision of that reason, the richest first."""
    return (*(wording.would_fit if would_fit(reason, numbers) else ()), *wording.reasons[reason])


def sentence_of(
    sentences: Sentences,
    numbers: Iterable[tuple[str, Any]],
    wording: Wording,
    *,
    order: Order | None = None,
    label_of: Callable[[str], str] | None = None,
) -> str | None:
    """The richest of the sentences whose numbers are all given, filled in; None where there is none."""
    values = dict(numbers)
    for name in ("by", "item"):
        if label_of is not None and values.get(name):
            values[name] = label_of(str(values[name]))
    for sentence in sentences:
        if fields_of(sentence) <= values.keys():
            return _Filler(wording, order).vformat(sentence, (), values)
    return None


class _Filler(Formatter):
    """Formats numbers as sentences want them."""

    def __init__(self, wording: Wording, order: Order | None) -> None:
        super().__init__()
        self._wording = wording
        self._order = order or Order.GIVEN

    def format_field(self, value: Any, format_spec: str) -> str:
        """One number: grouped, as a singular or plural word, or as the items before."""
        if format_spec == "before":
            return self.vformat(self._wording.before[self._order], (), {"count": value})
        if format_spec.startswith("0?"):
            none, _, some = format_spec.removeprefix("0?").partition("|")
            return some.replace("#", str(value)) if value else none
        if "|" in format_spec:
            one, _, many = format_spec.partition("|")
            return one if value == 1 else many
        return f"{value:,}" if isinstance(value, int) else str(value)

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        """The number of that name; `left` is never less than nothing."""
        value = kwargs[str(key)]
        return max(0, value) if key == "left" and isinstance(value, int) else value
