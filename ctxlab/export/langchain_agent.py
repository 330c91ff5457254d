"""A profile as middleware of LangChain's agents: summaries, clearing of tool results, and a last trim."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ctxlab.export import newest
from ctxlab.export.ceiling import CONVERSATION, ceiling_of, least
from ctxlab.export.counting import SETTINGS, cached, imports, packages
from ctxlab.export.gaps import gaps_of
from ctxlab.export.langchain_counting import (
    counter_settings,
    counter_source,
    trim_settings,
    trim_source,
    trims,
)
from ctxlab.export.langchain_trim import trim_expressed, trim_whys
from ctxlab.export.older import (
    SUMMARY_WHYS,
    Clearing,
    Summaries,
    clearing_of,
    compresses,
    summaries_of,
)
from ctxlab.export.source import TOLD, comment, head, imported, literal, needs, put_together, unsaid
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Pairs, Profile
from ctxlab.model.settings_export import Exported, Form

FORM = Form(
    "langchain-agent",
    "LangChain agent middleware",
    "LangChain 智能体中间件",
    ".py",
    library="langchain",
)

#: What stands for a result that was cleared.
PLACEHOLDERS = {"en": "[omitted]", "zh": "[已省略]"}

_TRIMMED = '''\
class Trimmed(AgentMiddleware):
    """Holds each call of the model to the figures above, whatever came before."""

    def wrap_model_call(self, request, handler):
        return handler(self.fitting(request))

    async def awrap_model_call(self, request, handler):
        return await handler(self.fitting(request))

    def fitting(self, request):
        """The request with the messages that fit beside the system prompt and the tools."""
        tools = (one if isinstance(one, dict) else convert_to_openai_tool(one) for one in request.tools)
        schemas = (json.dumps(one, ensure_ascii=False) for one in tools)
        before = [request.system_message] if request.system_message else []
        kept = trim([*before, *request.messages], sum(map(tokens, schemas)))
        return request.override(messages=kept[len(before) :])'''


def langchain_agent(profile: Profile) -> Exported:
    """A file with `middleware(model)`, and the settings that it leaves unsaid."""
    summaries, clearing = summaries_of(profile), clearing_of(profile)
    counts = bool(summaries or clearing) or trims(profile)
    expressed = {*TOLD, *(SETTINGS if counts else ()), *_expressed(profile, summaries, clearing)}
    gaps = gaps_of(profile, expressed, _whys(profile, summaries, clearing), _assumed(profile, summaries))
    needed = (FORM.library, *(packages(profile) if counts else ()))
    text = put_together(
        [
            [
                *head(profile, "Context management for LangChain's agents"),
                *needs(needed, "langchain 1.5"),
                "#",
                "#     from context import middleware",
                "#     agent = create_agent(model, tools, middleware=middleware(model, beside))",
                "#",
                "# `beside` are the tokens of the system prompt and of the tools' schemas.",
            ],
            *_imports(profile, summaries, clearing),
            [*_settings(profile, summaries, clearing), *(counter_settings(profile) if counts else ())],
        ],
        [
            *(counter_source(profile) if counts else ()),
            *((trim_source(profile), _TRIMMED.splitlines()) if trims(profile) else ()),
            list(_middleware(profile, summaries, clearing)),
            unsaid(gaps, profile),
        ],
    )
    return Exported(FORM.name, text, FORM.ending, gaps)


def _imports(profile: Profile, summaries: Summaries | None, clearing: Clearing | None) -> Iterator[list[str]]:
    limits = trims(profile)
    names = ["AgentMiddleware"] if limits else []
    names += ["ClearToolUsesEdit", "ContextEditingMiddleware"] if clearing else []
    names += ["SummarizationMiddleware"] if summaries else []
    if not names:
        return
    yield [
        "import json",
        f"from collections.abc import Iterable{', Sequence' * limits}",
        *cached(profile),
    ]
    yield [
        *imports(profile),
        *imported("langchain.agents.middleware", names),
        f"from langchain_core.messages import AIMessage, BaseMessage{', trim_messages' * limits}",
        *(["from langchain_core.utils.function_calling import convert_to_openai_tool"] * limits),
    ]


def _settings(profile: Profile, summaries: Summaries | None, clearing: Clearing | None) -> Iterator[str]:
    yield from trim_settings(profile)
    caps = [(row, cap) for row, cap in ceiling_of(profile).rows if row in CONVERSATION]
    if caps and (summaries or clearing):
        told = ", ".join(f"{row} {cap}" for row, cap in caps)
        yield from comment(f"What messages beside the system prompt may hold: {told}.")
        yield f"CONVERSATION = {sum(cap for _, cap in caps)}"
    if summaries:
        kind, keep = summaries.keep
        yield from comment(
            f"Over the figures older messages become a summary; so many {kind} stay beside it."
        )
        yield f"SUMMARIZE_KEEP = {keep}"
        if kind == "tokens":
            yield from comment("Room that is left for the summary; how long it gets is up to its model.")
            yield f"SUMMARY_ROOM = {profile.summarize.max_tokens}"
        yield from _summary_settings(profile)
    if clearing:
        yield from comment("So many results of tools stay; older ones are cleared.")
        yield f"CLEAR_KEEP = {clearing.keep}"
        yield f"CLEARED = {json.dumps(PLACEHOLDERS[profile.construct.language.value], ensure_ascii=False)}"


def _summary_settings(profile: Profile) -> Iterator[str]:
    """What the summarising model is told, and which it is, where the profile states it."""
    told = dict(profile.summarize.instructions).get(Source.SUMMARY)
    if told:
        escaped = told.replace("{", "{{").replace("}", "}}")
        yield f'SUMMARY_PROMPT = {literal(escaped)} + "\\n\\n<messages>\\n{{messages}}\\n</messages>"'
    if profile.summarize.model:
        yield from comment(f"The profile names a model for summaries: {profile.summarize.model}")


def _middleware(profile: Profile, summaries: Summaries | None, clearing: Clearing | None) -> Iterator[str]:
    yield "def middleware(model, beside: int = 0):"
    yield '    """What an agent takes as its `middleware`, in this order; `model` writes the summaries."""'
    if not (summaries or clearing or trims(profile)):
        yield "    return []  # the profile limits nothing that middleware could act on"
        return
    if summaries or (clearing and clearing.trigger):
        ceiling = ceiling_of(profile)
        figures = ["CONVERSATION"] if ceiling.rows else []
        figures += ["LIMIT - beside"] if ceiling.limit is not None else []
        yield f"    over = {least(figures)}"
    if summaries and summaries.keep[0] == "tokens":
        yield "    room = min(SUMMARY_ROOM, over // 2)"
    yield "    return ["
    if summaries:
        yield "        SummarizationMiddleware("
        yield "            model,"
        yield '            trigger=("tokens", over + 1),'
        tokens = "max(1, min(SUMMARIZE_KEEP, over - room))"
        kind = summaries.keep[0]
        yield f'            keep=("{kind}", {tokens if kind == "tokens" else "SUMMARIZE_KEEP"}),'
        yield "            token_counter=count_tokens,"
        if Source.SUMMARY in dict(profile.summarize.instructions):
            yield "            summary_prompt=SUMMARY_PROMPT,"
        yield "            trim_tokens_to_summarize=None,  # by default all but 4,000 tokens go unread"
        yield "        ),"
    if clearing:
        inputs = profile.select.pairs is Pairs.DROP
        yield "        ContextEditingMiddleware("
        yield "            edits=["
        yield "                ClearToolUsesEdit("
        yield f"                    trigger={'over' if clearing.trigger else 0},"
        yield "                    keep=CLEAR_KEEP,"
        yield f"                    clear_tool_inputs={inputs},"
        yield "                    exclude_tools=(),  # names of tools whose results have to stay"
        yield "                    placeholder=CLEARED,"
        yield "                ),"
        yield "            ],"
        yield "            token_counter=count_tokens,"
        yield "        ),"
    if trims(profile):
        yield "        Trimmed(),"
    yield "    ]"


def _expressed(profile: Profile, summaries: Summaries | None, clearing: Clearing | None) -> Iterator[str]:
    yield from trim_expressed(profile)
    if summaries:
        yield f"budget.{Row.HISTORY}.overflow"
        yield from ("summarize.strategy", "summarize.model") if profile.summarize.strategy == "model" else ()
        yield f"summarize.instructions.{Source.SUMMARY.value}"
    if clearing:
        yield f"budget.{Row.TOOL_RESULT}.max_items"
        yield "construct.language"


def _whys(profile: Profile, summaries: Summaries | None, clearing: Clearing | None) -> dict[str, str]:
    whys = trim_whys(profile)
    if summaries:
        whys |= {"summarize": "summary_by_model", **SUMMARY_WHYS}
    elif compresses(profile):
        whys[f"budget.{Row.HISTORY}.overflow"] = "needs_ceiling"
    if clearing:
        whys[f"budget.{Row.TOOL_RESULT}.overflow"] = "cleared_whole"
        whys[f"budget.{Row.TOOL_RESULT}.order"] = "oldest_first"
        whys["select.pairs"] = "call_stays"
    return whys


def _assumed(profile: Profile, summaries: Summaries | None) -> dict[str, Any]:
    found = newest.assumed(profile)
    if summaries and profile.summarize.strategy != "model":
        found["summarize.strategy"] = profile.summarize.strategy
        found["summarize.max_tokens"] = profile.summarize.max_tokens
    return found
