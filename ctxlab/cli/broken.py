"""What broke a must-keep: the options that name a sign, and the places that show it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from ctxlab.cli.render import shortened
from ctxlab.cli.words import word
from ctxlab.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ctxlab.model.constraint import Constraint
    from ctxlab.model.marks import MustKeep
    from ctxlab.model.session import Session
    from ctxlab.model.violation import Sign, Violation

_OPTIONS = (
    click.option("--broken-by", "regex", metavar="REGEX", help="Look at the answer or call that holds this."),
    click.option("--path", metavar="GLOB", help="Look at the call that touches such a file or folder."),
    click.option("--reads", is_flag=True, help="With --path: a call that only reads it counts, too."),
    click.option(
        "--bound",
        metavar="BOUND",
        help="Look at the number beyond this, such as '> 3000 CNY'; without a unit in the must-keep's own.",
    ),
    click.option("--answer", metavar="ITEM", help="Look at this answer or call."),
    click.option(
        "--nth", type=click.IntRange(min=1), help="Of several places the one of this number in the list."
    ),
)

#: So many places are listed.
_LISTED = 12

#: Characters around a place that its line shows: so many before it, and so many from its start on.
_BEFORE, _FROM = 24, 160
#: Columns of words that a place's line shows.
_WORDS = 64


@dataclass(frozen=True, slots=True)
class Asked:
    """The sign that was asked for, as options; all unset where none was."""

    regex: str | None = None
    path: str | None = None
    bound: str | None = None
    answer: str | None = None
    reads: bool = False
    nth: int | None = None

    def sign(self, demanded: Callable[[], Constraint | None]) -> Sign | None:
        """The sign, or None where there is none; `demanded` is what the must-keep asks for.

        Raises:
            RequestError: The bound states no number.
        """
        from ctxlab.analysis.signs import bound_sign
        from ctxlab.model.violation import Sign

        if self.bound is not None:
            return bound_sign(self.bound, demanded())
        if self.regex or self.path or self.answer:
            return Sign(self.answer or "", self.regex or "", self.path or "", reads=self.reads)
        return None

    @property
    def told(self) -> str:
        """The option that names the sign, as it was given."""
        options = ("--broken-by", "--path", "--bound", "--answer")
        given = zip(options, (self.regex, self.path, self.bound, self.answer), strict=True)
        reads = " --reads" if self.reads else ""
        return next((f"{option} {value}{reads}" for option, value in given if value is not None), "")


def signed(function: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options that name a sign, and hands them over as the keyword `asked`."""

    @wraps(function)
    def command(*args: Any, **values: Any) -> Any:
        names = ("regex", "path", "bound", "answer", "reads", "nth")
        asked = Asked(**{name: values.pop(name) for name in names})
        given = [name for name in (asked.regex, asked.path, asked.bound, asked.answer) if name is not None]
        if len(given) > 1 or "" in given:
            raise click.UsageError("give one of --broken-by, --path, --bound, --answer, and not an empty one")
        choices = values["choices"]
        if given and (choices.request, choices.turn, choices.chain) != (None, None, ""):
            raise click.UsageError("what broke it tells the request; leave out --request, --turn, --chain")
        if not given and (asked.reads or asked.nth):
            raise click.UsageError("--reads and --nth go with what broke it, such as --path GLOB")
        return function(*args, asked=asked, **values)

    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def chosen(found: Sequence[Violation], session: Session, keep: MustKeep, nth: int | None) -> int:
    """Which of the places to look at: that of the number, else the first after the must-keep was said.

    Where none comes after that, it is the first of all.

    Raises:
        RequestError: There is no place of that number, or no request is recorded before it.
    """
    if nth is not None and nth > len(found):
        raise RequestError(f"there is no place {nth}", hint=f"{len(found)} show it")
    places = {item.id: at for at, item in enumerate(session.items)}
    said = places.get(keep.since or keep.item, -1)
    after = (at for at, one in enumerate(found) if places[one.item] > said and one.request)
    at = next(after, 0) if nth is None else nth - 1
    if not found[at].request:
        raise RequestError(f"no request is recorded before {found[at].item}")
    return at


def document(one: Violation, session: Session) -> dict[str, Any]:
    """A place as JSON has it."""
    return {
        "item": one.item,
        "request": one.request,
        "turn": _turn(one, session),
        "chain": one.chain,
        "start": one.start,
        "end": one.end,
        "words": one.words,
    }


def lines(found: Sequence[Violation], at: int, session: Session, language: str) -> list[str]:
    """The place that is looked at, and where there are several the first of them, a line each."""
    one = found[at]
    values: dict[str, object] = {
        "item": one.item,
        "turn": _turn(one, session),
        "request": one.request,
        "words": shortened(one.words),
    }
    said = [word(language, "broken_at", **values)]
    if len(found) > 1:
        said.append("  " + word(language, "broken_more", count=len(found)))
        texts = {item.id: item.text for item in session.items}
        for number, other in enumerate(found[:_LISTED], 1):
            said.append(f"    {number}: {_place(other, texts[other.item], session, language)}")
        left = len(found) - _LISTED
        if left > 0:
            said.append("    " + word(language, "broken_rest", count=left))
    return said


def _place(one: Violation, text: str, session: Session, language: str) -> str:
    """A place in one line: its turn, the request before it, its item, and the words around it."""
    begin = max(0, one.start - _BEFORE)
    around = ("…" if begin else "") + text[begin : one.start + _FROM].lstrip()
    key = "broken_place" if one.request else "broken_unasked"
    values = {"turn": _turn(one, session), "request": one.request, "item": one.item}
    return word(language, key, words=shortened(around, _WORDS), **values)


def _turn(one: Violation, session: Session) -> int:
    """The turn of the request before a place, 0 where none is recorded."""
    requests = session.chain(one.chain)
    return next((request.turn for request in requests if request.index == one.request), 0)
