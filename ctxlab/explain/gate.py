"""What a gate finds, in words: one entry a code, in English and in Chinese."""

from __future__ import annotations

from ctxlab import explain
from ctxlab.explain import causes
from ctxlab.explain.findings import WIRES
from ctxlab.explain.findings import finding as wire_finding
from ctxlab.model.cause import Diagnosis
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.gate import FAILS, HOLDS, Code, GateFinding, Severity, Since
from ctxlab.model.profile import Language
from ctxlab.model.wire_view import Finding as WireFinding

#: Code → English and Chinese.
_TEXTS: dict[str, tuple[str, str]] = {
    Code.LOST: ("must-keep LOST in {stage}: {label}", "必留项丢失于{stage}：{label}"),
    Code.NEWLY_LOST: (
        "must-keep newly LOST in {stage}, the baseline kept it: {label}",
        "必留项新近丢失于{stage}，基线保留了它：{label}",
    ),
    Code.LOST_BEFORE: (
        "must-keep lost in {stage}, as under the baseline: {label}",
        "必留项丢失于{stage}，基线也丢失：{label}",
    ),
    Code.OVER: ("over the limit by {over} tokens", "超出限额 {over} 个 token"),
    "over_was": (
        "over the limit by {over} tokens, by {was} under the baseline",
        "超出限额 {over} 个 token，基线超出 {was} 个",
    ),
    Code.NEWLY_OVER: (
        "newly over the limit, by {over} tokens; the baseline fitted",
        "新近超出限额 {over} 个 token，基线未超出",
    ),
    Code.LEVEL: (
        "level {level} of degradation is reached, {most} is the most that is allowed",
        "达到第 {level} 级降级，最多允许第 {most} 级",
    ),
    "level_was": (
        "level {level} of degradation is reached, level {was} under the baseline",
        "达到第 {level} 级降级，基线为第 {was} 级",
    ),
    Code.TOKENS: (
        "{tokens} tokens, {most} are the most that are allowed",
        "{tokens} 个 token，最多允许 {most} 个",
    ),
    Code.GROWTH: (
        "{tokens} tokens, {was} under the baseline: {percent} % more, {most} % are allowed",
        "{tokens} 个 token，基线为 {was} 个：多出 {percent} %，最多允许 {most} %",
    ),
    Code.WIRE: ("{api} would refuse the request: {reason}", "{api} 会拒绝该请求：{reason}"),
    "wire_message": (
        "{api} would refuse message {message}: {reason}",
        "{api} 会拒绝第 {message} 条消息：{reason}",
    ),
    Code.MARKS: ("{reason}", "{reason}"),
    Code.NOTHING: ("no must-keeps and no limit to judge by", "没有必留项，也没有限额，无从判定"),
    Code.UNKNOWN: ("{sources} unknown; state an estimate: {flags}", "{sources} 未知；请给出估计：{flags}"),
    "unknown_again": ("{sources} unknown, as above", "{sources} 未知，同上"),
    Code.COUNTED_OTHERWISE: (
        "the baseline counts in {was}, the profile in {now}: growth cannot be told",
        "基线以 {was} 计数，配置以 {now} 计数，无法判断增长",
    ),
    Code.NO_BASELINE: (
        "the baseline does not have this session at this request as it is now; judged by itself",
        "基线中没有该会话此次请求的现有内容，单独判定",
    ),
    Code.UNREADABLE: ("{reason}", "{reason}"),
    Code.EMPTY: ("the session is empty", "会话为空"),
    Code.NO_SESSIONS: ("there is no session in it", "其中没有会话"),
    Code.LEFT_OUT: (
        "{count} files were left out: too many or too large for one go",
        "有 {count} 个文件未处理：过多或过大",
    ),
    Code.CAP_IDLE: (
        "budget.{row}: its cap of {cap} never binds; the most that a session asks for is {most}",
        "budget.{row}：上限 {cap} 从未起作用；会话最多需要 {most}",
    ),
    Code.NOT_ASKED: (
        "the profile is no longer judged by a must-keep of the baseline, in {sessions} sessions: {label}",
        "配置不再以基线的必留项判定（涉及 {sessions} 个会话）：{label}",
    ),
}

