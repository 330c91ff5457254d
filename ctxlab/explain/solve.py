"""Solutions in words: why no cap keeps something, why rows depend on each other, how sure a solution is."""

from __future__ import annotations

from ctxlab.model.solution import Proof

#: Why no cap keeps a must-keep, in English and in Chinese.
_KEPT_OUT: dict[str, tuple[str, str]] = {
    "absent": ("nothing says it at the last request", "最后一次请求时没有任何内容包含它"),
    "gather": ("Gather leaves it out", "收集阶段已将其排除"),
    "count": ("it is over a count of items or messages", "超出条数或消息数限制"),
    "relevance": ("it is not relevant enough", "相关度不足"),
    "item_limit": ("a limit of single items cuts it", "被单条限额截断"),
    "pair": ("its call or result is not there", "缺少与其成对的调用或结果"),
    "row": ("another row keeps it out, which is not solved", "被未参与求解的行排除"),
    "window": ("there is no room for it in the window", "窗口中没有容纳它的空间"),
}
#: What lets caps keep it all the same, in English and in Chinese.
_STEPS: dict[str, tuple[str, str]] = {
    "absent": ("drop the must-keep", "请去掉该必留项"),
    "gather": ("pin it, or change the rule of Gather", "请钉住它，或修改收集规则"),
    "count": ("pin it, or raise the count", "请钉住它，或提高条数限制"),
    "relevance": ("pin it, or ask for less relevance", "请钉住它，或降低相关度要求"),
    "item_limit": ("raise the limit of single items", "请提高单条限额"),
    "pair": ("drop the must-keep", "请去掉该必留项"),
    "row": ("solve that row too", "请让该行也参与求解"),
    "window": ("raise the limit", "请提高限额"),
}
_NO_ROOM = (
    "the context is over its limit, however small the caps are",
    "无论上限多小，上下文都超出限额",
)
_LOOSE: dict[str, tuple[str, str]] = {
    "elastic": ("an elastic row takes what others leave", "弹性行会占用其他行剩下的额度"),
    "recent": ("recent hands on to history what it has no room for", "近期对话放不下的内容会转入历史对话"),
    "summary": ("a summary may still say what a row turns away", "摘要可能仍包含某行未保留的内容"),
    "pairs": ("a call goes with its results", "调用会随其结果一起被丢弃"),
}
_PROOF: dict[Proof, tuple[str, str]] = {
    Proof.EXACT: (
        "exact: no other caps do at less cost",
        "精确：不存在代价更小的上限组合",
    ),
    Proof.DESCENT: (
        "found by descent: no single cap can be cheaper, other combinations may be",
        "由下降法得到：任何单个上限都不能再更优，但其他组合仍有可能更优",
    ),
}


def kept_out(reason: str, language: str, *, whole: bool = False) -> str:
    """Why no cap keeps a must-keep; of a `whole` context, why it does not fit."""
    return (_NO_ROOM if whole else _KEPT_OUT.get(reason, (reason, reason)))[_at(language)]


def step(reason: str, language: str) -> str:
    """What can be done about a must-keep that no cap keeps; empty where nothing is known."""
    return _STEPS.get(reason, ("", ""))[_at(language)]


def loose(reason: str, language: str) -> str:
    """Why rows depend on each other."""
    return _LOOSE.get(reason, (reason, reason))[_at(language)]


def proof(found: Proof, language: str) -> str:
    """How sure it is that a solution is the best."""
    return _PROOF[found][_at(language)]


def _at(language: str) -> int:
    return 0 if language == "en" else 1
