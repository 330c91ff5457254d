"""Words of `ctxlab export`, in both languages; `cli.words` takes them in."""

from __future__ import annotations

#: Key → the text in English and in Chinese.
EXPORT: dict[str, tuple[str, str]] = {
    "export_gaps": (
        "settings that {form} cannot express: {count}; comments in the file tell each",
        "{form} 无法表达的设置：{count} 项；逐项写在文件的注释中",
    ),
    "verify_head": (
        "{profile} as {form}, run by {library} {version}",
        "{profile}，导出为 {form}，由 {library} {version} 运行",
    ),
    "verify_building": ("verifying sessions: {built} of {count}", "正在核对会话：{built}/{count}"),
    "verify_session": ("session", "会话"),
    "verify_ours": ("kept here", "此处保留"),
    "verify_theirs": ("kept there", "该库保留"),
    "verify_items": ("items", "条目"),
    "verify_tokens": ("tokens here", "此处 token"),
    "verify_tokens_theirs": ("tokens there", "该库 token"),
    "verify_same_items": ("the same", "相同"),
    "verify_other_items": ("{ours} only here, {theirs} only there", "仅此处 {ours}，仅该库 {theirs}"),
    "verify_failed": ("cannot be run: {reason}", "无法运行：{reason}"),
    "verify_only_ours": ("kept here, lost there: {items}", "此处保留，该库丢失：{items}"),
    "verify_only_theirs": ("lost here, kept there: {items}", "此处丢失，该库保留：{items}"),
    "verify_summarised": ("there only in a summary: {items}", "在该库中只见于摘要：{items}"),
    "verify_sum": (
        "the same must-keeps survive on {same} of {judged} sessions that have any",
        "{judged} 个设有必留项的会话中，{same} 个保留了相同的必留项",
    ),
    "verify_sum_items": (
        "both keep the same items whole on {same} of {count} sessions",
        "{count} 个会话中，{same} 个完整保留了相同的条目",
    ),
    "verify_sum_failed": ("{failed} could not be run", "有 {failed} 个无法运行"),
    "verify_no_sessions": ("there are no sessions to verify on", "没有可用于核对的会话"),
}
