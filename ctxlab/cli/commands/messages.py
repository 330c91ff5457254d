"""`ctxlab messages`: the built context as an API would get it, and whether the API would take it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab.cli.finding_words import finding_lines
from ctxlab.cli.notes import nothing_to_do, tell_broken_marks
from ctxlab.cli.options import (
    FILE,
    Command,
    choosing,
    chosen_profile,
    json_option,
    moment,
    open_lab,
    open_session,
    output_option,
)
from ctxlab.cli.output import check_output, save, session_files
from ctxlab.cli.render import note, number, say, say_json
from ctxlab.cli.state import FAILS, HOLDS, UNJUDGED, Choices, State
from ctxlab.cli.words import word
from ctxlab.model.wire_view import MESSAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ctxlab.model.message_blocks import Block
    from ctxlab.model.trace import Trace
    from ctxlab.model.wire_view import WireView

SCHEMA = "ctxlab.messages/1"

#: What stands before each line of a message.
_INDENT = "    "


@click.command("messages", cls=Command)
@click.argument("file", type=FILE)
@choosing()
@click.option(
    "--wire",
    type=click.Choice(list(MESSAGES)),
    help="The wire format to write the messages in; by default the one that they were built in.",
)
@click.option("--raw", is_flag=True, help="The request's body as exact JSON; what is wrong goes to stderr.")
@click.option("--check", is_flag=True, help="Exit 1 where the API would refuse the request.")
@json_option
@output_option
@click.pass_obj
def command(
    state: State,
    file: Path,
    choices: Choices,
    wire: str | None,
    raw: bool,
    check: bool,
    as_json: bool,
    output: Path | None,
) -> int:
    """Show the messages of the context built for one request of FILE, and whether an API would take them.

    With -o the request's body is written to a file as JSON.
    """
    from ctxlab.model.wire_view import json_text, request_body

    if raw and as_json:
        raise click.UsageError("--raw and --json both name what goes to stdout; give one of the two")
    check_output(output, (*session_files(file), choices.profile))
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        tell_broken_marks(session, state.language)
        if not session.items:
            nothing_to_do(state, file, as_json=as_json)
            return UNJUDGED if check else HOLDS
        trace = lab.build(moment(session, choices), chosen_profile(lab, session, choices))
        view = lab.wire_view(trace, wire or "", recorded=session.wire)
    if output is not None:
        sources = (*session_files(file), choices.profile)
        save(state, output, json_text(request_body(view)) + "\n", sources)
    if as_json:
        say_json(_document(view, state.language))
    elif raw:
        say_json(json_text(request_body(view)))
    elif output is None:
        for line in _lines(view, trace, state.language):
            say(line)
    for line in _verdict(view, state.language):
        (note if raw or as_json else say)(line)
    return FAILS if check and not view.valid else HOLDS


def _verdict(view: WireView, language: str) -> list[str]:
    from ctxlab.explain.findings import wire_name

    lines: list[str] = []
    if not view.as_built:
        names = {"built": wire_name(view.built), "wire": wire_name(view.wire)}
        lines.append("! " + word(language, "rewritten", **names))
    lines.append(word(language, "wire_valid" if view.valid else "wire_invalid", wire=wire_name(view.wire)))
    return lines + finding_lines(view.findings or (), language)


def _document(view: WireView, language: str) -> dict[str, Any]:
    from ctxlab.explain.findings import finding as worded
    from ctxlab.model.wire_view import request_body

    return {
        "schema": SCHEMA,
        "wire": view.wire,
        "built": view.built,
        "valid": view.valid,
        "findings": [
            {
                "code": one.code,
                "message": one.message or None,
                "severity": one.severity,
                "numbers": dict(one.numbers),
                "text": worded(one, language),
            }
            for one in view.findings or ()
        ],
        "body": request_body(view),
    }


def _lines(view: WireView, trace: Trace, language: str) -> Iterator[str]:
    """The context as text: a head line a message, and below it what the message says."""
    from ctxlab.explain.findings import wire_name
    from ctxlab.explain.roles import role
    from ctxlab.model.message_blocks import beside_blocks, blocks_of, call_names, speaker

    exact = trace.exact and view.as_built
    whole = sum(message.tokens for message in view.messages)
    rewritten = whole + sum(one.tokens for one in view.outside)
    sum_ = trace.totals.constructed if view.as_built else rewritten
    count, total = f"{len(view.messages):,}", number(sum_, exact)
    yield word(language, "messages_head", count=count, wire=wire_name(view.wire), tokens=total)
    for one in view.outside:
        yield ""
        yield word(language, "beside", field=one.field, tokens=number(one.tokens, exact))
        for block in beside_blocks(one.value):
            yield from _block(block, {})
    names = call_names(view.messages)
    before = 0
    for at, message in enumerate(view.messages, 1):
        yield ""
        head = word(
            language,
            "message_at",
            number=at,
            role=role(speaker(message.value), language),
            tokens=number(message.tokens, exact),
            percent=before * 100 // max(1, whole),
        )
        made = any(position >= len(trace.pool) for position in message.positions)
        yield " · ".join([head, word(language, "made_here")]) if made else head
        before += message.tokens
        for block in blocks_of(message.value):
            yield from _block(block, names)


def _block(block: Block, names: dict[str, str]) -> Iterator[str]:
    name = block.name or names.get(block.call_id, "")
    mark = {"call": "→", "result": "←"}.get(block.kind.value, "")
    if mark or block.kind.value not in ("text", "call", "result"):
        kind = mark or f"[{block.kind.value}]"
        yield _INDENT + " ".join(part for part in (kind, name, block.call_id) if part)
    for line in block.text.split("\n"):
        yield _INDENT + line
