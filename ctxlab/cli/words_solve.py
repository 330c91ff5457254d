"""Words of `ctxlab solve`, in both languages; `cli.words` takes them in."""

from __future__ import annotations

#: Key → the text in English and in Chinese.
SOLVE: dict[str, tuple[str, str]] = {
    "solve_begin": ("sessions: {count}; rows: {rows}", "{count} 个会话；求解的行：{rows}"),
    "solve_on": (
        "{profile}: solved on {count} sessions, {keeps} must-keeps, {runs} runs",
        "{profile}：在 {count} 个会话、{keeps} 个必留项上求解，运行 {runs} 次",
    ),
    "solve_stated": (
        "constraints stated in the sessions are taken for must-keeps",
        "会话中陈述的约束也作为必留项",
    ),
    "solve_before": ("before", "之前"),
    "solve_after": ("after", "之后"),
    "solve_decided": ("held up by", "由何决定"),
    "solve_in": ("{label} in {title}", "{title} 中的 {label}"),
    "solve_size": ("the limit of {title}", "{title} 的限额"),
    "solve_free": ("nothing asks for it", "没有内容需要它"),
    "solve_zero": (
        "a cap of 0 empties its row, which no must-keep needs; --rows names those that may shrink, and "
        "--aim nearest leaves all others as they are",
        "上限为 0 会清空该行：没有必留项需要它；用 --rows 指定可缩小的行，用 --aim nearest 则不动其余各行",
    ),
    "solve_stays": ("stays as it is", "保持不变"),
    "solve_sum": ("sum", "合计"),
    "solve_keeps": ("must-keeps kept", "保留的必留项"),
    "solve_losing": ("sessions that lose one or do not fit", "丢失必留项或超限的会话"),
    "solve_tokens": ("tokens in all", "token 总数"),
    "solve_peak": ("largest context", "最大的上下文"),
    "solve_copies": (
        "copies of one session, on the same side: {titles}",
        "同一会话的副本，归入同一侧：{titles}",
    ),
    "solve_all_copies": (
        "nothing was held out: all sessions are copies of one: {titles}",
        "未留出任何会话：所有会话都是同一会话的副本：{titles}",
    ),
    "solve_solved": ("solved on", "求解集"),
    "solve_held": ("held out", "留出集"),
    "solve_given_up": ("given up, as --may-lose allows: {titles}", "按 --may-lose 放弃：{titles}"),
    "solve_fewer": (
        "that keeps less than the profile did: give up fewer with --may-lose, or fewer --rows to shrink",
        "这比原配置保留得更少：请用 --may-lose 放弃更少的会话，或减少可收缩的 --rows",
    ),
    "solve_why": ("rows depend on each other: {reasons}", "各行相互影响：{reasons}"),
    "solve_lost": ("held out, and lost: {label} in {title}", "留出集中丢失：{title} 中的 {label}"),
    "solve_none": ("no caps keep all must-keeps", "没有任何上限组合能保留全部必留项"),
    "solve_kept_out": (
        "no cap keeps {label} in {title}: {reason}",
        "任何上限都无法保留 {title} 中的 {label}：{reason}",
    ),
    "solve_unjudged": ("{label} in {title} cannot be judged", "{title} 中的 {label} 无法判定"),
    "solve_full": ("{title}: {reason}", "{title}：{reason}"),
    "solve_failed": ("{title} cannot be built or judged: {reason}", "{title} 无法构建或判定：{reason}"),
    "solve_conflict": (
        "these cannot be kept together, though each one less can:",
        "以下各项无法同时保留，但去掉任意一项即可：",
    ),
    "solve_would": (
        "--may-lose {count} would give up the sessions named above",
        "使用 --may-lose {count} 可放弃上述会话",
    ),
    "solve_more": ("… and {count} more", "… 另有 {count} 项"),
    "solve_nothing": (
        "no session has a must-keep to solve for; mark some (ctxlab marks), state them in the profile, or "
        "take what the sessions state with --stated",
        "没有会话带有可供求解的必留项；请先标记（ctxlab marks）、写入配置，或用 --stated 采用会话自身的约束",
    ),
    "solve_no_sessions": ("there is no session to solve on", "没有可供求解的会话"),
    "solve_written": ("written: {file}", "已写入：{file}"),
    "solve_unwritten": ("nothing was written", "未写入任何文件"),
    "solve_read": ("reading", "读取"),
    "solve_search": ("searching", "搜索"),
    "solve_check": ("checking by runs", "运行验证"),
    "solve_lower": ("lowering caps", "降低上限"),
    "solve_conflict_step": ("looking for the conflict", "查找冲突"),
    "solve_held_out": ("checking what was held out", "验证留出集"),
}
