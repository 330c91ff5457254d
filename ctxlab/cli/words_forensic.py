"""Words of `ctxlab forensic`, in both languages; `cli.words` takes them in."""

from __future__ import annotations

#: Key → the text in English and in Chinese.
FORENSIC: dict[str, tuple[str, str]] = {
    "forensic_head": (
        "{name} · request {request} of {requests} (turn {turn}) · against {basis} ({messages} messages)",
        "{name} · 第 {request}/{requests} 次请求（第 {turn} 轮）· 对照{basis}（{messages} 条消息）",
    ),
    "forensic_kept_run": ("{first} to {last}: {count} items kept", "{first} 至 {last}：{count} 个条目保留"),
    "forensic_rest": ("{first} to {last}: {count} more", "{first} 至 {last}：另有 {count} 个"),
    "forensic_fate": ("fate", "结果"),
    "forensic_evidence": ("evidence", "依据"),
    "forensic_from": ("item", "条目"),
    "forensic_source": ("source", "来源"),
    "forensic_added": ("added, message {message}", "新增，第 {message} 条消息"),
    "forensic_added_apart": ("added, beside the messages", "新增，不在消息之内"),
    "forensic_course": (
        "up to request {last}, {count} in all:",
        "到第 {last} 次请求为止的 {count} 次请求：",
    ),
    "forensic_unread": (
        "what was sent cannot be read at requests {requests}",
        "以下请求的发送内容无法读取：{requests}",
    ),
    "forensic_since": (
        "since request {request}: {what}: {items}",
        "自第 {request} 次请求起：{what}：{items}",
    ),
    "forensic_more": ("{items} and {count} more", "{items} 等，另有 {count} 个"),
    "forensic_rules": (
        "rules that would do this (guessed from what is there, none is certain):",
        "可能的构建规则（据现有内容推测，并不确定）：",
    ),
    "forensic_no_rule": ("no simple rule would do this", "没有简单的规则符合"),
    "diff_recorder": ("recorder: {told}", "记录者：{told}"),
    "diff_sent": ("sent: {told}", "实际发送：{told}"),
    "forensic_no_sent": (
        "what was really sent is not recorded here; this is the recorder's own account",
        "这里没有记录实际发送的内容；以下依据记录者自己的说明",
    ),
}
