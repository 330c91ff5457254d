"""Words of `ctxlab sweep`, in both languages; `cli.words` takes them in."""

from __future__ import annotations

#: Key → the text in English and in Chinese.
SWEEP: dict[str, tuple[str, str]] = {
    "sweep_plan": (
        "{sessions} sessions under {variants} variants, at {requests}",
        "{sessions} 个会话 × {variants} 个变体，{requests}",
    ),
    "sweep_last": ("the last request of each", "各取最后一次请求"),
    "sweep_last_few": ("the last {count} requests of each", "各取最后 {count} 次请求"),
    "sweep_all": ("all their requests", "取全部请求"),
    "sweep_done": ("{built} of {count} outcomes", "已完成 {built}/{count} 个结果"),
    "sweep_found": (
        "outcomes taken over from earlier sweeps: {found} (--fresh makes them anew)",
        "沿用先前扫描的结果：{found} 个（--fresh 可重新计算）",
    ),
    "sweep_variant": ("variant", "变体"),
    "sweep_kept": ("kept", "保留"),
    "sweep_losing": ("losing", "有丢失"),
    "sweep_over": ("over", "超限"),
    "sweep_unknown": ("unknown", "未知"),
    "sweep_failed": ("failed", "失败"),
    "sweep_tokens": ("tokens", "token"),
    "sweep_peak": ("largest", "最大"),
    "sweep_level": ("level", "级别"),
    "sweep_prefix": ("prefix", "前缀"),
    "sweep_cost": ("cost {currency}", "费用 {currency}"),
    "sweep_front": (
        "*: no variant keeps as much with fewer tokens, nor more with as many",
        "*：没有变体以更少的 token 保留同样多，或以同样多的 token 保留更多",
    ),
    "sweep_legend": (
        "kept: must-keeps that survive; losing, over: sessions that lose one, that do not fit; "
        "tokens: sum of the largest contexts",
        "保留：存活的必留项；有丢失、超限：丢失必留项、超出限额的会话数；token：各会话最大上下文之和",
    ),
    "sweep_nothing_judged": (
        "nothing was judged: neither the profile nor the sessions' marks say what must be kept",
        "没有可判定的内容：配置与会话标记均未指定必留项",
    ),
    "sweep_session": ("session", "会话"),
    "sweep_loses_under": ("loses under", "丢失于"),
    "sweep_over_under": ("over under", "超限于"),
    "sweep_must_keeps": ("must-keeps lost (under how many)", "丢失的必留项（变体数）"),
    "sweep_of": ("{count} of {all}", "{count}/{all}"),
    "sweep_others_keep": (
        "sessions that keep everything and fit under every variant: {count}",
        "在所有变体下均完整保留且不超限的会话：{count} 个",
    ),
    "sweep_error": ("{session}: {error}", "{session}：{error}"),
    "sweep_best": (
        "{variant} is the cheapest under which nothing is lost: {tokens} tokens; wrote {file}",
        "{variant} 是无丢失且最省的变体：{tokens} 个 token；已写入 {file}",
    ),
    "sweep_no_best": (
        "there is no variant under which every session is built, fits and loses nothing; nothing was written",
        "没有任何变体能让所有会话都构建成功、不超限且无丢失；未写入文件",
    ),
}
