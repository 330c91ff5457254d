"""`ctxlab diff`: what changed between two contexts, message by message."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab import explain
from ctxlab.cli.notes import nothing_to_do, tell_broken_marks
from ctxlab.cli.options import (
    FILE,
    Command,
    base_profile,
    choosing,
    chosen_profile,
    json_option,
    moment,
    open_lab,
    open_session,
)
from ctxlab.cli.render import number, say, say_json, shortened
from ctxlab.cli.state import HOLDS, Choices, State
from ctxlab.cli.words import word
from ctxlab.explain.forensic import told as told_of_sent
from ctxlab.explain.roles import speaker
from ctxlab.model.diff import DiffKind
from ctxlab.model.forensic import Basis

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.diff import ContextDiff, DiffBlock
    from ctxlab.model.forensic import Forensic
    from ctxlab.model.session import Session
    from ctxlab.model.trace import Trace

SCHEMA = "ctxlab.diff/1"

#: Characters of an equal stretch that are shown beside a change.
_BESIDE = 32


@click.command("diff", cls=Command)
@click.argument("file", type=FILE)
@click.argument("other", metavar="[FILE2]", required=False, type=FILE)
@click.option(
    "--against",
    metavar="saved|unmanaged|recorded|sent|PROFILE|N|SESSION",
    help="What stands before: the profile without --set, no management, what the recorder had, what was"
    " really sent, another profile, request N, or another session's file.",
)
@click.option("--inline", is_flag=True, help="Show what differs inside changed messages: [-gone-] {+new+}.")
@choosing()
@json_option
@click.pass_obj
def command(
    state: State,
    file: Path,
    other: Path | None,
    against: str | None,
    inline: bool,
    choices: Choices,
    as_json: bool,
) -> int:
    """Tell what changed between two contexts.

    After is FILE under the chosen profile; before is the same under the profile without --set, or without
    any management where nothing is set. --against names another before, which may be the file of another
    session. With FILE2, FILE is before, FILE2 after.
    """
    if other is not None and against is not None:
        raise click.UsageError("FILE2 and --against both name what to compare with; give one of the two")
    if against is not None and _is_session(against):
        file, other, against = Path(against), file, None
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        tell_broken_marks(session, state.language)
        later = session if other is None else open_session(lab, other, choices)
        if not (session.items and later.items):
            nothing_to_do(state, other if other and session.items else file, as_json=as_json)
            return HOLDS
        after = lab.build(moment(later, choices), chosen_profile(lab, later, choices))
        if other is not None:
            before = lab.build(moment(session, choices), chosen_profile(lab, session, choices))
            titles = (file.name, other.name)
        else:
            before, title = _before(lab, session, against, choices, state.language)
            by_number = _is_request(against)
            asked = word(state.language, "request", request=after.request)
            titles = (title, asked if by_number else _title(after, (*choices.settings, *choices.rules)))
        fates = None if other is not None else _fates(lab, session, against, choices)
        found = replace(
            lab.compare(before, after, fates=fates), before_title=titles[0], after_title=titles[1]
        )
    if as_json:
        say_json(diff_document(found, before, after, inline=inline))
    else:
        for line in diff_lines(found, state.language, inline=inline):
            say(line)
    return HOLDS


def _fates(lab: Lab, session: Session, against: str | None, choices: Choices) -> Forensic | None:
    """What became of the items in the context before, where that was sent or is the recorder's."""
    basis = {"sent": Basis.SENT, "recorded": Basis.RECORD}.get(against or "")
    if basis is None:
        return None
    return lab.forensic(moment(session, choices), basis=basis, counted=False)


def _is_session(against: str) -> bool:
    """Whether `--against` means the file of another session: one that is there and is no profile."""
    file = Path(against)
    return file.suffix.lower() != ".toml" and file.is_file()


def _is_request(against: str | None) -> bool:
    """Whether `--against` means a request, by its number."""
    return against is not None and against.isascii() and against.isdigit()


def _title(trace: Trace, settings: tuple[str, ...] = ()) -> str:
    return ", ".join([f"{trace.profile}", *settings])


def _before(
    lab: Lab, session: Session, against: str | None, choices: Choices, language: str
) -> tuple[Trace, str]:
    """The context before, and what to call it."""
    snapshot = moment(session, choices)
    # what is no profile's run is counted as that after is, so that the tokens can be compared
    like = chosen_profile(lab, session, choices)
    if against == "unmanaged" or (against is None and not (choices.settings or choices.rules)):
        return lab.unmanaged(snapshot, like=like), word(language, "unmanaged")
    if against == "sent":
        return lab.sent(snapshot, like=like), word(language, "sent")
    if against == "recorded":
        return lab.recorded(snapshot, like=like), word(language, "recorded")
    if against is not None and _is_request(against):
        earlier = session.at(int(against), chain=choices.chain)
        return lab.build(earlier, like), word(language, "request", request=against)
    own = against in (None, "saved")
    profile = base_profile(lab, session, choices) if own else lab.profile(str(against))
    trace = lab.build(snapshot, profile)
    return trace, _title(trace)


