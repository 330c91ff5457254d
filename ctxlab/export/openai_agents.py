"""A profile as settings of a run of the OpenAI Agents SDK, with a filter of what the model is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ctxlab.export import newest
from ctxlab.export.ceiling import Ceiling, ceiling_of, least, limit_words
from ctxlab.export.counting import (
    FRAMING,
    PICTURE,
    SETTINGS,
    cached,
    imports,
    packages,
    settings,
    tokens_source,
)
from ctxlab.export.gaps import gaps_of
from ctxlab.export.older import SUMMARY_WHYS, compresses
from ctxlab.export.source import TOLD, comment, head, needs, put_together, unsaid
from ctxlab.model.items import Row
from ctxlab.model.profile import Encoding, ItemAction, Profile
from ctxlab.model.settings_export import Exported, Form

FORM = Form("openai-agents", "OpenAI Agents SDK", "OpenAI Agents SDK", ".py", library="openai-agents")

#: Characters of the line that the SDK puts over what is left of a result.
_HEADING = 100

#: Below this many tokens a compaction would save nothing.
_LEAST_TO_COMPACT = 1000

_COUNT = f'''\
def count_tokens(items: Iterable[Mapping[str, Any]]) -> int:
    """Tokens of input items: {FRAMING} for each beside its texts; a picture is taken for {PICTURE}."""
    return sum({FRAMING} + sum(map(tokens, texts(item))) + {PICTURE} * pictures(item) for item in items)


def texts(item: Mapping[str, Any]) -> list[str]:
    """The texts of an item: of a message, a call, a result, or of what a model thought."""
    parts = [part for key in ("content", "output", "summary") for part in blocks(item.get(key))]
    words = [part if isinstance(part, str) else str(part.get("text") or "") for part in parts]
    return [*words, str(item.get("name") or ""), str(item.get("arguments") or "")]


def pictures(item: Mapping[str, Any]) -> int:
    """How many pictures an item holds."""
    parts = [part for key in ("content", "output") for part in blocks(item.get(key))]
    return sum(isinstance(part, Mapping) and part.get("type") == "input_image" for part in parts)


def blocks(content: Any) -> list[Any]:
    """The blocks of what an item holds."""
    if content is None:
        return []
    return list(content) if isinstance(content, list | tuple) else [content]'''


@dataclass(frozen=True, slots=True)
class _Outputs:
    """How long results of older turns are shortened: from how many characters on, and to how many."""

    recent: int
    most: int
    preview: int


def openai_agents(profile: Profile) -> Exported:
    """A file with `RUN_CONFIG`, and the settings that it leaves unsaid."""
    ceiling, outputs = ceiling_of(profile), _outputs(profile)
    compact = _compacts(profile, ceiling)
    expressed = {*TOLD, *_expressed(profile, ceiling, outputs, compact=compact)}
    gaps = gaps_of(profile, expressed, _whys(profile, outputs, compact=compact), _assumed(profile, outputs))
    counts = ceiling.least is not None
    needed = (FORM.library, *(packages(profile) if counts else ()))
    run_config = list(_run_config(profile, ceiling, outputs, compact=compact))
    text = put_together(
        [
            [
                *head(profile, "Context management for the OpenAI Agents SDK"),
                *needs(needed, "openai-agents 0.24"),
                "#",
                "#     from context import RUN_CONFIG",
                "#     result = await Runner.run(agent, question, session=session, run_config=RUN_CONFIG)",
            ],
            *_imports(profile, ceiling, outputs),
            [*_settings(ceiling, outputs, profile), *(settings(profile) if counts else run_config)],
        ],
        [
            *((tokens_source(profile), _COUNT.splitlines()) if counts else ()),
            *((list(_fit(ceiling, outputs)),) if counts else ()),
            run_config if counts else [],
            unsaid(gaps, profile),
        ],
    )
    return Exported(FORM.name, text, FORM.ending, gaps)


def _outputs(profile: Profile) -> _Outputs | None:
    row = profile.row(Row.TOOL_RESULT)
    limit = row.per_item or profile.summarize.max_item_tokens
    if not limit:
        return None
    most = limit * (3 if profile.tokens.encoding is Encoding.CHARS_3 else 4)
    return _Outputs(profile.row(Row.RECENT).rounds + 1, most, max(0, most - _HEADING))


def _compacts(profile: Profile, ceiling: Ceiling) -> bool:
    return compresses(profile) and ceiling.least is not None


def _imports(profile: Profile, ceiling: Ceiling, outputs: _Outputs | None) -> Iterator[list[str]]:
    names = ["RunConfig"]
    if profile.window.output_reserve or _compacts(profile, ceiling):
        names.insert(0, "ModelSettings")
    names += ["SessionSettings"] if profile.select.max_messages is not None else []
    counts = ceiling.least is not None
    if counts:
        own = ["import json"] if ceiling.limit is not None else []
        own += ["from collections.abc import Iterable, Mapping", *cached(profile)]
        own += ["from itertools import pairwise", "from typing import Any"]
        yield own
    names = ["FunctionTool", *names] if ceiling.limit is not None else names
    yield [
        *(imports(profile) if counts else ()),
        f"from agents import {', '.join(names)}",
        *(["from agents.extensions import ToolOutputTrimmer"] if outputs else []),
        *(["from agents.run import CallModelData, ModelInputData"] if counts else []),
    ]


def _settings(ceiling: Ceiling, outputs: _Outputs | None, profile: Profile) -> Iterator[str]:
    if ceiling.limit is not None:
        yield from comment(f"The limit of the window: {limit_words(profile)}.")
        yield f"LIMIT = {ceiling.limit}"
    if ceiling.together is not None:
        caps = ", ".join(f"{row} {cap}" for row, cap in ceiling.rows)
        yield from comment(f"The caps of the rows, as one figure: {caps}.")
        yield f"ROWS = {ceiling.together}"
    if outputs:
        yield from comment(
            "Longer results of older turns are cut, in characters; the newest turns stay whole."
        )
        yield "cut_outputs = ToolOutputTrimmer("
        yield f"    recent_turns={outputs.recent},"
        yield f"    max_output_chars={outputs.most},"
        yield f"    preview_chars={outputs.preview},"
        yield ")"


def _fit(ceiling: Ceiling, outputs: _Outputs | None) -> Iterator[str]:
    """The filter: the newest turns that fit the figures."""
    figures: list[str] = []
    yield "def fit(data: CallModelData[Any]) -> ModelInputData:"
    yield '    """What the model is given: the newest turns that fit, the current one always."""'
    yield f"    given = {'cut_outputs(data)' if outputs else 'data.model_data'}"
    yield "    items = list(given.input)"
    yield '    users = [at for at, item in enumerate(items) if item.get("role") == "user"]'
    yield '    instructions = tokens(given.instructions or "")'
    if ceiling.limit is not None:
        yield "    tools = [tool for tool in data.agent.tools if isinstance(tool, FunctionTool)]"
        yield "    schemas = sum(tokens(json.dumps(tool.params_json_schema)) for tool in tools)"
        figures.append("LIMIT - instructions - schemas")
    if ceiling.rows:
        capped = Row.SYSTEM_PROMPT not in ceiling.on_top
        rows = "ROWS - instructions" if capped else "ROWS"
        if Row.USER_MESSAGE in ceiling.on_top:
            yield "    question = count_tokens(items[at] for at in users[-1:])  # has no cap in the profile"
            rows += " + question"
        figures.append(rows)
    yield f"    most = {least(figures)}"
    yield "    left = count_tokens(items)"
    yield "    begin = end = users[0] if users else 0  # what stands before the first turn stays"
    yield "    for turn, following in pairwise(users):"
    yield "        if left <= most:"
    yield "            break"
    yield "        left -= count_tokens(items[turn:following])"
    yield "        end = following"
    yield "    kept = [*items[:begin], *items[end:]]"
    yield "    return ModelInputData(input=kept, instructions=given.instructions)"


def _run_config(
    profile: Profile, ceiling: Ceiling, outputs: _Outputs | None, *, compact: bool
) -> Iterator[str]:
    arguments: list[str] = []
    if ceiling.least is not None or outputs:
        arguments.append(f"call_model_input_filter={'cut_outputs' if ceiling.least is None else 'fit'},")
    if profile.select.max_messages is not None:
        arguments.append("# items of the session at most, calls and results among them")
        arguments.append(f"session_settings=SessionSettings(limit={profile.select.max_messages}),")
    if profile.window.output_reserve or compact:
        arguments.append("model_settings=ModelSettings(")
        if profile.window.output_reserve:
            arguments.append(f"    max_tokens={profile.window.output_reserve},  # reserved for the answer")
        if compact:
            threshold = max(_LEAST_TO_COMPACT, (ceiling.least or 0) * 3 // 4)
            arguments.append(
                "    # before the filter drops turns; OpenAI's own models only, others refuse it"
            )
            arguments.append(
                f'    context_management=[{{"type": "compaction", "compact_threshold": {threshold}}}],'
            )
        arguments.append("),")
    if not arguments:
        yield "RUN_CONFIG = RunConfig()  # the profile limits nothing that the SDK could act on"
        return
    yield "RUN_CONFIG = RunConfig("
    yield from (f"    {line}" for line in arguments)
    yield ")"


def _expressed(
    profile: Profile, ceiling: Ceiling, outputs: _Outputs | None, *, compact: bool
) -> Iterator[str]:
    limits = ceiling.least is not None
    yield from newest.expressed(profile, limits=limits)
    yield from SETTINGS if limits else ()
    yield "window.output_reserve"
    if compact:
        yield f"budget.{Row.HISTORY}.overflow"
    if outputs:
        yield f"budget.{Row.RECENT}.rounds"


def _whys(profile: Profile, outputs: _Outputs | None, *, compact: bool) -> dict[str, str]:
    whys = {**newest.whys(profile), "select.max_messages": "items_not_messages"}
    if compact:
        whys |= {"summarize": "summary_by_server", **SUMMARY_WHYS}
        whys["summarize.instructions"] = "summary_by_server"
    elif compresses(profile):
        whys[f"budget.{Row.HISTORY}.overflow"] = "needs_ceiling"
    if outputs:
        row = f"budget.{Row.TOOL_RESULT}"
        whys |= {f"{row}.per_item": "chars_not_tokens", "summarize.max_item_tokens": "chars_not_tokens"}
        whys[f"{row}.per_item_action"] = "cut_to_figure"
        whys["construct.language"] = "own_words"
    return whys


def _assumed(profile: Profile, outputs: _Outputs | None) -> dict[str, Any]:
    found = newest.assumed(profile)
    row = profile.row(Row.TOOL_RESULT)
    if outputs and row.per_item_action is ItemAction.COMPRESS:
        found[f"budget.{Row.TOOL_RESULT}.per_item_action"] = row.per_item_action.value
    return found
