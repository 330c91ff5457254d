"""Every reason, fate, stage and source in Chinese."""

from __future__ import annotations

from ctxlab.explain.diagnostics_zh import DIAGNOSTICS
from ctxlab.explain.wording import Wording
from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Order

_HELD = "{count:before}已占 {cap} 中的 {used}，剩 {left}，需要 {need}"
_UNCAPPED = "{count:before}已占 {used}，需要 {need}，该行没有上限"
_LOST = (
    "其文字缺 {left_demands} 条要求与 {left_numbers} 句含数字的句子，"
    "{altered} 处说法有变，其下逐字附有 {appended} 句原文"
)
_OVER_LIMIT = "上下文已占 {used}，限额 {limit}，这一条占 {need}"
_LEFT_OUT = "{left_sentences} 句未写入，其中 {left_demands} 句含要求，{left_numbers} 句含数字"

_REASONS = {
    Reason.GATHERED: ("候选",),
    Reason.UNCHANGED: ("原样通过",),
    Reason.RENDERED: ("已写入上下文",),
    Reason.PINNED: ("已钉住，整条保留",),
    Reason.REQUIRED: ("属于当前轮次，整条保留",),
    Reason.FITS: (f"在上限之内：{_HELD}", f"放得下：{_UNCAPPED}", "放得下"),
    Reason.KEPT_OVER_CAP: (f"超出上限但整条保留：{_HELD}", "超出上限但整条保留"),
    Reason.OVER_CAP: (f"超出上限：{_HELD}", "超出上限"),
    Reason.CUT_TO_CAP: (f"截断到上限余量：{_HELD}", "截断到上限余量"),
    Reason.TO_SUMMARY: (f"超出上限，转入摘要：{_HELD}", "转入摘要"),
    Reason.BEHIND_OVERFLOW: (
        f"该行到第一条放不下的（{{by}}）为止，这一条排在其后：{_HELD}",
        f"该行到第一条放不下的为止，这一条排在其后：{_HELD}",
        "该行到第一条放不下的为止，这一条排在其后",
    ),
    Reason.OVER_WINDOW: (
        "超出窗口：上下文已占 {used}，限额 {limit}，需去掉这一条的 {need}",
        "超出窗口",
    ),
    Reason.OVER_COUNT: ("超出条数：排第 {rank}，最多取 {limit}", "超出条数"),
    Reason.CUT_TO_ITEM_LIMIT: ("超出单条上限：从 {need} 截断到 {limit}", "超出单条上限，已截断"),
    Reason.SUMMARISED: (
        "共 {count} 条一起并入摘要 {by}，最多 {limit} 个 token",
        f"{{count}} 条的摘要，最多 {{limit}} 个 token，由 {{stand_in}} 代替模型；{_LEFT_OUT}",
        "{count} 条的摘要，最多 {limit} 个 token，由 {stand_in} 代替模型",
        f"模型对 {{count}} 条所作的摘要，最多 {{limit}} 个 token：{_LOST}",
        f"{{count}} 条的摘要，最多 {{limit}} 个 token；{_LEFT_OUT}",
        "{count} 条的摘要，最多 {limit} 个 token",
        "并入摘要 {by}",
        f"压缩到最多 {{limit}} 个 token；{_LEFT_OUT}",
        "压缩到最多 {limit} 个 token",
        "已压缩",
    ),
    Reason.SUMMARY_REFUSED: (
        "缺 {missing} 份摘要（至多 {limit} 个 token）：可用 ctxlab summarize 向模型索取",
        "摘要被拒：原文至少有 {unsafe} 处事实在其中丢失或说法有变，且无法在 {limit} 个 token 内附上",
        "摘要被拒：它有 {held} 个 token，要求至多 {limit} 且短于原文",
        "在 {limit} 个 token 内写不出摘要",
        "写不出摘要",
    ),
    Reason.PAIR_BROKEN: ("调用与结果须成对，而 {by} 已去掉", "成对的另一半已去掉"),
    Reason.DUPLICATE: ("与 {by} 相同", "与另一条相同"),
    Reason.SUPERSEDED: ("记录中已被 {by} 取代", "记录中已被取代"),
    Reason.KEY_FACT: ("关键事实，逐字取自 {by}", "关键事实，逐字取出"),
    Reason.PLACEHOLDER: ("{by} 的占位，原需 {need} 个 token", "{by} 的占位", "被去掉的结果的占位"),
    Reason.BELOW_RELEVANCE: ("相关度低于要求的 {limit}%（{need} 个 token）", "相关度不够"),
    Reason.EXCLUDED_BY_MODE: ("{mode} 模式不取这类内容", "此配置不取这类内容"),
    Reason.EXCLUDED_BY_RULE: ("被配置中的规则排除",),
    Reason.EXCLUDED_BY_RECORDER: ("从未进入过请求（共记录 {requests} 个）", "记录方当时已不再持有"),
    Reason.NOT_GATHERED: ("未收集",),
    Reason.FIELDS_PROJECTED: (
        "从 {need} 缩减到配置指定的字段，{of} 行中取 {rows} 行",
        "只留下配置指定的字段",
    ),
    Reason.NOISE_REMOVED: ("去掉了无意义的标记：原占 {need}", "去掉了无意义的标记"),
    Reason.DEGRADED_1: (f"一级降级，只留最好的文档：{_OVER_LIMIT}", "一级降级，只留最好的文档"),
    Reason.DEGRADED_2: (f"二级降级，较早的轮次并入摘要：{_OVER_LIMIT}", "二级降级，较早的轮次并入摘要"),
    Reason.DEGRADED_3: (
        f"三级降级，系统提示截到第一个空行：{_OVER_LIMIT}",
        "三级降级，系统提示截到第一个空行",
    ),
    Reason.CUT_TO_WINDOW: ("截断到窗口余量",),
    Reason.NOT_RENDERED: ("已选中，但布局中没有它的位置",),
    Reason.ROLE_CHANGED: ("以另一角色写入上下文",),
    Reason.TEXT_ALTERED: ("写入上下文时文字有改动",),
    Reason.REORDERED: ("写入上下文时位置有变动",),
    Reason.UNKNOWN: ("原因不明",),
}

