"""Which secrets of a report are replaced: by options, or by asking on the terminal; and what is told."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ctxlab.cli.render import note, shortened
from ctxlab.cli.words import word
from ctxlab.explain.redaction import KINDS, secret

if TYPE_CHECKING:
    from ctxlab.model.redaction import Review, Secret

#: So many places of a secret are shown before it is asked about.
_PLACES = 5


def need_terminal() -> None:
    """Makes sure that there is somebody to ask.

    Raises:
        click.UsageError: The input is no terminal.
    """
    if not sys.stdin.isatty():
        raise click.UsageError("--review asks about each secret on a terminal, and the input is none")


def chosen(review: Review, keep: Sequence[str], hide: Sequence[str], language: str) -> frozenset[str]:
    """The stand-ins of what is replaced: those proposed, without `keep` and with `hide`.

    Each of these is a kind (`e-mail`), the id of a rule, a stand-in or a secret itself; says which of them
    are none in this report. What both name is replaced.
    """
    found = set(review.proposed)
    for option, wanted in (("--keep", keep), ("--hide", hide)):
        for one in wanted:
            meant = {each.stand_in for each in review.secrets if _is_meant(each, one)}
            if not meant:
                note(word(language, "secret_none_such", option=option, wanted=one))
            found = found - meant if option == "--keep" else found | meant
    return frozenset(found)


def _is_meant(one: Secret, wanted: str) -> bool:
    names = (one.kind.value, *KINDS[one.kind], one.rule, one.stand_in, one.text)
    return wanted.casefold() in (name.casefold() for name in names)


def asked(review: Review, proposed: frozenset[str], language: str) -> frozenset[str]:
    """What is replaced after asking about each secret, with its places, on the terminal."""
    out: set[str] = set()
    for one in review.secrets:
        kind, text = secret(one.kind, language), shortened(one.text)
        note("")
        note(word(language, "secret_asked", kind=kind, text=text, count=len(one.sightings)))
        for place in one.sightings[:_PLACES]:
            note(f"  {place.where}: {place.before}[{text}]{place.after}")
        if len(one.sightings) > _PLACES:
            note("  …")
        if _agreed(one, language, default=one.stand_in in proposed):
            out.add(one.stand_in)
    return frozenset(out)


def _agreed(one: Secret, language: str, *, default: bool) -> bool:
    """Whether the secret is to be replaced; `?` explains the keys, and anything else asks again."""
    question = word(language, "secret_ask", stand_in=one.stand_in, keys="Y/n/?" if default else "y/N/?")
    while True:
        answer = click.prompt(question, default="", show_default=False, err=True, prompt_suffix=" ")
        match answer.strip().casefold():
            case "":
                return default
            case "y" | "yes" | "是":
                return True
            case "n" | "no" | "否":
                return False
            case _:
                key = "secret_enter_replaces" if default else "secret_enter_leaves"
                enter = word(language, key)
                note(word(language, "secret_keys", stand_in=one.stand_in, enter=enter))


def told(review: Review, hidden: frozenset[str], language: str) -> Iterator[str]:
    """A line for each secret in each part of the report, without the secret itself, and the sum."""
    if not review.secrets:
        yield word(language, "secrets_none")
        return
    for one in review.secrets:
        for where, count in _counted(place.where for place in one.sightings):
            yield word(
                language,
                _key(one, hidden),
                stand_in=one.stand_in,
                kind=secret(one.kind, language),
                where=where,
                count=count,
                option=one.kind.value,
            )
    replaced = sum(one.stand_in in hidden for one in review.secrets)
    yield word(language, "secrets_sum", secrets=len(review.secrets), hidden=replaced)


def _key(one: Secret, hidden: frozenset[str]) -> str:
    if one.stand_in in hidden:
        return "secret_hidden"
    return "secret_left" if one.hide else "secret_must_keep"


def _counted(names: Iterable[str]) -> list[tuple[str, int]]:
    found: dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return list(found.items())
