"""What would keep a must-keep, for `why --rescue`."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab.cli.options import STDIN
from ctxlab.cli.state import Choices
from ctxlab.cli.words import word
from ctxlab.explain.rescue import heading, no_rescue, rescue
from ctxlab.model.rescue import Lever
from ctxlab.text.visible import visible

if TYPE_CHECKING:
    from ctxlab.analysis.elsewhere import Elsewhere
    from ctxlab.lab import Lab
    from ctxlab.model.marks import KeyFactMark, Marks, MustKeep
    from ctxlab.model.profile import Profile
    from ctxlab.model.rescue import Change, Rescue, Rescues
    from ctxlab.model.session import Request, Session, Snapshot
    from ctxlab.model.trace import Trace

#: Longer words of a key fact are named by their place.
_QUOTED = 120

#: Gives a command the option; it is handed over as the keyword `cure`.
rescue_option = click.option(
    "--rescue",
    "cure",
    is_flag=True,
    help="Also look for the smallest changes of settings or marks that would keep it.",
)


@dataclass(frozen=True, slots=True)
class Cures:
    """What keeps a must-keep at a request, and how each does at all others where that was tried."""

    rescues: Rescues
    snapshot: Snapshot
    file: Path
    choices: Choices
    elsewhere: tuple[Elsewhere, ...] = ()


def look(lab: Lab, snapshot: Snapshot, profile: Profile, must_keep: MustKeep) -> Rescues:
    """All that keeps a must-keep at a request, under the session's own marks."""
    *_, found = lab.rescues(snapshot, profile, None, must_keep)
    return found


def everywhere(lab: Lab, snapshot: Snapshot, found: Rescues, must_keep: MustKeep) -> tuple[Elsewhere, ...]:
    """How each rescue does at all requests of the chain; nothing where that would take long."""
    from ctxlab.analysis.elsewhere import elsewhere, is_cheap
    from ctxlab.engine.pipeline import Kept

    session, chain = snapshot.session, snapshot.request.chain
    requests = session.chain(chain)
    if not is_cheap(requests):
        return ()
    many = lab.another(Kept(gathers=len(requests), runs=1, judged=1))

    def build(request: Request, profile: Profile, marks: Marks) -> Trace:
        # Only the one must-keep is judged, and that is done with the run.
        plain = profile.with_parts(must_keep=())
        at = session.at(request.index, chain=chain)
        return many.build(at, plain, marks=replace(marks, must_keeps=()))

    def find(request: Request, profile: Profile, marks: Marks) -> Iterator[Change]:
        for each in lab.rescues(session.at(request.index, chain=chain), profile, marks, must_keep):
            yield from (one.changes[0] for one in each.found if len(one.changes) == 1)

    return tuple(elsewhere(one, must_keep, requests, build, lab.judge, find) for one in found.found)


def document(cures: Cures | None) -> dict[str, Any] | None:
    """The same as a JSON object; `settings` are what `--set` takes, `commands` what changes the marks.

    `everywhere` is null where other requests were not looked at.
    """
    if cures is None:
        return None
    found = cures.rescues
    across = cures.elsewhere or (None,) * len(found.found)
    return {
        "must_keep": found.must_keep,
        "found": [
            {
                "changes": [
                    {"lever": each.lever.value, "key": each.key, "before": each.before, "after": each.after}
                    for each in one.changes
                ],
                "settings": [setting for each in one.changes if (setting := _setting(each))],
                "commands": _commands(one, cures),
                "tokens": one.tokens,
                "pushes_out": list(one.pushes_out),
                "suffers": list(one.suffers),
                "saves": list(one.saves),
                "least": one.least,
                "everywhere": there
                and {"requests": there.requests, "lost": list(there.lost), "cap": there.cap},
            }
            for one, there in zip(found.found, across, strict=True)
        ],
        "conflict": list(found.conflict),
        "builds": found.builds,
        "complete": found.complete,
    }


def lines(
    cures: Cures,
    language: str,
    *,
    label_of: Callable[[str], str] = str,
    must_keeps: Mapping[str, str],
    others: Mapping[str, str],
) -> list[str]:
    """The same in words, a line each, with what to type for it.

    `label_of` names items; `must_keeps` and `others` name must-keeps and demands that were found, by id.
    """
    found = cures.rescues
    if not found.found:
        return [" · ".join(no_rescue(found, language, label_of=label_of))]
    names = {**others, **must_keeps}
    told = [heading(found, language)]
    for number, one in enumerate(found.found, 1):
        phrases = rescue(
            one,
            language,
            label_of=label_of,
            must_keep_of=lambda key: names.get(key, key),
            is_must_keep=lambda key: key in must_keeps,
        )
        across = [_across(cures.elsewhere[number - 1], language)] if cures.elsewhere else []
        settings = [f"--set {shlex.quote(setting)}" for each in one.changes if (setting := _setting(each))]
        typed = "; ".join([*_commands(one, cures), *([" ".join(settings)] if settings else [])])
        told.append(f"{number:2}. {' · '.join([*phrases, *across])}{f'  ({typed})' if typed else ''}")
    if not cures.elsewhere:
        told.append("    " + word(language, "rescue_alone", request=cures.snapshot.request.index))
    return told


def no_need(kept: bool | None, request: int, language: str) -> str:
    """Why nothing is looked for: it is kept at the request, or (None) not judged there."""
    return word(language, "rescue_unjudged" if kept is None else "rescue_kept", request=request)


def _across(one: Elsewhere, language: str) -> str:
    """How a rescue does at all requests of the chain."""
    if not one.lost:
        return word(language, "rescue_all", count=one.requests)
    if one.cap is not None:
        return word(language, "rescue_cap", count=one.requests, cap=f"{one.cap:,}")
    return word(language, "rescue_some", count=one.requests, lost=len(one.lost), first=one.lost[0])


def _commands(one: Rescue, cures: Cures) -> list[str]:
    """The commands that change the marks beside the session's file; nothing of a session from stdin."""
    session, choices = cures.snapshot.session, cures.choices
    if str(cures.file) == STDIN:
        return []
    chosen = [] if choices.session is None else ["--session", str(choices.session)]
    chosen += [] if choices.branch is None else ["--branch", str(choices.branch)]
    chosen += [] if choices.format is None else ["--format", choices.format]
    told: list[str] = []
    for each in one.changes:
        if each.lever is Lever.PIN:
            told.append(_typed("pin", [str(cures.file), str(each.after)], chosen))
        elif each.key == Lever.KEY_FACT.value:
            facts = [fact for fact in one.marks.key_facts if fact not in session.marks.key_facts]
            told += [
                _typed("key-fact", [str(cures.file), fact.item, *_part(fact, session)], chosen)
                for fact in facts
            ]
    return told


def _typed(name: str, arguments: list[str], options: list[str]) -> str:
    return shlex.join(["ctxlab", "marks", name, *options, *arguments])


def _part(fact: KeyFactMark, session: Session) -> list[str]:
    """A key fact as `marks key-fact` takes it: words that can be typed and stand once, else its place."""
    text = next(item.text for item in session.items if item.id == fact.item)
    words = text[fact.start : fact.end]
    plain = words.isprintable() and visible(words) == words and not words.startswith("-")
    if plain and len(words) <= _QUOTED and text.count(words) == 1:
        return [words]
    return [str(fact.start), str(fact.end)]


def _setting(change: Change) -> str:
    """`KEY=VALUE` where `--set` can make that change, else nothing."""
    if "." not in change.key or change.key == "gather.rule":
        return ""
    value = change.after
    return f"{change.key}={str(value).lower() if isinstance(value, bool) else value}"
