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
    "size_unknown": (
        "whether they fit cannot be judged, {sources} unknown, in sessions: {count} ({titles}); "
        "state an estimate: {flags}",
        "{sources} 未知，是否超限无法判定的会话：{count} 个（{titles}）；请给出估计：{flags}",
    ),
    "caps_idle": (
        'caps that never bind (most asked/cap): {rows}; `ctxlab lint` tells more, lint.ignore = "{code}" '
        "in the profile leaves this out",
        '从未起作用的上限（最多用到/上限）：{rows}；详见 ctxlab lint，在配置中写 lint.ignore = "{code}" '
        "即不再提示",
    ),
    "check_session": ("1 session", "1 个会话"),
    "check_sessions": ("{count} sessions", "{count} 个会话"),
}
