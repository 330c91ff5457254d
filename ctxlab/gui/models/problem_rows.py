"""Problems as lines: a head for each step of the investigation, each problem, beneath it what cures it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QCoreApplication

from ctxlab.explain import problems as words
from ctxlab.gui.models.line_rows import LineRowsModel
from ctxlab.gui.models.text_rows import Sign
from ctxlab.gui.text import one_line, tooltip
from ctxlab.model.lint import SPLIT, STEPS, Problem, Severity

translate = QCoreApplication.translate

#: How a problem of each severity looks.
SIGNS = {Severity.ERROR: Sign.BAD, Severity.WARNING: Sign.WARNING, Severity.NOTE: Sign.NEUTRAL}
#: `~` means cut wherever items are shown: here another sign warns.
MARKS = {Severity.ERROR: "!", Severity.WARNING: "?", Severity.NOTE: "i"}
#: Characters of a problem that are shown; the tooltip has all of them.
LONGEST = 400
_ROW = "budget."
#: What stands for the number of a cure that is the best rescue.
RESCUE = "rescue"
#: The notice that a model can help with.
MISSING = "summary_missing"


class Kind(Enum):
    """What a line is."""

    STEP = "step"
    PROBLEM = "problem"
    CURE = "cure"


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """One line: `text` behind the sign in `pill`; `told` says the sign in a word.

    `item` is an item's id, `row` a row of the budget, `cure` what names the cure that the line applies; each
    may be empty. `asks` says that the line leads to a model that is asked for summaries. `note` says where it
    is and what else can be done, for the tooltip.
    """

    key: str
    kind: Kind
    text: str
    pill: str = ""
    sign: Sign = Sign.NEUTRAL
    told: str = ""
    item: str = ""
    row: str = ""
    cure: str = ""
    note: str = ""
    asks: bool = False

    @property
    def said(self) -> str:
        """The line as it is read out."""
        return f"{self.told}: {self.text}" if self.told else self.text


@dataclass(frozen=True, slots=True)
class Offer:
    """A cure of a problem: what names it, and its words."""

    key: str
    words: str


def offers(
    key: str, one: Problem, language: str, label_of: Callable[[str], str] | None = None
) -> tuple[Offer, ...]:
    """The cures of the problem under a key (see `model.lint.keyed`), the best first.

    Of a lost must-keep that is the best rescue, which may be a mark; it has no line of its own beneath again.
    """
    best = one.rescue
    found = (
        []
        if best is None
        else [Offer(f"{key} #{RESCUE}", words.cheapest(best, language, label_of=label_of or str))]
    )
    found += [
        Offer(f"{key} #{at}", words.cure(cure, language))
        for at, cure in enumerate(one.cures)
        if best is None or cure != best.changes
    ]
    return tuple(found)


def problem_lines(
    problems: Mapping[str, Problem], language: str, label_of: Callable[[str], str] | None = None
) -> Iterator[ProblemLine]:
    """The lines of problems by their keys: step by step, the best cure beneath each that has one."""
    for step in STEPS:
        found = {key: one for key, one in problems.items() if one.step == step}
        if found:
            # beside the number of problems one more would look like a count
            head = words.step(step, language).lstrip("0123456789 ")
            yield ProblemLine(f"step {step}", Kind.STEP, head)
        groups = _by_cure(found, language, label_of)
        for key, one, shared in groups:
            yield ProblemLine(
                key=key,
                kind=Kind.PROBLEM,
                text=_text(one, language, label_of),
                pill=MARKS[one.severity],
                sign=SIGNS[one.severity],
                told=words.severity(one.severity, language),
                item=one.item,
                row=_row(one),
                note=_note(one, language, label_of),
            )
            if one.code == MISSING:
                yield _asking(key)
            for offer in offers(key, one, language, label_of)[:1] if shared else ():
                several = translate("Problems", "{0} · cures {1}").format(offer.words, shared)
                yield ProblemLine(
                    key=offer.key,
                    kind=Kind.CURE,
                    text=offer.words if shared == 1 else several,
                    pill=translate("Problems", "Apply"),
                    told=translate("Problems", "Apply"),
                    cure=offer.key,
                )


def _by_cure(
    found: Mapping[str, Problem], language: str, label_of: Callable[[str], str] | None
) -> list[tuple[str, Problem, int]]:
    """Problems with the same best cure one after the other, where the first of them stands.

    With the last of them goes how many they are: beneath it the cure is offered, once.
    """
    groups: dict[Hashable, list[str]] = {}
    for key, one in found.items():
        best = offers(key, one, language, label_of)[:1]
        # two sentences of one item are two key facts in the same words
        marks = one.rescue.marks if one.rescue else None
        groups.setdefault((best[0].words, marks) if best else key, []).append(key)
    ordered: list[tuple[str, Problem, int]] = []
    for keys in groups.values():
        last = len(keys) - 1
        ordered += [(key, found[key], len(keys) if at == last else 0) for at, key in enumerate(keys)]
    return ordered


def _asking(key: str) -> ProblemLine:
    text, pill = translate("Problems", "Summarize with a model…"), translate("Problems", "Ask")
    return ProblemLine(f"{key} asks", Kind.CURE, text, pill, told=pill, asks=True)


def _text(one: Problem, language: str, label_of: Callable[[str], str] | None) -> str:
    text = words.problem(one, language, label_of=label_of)
    line = dict(one.numbers).get("line")
    return translate("Problems", "line {0}: {1}").format(f"{line:,}", text) if line else text


def _row(one: Problem) -> str:
    """The row of the budget that a problem is about, empty where it is rather about an item."""
    if not one.key.startswith(_ROW) or (one.item and one.step != SPLIT):
        return ""
    return one.key.removeprefix(_ROW).partition(".")[0]


def _note(one: Problem, language: str, label_of: Callable[[str], str] | None) -> str:
    where = (label_of(one.item) if label_of else one.item) if one.item else one.key
    return "\n".join(part for part in (where, words.advice(one, language)) if part)


class ProblemRowsModel(LineRowsModel[ProblemLine]):
    """The lines of a list of problems; the whole text is in the tooltip."""

    def _text(self, line: ProblemLine) -> str:
        return one_line(line.text, LONGEST)

    def _spoken(self, line: ProblemLine) -> str:
        return one_line(line.said, LONGEST)

    def _tip(self, line: ProblemLine) -> str:
        return tooltip(f"{line.said}\n{line.note}" if line.note else line.said)
