"""Misattribution: text that somebody else said under a speaker's name, and results that name no tool.

The signs are the heads that agents put before such text; a head is part of the text, so that a rule of the
profile (`gather.rule`) can tell it just as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.lint.cures import Cure, with_rule
from ctxlab.model.items import Item, PartKind, Source
from ctxlab.model.lint import Problem, Severity
from ctxlab.model.profile import GatherRule
from ctxlab.model.trace import Trace
from ctxlab.stages.gather.sources import tools_of
from ctxlab.stages.headings import tool_name
from ctxlab.text.patience import PatientPattern

#: A head stands within so many code points of the text's beginning.
_HEAD = 200


@dataclass(frozen=True, slots=True)
class Look:
    """How text of a source looks where it stands under another one."""

    source: Source
    pattern: str


#: Tried in this order; a text looks like one of them at most.
LOOKS = (
    Look(
        Source.TOOL_RESULT,
        r"(?i)^\s*(?:(?:Observation|(?:Tool|Function) (?:result|output|response)|"
        r"工具(?:结果|输出|返回)|观察结果)\s*[:：]|\[(?:Tool|工具)\s*[:：]|<(?:tool_result|tool_response|function_results?|observation)>)",
    ),
    Look(
        Source.RETRIEVED_DOC,
        r"(?i)^\s*(?:(?:#+\s*)?(?:Retrieved (?:documents?|context|passages)|Search results|"
        r"Relevant (?:documents?|context|knowledge|passages)|Context documents?|检索(?:结果|文档)|"
        r"参考(?:资料|文档)|相关(?:知识|文档|资料))\s*[:：\n]|\[(?:Source|来源)\s*[:：]|"
        r"<(?:documents?|search_results|retrieved_\w+)>)",
    ),
    Look(
        Source.SUMMARY,
        r"(?i)^\s*(?:\[(?:历史对话摘要|对话摘要|Conversation summary)\]|"
        r"(?:Summary of (?:the )?(?:earlier|previous)|Previous|Earlier) conversation(?: summary)?\s*[:：\n])",
    ),
)

#: What shows that the question itself stands in the same message.
_QUESTION = re.compile(
    r"^\s*(?:#+\s*)?(?:User )?(?:Question|Query|问题|用户问题)\s*[:：]", re.MULTILINE | re.IGNORECASE
)
_COMPILED = tuple((look, re.compile(look.pattern)) for look in LOOKS)
_SPEAKERS = frozenset({Source.CONVERSATION, Source.USER_MESSAGE})


def wrong_source(case: Case) -> Iterator[Problem]:
    """Tells of messages that look like tool output, retrieved text or a summary and count as talk."""
    found: dict[Source, list[int]] = {}
    for position in case.standing:
        if case.trace.source(position) in _SPEAKERS:
            look = look_of(case.trace.item(position))
            if look is not None:
                found.setdefault(look.source, []).append(position)
    for source, positions in found.items():
        yield _problem(case, source, positions)


def unnamed_results(case: Case) -> Iterator[Problem]:
    """Tells of results that were recorded without their call and without the name of a tool."""
    trace = case.trace
    recorded = {item.id: item for item in case.snapshot.session.items}
    called = {part.call_id for item in recorded.values() for part in item.parts if part.kind is PartKind.CALL}
    found = [
        position
        for position in case.standing
        if trace.source(position) is Source.TOOL_RESULT
        and (item := recorded.get(trace.id(position))) is not None
        and item.call_id not in called
        and not tool_name(item)
    ]
    if found:
        yield Problem(
            "source_missing",
            Severity.NOTE,
            item=trace.id(found[0]),
            request=case.request,
            numbers=(("count", len(found)),),
        )


def look_of(item: Item) -> Look | None:
    """What an item looks like that is said by a person or the model, by the head of its text."""
    if item.has(PartKind.CALL) or item.has(PartKind.RESULT):
        return None
    head = item.text[:_HEAD]
    return next((look for look, pattern in _COMPILED if pattern.match(head)), None)


def looks_retrieved(trace: Trace, position: int) -> bool:
    """Whether an item that counts as talk looks like retrieved text."""
    if trace.source(position) not in _SPEAKERS:
        return False
    look = look_of(trace.item(position))
    return look is not None and look.source is Source.RETRIEVED_DOC


def matches(rule: GatherRule, items: Iterable[Item]) -> bool:
    """Whether a rule means any of the items; a pattern that runs out of time is taken to."""
    pattern = PatientPattern(rule.regex)
    for item in items:
        if (rule.role and item.role != rule.role) or (rule.tool and rule.tool not in tools_of(item)):
            continue
        if pattern.found(item.text) or pattern.too_slow:
            return True
    return False


def _problem(case: Case, source: Source, positions: list[int]) -> Problem:
    trace = case.trace
    items = [trace.item(position) for position in positions]
    mixed = source is Source.RETRIEVED_DOC and any(_QUESTION.search(item.text) for item in items)
    return Problem(
        "source_mixed" if mixed else "source_wrong",
        Severity.NOTE if mixed else Severity.WARNING,
        item=items[0].id,
        request=case.request,
        numbers=(
            ("id", source.value),
            ("source", source.value),
            ("role", items[0].role),
            ("count", len(items)),
            ("tokens", sum(case.held(position) for position in positions)),
        ),
        cures=() if mixed else tuple(rules_for(source, items)),
    )


def rules_for(source: Source, items: Sequence[Item]) -> Iterator[Cure]:
    """The rule that gives them their source; none for tool output, which would leave its place in time."""
    if source is Source.TOOL_RESULT:
        return
    pattern = next(look.pattern for look in LOOKS if look.source is source)
    roles = {item.role for item in items}
    role = roles.pop() if len(roles) == 1 else ""
    yield (with_rule(GatherRule(regex=pattern, role=role, source=source)),)
