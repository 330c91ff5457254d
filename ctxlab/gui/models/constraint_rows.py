"""Constraints that rules found in a session, as lines: what each is, and whether it stands in the context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication

from ctxlab.gui.models.survived_words import brief, signed
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.text import listed
from ctxlab.model.constraint import Kind, Stated, Survived, Tier
from ctxlab.model.marks import ConstraintMark
from ctxlab.model.matrix import Cell

translate = QCoreApplication.translate

_SIGNS = {
    Survived.VERBATIM: Sign.GOOD,
    Survived.REWORDED: Sign.GOOD,
    Survived.UNSURE: Sign.NEUTRAL,
    Survived.WEAKENED: Sign.WARNING,
    Survived.CHANGED: Sign.BAD,
    Survived.LOST: Sign.BAD,
}


def kind_word(kind: Kind) -> str:
    """What a constraint is about, in one word."""
    return {
        Kind.PROHIBITION: translate("Constraints", "prohibition"),
        Kind.REQUIREMENT: translate("Constraints", "requirement"),
        Kind.LIMIT: translate("Constraints", "limit"),
        Kind.RANGE: translate("Constraints", "range"),
        Kind.BUDGET: translate("Constraints", "budget"),
        Kind.HEALTH: translate("Constraints", "health"),
        Kind.DEADLINE: translate("Constraints", "deadline"),
        Kind.FORMAT: translate("Constraints", "format"),
        Kind.PREFERENCE: translate("Constraints", "preference"),
        Kind.CONDITIONAL: translate("Constraints", "condition"),
        Kind.FACT: translate("Constraints", "fact"),
    }[kind]


def tier_word(tier: Tier) -> str:
    """How firm a constraint is."""
    return translate("Constraints", "hard") if tier is Tier.HARD else translate("Constraints", "soft")


def sign_of(verdict: Survived) -> Sign:
    """The colours of a verdict's pill."""
    return _SIGNS[verdict]


def note_of(stated: Stated) -> str:
    """What a constraint is: its kind, that it is soft, corrected, or replaced by a later one."""
    said = [kind_word(stated.constraint.kind)]
    if not stated.constraint.hard:
        said.append(tier_word(stated.constraint.tier))
    if stated.marked:
        said.append(translate("Constraints", "corrected"))
    if stated.superseded:
        said.append(translate("Constraints", "replaced later"))
    return listed(said)


def rows_of(found: Sequence[Stated], cells: Mapping[str, Cell]) -> list[TextRow]:
    """A line a constraint, the hard ones first; `cells` say what became of those that are judged."""
    rows: list[TextRow] = []
    for one in sorted(found, key=lambda stated: not stated.constraint.hard):
        cell = cells.get(one.id)
        verdict = cell.verdict if cell else None
        pill, sign = ("", Sign.NEUTRAL) if verdict is None else (signed(verdict), sign_of(verdict))
        rules = listed(one.constraint.rules)
        told = translate("Constraints", "found by {0}").format(rules) if rules else ""
        short = "" if verdict is None else brief(verdict)
        text, note = one.constraint.text, note_of(one)
        rows.append(TextRow(one.id, pill, text, sign, item=one.item, note=note, told=told, brief=short))
    return rows


def marked_rows(marks: Sequence[ConstraintMark], texts: Mapping[str, str]) -> list[TextRow]:
    """A line a constraint that is to be marked, with the item that states it; `texts` are those of items."""
    return [
        TextRow(
            f"{one.item}:{one.start}",
            kind_word(one.kind),
            texts.get(one.item, "")[one.start : one.end],
            Sign.NEUTRAL,
            item=one.item,
            note=listed([tier_word(one.tier), one.item]),
        )
        for one in marks
    ]
