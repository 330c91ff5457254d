"""The words of `ctxlab runs` in both languages."""

from __future__ import annotations

#: Key → the text in English and in Chinese.
TEXTS: dict[str, tuple[str, str]] = {
    "none": (
        "no build is recorded; ctxlab run and the window record theirs",
        "没有构建记录；ctxlab run 与窗口会记录各自的构建",
    ),
    "none_chosen": ("no recorded build is so", "没有符合条件的构建记录"),
    "off": (
        "recording is off: the settings say [runs] record = false",
        "记录已关闭：设置中 [runs] record = false",
    ),
    "id": ("id", "编号"),
    "time": ("time", "时间"),
    "session": ("session", "会话"),
    "request": ("request", "请求"),
    "profile": ("profile", "配置"),
    "tokens": ("tokens", "token 数"),
    "of_limit": ("of limit", "占限额"),
    "built": ("built/gathered", "构建/收集"),
    "cuts": ("cuts", "裁剪"),
    "level": ("level", "级别"),
    "lost": ("lost", "丢失"),
    "ms": ("ms", "毫秒"),
    "builds": ("builds", "构建数"),
    "mean": ("mean", "均值"),
    "peak": ("peak", "峰值"),
    "forgotten": ("forgotten", "遗忘"),
    "day": ("day", "日期"),
    "source": ("source", "来源"),
    "share": ("share", "占比"),
    "overhead": ("framing and headings", "消息框架与标题"),
    "more": ("… {count} more; --limit {all} shows them", "… 另有 {count} 条；--limit {all} 可全部列出"),
    "show_head": (
        "build {id} · {time} · {title} · request {request} (turn {turn}) · under {profile}",
        "构建 {id} · {time} · {title} · 第 {request} 次请求（第 {turn} 轮）· 配置 {profile}",
    ),
    "show_total": ("total {total} tokens in {messages} messages", "总计 {total} 个 token，{messages} 条消息"),
    "show_limit": ("limit {limit}, {percent} used", "限额 {limit}，已用 {percent}"),
    "show_over": ("over the limit by {over} tokens", "超出限额 {over} 个 token"),
    "show_warned": ("above the warning at {warn_at} tokens", "超过警告线 {warn_at} 个 token"),
    "show_ratio": (
        "gathered {gathered}, built {built}: {percent}",
        "收集 {gathered}，构建 {built}：{percent}",
    ),
    "show_cuts": (
        "cut {truncated}, compressed {compressed}, merged {merged}, dropped {dropped}, added {added}",
        "截断 {truncated}，压缩 {compressed}，合并 {merged}，丢弃 {dropped}，新增 {added}",
    ),
    "show_level": ("degradation level {level}", "降级级别 {level}"),
    "show_kept": ("must-keeps: all {count} kept", "必留项：{count} 项全部保留"),
    "show_lost": ("must-keeps LOST: {ids} ({lost} of {count})", "必留项丢失：{ids}（{lost}/{count}）"),
    "show_unjudged": ("no must-keep was judged", "没有可判断的必留项"),
    "show_time": ("took {ms} ms", "用时 {ms} 毫秒"),
    "show_file": ("from {file}", "来自 {file}"),
    "show_gone": (
        "what it was made from is not kept any more",
        "构建所用的会话已不再保留",
    ),
    "hidden": (
        "stand-ins stand for {count} keys and passwords in the kept session",
        "所保留的会话中有 {count} 处密钥或密码已用替代文字隐去",
    ),
    "sum_builds": ("builds {builds}, sessions {sessions}", "构建 {builds} 次，会话 {sessions} 个"),
    "sum_tokens": (
        "tokens: mean {mean}, p50 {p50}, p90 {p90}, peak {peak}",
        "token：均值 {mean}，p50 {p50}，p90 {p90}，峰值 {peak}",
    ),
    "sum_levels": ("degradation: {levels}", "降级：{levels}"),
    "sum_level": ("level {level} {share} ({builds})", "级别 {level} {share}（{builds} 次）"),
    "sum_warned": (
        "above the warning {warned}, over the limit {over}",
        "超过警告线 {warned} 次，超出限额 {over} 次",
    ),
    "sum_ratio": ("built of gathered: {ratio} on average", "构建占收集：平均 {ratio}"),
    "sum_forgotten": (
        "sessions with a forgotten constraint: 1 in {one_in} "
        "({hits} of {of}, {share}; 95 %: {low} to {high})",
        "有约束被遗忘的会话：每 {one_in} 个中有 1 个（{hits}/{of}，{share}；95 %：{low} 至 {high}）",
    ),
    "sum_none_forgotten": (
        "sessions with a forgotten constraint: none of {of} (95 %: {low} to {high})",
        "有约束被遗忘的会话：{of} 个中没有（95 %：{low} 至 {high}）",
    ),
    "sum_unjudged": (
        "sessions with a forgotten constraint: not known, no must-keep was judged",
        "有约束被遗忘的会话：未知，没有可判断的必留项",
    ),
    "sum_sessions": ("… {count} more sessions; --json has all", "… 另有 {count} 个会话；--json 含全部"),
    "copy": (
        "{file} is gone or has changed since: this is the copy that was kept",
        "{file} 已不存在或此后有改动：采用当时保留的副本",
    ),
    "differs": (
        "built again it has {now} tokens, recorded were {then}: counts, stand-ins or ctxlab differ",
        "重新构建为 {now} 个 token，记录为 {then}：计数、替代文字或 ctxlab 版本不同",
    ),
    "deleted": ("deleted {count}", "已删除 {count} 条"),
    "named": ("build {id}", "构建 {id}"),
}


def said(language: str, key: str, **values: object) -> str:
    """A text in `en` or `zh` with its values filled in."""
    english, chinese = TEXTS[key]
    return (chinese if language == "zh" else english).format(**values)
