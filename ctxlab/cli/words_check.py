"""What `check` says beside its findings, in both languages."""

from __future__ import annotations

#: Key → the text in English and in Chinese.
CHECK: dict[str, tuple[str, str]] = {
    "check_sum": (
        "{count} sessions: {holds} hold, {fails} do not, {unjudged} cannot be judged",
        "{count} 个会话：{holds} 个成立，{fails} 个不成立，{unjudged} 个无法判定",
    ),
    "check_estimate": (
        "reckoned with the profile's estimate: {source} {tokens} tokens ([window.unknown]), in {sessions}",
        "按配置的估计计入：{source} {tokens} 个 token（[window.unknown]），涉及 {sessions}",
    ),
    "check_session": ("1 session", "1 个会话"),
    "check_sessions": ("{count} sessions", "{count} 个会话"),
}