#: Severity → English and Chinese.
_SEVERITIES = {
    Severity.ERROR: ("fails", "不成立"),
    Severity.UNJUDGED: ("cannot be judged", "无法判定"),
    Severity.WARNING: ("warning", "警告"),
    Severity.NOTE: ("note", "说明"),
}
_CODES = {HOLDS: ("holds", "成立"), FAILS: ("does not hold", "不成立")}
_TITLES: dict[Code, tuple[str, str]] = {
    Code.LOST: ("must-keep lost", "必留项丢失"),
    Code.NEWLY_LOST: ("must-keep newly lost", "必留项新近丢失"),
    Code.LOST_BEFORE: ("must-keep lost before", "必留项原已丢失"),
    Code.OVER: ("over the limit", "超出限额"),
    Code.NEWLY_OVER: ("newly over the limit", "新近超出限额"),
    Code.LEVEL: ("level of degradation", "降级级别"),
    Code.TOKENS: ("too many tokens", "token 过多"),
    Code.GROWTH: ("tokens have grown", "token 增长"),
    Code.WIRE: ("invalid request", "请求无效"),
    Code.CAP_IDLE: ("cap never binds", "上限从未起作用"),
    Code.NOT_ASKED: ("must-keep no longer asked for", "不再要求的必留项"),
}


def finding(found: GateFinding, language: Language | str, *, again: bool = False) -> str:
    """What was found, on one line; since when a must-keep is lost stands behind it.

    `again` says that the same advice was given of another session: it is not given once more.
    """
    values: dict[str, object] = {
        name: f"{value:,}" if isinstance(value, int) else f"{value:g}" if isinstance(value, float) else value
        for name, value in found.numbers
    }
    values |= {"label": found.label, "message": found.message, "reason": _reason(found, language, values)}
    values["api"] = WIRES.get(str(values.get("wire")), _in(language, ("the API", "API")))
    values["stage"] = explain.stage(found.stage, language) if found.stage is not None else ""
    entry = "unknown_again" if again and found.code is Code.UNKNOWN else _entry(found, values)
    text = _in(language, _TEXTS[entry]).format_map(values)
    return f"{text} · {since(found.since, language)}" if found.since is not None else text


def why(found: GateFinding, language: Language | str) -> str:
    """Why a must-keep was lost, by which rule and with its numbers; empty where that is not known."""
    if not isinstance(found.about, Diagnosis):
        return ""
    name = causes.name(found.about.cause, language)
    detail = causes.detail(found.about, language)
    return _in(language, ("{name}: {detail}", "{name}：{detail}")).format(name=name, detail=detail)


def title(found: GateFinding, language: Language | str) -> str:
    """A finding in a few words, without what it is about; the severity where it has no name of its own."""
    return _in(language, _TITLES.get(found.code) or _SEVERITIES[found.severity])


def severity(severity: Severity, language: Language | str) -> str:
    """What a severity means."""
    return _in(language, _SEVERITIES[severity])


def code(code: int, language: Language | str) -> str:
    """The judgement in words: it holds, it does not, or it cannot be judged."""
    return _in(language, _CODES.get(code, _SEVERITIES[Severity.UNJUDGED]))


def since(since: Since, language: Language | str) -> str:
    """The request since which a must-keep is lost."""
    sure = ("lost since request {request} (turn {turn})", "自第 {request} 次请求（第 {turn} 轮）起丢失")
    unsure = (
        "lost since request {request} (turn {turn}) or before",
        "自第 {request} 次请求（第 {turn} 轮）或更早起丢失",
    )
    return _in(language, sure if since.sure else unsure).format(request=since.request, turn=since.turn)


def _entry(found: GateFinding, values: dict[str, object]) -> str:
    if found.code is Code.OVER and values["was"] != "0":
        return "over_was"
    if found.code is Code.LEVEL and "was" in values:
        return "level_was"
    if found.code is Code.WIRE and found.message:
        return "wire_message"
    return found.code


def _reason(found: GateFinding, language: Language | str, values: dict[str, object]) -> str:
    if isinstance(found.about, WireFinding):
        return wire_finding(found.about, language)
    if isinstance(found.about, Diagnostic):
        place = f"{found.about.item}: " if found.about.item else ""
        return place + explain.diagnostic(found.about, language)
    return str(values.get("reason", ""))


def _in(language: Language | str, texts: tuple[str, str]) -> str:
    return texts[Language(language) is Language.CHINESE]