ZH = Wording(
    reasons=_REASONS,
    would_fit=(
        f"该行到第一条放不下的（{{by}}）为止；这一条单独放得下，但排在其后：{_HELD}",
        f"该行到第一条放不下的为止；这一条单独放得下，但排在其后：{_HELD}",
    ),
    diagnostics=DIAGNOSTICS,
    fates={
        Fate.NONE: "未到达",
        Fate.KEPT: "保留",
        Fate.ADDED: "新增",
        Fate.TRUNCATED: "截断",
        Fate.COMPRESSED: "压缩",
        Fate.MERGED: "合并",
        Fate.DROPPED: "丢弃",
    },
    stages={
        Stage.GATHER: "收集",
        Stage.SELECT: "选择",
        Stage.SUMMARIZE: "摘要",
        Stage.CONSTRUCT: "构建",
    },
    rows={
        Row.SYSTEM_PROMPT: "系统提示词",
        Row.TOOL_SCHEMAS: "工具定义",
        Row.USER_MESSAGE: "用户消息",
        Row.KEY_FACT: "关键事实",
        Row.TASK_STATE: "任务状态",
        Row.AGENT_NOTE: "执行笔记",
        Row.SUMMARY: "摘要",
        Row.RECENT: "近期对话",
        Row.HISTORY: "历史对话",
        Row.TOOL_RESULT: "工具结果",
        Row.RETRIEVED_DOC: "检索文档",
    },
    sources={
        Source.SYSTEM_PROMPT: "系统提示词",
        Source.TOOL_SCHEMAS: "工具定义",
        Source.USER_MESSAGE: "用户消息",
        Source.CONVERSATION: "对话",
        Source.TOOL_RESULT: "工具结果",
        Source.RETRIEVED_DOC: "检索文档",
        Source.TASK_STATE: "任务状态",
        Source.AGENT_NOTE: "执行笔记",
        Source.KEY_FACT: "关键事实",
        Source.SUMMARY: "摘要",
    },
    ledger={
        "heading": "标题",
        "separator": "分隔符",
        "framing": "消息开销",
        "prefix": "前缀",
        "seam": "接缝",
    },
    before={
        Order.GIVEN: "排在前面的 {count} 条",
        Order.NEWEST: "较新的 {count} 条",
        Order.OLDEST: "较早的 {count} 条",
        Order.RELEVANCE: "相关度不低于它的 {count} 条",
        Order.PRIORITY: "优先级不低于它的 {count} 条",
    },
    kept="保留",
    lost="在“{stage}”阶段丢失",
    outcome="{item}（{source}，{tokens} 个 token）：在“{stage}”阶段{fate}",
    step="{stage}：{fate}，{sentence}",
    joiner="，",
    keeping={
        "cap": (
            "{row}的上限为 {cap}（现为 {now}）时整条保留（{cost} 个 token）",
            "{row}的上限为 {cap} 时整条保留（{cost} 个 token）",
        ),
        "limit": ("{row}的上限无论多大都留不住：窗口没有空间",),
        "pair": (
            "{row}的上限无论多大都留不住：成对的另一半 {by} 已去掉",
            "{row}的上限无论多大都留不住：成对的另一半已去掉",
        ),
        "count": ("{row}的上限无论多大都留不住：条数已满",),
        "relevance": ("{row}的上限无论多大都留不住：相关度不够",),
        "elsewhere": ("上限留不住：去掉它的不是所在的行",),
        "other_row": ("仅调{row}的上限留不住：另一行没有空间",),
        "unsettled": ("没有找到能留住它的{row}上限",),
        "pushed_out": ("由此挤出 {count} 条：{items}",),
        "loses": ("由此丢失 {count} 个必留项：{items}",),
        "saves": ("由此找回 {count} 个必留项：{items}",),
    },
    displaced={
        "holders": "占去空间的是 {items}",
        "stopped": "该行止于 {item}",
        "one": "{item}（{tokens} 个 token）",
    },
)
