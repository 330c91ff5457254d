"""Words of `ctxlab compare`, in both languages; `cli.words` takes them in."""

from __future__ import annotations

#: Key → the text in English and in Chinese.
SYSTEMS: dict[str, tuple[str, str]] = {
    "systems_head": (
        "{name} · request {request} · {count} profiles side by side",
        "{name} · 第 {request} 次请求 · 并列 {count} 个配置",
    ),
    "systems_profile": ("profile", "配置"),
    "systems_tokens": ("tokens", "token 数"),
    "systems_estimate": ("its estimate", "其估算"),
    "systems_limit": ("limit", "限额"),
    "systems_over": ("over", "超出"),
    "systems_messages": ("messages", "消息"),
    "systems_items": ("items", "条目"),
    "systems_level": ("level", "降级"),
    "systems_refused": ("{name}: {why}", "{name}：{why}"),
    "systems_sources": ("tokens by source", "各来源的 token"),
    "systems_stated": ("must-keeps", "必留项"),
    "systems_found": ("found", "自动识别"),
    "systems_judged": (
        "must-keeps and found constraints, a sign for each profile in the order above",
        "必留项与自动识别的约束；每个配置一个符号，次序同上",
    ),
    "systems_alike_too": (
        "must-keeps and found constraints that stand the same under all of them: {count} more",
        "另有 {count} 个必留项或约束在各配置下结果相同",
    ),
    "systems_alike": (
        "must-keeps and found constraints that stand the same under all of them: all {count}",
        "全部 {count} 个必留项与约束在各配置下结果相同",
    ),
    "systems_differing": (
        "{count} of {all} items fare differently; --items lists them",
        "{all} 条中有 {count} 条结果不同；--items 列出",
    ),
    "systems_listed": (
        "items that fare differently, a sign for each profile in the order above",
        "结果不同的条目；每个配置一个符号，次序同上",
    ),
    "systems_signs": (
        "= kept  ~ cut  Σ summarised  ∪ merged  − dropped  . not gathered",
        "= 保留  ~ 截断  Σ 摘要  ∪ 合并  − 丢弃  . 未收集",
    ),
    "systems_one": (
        "a comparison needs at least two profiles that can be run here",
        "至少需要两个可在此运行的配置才能比较",
    ),
}
