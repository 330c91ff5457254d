"""Words of `ctxlab profiles diff` and `history`, in both languages; `cli.words` takes them in."""

from __future__ import annotations

#: Key → the text in English and in Chinese.
PROFILES: dict[str, tuple[str, str]] = {
    "setting_form_text": ("text", "文本"),
    "setting_form_list": ("tables [[{table}]]", "若干表 [[{table}]]"),
    "setting_optional": ("or nothing", "或不写"),
    "setting_unset": ("nothing", "不写"),
    "setting_rows": (
        "ROW is one of {names}; a row that is not named has no cap.",
        "ROW 为 {names} 之一；未写的行没有上限。",
    ),
    "setting_sources": ("SOURCE is one of {names}.", "SOURCE 为 {names} 之一。"),
    "no_history": ("{name} does not tell how it came about", "{name} 没有记录其来历"),
    "profile_over": ("over {count} sessions", "共 {count} 个会话"),
    "profile_over_one": ("over 1 session", "共 1 个会话"),
    "profile_more": ("difference", "相差"),
    "profile_tokens": ("tokens", "token 数"),
    "profile_peak": ("largest context", "最大的上下文"),
    "profile_kept": ("must-keeps kept", "保留的必留项"),
    "profile_of": ("{kept} of {judged}", "{kept}/{judged}"),
    "profile_losing": ("sessions that lose one", "丢失必留项的会话"),
    "profile_overs": ("sessions over their limit", "超出限额的会话"),
    "profile_level": ("deepest level of degradation", "最深的降级"),
    "profile_failed": ("sessions that could not be built", "无法构建的会话"),
    "newly_lost": ("newly lost: {label}", "新丢失：{label}"),
    "newly_kept": ("newly kept: {label}", "新保留：{label}"),
    "newly_over": ("now over its limit by {over} tokens", "现在超出限额 {over} 个 token"),
    "no_more_over": ("now fits its limit", "现在不再超出限额"),
    "newly_failed": ("cannot be built any more: {error}", "无法再构建：{error}"),
    "no_more_failed": ("could not be built before: {error}", "先前无法构建：{error}"),
    "level_moves": ("level {before} → {after}", "降级 {before} → {after}"),
    "nothing_turns": ("every session keeps what it kept", "每个会话保留的内容都没有变"),
    "sessions_done": ("{built} of {count} builds", "已完成 {built}/{count} 次构建"),
}
