"""What a calibration found, in words."""

from __future__ import annotations

from ctxlab.explain import source
from ctxlab.model.calibration import Calibration, Doubt, Way

#: Key → the text in English and in Chinese.
_TEXTS: dict[str, tuple[str, str]] = {
    "none": (
        "No request has the provider's count: there is nothing to compare with.",
        "没有任何请求带有服务商的计数，无从比较。",
    ),
    "one": (
        "1 request with the provider's count, against the count by {encoding}.",
        "1 个带服务商计数的请求，与 {encoding} 的计数对照。",
    ),
    "from": (
        "{rows} requests with the provider's count, against counts by {encoding}.",
        "{rows} 个带服务商计数的请求，与 {encoding} 的计数对照。",
    ),
    "compacted": (
        "{rows} requests with the provider's count, in {stretches} stretches without compaction, against "
        "counts by {encoding}.",
        "{rows} 个带服务商计数的请求，分属 {stretches} 段（段内无压缩），与 {encoding} 的计数对照。",
    ),
    "growth": (
        "Factor {factor} %: by so much the provider's count grew faster or slower; half of the pairs say "
        "{low} to {high} %.",
        "系数 {factor} %：取自两种计数的增长之比；半数请求对给出 {low} 至 {high} %。",
    ),
    "ratio": (
        "Factor {factor} %: the log holds all that was sent; half of the requests say {low} to {high} %.",
        "系数 {factor} %：日志包含发送的全部内容；半数请求给出 {low} 至 {high} %。",
    ),
    "no_factor": (
        "Too few requests, or too little growth between them, for a factor.",
        "请求太少或增长太小，得不出系数。",
    ),
    "constant": (
        "About {constant} tokens stand in every request and not in the log ({sources}).",
        "每个请求约有 {constant} 个 token 不在日志中（{sources}）。",
    ),
    "one_a_message": (
        "The provider counts about one token more for each message: OpenAI counts its role, which the "
        "framing of 3 a message here leaves out. It is no system prompt or tool schema.",
        "服务商每条消息约多计 1 个 token：OpenAI 把角色也计入，此处每条 3 个 token 的消息开销不含它；"
        "并非系统提示或工具定义。",
    ),
    "negative": (
        "The provider counts {constant} tokens less at every request: something in the log was not sent.",
        "每个请求服务商都少计 {constant} 个 token：日志中的某些内容并未发送。",
    ),
    "error": (
        "So counted, half of the requests come within {error} tokens of the provider's count.",
        "如此折算后，半数请求与服务商计数相差不超过 {error} 个 token。",
    ),
    "sure": ("Enough to go by; counts stay ≈.", "足以采用；计数仍为 ≈。"),
    "unsure": ("Not to be relied on: {doubts}.", "不可靠：{doubts}。"),
}

_DOUBTS: dict[Doubt, tuple[str, str]] = {
    Doubt.FEW: ("few requests", "请求太少"),
    Doubt.GROWTH: ("few tokens to compare", "可比较的 token 太少"),
    Doubt.SPREAD: ("the requests disagree", "各请求的结果不一致"),
    Doubt.UNLIKELY: (
        "no two tokenizers are so far apart; something else differs",
        "分词方式不会相差这么多，应另有原因",
    ),
}


def calibration_lines(found: Calibration, language: str = "en") -> tuple[str, ...]:
    """Sentences: from what, which factor and constant, how near they come, how sure that is."""
    if not found.rows:
        return (_said("none", language),)
    rows, stretches = len(found.rows), found.stretches
    key = "one" if rows == 1 else "from" if stretches == 1 else "compacted"
    lines = [_said(key, language, rows=f"{rows:,}", stretches=stretches, encoding=found.encoding)]
    if found.factor is None:
        lines.append(_said("no_factor", language))
    else:
        key = "growth" if found.way is Way.GROWTH else "ratio"
        lines.append(_said(key, language, factor=found.factor, low=found.low, high=found.high))
    if found.one_a_message:
        lines.append(_said("one_a_message", language))
    elif found.constant:
        # 、 lists in Chinese
        names = ("、" if language == "zh" else ", ").join(source(one, language) for one in found.unknown)
        key = "constant" if found.constant > 0 else "negative"
        lines.append(_said(key, language, constant=f"{abs(found.constant):,}", sources=names))
    if found.error is not None:
        lines.append(_said("error", language, error=f"{found.error:,}"))
    if found.factor is not None:
        doubts = ("；" if language == "zh" else "; ").join(
            _DOUBTS[doubt][language == "zh"] for doubt in found.doubts
        )
        lines.append(_said("unsure" if found.doubts else "sure", language, doubts=doubts))
    return tuple(lines)


def difference_line(provider: int, ours: int, language: str = "en", *, exact: bool = False) -> str:
    """What the provider counted at a request, and by how much that differs from a total of ours."""
    mark = "" if exact else "≈"
    if provider == ours:
        text = ("the provider counted {0}, as here", "服务商计为 {0}，与此处一致")
    elif provider > ours:
        text = ("the provider counted {0} of what was sent, {1} more", "服务商对所发送内容计为 {0}，多 {1}")
    else:
        text = ("the provider counted {0} of what was sent, {1} less", "服务商对所发送内容计为 {0}，少 {1}")
    return text[language == "zh"].format(f"{provider:,}", f"{mark}{abs(provider - ours):,}")


def _said(key: str, language: str, **values: object) -> str:
    return _TEXTS[key][language == "zh"].format(**values)
