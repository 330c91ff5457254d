"""`ctxlab why`: one item's history in words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab import explain
from ctxlab.cli.notes import must_keep_labels, nothing_to_do
from ctxlab.cli.options import (
    FILE,
    Command,
    choosing,
    chosen_profile,
    json_option,
    moment,
    open_lab,
    open_session,
)
from ctxlab.cli.remedy import document, lines, remedies
from ctxlab.cli.render import number, say, say_json, shortened
from ctxlab.cli.rules import deciding
from ctxlab.cli.state import HOLDS, Choices, State
from ctxlab.cli.words import word
from ctxlab.errors import RequestError
from ctxlab.model.decision import Reason, Stage

if TYPE_CHECKING:
    from ctxlab.model.decision import Decision
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session
    from ctxlab.model.trace import Trace

SCHEMA = "ctxlab.why/1"

#: Items that hold a text are told whole up to this many, then named.
_TOLD = 5


@click.command("why", cls=Command)
@click.argument("file", type=FILE)
@click.argument("item", metavar="ITEM|TEXT")
@choosing()
@json_option
@click.pass_obj
def command(state: State, file: Path, item: str, choices: Choices, as_json: bool) -> int:
    """Tell what became of an item of FILE, stage by stage, and by which rule.

    Of an item that is not kept whole it also tells what displaced it, and the smallest cap of its row that
    would keep it.

    The item is named by its id (such as i7), or by a text that it holds.
    """
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        if not session.items:
            nothing_to_do(state, file, as_json=as_json)
            return HOLDS
        profile, snapshot = chosen_profile(lab, session, choices), moment(session, choices)
        trace = lab.build(snapshot, profile)
        found = _find(trace, session, item, state.language)
        shown = found if as_json else found[:_TOLD]
        mended = remedies(
            trace,
            shown,
            lambda one: lab.displaced(trace, one),
            lambda one: lab.keeping_cap(snapshot, profile, None, one),
        )
    labels = must_keep_labels(session, profile)
    told = [_story(trace, position, profile, state.language) for position in shown]
    for position, story in zip(shown, told, strict=True):
        story.update(document(*mended.get(position, ((), None))))
    if as_json:
        say_json({"schema": SCHEMA, "request": trace.request, "profile": trace.profile, "items": told})
        return HOLDS
    for position, story in zip(shown, told, strict=True):
        _print(story, state.language)
        for line in lines(*mended.get(position, ((), None)), labels, state.language):
            say(f"  {line}")
        say()
    if len(found) > _TOLD:
        rest = ", ".join(trace.id(position) for position in found[_TOLD:])
        say(word(state.language, "more_matches", count=len(found) - _TOLD, items=shortened(rest)))
    return HOLDS


def _find(trace: Trace, session: Session, wanted: str, language: str) -> list[int]:
    """The positions of the item of that id, or of all items that hold the text, in order.

    Raises:
        RequestError: No item at this request is meant; says so where a later one is.
    """
    if found := explain.holding(trace, wanted):
        return found
    for one in session.items:
        if one.id == wanted or (wanted.strip() and wanted.casefold() in one.text.casefold()):
            raise RequestError(word(language, "later", item=one.id, request=trace.request))
    last = trace.id(len(trace.pool) - 1) if len(trace.pool) else ""
    raise RequestError(f"no item is named {wanted!r} or holds this text", hint=f"ids go from i1 to {last}")


def _story(trace: Trace, position: int, profile: Profile, language: str) -> dict[str, Any]:
    item, outcome, row = trace.item(position), trace.outcome(position), trace.row(position)
    return {
        "item": item.id,
        "fate": outcome.fate.word,
        "stage": outcome.stage.value,
        "reason": outcome.reason.code,
        "row": row.value,
        "role": item.role,
        "turn": trace.turn(position),
        "tokens": trace.tokens(position),
        "tokens_after": trace.tokens_after(position),
        "charge": trace.pool.charge[position] if position < len(trace.pool) else None,
        "exact": trace.is_exact(position),
        "place": str(item.place),
        "text": item.text,
        "history": [
            {
                "stage": decision.stage.value,
                "fate": decision.fate.word,
                "reason": decision.reason.code,
                "numbers": dict(decision.numbers),
                "tokens": decision.tokens,
                "why": _sentence(trace, position, decision, profile, language),
                "setting": deciding(decision, row, profile),
            }
            for decision in trace.history(position)
        ],
    }


def _sentence(trace: Trace, position: int, decision: Decision, profile: Profile, language: str) -> str:
    row = trace.row(position)
    if decision.reason is Reason.GATHERED:
        first = trace.pool.row[position] if position < len(trace.pool) else row
        return word(language, "candidate", row=first.value)
    return explain.decision(decision, language, order=profile.row(row).order)


def _print(story: dict[str, Any], language: str) -> None:
    say(f"{story['item']}  {story['role']}  {shortened(story['text'])}")
    tokens = number(story["tokens"], story["exact"])
    line = word(language, "position", row=story["row"], turn=story["turn"], tokens=tokens)
    if (story["charge"] or 0) > story["tokens"]:
        line += word(language, "charged", charge=number(story["charge"], story["exact"]))
    if story["place"]:
        line += word(language, "placed", place=story["place"])
    say(f"  {line}")
    for step in story["history"]:
        stage = explain.stage(Stage(step["stage"]), language)
        rule = f" ({step['setting']})" if step["setting"] else ""
        say(f"  {stage}: {step['why']}{rule} [{step['fate']} · {step['reason']}]")
