"""Every reason, fate, stage and source in English."""

from __future__ import annotations

from ctxlab.explain.diagnostics_en import DIAGNOSTICS
from ctxlab.explain.wording import Wording
from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Order

_HELD = "{count:before} {used} of {cap}; {left} left, {need} needed"
_UNCAPPED = "{count:before} {used}, {need} needed, and its row has no cap"
_OVER_LIMIT = "the context held {used}, its limit is {limit}, and this item holds {need}"
_LEFT_OUT = (
    "{left_sentences} {left_sentences:sentence|sentences} left out, {left_demands} with demands and "
    "{left_numbers} with numbers"
)

_LOST = (
    "{left_demands} {left_demands:demand|demands} and {left_numbers} {left_numbers:sentence|sentences} with "
    "figures were not in its words, {altered} {altered:thing was|things were} said otherwise, and "
    "{appended} {appended:sentence stands|sentences stand} under it word for word"
)

_REASONS = {
    Reason.GATHERED: ("a candidate",),
    Reason.UNCHANGED: ("passed on unchanged",),
    Reason.RENDERED: ("stands in the context",),
    Reason.PINNED: ("pinned, so kept whole",),
    Reason.REQUIRED: ("part of the current turn, so kept whole",),
    Reason.FITS: (f"fits its cap: {_HELD}", f"fits: {_UNCAPPED}", "fits"),
    Reason.KEPT_OVER_CAP: (f"kept whole over its cap: {_HELD}", "kept whole over its cap"),
    Reason.OVER_CAP: (f"over its cap: {_HELD}", "over its cap"),
    Reason.CUT_TO_CAP: (f"cut to what its cap leaves: {_HELD}", "cut to what its cap leaves"),
    Reason.TO_SUMMARY: (f"over its cap, goes into a summary: {_HELD}", "goes into a summary"),
    Reason.BEHIND_OVERFLOW: (
        f"its row stops at the first that does not fit, {{by}}, and this comes after it: {_HELD}",
        f"its row stops at the first that does not fit, and this comes after it: {_HELD}",
        "its row stops at the first that does not fit, and this comes after it",
    ),
    Reason.OVER_WINDOW: (
        "over the window: the context held {used}, its limit is {limit}, and this item's {need} had to go",
        "over the window",
    ),
    Reason.OVER_COUNT: ("over the number taken: number {rank}, at most {limit}", "over the number taken"),
    Reason.CUT_TO_ITEM_LIMIT: (
        "longer than one item may be: cut from {need} to {limit}",
        "longer than one item may be: cut",
    ),
    Reason.SUMMARISED: (
        "one of {count} {count:item|items} summarised as {by}, in at most {limit} tokens",
        f"summary of {{count}} {{count:item|items}} in at most {{limit}} tokens, "
        f"{{stand_in}} in the place of a model's; {_LEFT_OUT}",
        "summary of {count} {count:item|items} in at most {limit} tokens, "
        "{stand_in} in the place of a model's",
        f"summary of {{count}} {{count:item|items}} by a model in at most {{limit}} tokens: {_LOST}",
        f"summary of {{count}} {{count:item|items}} in at most {{limit}} tokens; {_LEFT_OUT}",
        "summary of {count} {count:item|items} in at most {limit} tokens",
        "summarised into {by}",
        f"summarised in at most {{limit}} tokens; {_LEFT_OUT}",
        "summarised in at most {limit} tokens",
        "summarised",
    ),
    Reason.SUMMARY_REFUSED: (
        "{missing} {missing:summary is|summaries are} not at hand (at most {limit} tokens): ask a model for "
        "it with ctxlab summarize",
        "its summary was refused: at least {unsafe} {unsafe:fact|facts} of the source are lost or said "
        "otherwise in it, and cannot stand under it in {limit} tokens",
        "its summary was refused: it holds {held} tokens, with at most {limit} and fewer than its source "
        "asked",
        "no summary could be made in {limit} tokens",
        "no summary could be made",
    ),
    Reason.PAIR_BROKEN: (
        "a call and its result stay together, and {by} is gone",
        "a call and its result stay together, and the other half is gone",
    ),
    Reason.DUPLICATE: ("the same as {by}", "the same as another item"),
    Reason.SUPERSEDED: ("replaced by {by} in the recording", "replaced in the recording"),
    Reason.KEY_FACT: ("a key fact, taken word for word from {by}", "a key fact, taken word for word"),
    Reason.PLACEHOLDER: (
        "a placeholder for {by}, which needed {need} tokens",
        "a placeholder for {by}",
        "a placeholder for a result that was left out",
    ),
    Reason.BELOW_RELEVANCE: (
        "less relevant than {limit} %, the least asked ({need} tokens)",
        "not relevant enough",
    ),
    Reason.EXCLUDED_BY_MODE: ("the mode {mode} takes no such items", "this profile takes no such items"),
    Reason.EXCLUDED_BY_RULE: ("left out by a rule of the profile",),
    Reason.EXCLUDED_BY_RECORDER: (
        "it was never part of a request ({requests} {requests:is|are} recorded)",
        "the recorder itself no longer had it",
    ),
    Reason.NOT_GATHERED: ("not gathered",),
    Reason.FIELDS_PROJECTED: (
        "reduced from {need} to the fields that the profile names, {rows} of {of} {of:row|rows}",
        "reduced to the fields that the profile names",
    ),
    Reason.NOISE_REMOVED: (
        "markup that says nothing was removed: it held {need}",
        "markup that says nothing was removed",
    ),
    Reason.DEGRADED_1: (
        f"degradation level 1: only the best documents stay, since {_OVER_LIMIT}",
        "degradation level 1: only the best documents stay",
    ),
    Reason.DEGRADED_2: (
        f"degradation level 2: older rounds go into a summary, since {_OVER_LIMIT}",
        "degradation level 2: older rounds go into a summary",
    ),
    Reason.DEGRADED_3: (
        f"degradation level 3: the system prompt ends at its first blank line, since {_OVER_LIMIT}",
        "degradation level 3: the system prompt ends at its first blank line",
    ),
    Reason.CUT_TO_WINDOW: ("cut to what the window leaves",),
    Reason.NOT_RENDERED: ("selected, but the layout has no place for it",),
    Reason.ROLE_CHANGED: ("stands in the context under another role",),
    Reason.TEXT_ALTERED: ("stands in the context with its text altered",),
    Reason.REORDERED: ("stands in the context at another place",),
    Reason.UNKNOWN: ("for a reason that is not known",),
}

