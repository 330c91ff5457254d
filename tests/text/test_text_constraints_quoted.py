from __future__ import annotations

import pytest

from ctxlab.text.constraints.quoted import quoted


def said(text: str) -> list[str]:
    return [text[start:end] for start, end in quoted(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我的第一句话是“他必须离开这里。”", "他必须离开这里。"),
        ("润色「我们不能再等了」", "我们不能再等了"),
        ('把"你不得迟到哦"翻译一下', "你不得迟到哦"),
        ("当我说“现在可以停止”时", "现在可以停止"),
        ("请翻译以下句子：你必须先报名。\n第二行也是。", "你必须先报名。\n第二行也是。"),
        ("总结下面这段文字: 不要怕\n\n不超过50字", "不要怕"),
        ("改写句子\n输入：所有人都要到场。", "所有人都要到场。"),
    ],
)
def test_other_peoples_words_and_data_are_quoted(text: str, expected: str) -> None:
    assert said(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "我的第一个请求是“写一首不超过四行的诗”",
        "请遵守以下规则：不要编造。",
        "输出格式：表格",
        "“好的”不算回答",
        "“没有结尾的引文",
        'say "you must not do it" again',
        "",
    ],
)
def test_requests_rules_and_short_words_are_not(text: str) -> None:
    assert said(text) == []
