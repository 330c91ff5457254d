"""What became of items in what was really sent, in words, in English and in Chinese."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ctxlab.model.forensic import (
    AddedKind,
    AddedText,
    Basis,
    GuessedRule,
    How,
    ItemFate,
    RuleCode,
    SentFate,
)
from ctxlab.model.profile import Language

_Words = tuple[str, str]

FATES: dict[SentFate, _Words] = {
    SentFate.KEPT: ("kept", "保留"),
    SentFate.REWRITTEN: ("rewritten", "改写"),
    SentFate.MERGED: ("merged", "合并"),
    SentFate.DROPPED: ("dropped", "丢弃"),
}

#: What the items were held against.
BASES: dict[Basis, _Words] = {
    Basis.SENT: ("what was really sent", "实际发送的内容"),
    Basis.RECORD: ("the recorder's own account", "记录者自己的说明"),
}

HOWS: dict[How, _Words] = {
    How.CUT: ("cut", "截断"),
    How.CLEARED: ("cleared: “{marker}” stands in its place", "已清空：原处为“{marker}”"),
    How.SUMMARISED: ("summarised", "已写成摘要"),
    How.REFORMATTED: ("the same words with other blanks or JSON", "词句相同，仅空白或 JSON 写法不同"),
    How.VALUES: ("a value changed: {was} became {now}", "数值改变：{was} 变成 {now}"),
    How.REWORDED: ("reworded", "换了说法"),
    How.ROLE: ("said by {now} instead of {was}", "说话者由 {was} 变成 {now}"),
    How.WRAPPED: ("stands whole inside a longer text", "整段位于更长的文本中"),
}

_CUT_END: _Words = (
    "cut at {head} characters ({taken} are gone)",
    "在 {head} 字符处截断（少了 {taken} 字符）",
)
_CUT_START: _Words = ("its first {taken} characters are cut off", "开头的 {taken} 字符被截掉")
_CUT_MIDDLE: _Words = (
    "cut in the middle: characters {head} to {end} are gone ({taken})",
    "中间被截：第 {head} 至 {end} 字符没有了（{taken}）",
)
_CUT_MANY: _Words = (
    "cut at {count} places ({taken} characters are gone)",
    "有 {count} 处被截（少了 {taken} 字符）",
)
_MARKER: _Words = ("“{marker}” stands there", "原处为“{marker}”")
_FOUND: _Words = (
    "{found} of its {of} telling words are there",
    "其 {of} 个关键词中有 {found} 个在那里",
)
_INTO: _Words = ("in message {message}", "在第 {message} 条消息中")
_MOVED: _Words = ("moved", "位置变了")
_MERGED: _Words = ("with others in message {message}", "与其他内容一起位于第 {message} 条消息")

ADDED: dict[AddedKind, _Words] = {
    AddedKind.SYSTEM: ("a system message that no item explains", "没有条目可以解释的系统消息"),
    AddedKind.TOOLS: ("a tool schema that no item explains", "没有条目可以解释的工具定义"),
    AddedKind.SUMMARY: ("a summary", "摘要"),
    AddedKind.TEXT: ("a text that no item explains", "没有条目可以解释的文本"),
}
_SUMMARY_OF: _Words = ("a summary (items in it: {count})", "摘要（涉及条目：{count}）")
_ADDED: _Words = ("added by the builder: {what}", "由构建器加入：{what}")

RULES: dict[RuleCode, _Words] = {
    RuleCode.ALL_KEPT: ("sends all that was recorded, as it was", "原样发送所记录的一切"),
    RuleCode.LAST_TURNS: ("keeps the last {number} turns", "保留最近 {number} 轮"),
    RuleCode.LAST_MESSAGES: ("keeps the last {number} messages", "保留最近 {number} 条消息"),
    RuleCode.LAST_RESULTS: ("keeps the last {number} tool results", "保留最近 {number} 个工具结果"),
    RuleCode.RESULTS_OLDER: (
        "leaves out tool results older than {number} requests",
        "不再发送超过 {number} 次请求的旧工具结果",
    ),
    RuleCode.CUT_RESULTS: ("cuts tool results at {number} characters", "工具结果在 {number} 字符处截断"),
    RuleCode.NO_RESULTS: ("leaves out tool results", "不发送工具结果"),
    RuleCode.NO_THINKING: ("leaves out thinking", "不发送思考内容"),
    RuleCode.SUMMARISED: (
        "writes a summary at request {number} (items in it: {count})",
        "在第 {number} 次请求时写摘要（涉及条目：{count}）",
    ),
    RuleCode.SUMMARISES: (
        "writes a summary from request {number} on (items in it: {count})",
        "从第 {number} 次请求起不断写摘要（涉及条目：{count}）",
    ),
}
_AGREE: _Words = ("{agree} of {of} requests agree", "{of} 次请求中有 {agree} 次相符")

#: A longer marker is not told whole.
_SHORT = 60


def _say(words: _Words, language: Language | str, **values: object) -> str:
    # texts of a log may hold braces: they are filled in once, by name
    shown = {name: f"{value:,}" if isinstance(value, int) else str(value) for name, value in values.items()}
    return words[Language(language) is Language.CHINESE].format_map(shown)


def _joined(parts: list[str], language: Language | str) -> str:
    return ("，" if Language(language) is Language.CHINESE else ", ").join(part for part in parts if part)


def sent_fate(fate: SentFate, language: Language | str) -> str:
    """A fate in one word."""
    return _say(FATES[fate], language)


def basis(basis: Basis, language: Language | str) -> str:
    """What the items were held against."""
    return _say(BASES[basis], language)


def evidence(one: ItemFate, language: Language | str, *, speaker_of: Callable[[str], str] = str) -> str:
    """By what an item's fate is told, without the fate's own word; empty where there is nothing to say."""
    moved = _say(_MOVED, language) if one.moved else ""
    into = _say(_INTO, language, message=one.message) if one.message is not None else ""
    if one.fate is SentFate.MERGED and one.message is not None:
        return _say(_MERGED, language, message=one.message)
    if one.how is None:
        return moved
    if one.how is How.CUT:
        return _joined([_cut(one, language), moved], language)
    was, now = (speaker_of(one.was), speaker_of(one.now)) if one.how is How.ROLE else (one.was, one.now)
    said = _say(HOWS[one.how], language, marker=_brief(one.marker), was=was, now=now)
    if one.how is How.SUMMARISED:
        found = _say(_FOUND, language, found=one.found, of=one.of) if one.of else ""
        return _joined([said + _gap(language) + into if into else said, found], language)
    if one.how in (How.REWORDED, How.WRAPPED):
        return _joined([said + _gap(language) + into if into else said, moved], language)
    return _joined([said, moved], language)


def item_fate(one: ItemFate, language: Language | str) -> str:
    """What became of an item, as one clause: its fate or, where that is told, the way in which it came."""
    said = evidence(one, language)
    if one.how is not None:
        return said
    return _joined([sent_fate(one.fate, language), said], language)


def added_text(one: AddedText, language: Language | str, *, builder: bool = True) -> str:
    """What a message is that no item explains; `builder` says who added it."""
    what = _say(ADDED[one.kind], language)
    if one.kind is AddedKind.SUMMARY and one.items:
        what = _say(_SUMMARY_OF, language, count=len(one.items))
    return _say(_ADDED, language, what=what) if builder else what


def told(one: ItemFate | AddedText, language: Language | str, *, brief: bool = False) -> str:
    """What a comparison says of a message; `brief` leaves out markers of cuts and counts of words."""
    if isinstance(one, AddedText):
        return added_text(one, language)
    if brief:
        one = replace(one, of=0, marker="" if one.how is How.CUT else one.marker)
    return item_fate(one, language)


def rule(one: GuessedRule, language: Language | str) -> str:
    """A rule by which the builder may have worked, without how many requests agree."""
    return _say(RULES[one.code], language, number=one.number, count=one.count)


def agreement(one: GuessedRule, language: Language | str) -> str:
    """How many of the requests where a rule can be told agree with it."""
    return _say(_AGREE, language, agree=one.agree, of=one.of)


def _cut(one: ItemFate, language: Language | str) -> str:
    head, end = one.spans[0] if one.spans else (0, 0)
    values = {"head": head, "end": end, "taken": one.taken, "count": len(one.spans)}
    if len(one.spans) != 1:
        words = _CUT_MANY
    elif head == 0:
        words = _CUT_START
    else:
        words = _CUT_MIDDLE if one.tail else _CUT_END
    marker = _say(_MARKER, language, marker=_brief(one.marker)) if one.marker.strip() else ""
    return _joined([_say(words, language, **values), marker], language)


def _gap(language: Language | str) -> str:
    return "，" if Language(language) is Language.CHINESE else " "


def _brief(marker: str) -> str:
    line = " ".join(marker.split())
    return line if len(line) <= _SHORT else f"{line[: _SHORT - 1]}…"
