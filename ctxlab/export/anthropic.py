"""A profile as Anthropic's `context_management`: edits that its servers make before the model reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ctxlab.export.ceiling import ceiling_of, limit_whys, limit_words
from ctxlab.export.gaps import gaps_of
from ctxlab.export.newest import assumed
from ctxlab.export.older import SUMMARY_WHYS, clearing_of, compresses
from ctxlab.export.source import TOLD, comment, head, literal, needs, put_together, unsaid
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Layout, Pairs, Profile, Wire
from ctxlab.model.settings_export import Exported, Form
from ctxlab.tokens.models import encoding_for

FORM = Form(
    "anthropic", "Anthropic context_management", "Anthropic context_management", ".py", library="anthropic"
)

_EDITING = "context-management-2025-06-27"
_COMPACTING = "compact-2026-01-12"
#: The server refuses to compact earlier.
_LEAST_TO_COMPACT = 50_000


@dataclass(frozen=True, slots=True)
class _Edits:
    """What the server is asked for; None where the profile does not ask for it, or states no figure.

    `clear` is the trigger and what is kept, `compact` the trigger, `turns` keep their thinking.
    """

    clear: tuple[tuple[str, int], int] | None
    compact: int | None
    turns: int | None


def anthropic(profile: Profile) -> Exported:
    """A file with `context_management()`, and the settings that it leaves unsaid."""
    edits = _edits(profile)
    gaps = gaps_of(
        profile, {*TOLD, *_expressed(profile, edits)}, _whys(profile, edits), _assumed(profile, edits)
    )
    text = put_together(
        [
            [
                *head(profile, "Context management by Anthropic's servers"),
                *needs((FORM.library,), "anthropic 2.14"),
                "#",
                "#     from context import BETAS, MAX_OUTPUT, context_management",
                "#     client.beta.messages.create(",
                "#         model=model, messages=messages, max_tokens=MAX_OUTPUT,",
                "#         betas=BETAS, context_management=context_management(),",
                "#     )",
                "#",
                "# Send the whole conversation each time: the edits are made on the server, and the answer's",
                "# `context_management` tells what was cleared.",
            ],
            ["from anthropic.types.beta import BetaContextManagementConfigParam"],
            list(_settings(profile, edits)),
        ],
        [list(_function(profile, edits)), unsaid(gaps, profile)],
    )
    return Exported(FORM.name, text, FORM.ending, gaps)


def _edits(profile: Profile) -> _Edits:
    least = ceiling_of(profile).least
    clearing = clearing_of(profile)
    clear = None
    if clearing is not None and profile.row(Row.TOOL_RESULT).max_items is not None:
        clear = (("tool_uses", max(1, clearing.keep)), clearing.keep)
    elif clearing is not None and least is not None:
        clear = (("input_tokens", max(1, least)), clearing.keep)
    history, recent = profile.row(Row.HISTORY), profile.row(Row.RECENT)
    compact = max(_LEAST_TO_COMPACT, least) if compresses(profile) and least is not None else None
    turns = max(1, recent.rounds) if history.cap is not None else None
    return _Edits(clear, compact, turns)


def _settings(profile: Profile, edits: _Edits) -> Iterator[str]:
    betas = [f'"{_EDITING}"', *([f'"{_COMPACTING}"'] if edits.compact is not None else [])]
    yield f"BETAS = [{', '.join(betas)}]"
    reserve = profile.window.output_reserve
    if reserve:
        yield from comment("What the profile reserves for the answer.")
    else:
        yield from comment("The profile reserves nothing for the answer: state what yours may take.")
    yield f"MAX_OUTPUT = {reserve or 4096}"
    ceiling = ceiling_of(profile)
    if ceiling.limit is not None:
        yield from comment(f"The limit of the profile's window is {ceiling.limit}: {limit_words(profile)}.")
    if ceiling.together is not None:
        caps = ", ".join(f"{row} {cap}" for row, cap in ceiling.rows)
        yield from comment(f"The caps of its rows are {ceiling.together} together: {caps}.")


def _function(profile: Profile, edits: _Edits) -> Iterator[str]:
    yield "def context_management(*, thinking: bool = False) -> BetaContextManagementConfigParam:"
    yield '    """The edits; `thinking` says that the request has extended thinking on."""'
    yield "    edits = []"
    if edits.turns is not None:
        yield "    if thinking:  # without thinking this edit is refused; it has to be the first"
        keep = f'{{"type": "thinking_turns", "value": {edits.turns}}}'
        yield f'        edits.append({{"type": "clear_thinking_20251015", "keep": {keep}}})'
    if edits.clear is not None:
        (kind, trigger), keep_uses = edits.clear
        yield "    edits.append("
        yield "        {"
        yield '            "type": "clear_tool_uses_20250919",'
        yield f'            "trigger": {{"type": "{kind}", "value": {trigger}}},'
        yield f'            "keep": {{"type": "tool_uses", "value": {keep_uses}}},'
        yield f'            "clear_tool_inputs": {profile.select.pairs is Pairs.DROP},'
        yield '            "exclude_tools": [],  # names of tools whose results have to stay'
        yield "        }"
        yield "    )"
    if edits.compact is not None:
        told = dict(profile.summarize.instructions).get(Source.SUMMARY)
        if edits.compact == _LEAST_TO_COMPACT:
            yield "    # The server takes no lower figure."
        yield "    edits.append("
        yield "        {"
        yield '            "type": "compact_20260112",'
        yield f'            "trigger": {{"type": "input_tokens", "value": {edits.compact}}},'
        if told:
            yield f'            "instructions": {literal(told)},'
        yield "        }"
        yield "    )"
    yield '    return {"edits": edits}'


def _expressed(profile: Profile, edits: _Edits) -> Iterator[str]:
    yield "window.output_reserve"
    if not profile.window.enforce:
        yield "window.enforce"
    if edits.clear is not None:
        yield f"budget.{Row.TOOL_RESULT}.max_items"
    if edits.compact is not None:
        yield f"budget.{Row.HISTORY}.overflow"
        yield f"summarize.instructions.{Source.SUMMARY.value}"
    if profile.summarize.strategy == "none":
        yield "summarize.strategy"
    if edits.turns is not None:
        yield f"budget.{Row.RECENT}.rounds"
    if profile.construct.layout is Layout.CHRONOLOGICAL:
        yield "construct.layout"
    if profile.construct.wire is Wire.ANTHROPIC:
        yield "construct.wire"


def _whys(profile: Profile, edits: _Edits) -> dict[str, str]:
    whys = limit_whys(profile)
    if profile.window.enforce and (edits.clear or edits.compact):
        soft = "trigger_only" if profile.window.enforce_soft else "limit_not_enforced"
        whys |= {"window": "trigger_only", "window.soft_limit": soft}
        whys |= {"window.warn_at": "no_warning", "window.model": "label"}
    for row in Row:
        whys[f"budget.{row}.overflow"] = "nothing_dropped"
        whys[f"budget.{row}.order"] = "nothing_dropped"
    if edits.clear is not None:
        whys[f"budget.{Row.TOOL_RESULT}.overflow"] = "cleared_whole"
        whys[f"budget.{Row.TOOL_RESULT}.order"] = "oldest_first"
        whys["select.pairs"] = "call_stays"
    if edits.compact is not None:
        whys |= {"summarize": "summary_by_server", **SUMMARY_WHYS}
    elif compresses(profile):
        whys[f"budget.{Row.HISTORY}.overflow"] = "needs_ceiling"
    return whys


def _assumed(profile: Profile, edits: _Edits) -> dict[str, Any]:
    found = assumed(profile)
    found["tokens.encoding"] = encoding_for(profile).value
    if edits.compact is not None:
        found["summarize.strategy"] = profile.summarize.strategy
        found["summarize.max_tokens"] = profile.summarize.max_tokens
    return found
