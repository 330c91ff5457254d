"""Every root cause in English and in Chinese: its name, and sentences that say it with its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ctxlab.explain.wording import Sentences
from ctxlab.model.cause import Cause

_HELD_EN = "{count:before} {used} of {cap}; {left} left, {need} needed"
_HELD_ZH = "{count:before}已占 {cap} 中的 {used}，剩 {left}，需要 {need}"


@dataclass(frozen=True, slots=True)
class CauseTexts:
    """The words of one language.

    `details` are sentences as in `Wording`, the richest first. Beside the numbers of the decision they may
    use `row`, `item`, `by`, `was` and `now`, `evidence`, `depth` and `share` (in percent), `reason` (the
    decision in words), and one of `gone`, `later`, `main`, `opens`, `replaced`, which say what kind of case
    it is.
    `brief` are short sentences for the line that says what became of it: the numbers stand once, beneath.
    `would_fit` goes before those of `behind_overflow` where the item alone fits what is left.
    `absent`, `altered` and `there` say that something is not in the context, not as it was said, and that it
    is. `lost` and `found` tell the cause with its details, where a stage is to blame and where none is;
    `lost_brief` tells a short sentence.
    """

    names: Mapping[Cause, str]
    details: Mapping[Cause, Sentences]
    brief: Mapping[Cause, Sentences]
    would_fit: Sentences
    absent: str
    altered: str
    there: str
    lost: str
    lost_brief: str
    found: str
    never_reached: str
    nothing_states_it: str


EN = CauseTexts(
    names={
        Cause.NEVER_GATHERED: "never gathered",
        Cause.NOT_HANDED_OVER: "never handed to the side chain",
        Cause.FILTERED: "filtered out",
        Cause.OUTRANKED: "outranked",
        Cause.OVER_CAP: "over its cap",
        Cause.OVER_WINDOW: "over the window",
        Cause.BEHIND_OVERFLOW: "behind an item that does not fit, where its row stops",
        Cause.DEGRADED: "removed by degradation",
        Cause.SUPERSEDED: "superseded",
        Cause.DUPLICATE: "taken for a duplicate",
        Cause.EXCLUDED_BY_MODE: "excluded by the mode",
        Cause.PAIR_BROKEN: "its pair was broken",
        Cause.CUT: "cut away",
        Cause.SUMMARISED_AWAY: "summarised away",
        Cause.VALUE_CHANGED: "its value was changed",
        Cause.NOT_RENDERED: "selected but not rendered",
        Cause.DEEP: "present but deep",
        Cause.PRESENT: "present",
    },
    details={
        Cause.NEVER_GATHERED: (
            "{gone} was never part of a request ({requests} {requests:is|are} recorded)",
            "the recorder itself no longer had {gone}",
            "{item} was not gathered",
            "{later} states it, which comes after this request",
            "nothing before this request states it",
        ),
        Cause.NOT_HANDED_OVER: (
            "{main} of the main conversation states it, and nothing that this side chain was given does",
        ),
        Cause.FILTERED: ("{item} is less relevant than {limit} %, the least asked", "{item}: {reason}"),
        Cause.OUTRANKED: ("{row}: number {rank}, and at most {limit} are taken", f"{{row}}: {_HELD_EN}"),
        Cause.OVER_CAP: (f"{{row}}: {_HELD_EN}", "{row}: {reason}"),
        Cause.OVER_WINDOW: (
            "the context held {used}, its limit is {limit}, and the {need} of {item} had to go",
            "{item}: {reason}",
        ),
        Cause.BEHIND_OVERFLOW: (
            f"{{row}} stops at {{by}}, the first that does not fit, and this comes after it: {_HELD_EN}",
            f"{{row}} stops at the first that does not fit, and this comes after it: {_HELD_EN}",
            "{row}: {reason}",
        ),
        Cause.DEGRADED: ("{item}: {reason}",),
        Cause.SUPERSEDED: (
            "{replaced} of the user replaces it",
            "{by} replaced {item} in the recording and does not say it",
            "{item} was replaced in the recording",
        ),
        Cause.DUPLICATE: (
            "{item} was taken for the same as {by}, which does not say it",
            "{item} was taken for the same as another",
        ),
        Cause.EXCLUDED_BY_MODE: ("this profile takes no such items as {item}",),
        Cause.PAIR_BROKEN: (
            "a call and its result stay together, and {by}, the other half of {item}, is gone",
            "a call and its result stay together, and the other half of {item} is gone",
        ),
        Cause.CUT: (
            f"{{item}} was cut to what the cap of {{row}} leaves: {_HELD_EN}",
            "{item} was cut from {need} to {limit} tokens, the most that one item may have",
            "{item}: {reason}",
        ),
        Cause.SUMMARISED_AWAY: (
            "{item}, one of {count}, was merged into {by}, which does not say it",
            "{item} was merged into {by}, which does not say it",
            "{item} was condensed to at most {limit} tokens, which do not say it",
            "{item} was condensed, and what is left does not say it",
        ),
        Cause.VALUE_CHANGED: ("{evidence} says {now}, not {was}", "{evidence} says otherwise"),
        Cause.NOT_RENDERED: ("{item} was selected, but the layout has no place for it",),
        Cause.DEEP: (
            "{depth} tokens come before {evidence}, and {share} % of the context after it",
            "{share} % of the context comes after it",
        ),
        Cause.PRESENT: (
            "{opens} stands in the system part at the head, where models look, and {share} % of the context "
            "comes after it; ask the model, not the context",
            "{depth} tokens come before {evidence}, and {share} % of the context after it; "
            "ask the model, not the context",
            "ask the model, not the context",
        ),
    },
    brief={
        Cause.OVER_CAP: ("{row} has {left} of {cap} tokens left, and {need} are needed",),
        Cause.BEHIND_OVERFLOW: ("{row} stops before it, with {used} of {cap} used",),
        Cause.OVER_WINDOW: ("the context is full ({used} of {limit}), and {need} had to go",),
    },
    would_fit=(
        "{row} stops at {by}, the first that does not fit, and {item}, which would fit by itself, comes "
        f"after it: {_HELD_EN}",
    ),
    absent="“{label}” is not in the context of request {request}.",
    altered="“{label}” is not in the context of request {request} as it was said.",
    there="“{label}” is in the context of request {request}.",
    lost="Lost in {stage}, {cause}: {detail}.",
    lost_brief="Lost in {stage}: {detail}.",
    found="{Cause}: {detail}.",
    never_reached="never reached",
    nothing_states_it="no item states it",
)

ZH = CauseTexts(
    names={
        Cause.NEVER_GATHERED: "从未收集",
        Cause.NOT_HANDED_OVER: "没有交给旁支",
        Cause.FILTERED: "被过滤",
        Cause.OUTRANKED: "排名靠后",
        Cause.OVER_CAP: "超出上限",
        Cause.OVER_WINDOW: "超出窗口",
        Cause.BEHIND_OVERFLOW: "排在使该行停止的放不下的条目之后",
        Cause.DEGRADED: "被降级去掉",
        Cause.SUPERSEDED: "已被取代",
        Cause.DUPLICATE: "被当作重复",
        Cause.EXCLUDED_BY_MODE: "被模式排除",
        Cause.PAIR_BROKEN: "成对的另一半已去掉",
        Cause.CUT: "被截掉",
        Cause.SUMMARISED_AWAY: "在摘要中丢失",
        Cause.VALUE_CHANGED: "数值被改变",
        Cause.NOT_RENDERED: "已选中但未写入",
        Cause.DEEP: "位置很深",
        Cause.PRESENT: "在上下文中",
    },
    details={
        Cause.NEVER_GATHERED: (
            "{gone} 从未进入过请求（共记录 {requests} 个）",
            "记录方当时已不再持有 {gone}",
            "{item} 未被收集",
            "{later} 才提到它，而 {later} 在此次请求之后",
            "此次请求之前没有任何内容提到它",
        ),
        Cause.NOT_HANDED_OVER: ("主对话中的 {main} 提到了它，而交给这条旁支的内容都没有",),
        Cause.FILTERED: ("{item} 的相关度低于要求的 {limit}%", "{item}：{reason}"),
        Cause.OUTRANKED: ("{row}：排第 {rank}，最多取 {limit}", f"{{row}}：{_HELD_ZH}"),
        Cause.OVER_CAP: (f"{{row}}：{_HELD_ZH}", "{row}：{reason}"),
        Cause.OVER_WINDOW: (
            "上下文已占 {used}，限额 {limit}，需去掉 {item} 的 {need}",
            "{item}：{reason}",
        ),
        Cause.BEHIND_OVERFLOW: (
            f"{{row}}到第一条放不下的（{{by}}）为止，这一条排在其后：{_HELD_ZH}",
            f"{{row}}到第一条放不下的为止，这一条排在其后：{_HELD_ZH}",
            "{row}：{reason}",
        ),
        Cause.DEGRADED: ("{item}：{reason}",),
        Cause.SUPERSEDED: (
            "用户后来的 {replaced} 取代了它",
            "记录中 {by} 取代了 {item}，而其中没有提到它",
            "{item} 在记录中已被取代",
        ),
        Cause.DUPLICATE: ("{item} 被当作与 {by} 相同，而后者没有提到它", "{item} 被当作与另一条相同"),
        Cause.EXCLUDED_BY_MODE: ("此配置不取 {item} 这类内容",),
        Cause.PAIR_BROKEN: (
            "调用与结果须成对，而 {item} 的另一半 {by} 已去掉",
            "调用与结果须成对，而 {item} 的另一半已去掉",
        ),
        Cause.CUT: (
            f"{{item}} 被截断到{{row}}的上限余量：{_HELD_ZH}",
            "{item} 超出单条上限，从 {need} 截断到 {limit} 个 token",
            "{item}：{reason}",
        ),
        Cause.SUMMARISED_AWAY: (
            "{item} 与其余共 {count} 条并入摘要 {by}，而其中没有提到它",
            "{item} 并入摘要 {by}，而其中没有提到它",
            "{item} 压缩到最多 {limit} 个 token，而其中没有提到它",
            "{item} 已压缩，而其中没有提到它",
        ),
        Cause.VALUE_CHANGED: ("{evidence} 说的是 {now}，不是 {was}", "{evidence} 的说法不同"),
        Cause.NOT_RENDERED: ("{item} 已选中，但布局中没有它的位置",),
        Cause.DEEP: (
            "{evidence} 之前有 {depth} 个 token，其后还有 {share} % 的上下文",
            "其后还有 {share} % 的上下文",
        ),
        Cause.PRESENT: (
            "{opens} 位于开头的系统部分，模型会看这里，其后还有 {share} % 的上下文；应检查模型，而非上下文",
            "{evidence} 之前有 {depth} 个 token，其后还有 {share} % 的上下文；应检查模型，而非上下文",
            "应检查模型，而非上下文",
        ),
    },
    brief={
        Cause.OVER_CAP: ("{row}只剩 {left} / {cap} 个 token，需要 {need}",),
        Cause.BEHIND_OVERFLOW: ("{row}在它之前已停止，用去 {used} / {cap}",),
        Cause.OVER_WINDOW: ("上下文已满（{used} / {limit}），需去掉 {need}",),
    },
    would_fit=(f"{{row}}到第一条放不下的（{{by}}）为止，{{item}} 单独放得下，但排在其后：{_HELD_ZH}",),
    absent="“{label}”不在第 {request} 次请求的上下文中。",
    altered="“{label}”没有按原话留在第 {request} 次请求的上下文中。",
    there="“{label}”在第 {request} 次请求的上下文中。",
    lost="丢失于“{stage}”阶段，{cause}：{detail}。",
    lost_brief="丢失于“{stage}”阶段：{detail}。",
    found="{Cause}：{detail}。",
    never_reached="未到达",
    nothing_states_it="没有内容提到它",
)
