"""Words of `ctxlab ab`, in both languages; `cli.words` takes them in."""

from __future__ import annotations

#: Key → the text in English and in Chinese.
AB: dict[str, tuple[str, str]] = {
    "ab_plan": (
        "sessions: {cases}; {first} against {second}; times each: {times}",
        "{cases} 个会话，{first} 对 {second}，各 {times} 次",
    ),
    "ab_arm": ("context", "上下文"),
    "ab_holds": ("holds", "符合"),
    "ab_share": ("share", "比例"),
    "ab_interval": ("95 %", "95 %"),
    "ab_failed": ("failed", "失败"),
    "ab_paired": (
        "by session: {better} better, {worse} worse, {same} alike under {second}; p = {p}",
        "按会话：在 {second} 下 {better} 个更好，{worse} 个更差，{same} 个相同；p = {p}",
    ),
    "ab_unpaired": (
        "no session was judged under both, so that nothing can be compared",
        "没有会话在两边都得到判定，无法比较",
    ),
    "ab_few": (
        "with fewer than six sessions that differ, p cannot fall below 0.05",
        "结果不同的会话少于六个时，p 不可能低于 0.05",
    ),
    "ab_alike": (
        "trials of one session are alike: the intervals hold for these sessions, not for others",
        "同一会话的多次试验彼此相近：区间只适用于这些会话",
    ),
    "ab_case": ("session", "会话"),
    "ab_breaks": ("breaks it: {words}", "违反：{words}"),
    "ab_lacks": ("lacks what was expected: {words}", "缺少所期望的内容：{words}"),
    "ab_used": ("tokens used: {there} in, {back} out", "所用 token：输入 {there}，输出 {back}"),
}
