"""The words of a report, in English and in Chinese."""

from __future__ import annotations

from ctxlab.model.cause import Passed
from ctxlab.model.profile import Language

#: Key → the text in English and in Chinese.
TEXTS: dict[str, tuple[str, str]] = {
    # the head
    "head": ("Head", "开头"),
    "made_by": ("ctxlab report", "ctxlab 报告"),
    "moment": (
        "request {request} of {requests} · turn {turn}",
        "第 {request}/{requests} 次请求 · 第 {turn} 轮",
    ),
    "chain": ("side chain {name}", "旁支 {name}"),
    "total": ("{total} tokens of {limit} ({percent} %)", "{total} / {limit} 个 token（{percent} %）"),
    "total_unlimited": ("{total} tokens, no limit stated", "{total} 个 token，未设限额"),
    "over": ("{over} over the limit", "超出限额 {over}"),
    "under": ("under {profile}", "配置 {profile}"),
    "as_recorded": ("as recorded", "按记录"),
    "as_sent": ("as really sent", "按实际发送"),
    # the verdict
    "nothing_asked": (
        "Nothing is asked for here: there is no must-keep, and no hard constraint was found.",
        "这里没有要求：没有必留项，也没有找到硬性约束。",
    ),
    "nothing_lost": (
        "Nothing is lost: of {count} must-keeps that are judged at this request, all are in its context.",
        "没有丢失：此次请求处判定的 {count} 个必留项都在上下文中。",
    ),
    "nothing_lost_one": (
        "Nothing is lost: the one must-keep that is judged at this request is in its context.",
        "没有丢失：此次请求处判定的唯一必留项在上下文中。",
    ),
    "since": (
        "Not kept since request {request} (turn {turn})",
        "自第 {request} 次请求（第 {turn} 轮）起未保留",
    ),
    "last_kept": (
        "kept for the last time at request {request} (turn {turn})",
        "最后一次保留于第 {request} 次请求（第 {turn} 轮）",
    ),
    "kept": ("kept", "已保留"),
    "no_verdict": ("not judged", "未判定"),
    # the stages
    "stages": ("What each stage did", "各阶段的处理"),
    "stage": ("stage", "阶段"),
    "result": ("result", "结果"),
    "why": ("test and numbers", "依据与数值"),
    "left": ("what stands after it", "其后所存"),
    "nothing_there": ("nothing", "无"),
    "depth": (
        "{depth} tokens stand before it, {share} % of the context after it.",
        "其前有 {depth} 个 token，其后还有 {share} % 的上下文。",
    ),
    "evidence": ("What the context says: {item}: ", "上下文中的说法：{item}："),
    "holder_list": ("Displaced by", "被以下内容挤占"),
    "tokens_of": ("{tokens} tokens", "{tokens} 个 token"),
    "stopped": ("the row stopped at it", "该行到此为止"),
    # the excerpt
    "excerpt": ("Before and after", "前后对照"),
    "excerpt_loss": (
        "Between request {before} and request {after}",
        "第 {before} 次与第 {after} 次请求之间",
    ),
    "excerpt_there": ("Where it stands", "所在位置"),
    "side": ("request {request} · {tokens} tokens", "第 {request} 次请求 · {tokens} 个 token"),
    "side_unmanaged": ("without any management · {tokens} tokens", "不加管理 · {tokens} 个 token"),
    "message": ("#{number} {role}", "#{number} {role}"),
    "equal_one": ("1 equal message", "1 条相同的消息"),
    "equal_more": ("{count} equal messages", "{count} 条相同的消息"),
    "change_one": ("1 more change", "另 1 处变化"),
    "change_more": ("{count} more changes", "另 {count} 处变化"),
    "not_here": ("not in this context", "不在此上下文中"),
    "moved_here": ("moved", "移动"),
    # the matrix
    "matrix": ("Through the session", "贯穿会话"),
    "matrix_requests": (
        "Must-keeps at each request, {under}. The columns are requests.",
        "各必留项在每次请求处的情况，{under}。各列为请求。",
    ),
    "matrix_turns": (
        "Must-keeps at each turn, {under}. The columns are turns; of several requests the worst counts.",
        "各必留项在每轮的情况，{under}。各列为轮次；同一轮有多次请求时取最差。",
    ),
    "must_keep": ("must keep", "必留项"),
    "not_judged": ("not judged", "未判定"),
    "deep": (
        "deep: over {share} % of the context follows it, and it is not of the system part at the head",
        "位置深：其后超过 {share} % 的上下文，且不在开头的系统部分",
    ),
    "deep_here": ("deep", "位置深"),
    "legend": ("Signs", "图例"),
    "first_loss": ("first not kept", "首次未保留"),
    "replaced_by": ("replaced later", "后来被取代"),
    "all_columns": ("at all of them", "全部"),
    "left_out": ("{count} more must-keeps are left out.", "另有 {count} 个必留项未列出。"),
    # what would keep it
    "rescues": ("What would keep it", "怎样能保留"),
    "change": ("change", "改动"),
    "cost": ("cost in tokens", "代价（token 数）"),
    "pushes_out": ("pushes out", "挤出"),
    "others": ("other must-keeps", "其他必留项"),
    "nothing": ("nothing", "无"),
    "no_cap": ("none", "无"),
    "saves": ("brings back {items}", "找回 {items}"),
    "loses": ("loses {items}", "失去 {items}"),
    "least": ("no smaller value does", "更小的值不行"),
    "pin": ("pin {item}", "钉住 {item}"),
    "key_fact": ("make it a key fact: {item}", "设为关键事实：{item}"),
    "tried": (
        "Each was tried in a run of its own, at this request alone; {builds} runs in all.",
        "每项都经实际运行验证，只在此次请求处；共 {builds} 次运行。",
    ),
    "no_rescue": ("No change of one or two settings keeps it.", "改动一两项设置都无法保留。"),
    "conflict": ("These stand against it:", "与之冲突的内容："),
    "incomplete": ("The search was stopped before it was complete.", "搜索在完成前已停止。"),
    "and_more": ("and {count} more", "等，另 {count} 条"),
    # profile, versions, hashes
    "profile": ("Profile", "配置"),
    "facts": ("Versions and hashes", "版本与哈希"),
    "fact": ("what", "项目"),
    "value": ("value", "值"),
    "session": ("session", "会话"),
    "format": ("format", "格式"),
    "session_sha": ("session sha256", "会话 sha256"),
    "profile_name": ("profile", "配置"),
    "profile_sha": ("profile sha256", "配置 sha256"),
    "model": ("model", "模型"),
    "encoding": ("encoding", "编码"),
    "counts": ("counts", "计数"),
    "exact": ("exact", "精确"),
    "inexact": ("≈: {encoding} stands in for {model}", "≈：以 {encoding} 代替 {model} 计数"),
    "inexact_factor": ("≈: counts are those of {encoding}", "≈：按 {encoding} 计数"),
    "inexact_items": ("≈: {sources} cannot be counted exactly", "≈：{sources} 无法精确计数"),
    "inexact_framing": ("≈: the provider does not publish what it adds", "≈：服务商未公布其附加的 token"),
    "some_model": ("an unnamed model", "未注明的模型"),
    "unknown": ("unknown", "未知"),
    "unknown_sources": ("{sources}; the total is a lower bound", "{sources}；总计只是下限"),
    "not_known": ("not known", "不详"),
    # redaction
    "redaction": ("Redaction", "隐去"),
    "hidden": ("Replaced: ", "已替换："),
    "nothing_hidden": ("Nothing was replaced.", "没有替换任何内容。"),
    "place": (" in 1 place", "（1 处）"),
    "places": (" in {count} places", "（{count} 处）"),
    "list": (", ", "、"),
    "comma": (", ", "，"),
    "full_stop": (".", "。"),
    "sentence": (" ", ""),
    "semicolon": ("; ", "；"),
    "colon": (": ", "："),
    "speaker": ("{who} · turn {turn} · {item}", "{who} · 第 {turn} 轮 · {item}"),
    "named": ("{who} · {item}", "{who} · {item}"),
}

_PASSED: dict[Passed, tuple[str, str]] = {
    Passed.PASSED: ("passed", "通过"),
    Passed.CUT: ("cut", "截短"),
    Passed.FAILED: ("failed", "丢失于此"),
    Passed.NEVER_REACHED: ("never reached", "未到达"),
}


def word(language: Language | str, key: str, **values: object) -> str:
    """A text in `en` or `zh` with its values filled in."""
    return TEXTS[key][Language(language) is Language.CHINESE].format(**values)


def passed(result: Passed, language: Language | str) -> str:
    """What a stage did to a must-keep, in a word or two."""
    return _PASSED[result][Language(language) is Language.CHINESE]


def places(count: int, language: Language | str) -> str:
    """In so many places; it follows the name of what is there."""
    return word(language, "place") if count == 1 else word(language, "places", count=count)
