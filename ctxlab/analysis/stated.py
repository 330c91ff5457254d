"""The constraints that a session states: found by rules, corrected by the user, replaced by later ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ctxlab.analysis.rules_files import Speaker, speakers
from ctxlab.analysis.superseding import superseded_by
from ctxlab.model.constraint import Constraint, Kind, Stated
from ctxlab.model.items import Item
from ctxlab.model.marks import ConstraintMark, Marks
from ctxlab.model.session import Session
from ctxlab.text.constraints import find_constraints
from ctxlab.text.values import find_values

#: Texts whose constraints are kept; a session has far fewer that may state any.
_TEXTS_KEPT = 20_000
_ANSWERS_KEPT = 4


class Found:
    """The constraints of texts, each text read once."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[Constraint, ...]] = {}

    def of(self, text: str) -> tuple[Constraint, ...]:
        """What the rules find in a text, in order."""
        found = self._found.get(text)
        if found is None:
            if len(self._found) >= _TEXTS_KEPT:
                self._found.clear()
            found = self._found[text] = find_constraints(text)
        return found


class Statements:
    """What sessions state; an edit of the marks reads no text again."""

    def __init__(self) -> None:
        self.found = Found()
        self._answers: dict[object, tuple[tuple[Item, ...], tuple[Stated, ...]]] = {}

    def of(self, session: Session, marks: Marks) -> tuple[Stated, ...]:
        """The constraints that a session states under these marks, in the order of their items.

        Where they are looked for: see `rules_files.speakers`. A mark takes the place of all that rules find
        in the part of the text that it covers; a rejecting one only takes it away. What replaces what: see
        `superseding`.
        """
        # the items are held with the answer, so that their id is not given again
        key = (id(session.items), marks.constraints, marks.sources)
        known = self._answers.pop(key, None) or (session.items, self._read(session, marks))
        self._answers[key] = known
        if len(self._answers) > _ANSWERS_KEPT:
            self._answers.pop(next(iter(self._answers)))
        return known[1]

    def _read(self, session: Session, marks: Marks) -> tuple[Stated, ...]:
        who = speakers(session, marks)
        marked: dict[str, list[ConstraintMark]] = {}
        for mark in marks.constraints:
            marked.setdefault(mark.item, []).append(mark)
        found: list[Stated] = []
        users: dict[str, list[Stated]] = {}
        for position, item in enumerate(session.items):
            if position not in who and item.id not in marked:
                continue
            rules = self.found.of(item.text) if position in who else ()
            stated = list(_stated(item, rules, marked.get(item.id, ())))
            found += stated
            if who.get(position) is Speaker.USER:
                users.setdefault(item.chain, []).extend(stated)
        stating = {one.item for one in found}
        texts = {one.id: one.text for one in session.items if one.id in stating}
        later: dict[str, str] = {}
        for said in users.values():
            later |= superseded_by(said, texts)
        return tuple(replace(one, superseded=later[one.id]) if one.id in later else one for one in found)


def _stated(item: Item, rules: Sequence[Constraint], marks: Sequence[ConstraintMark]) -> Iterator[Stated]:
    """What an item states, in the order of its text."""
    made: list[tuple[Constraint, bool]] = [
        (one, False) for one in rules if not any(_covers(mark, one) for mark in marks)
    ]
    for mark in marks:
        if not mark.rejected and item.text[mark.start : mark.end].strip():
            made.append((_marked(item.text, mark, rules), True))
    for one, by_user in sorted(made, key=lambda pair: pair[0].start):
        yield Stated(f"found:{item.id}:{one.start}", item.id, one, marked=by_user)


def _covers(mark: ConstraintMark, one: Constraint) -> bool:
    return mark.start < one.end and one.start < mark.end


def _marked(text: str, mark: ConstraintMark, rules: Sequence[Constraint]) -> Constraint:
    """The constraint of a mark; what the rules found there tells its direction and its sentence."""
    end = min(mark.end, len(text))
    under = next((one for one in rules if _covers(mark, one)), None)
    values = tuple(
        replace(value, start=mark.start + value.start, end=mark.start + value.end)
        for value in find_values(text[mark.start : end])
    )
    if under is not None and mark.kind in (under.kind, Kind.REQUIREMENT):
        positive = under.positive
    else:
        positive = mark.kind is not Kind.PROHIBITION
    sentence = (mark.start, end) if under is None else under.sentence
    return Constraint(
        mark.start,
        end,
        text[mark.start : end],
        mark.kind,
        mark.tier,
        positive,
        values,
        sentence=(min(sentence[0], mark.start), max(sentence[1], end)),
    )