EN = Wording(
    reasons=_REASONS,
    would_fit=(
        f"its row stops at the first that does not fit, {{by}}; by itself this would fit: {_HELD}",
        f"its row stops at the first that does not fit; by itself this would fit: {_HELD}",
    ),
    diagnostics=DIAGNOSTICS,
    fates={
        Fate.NONE: "not reached",
        Fate.KEPT: "kept",
        Fate.ADDED: "added",
        Fate.TRUNCATED: "cut",
        Fate.COMPRESSED: "summarised",
        Fate.MERGED: "merged",
        Fate.DROPPED: "dropped",
    },
    stages={
        Stage.GATHER: "Gather",
        Stage.SELECT: "Select",
        Stage.SUMMARIZE: "Summarize",
        Stage.CONSTRUCT: "Construct",
    },
    rows={
        Row.SYSTEM_PROMPT: "system prompt",
        Row.TOOL_SCHEMAS: "tool schemas",
        Row.USER_MESSAGE: "user message",
        Row.KEY_FACT: "key facts",
        Row.TASK_STATE: "task state",
        Row.AGENT_NOTE: "agent notes",
        Row.SUMMARY: "summary",
        Row.RECENT: "recent conversation",
        Row.HISTORY: "history",
        Row.TOOL_RESULT: "tool results",
        Row.RETRIEVED_DOC: "retrieved docs",
    },
    sources={
        Source.SYSTEM_PROMPT: "system prompt",
        Source.TOOL_SCHEMAS: "tool schema",
        Source.USER_MESSAGE: "user message",
        Source.CONVERSATION: "conversation",
        Source.TOOL_RESULT: "tool result",
        Source.RETRIEVED_DOC: "retrieved doc",
        Source.TASK_STATE: "task state",
        Source.AGENT_NOTE: "agent note",
        Source.KEY_FACT: "key fact",
        Source.SUMMARY: "summary",
    },
    ledger={
        "heading": "headings",
        "separator": "separators",
        "framing": "message framing",
        "prefix": "prefixes",
        "seam": "seams",
    },
    before={
        Order.GIVEN: "{count} {count:item|items} before it {count:holds|hold}",
        Order.NEWEST: "{count} newer {count:item holds|items hold}",
        Order.OLDEST: "{count} older {count:item holds|items hold}",
        Order.RELEVANCE: "{count} at least as relevant {count:item holds|items hold}",
        Order.PRIORITY: "{count} {count:item|items} of at least its priority {count:holds|hold}",
    },
    kept="kept",
    lost="lost in {stage}",
    outcome="{item} ({source}, {tokens} {tokens:token|tokens}): {fate} in {stage}",
    step="{stage}: {fate}, {sentence}",
    joiner=", ",
    keeping={
        "cap": (
            "a cap of {cap} for {row}, now {now}, keeps it whole ({cost} tokens)",
            "a cap of {cap} for {row} keeps it whole ({cost} tokens)",
        ),
        "limit": ("no cap of {row} keeps it: the window has no room for it",),
        "pair": (
            "no cap of {row} keeps it: {by}, its other half, is gone",
            "no cap of {row} keeps it: its other half is gone",
        ),
        "count": ("no cap of {row} keeps it: no more items are taken",),
        "relevance": ("no cap of {row} keeps it: it is not relevant enough",),
        "elsewhere": ("no cap keeps it: it is not its row that left it out",),
        "other_row": ("no cap of {row} alone keeps it: another row turns it away",),
        "unsettled": ("no cap of {row} was found that keeps it",),
        "pushed_out": ("that pushes out {count} {count:item|items}: {items}",),
        "loses": ("that loses {count} {count:must-keep|must-keeps}: {items}",),
        "saves": ("that brings {count} {count:must-keep|must-keeps} back: {items}",),
    },
    displaced={
        "holders": "displaced by {items}",
        "stopped": "its row stopped at {item}",
        "one": "{item} ({tokens} tokens)",
    },
)
