"""Which must-keep a user means: one that is asked of the session, an item, or a text; and what it demands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ctxlab.analysis.wanted import found_keep
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import ProfileError, RequestError
from ctxlab.model.constraint import Constraint, Kind, Stated, Tier
from ctxlab.model.items import Item
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.text.constraints import find_constraints
from ctxlab.text.match import Matcher
from ctxlab.text.values import find_values

#: What the ids of constraints that were found, not marked, begin with: `found:ITEM:START`.
FOUND = "found:"


def must_keep_named(
    wanted: str, session: Session, profile: Profile, marks: Marks, stated: Sequence[Stated]
) -> MustKeep:
    """The must-keep of that id or label, an item by its id, a found constraint, or else any text as one.

    `stated` are the constraints of the session under these marks. Case and blanks around it do not matter to
    a label. A text is judged as the must-keep that it could be marked as: by its words; one that no item has
    in these words is looked for in any.

    Raises:
        RequestError: Nothing is asked for, or no constraint is found at the place that the id names.
    """
    asked = must_keeps(profile, marks)
    named = next((one for one in asked if one.id == wanted), None)
    if named is None and any(item.id == wanted for item in session.items):
        return MustKeep(wanted, item=wanted)
    found = next((one for one in stated if one.id == wanted), None)
    if named is None and (found is not None or wanted.startswith(FOUND)):
        if found is None:
            raise RequestError(f"no constraint is found at {wanted.removeprefix(FOUND)!r}")
        return found_keep(found)
    words = wanted.strip().casefold()
    if not words:
        raise RequestError("no must-keep, item or text is named")
    named = named or next((one for one in asked if one.label.casefold() == words), None)
    return named or any_text(wanted.strip(), session.items)


def stated_by(item: Item, asked: Iterable[MustKeep]) -> Iterator[MustKeep]:
    """The must-keeps that an item states: those that name it, and those whose words it has."""
    for one in asked:
        if item.id in (one.since, one.item):
            yield one
        elif not (one.since or one.item or one.source):
            try:
                matcher = Matcher(one)
            except ProfileError:
                continue
            if matcher.found(item.text):
                yield one


def any_text(text: str, items: Iterable[Item]) -> MustKeep:
    """A text of the user's own as a must-keep: by its words, or in any where no item has them."""
    one = MustKeep(text, text=text)
    try:
        matcher = Matcher(one)
    except ProfileError:
        return one
    return replace(one, meaning=not any(matcher.found(item.text) for item in items))


def constraint_of(keep: MustKeep, session: Session, stated: Sequence[Stated]) -> Constraint | None:
    """What a must-keep demands: in its own words, else in those of the session that say it.

    `stated` are the constraints of the session. The first that has a value is taken, else the first.
    """
    known = [one.constraint for one in stated if one.id == keep.id]
    found = [*known, *_of_words(keep.text), *_touched(keep, session, stated)]
    return next((one for one in found if one.values), next(iter(found), None))


def _of_words(text: str) -> list[Constraint]:
    """What a whole text demands, with all values that it names; nothing where there is neither."""
    found = find_constraints(text)
    bound = [value for one in found for value in one.values]
    plain = [
        value
        for value in find_values(text)
        if not any(value.start < one.end and one.start < value.end for one in bound)
    ]
    if not found and not plain:
        return []
    first = found[0] if found else Constraint(0, len(text), text, Kind.LIMIT, Tier.HARD)
    return [replace(first, start=0, end=len(text), text=text, values=(*bound, *plain))]


def _touched(keep: MustKeep, session: Session, stated: Sequence[Stated]) -> list[Constraint]:
    """The constraints of the session that say what a must-keep asks for, or a part of it."""
    if keep.item or keep.source:
        return [one.constraint for one in stated if one.item == keep.item]
    try:
        matcher = Matcher(keep)
    except ProfileError:
        return []
    texts = {item.id: item.text for item in session.items}
    spans = {one.item: matcher.spans(texts[one.item]) for one in stated if one.item in texts}
    return [
        one.constraint
        for one in stated
        for start, end in spans.get(one.item, ())
        if start < one.constraint.end and one.constraint.start < end
    ]