def diff_lines(found: ContextDiff, language: str, *, inline: bool) -> list[str]:
    """A comparison as lines: what stood before, what after, each change, and the sum."""
    exact = found.exact
    lines = [
        word(language, "diff_head", before=found.before_title),
        word(language, "diff_head_after", after=found.after_title),
    ]
    if found.same:
        return [*lines, word(language, "diff_same")]
    run: list[DiffBlock] = []
    for block in found.blocks:
        if block.kind.mark:
            lines += [*_run(run, exact, language), *_block(block, exact, language)]
            lines += _inside(found, block) if inline else []
            run = []
        else:
            run.append(block)
    lines += _run(run, exact, language)
    lines.append(
        word(
            language,
            "diff_sum",
            added=found.added,
            removed=found.removed,
            changed=found.changed,
            moved=found.moved,
            before=number(found.tokens_before, exact),
            after=number(found.tokens_after, exact),
        )
    )
    return lines


def _run(blocks: list[DiffBlock], exact: bool, language: str) -> list[str]:
    """The one line that stands for messages without any change."""
    if not blocks:
        return []
    tokens = number(sum(block.tokens_after for block in blocks), exact)
    key = "equal_one" if len(blocks) == 1 else "equal_run"
    return ["  " + word(language, key, count=len(blocks), tokens=tokens)]


def _block(block: DiffBlock, exact: bool, language: str) -> list[str]:
    old, new = number(block.tokens_before, exact), number(block.tokens_after, exact)
    tokens = {DiffKind.REMOVED: old, DiffKind.ADDED: new}.get(
        block.kind, new if old == new else f"{old} → {new}"
    )
    text = block.before_text if block.kind is DiffKind.REMOVED else block.after_text
    moved = "" if block.kind is not DiffKind.MOVED else f" ({block.before} → {block.after})"
    who = speaker(block.label or block.role, language)
    size = word(language, "tokens_of", tokens=tokens)
    lines = [f"{block.kind.mark} {who}{moved} · {size} · {shortened(text)}"]
    if block.told is not None:
        key = "diff_recorder" if block.told_by is Basis.RECORD else "diff_sent"
        lines.append("    " + word(language, key, told=told_of_sent(block.told, language)))
    elif block.kind is not DiffKind.ADDED and block.stage is not None and block.reason is not None:
        why = explain.reason(block.reason, language)
        told = word(language, "pair", first=explain.stage(block.stage, language), second=why)
        lines.append(f"    {told}{f' [{block.reason.code}]' if language == 'en' else ''}")
    return lines


def _inside(found: ContextDiff, block: DiffBlock) -> list[str]:
    """A changed message with what is gone and what is new in it; equal stretches are shortened."""
    change = found.inside(block)
    if not (change.removed or change.added):
        return []
    pieces: list[str] = []
    at = 0
    for start, end, first, last in change.hunks():
        pieces.append(_stretch(block.before_text[at:start], ends=bool(pieces)))
        gone, new = block.before_text[start:end], block.after_text[first:last]
        pieces += [f"[-{gone}-]" if gone else "", f"{{+{new}+}}" if new else ""]
        at = end
    pieces.append(_stretch(block.before_text[at:], ends=True, last=True))
    return ["    " + "".join(pieces)]


def _stretch(text: str, *, ends: bool, last: bool = False) -> str:
    """An equal stretch: what is next to a change of it, with an ellipsis for what is left out."""
    head = text[:_BESIDE] if ends else ""
    tail = "" if last else text[len(head) :][-_BESIDE:]
    return text if len(head) + len(tail) == len(text) else f"{head}…{tail}"


def diff_document(
    found: ContextDiff, before: Trace, after: Trace, *, inline: bool = False
) -> dict[str, object]:
    """A comparison as a JSON object of schema `ctxlab.diff/1`."""
    return {
        "schema": SCHEMA,
        "before": {"title": found.before_title, "request": before.request, "tokens": found.tokens_before},
        "after": {"title": found.after_title, "request": after.request, "tokens": found.tokens_after},
        "exact": before.exact and after.exact,
        "added": found.added,
        "removed": found.removed,
        "changed": found.changed,
        "moved": found.moved,
        "blocks": [
            {
                "kind": block.kind.value,
                "before": block.before,
                "after": block.after,
                "role": block.role,
                "tokens_before": block.tokens_before,
                "tokens_after": block.tokens_after,
                "stage": block.stage and block.stage.value,
                "reason": block.reason and block.reason.code,
                "sent": block.told and told_of_sent(block.told, "en"),
                "items": list(block.items),
                "before_text": block.before_text,
                "after_text": block.after_text,
                **(_spans(found, block) if inline else {}),
            }
            for block in found.blocks
        ],
    }


def _spans(found: ContextDiff, block: DiffBlock) -> dict[str, object]:
    """What differs inside a changed message, as spans in code points."""
    change = found.inside(block)
    return {"removed_spans": list(change.removed), "added_spans": list(change.added)}
