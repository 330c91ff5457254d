"""What a session is judged by: its must-keeps, and the constraints that it states and no must-keep covers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ctxlab.analysis.rules_files import Speaker, speakers
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import ProfileError
from ctxlab.model.constraint import Stated
from ctxlab.model.items import Item
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.matrix import MOST_ROWS
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.text.match import Matcher


@dataclass(frozen=True, slots=True)
class Wanted:
    """The rows of a matrix, in order: must-keeps of profile and marks, then constraints by their place.

    `superseded` maps the id of a row to that of the row that replaces it. `left_out` are those for which
    there was no room.
    """

    must_keeps: tuple[MustKeep, ...]
    superseded: Mapping[str, str]
    left_out: tuple[MustKeep, ...] = ()


def found_keep(one: Stated) -> MustKeep:
    """The must-keep of a constraint that is stated but not marked as one: other words for it will do."""
    return MustKeep(one.id, text=one.constraint.text, since=one.item, meaning=True)


def wanted(
    session: Session,
    profile: Profile,
    marks: Marks,
    stated: Sequence[Stated],
    *,
    chain: str = "",
    most: int | None = MOST_ROWS,
) -> Wanted:
    """What a chain of a session is judged by.

    All must-keeps come first. Of the hard constraints stated on the chain those are left away that a
    must-keep covers, or that say again, word for word, what an earlier row says. Where there are more than
    `most` in all (None: however many), those of the user stay before those of rules files, of notes, and of
    system prompts; of these the earlier.
    """
    own = must_keeps(profile, marks)
    most = len(own) + len(stated) if most is None else most
    items = {item.id: item for item in session.items if item.chain == chain}
    covering = _covering(own, items)
    rows: dict[str, str] = {}
    said: dict[tuple[str, bool], str] = {}
    added: list[Stated] = []
    for one in stated:
        if one.item not in items or not one.constraint.hard:
            continue
        words = (" ".join(one.constraint.text.split()).casefold(), bool(one.superseded))
        known = covering(one) or said.get(words)
        rows[one.id] = said[words] = known or one.id
        if known is None:
            added.append(one)
    stay = _those_that_stay(added, session, marks, max(0, most - len(own)))
    shown = [*own[:most], *(found_keep(one) for one in added if one.id in stay)]
    left = [*own[most:], *(found_keep(one) for one in added if one.id not in stay)]
    there = {one.id for one in shown}
    replaced = ((rows[one.id], rows.get(one.superseded, one.superseded)) for one in stated if one.id in rows)
    superseded = {row: by for row, by in replaced if by and by != row and row in there}
    return Wanted(tuple(shown), superseded, tuple(left))


def _those_that_stay(added: Sequence[Stated], session: Session, marks: Marks, room: int) -> frozenset[str]:
    if len(added) <= room:
        return frozenset(one.id for one in added)
    who = speakers(session, marks)
    speaker = {session.items[position].id: spoken for position, spoken in who.items()}
    ordered = sorted(added, key=lambda one: speaker.get(one.item, Speaker.USER))
    return frozenset(one.id for one in ordered[:room])


def _covering(own: Sequence[MustKeep], items: Mapping[str, Item]) -> Callable[[Stated], str | None]:
    """Gives the id of the must-keep that covers a constraint: it names the item, its source, or its words."""
    whole = {one.item: one.id for one in reversed(own) if one.item}
    sources = {one.source: one.id for one in reversed(own) if one.source}
    matchers = [(one.id, matcher) for one in own for matcher in _matcher(one)]
    spans: dict[str, list[tuple[str, int, int]]] = {}

    def covering(one: Stated) -> str | None:
        item = items[one.item]
        if item.id not in spans:
            spans[item.id] = [
                (name, *span) for name, matcher in matchers for span in matcher.spans(item.text)
            ]
        found = one.constraint
        named = whole.get(item.id) or (sources.get(item.source.value) if item.source else None)
        touching = (name for name, start, end in spans[item.id] if start < found.end and found.start < end)
        return named or next(touching, None)

    return covering


def _matcher(one: MustKeep) -> Iterator[Matcher]:
    if not (one.item or one.source):
        try:
            yield Matcher(one)
        except ProfileError:
            return
