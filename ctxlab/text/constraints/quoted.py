"""Parts of a Chinese text that its writer quotes or hands over as data: they demand nothing themselves."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.text.expression import Expression

Span = tuple[int, int]

# The closing mark of each opening one; a quotation is 4 to 2000 code points long.
_QUOTES = {"“": "”", "「": "」", "『": "』"}
_OPEN = Expression(f"[{''.join(_QUOTES)}]")
_STRAIGHT = Expression('"([^"\\n]{4,2000})"')
_SHORTEST, _LONGEST = 4, 2000
# What a quotation that speaks for its writer is introduced by: 我的第一个请求是“...”.
_OWN = Expression("(?:请求|要求|需求|任务|指令|规则|规定|条件|原则)[^。！？\n“]{0,6}\\Z")
_HAN = Expression("[\u4e00-\u9fff]")
_COLON = Expression("[:：]\\s*")
# What a colon leads from to data: 翻译以下句子：..., and lines such as 输入：...
_MATTER = (
    "句子?|文本|文章|段落?|内容|话|文字|对话|代码|词语?|单词|邮件|英文|中文|材料|新闻|故事|诗歌?|问题|题目?|数据|评论|短文"
    "|原文|摘要|谚语|陈述|语句|片段|歌词|资料|报告|记录|日志"
)
_DATA = Expression(
    f"(?:[以如]下|下[面列]|这[段句篇个封首]|给定)(?:的|这|是|一?[段句篇个封首组份])*[^\n:：。，,;；]{{0,12}}?(?:{_MATTER})"
    "[^\n:：。，,;；]{0,6}\\Z"
)
_DATA_LINE = Expression(
    "(?:^|\n)[ \t]*(?:输入|原文|文本|句子|问题|题目|文章|内容|段落|正文|例如|示例|例子|样例|背景|材料"
    "|对话|代码|日志|报错)\\d?\\s?\\Z"
)
_BEFORE = 36
_PARAGRAPH_END = Expression(r"\n[ \t]*\n|\Z")


def quoted(text: str) -> list[Span]:
    """The spans of a text that are quoted or data, ascending; they may overlap."""
    return [] if text.isascii() else sorted([*_quotations(text), *_data(text)])


def _quotations(text: str) -> Iterator[Span]:
    """Quotations that are somebody else's words."""
    for mark in _OPEN.compiled.finditer(text):
        start = mark.end()
        end = text.find(_QUOTES[mark.group()], start, start + _LONGEST)
        if end - start >= _SHORTEST and not _own(text, mark.start()):
            yield start, end
    if '"' in text:
        for found in _STRAIGHT.compiled.finditer(text):
            near = text[max(0, found.start() - 3) : found.end()]
            if _HAN.compiled.search(near) and not _own(text, found.start()):
                yield found.span(1)


def _own(text: str, start: int) -> bool:
    return _OWN.compiled.search(text, max(0, start - 16), start) is not None


def _data(text: str) -> Iterator[Span]:
    """What stands behind a colon to the end of its paragraph, where the words before make it data."""
    done = 0
    for colon in _COLON.compiled.finditer(text):
        begin, end = max(0, colon.start() - _BEFORE), colon.start()
        if end >= done and (
            _DATA.compiled.search(text, begin, end) or _DATA_LINE.compiled.search(text, begin, end)
        ):
            last = _PARAGRAPH_END.compiled.search(text, colon.end())
            done = last.start() if last else len(text)
            yield colon.end(), done
