"""Every finding of a gate is worded in English and in Chinese, with its numbers."""

from __future__ import annotations

import pytest

from ctxlab.explain import gate as words
from ctxlab.explain.gate_lines import finding_lines, session_lines
from ctxlab.model.decision import Stage
from ctxlab.model.diagnostics import Diagnostic, Number
from ctxlab.model.gate import (
    FAILS,
    HOLDS,
    UNJUDGED,
    Before,
    Built,
    Code,
    GateFinding,
    GateKeep,
    GateResult,
    Severity,
    Since,
)
from ctxlab.model.sweep import Place
from ctxlab.model.wire_view import Finding as WireFinding

#: Code → the numbers that the gate gives it.
NUMBERS: dict[Code, tuple[tuple[str, Number], ...]] = {
    Code.OVER: (("over", 1_200), ("was", 0)),
    Code.NEWLY_OVER: (("over", 1_200), ("was", 0)),
    Code.LEVEL: (("level", 2), ("most", 1)),
    Code.TOKENS: (("tokens", 9_000), ("most", 8_000)),
    Code.GROWTH: (("percent", 12.5), ("most", 10.0), ("tokens", 9_000), ("was", 8_000)),
    Code.UNKNOWN: (("sources", "tool_schemas"), ("flags", "--set window.unknown.tool_schemas=N")),
    Code.COUNTED_OTHERWISE: (("now", "o200k_base"), ("was", "chars/4")),
    Code.UNREADABLE: (("reason", "no such file"),),
    Code.LEFT_OUT: (("count", 3),),
    Code.CAP_IDLE: (("row", "history"), ("cap", 9_000), ("most", 1_200)),
    Code.NOT_ASKED: (("sessions", 3),),
}


def found(code: Code) -> GateFinding:
    about = {
        Code.WIRE: WireFinding("content_missing", 3),
        Code.MARKS: Diagnostic("mark_without_item", "i9"),
    }.get(code)
    return GateFinding(
        code, Severity.ERROR, label="{x} 3000", stage=Stage.SELECT, numbers=NUMBERS.get(code, ()), about=about
    )


@pytest.mark.parametrize("code", Code)
def test_each_code_has_words_in_both_languages(code: Code) -> None:
    english, chinese = (words.finding(found(code), language) for language in ("en", "zh"))
    for text in (english, chinese):
        assert text
        assert "\n" not in text
        assert "{label}" not in text
        for _, value in NUMBERS.get(code, ()):
            if isinstance(value, int) and value > 1:
                assert f"{value:,}" in text
    assert english != chinese or code is Code.UNREADABLE
    assert words.title(found(code), "en") != words.title(found(code), "zh")


def test_sentences_by_hand() -> None:
    def said(finding: GateFinding, language: str = "en") -> str:
        return words.finding(finding, language)

    assert said(found(Code.GROWTH)) == "9,000 tokens, 8,000 under the baseline: 12.5 % more, 10 % are allowed"
    was = GateFinding(Code.OVER, Severity.ERROR, numbers=(("over", 30), ("was", 20)))
    assert said(was) == "over the limit by 30 tokens, by 20 under the baseline"
    deeper = GateFinding(Code.LEVEL, Severity.WARNING, numbers=(("level", 2), ("was", 0)))
    assert said(deeper, "zh") == "达到第 2 级降级，基线为第 0 级"
    placed = GateFinding(Code.WIRE, Severity.ERROR, message=3, about=WireFinding("content_missing", 3))
    assert said(placed) == "the API would refuse message 3: it has no content"
    assert said(found(Code.MARKS)) == "i9: the marks name an item that the session does not have"
    since = GateFinding(
        Code.LOST, Severity.ERROR, label="a", stage=Stage.GATHER, since=Since(3, 2, sure=False)
    )
    assert said(since) == "must-keep LOST in Gather: a · lost since request 3 (turn 2) or before"


def test_verdicts_in_words() -> None:
    assert [words.code(code, "en") for code in (HOLDS, FAILS, UNJUDGED)] == [
        "holds",
        "does not hold",
        "cannot be judged",
    ]
    assert [words.code(code, "zh") for code in (HOLDS, FAILS, UNJUDGED)] == ["成立", "不成立", "无法判定"]


def test_a_session_has_a_line_with_its_figures() -> None:
    built = Built(
        request=1,
        turn=1,
        profile="p",
        tokens=900,
        counted_in="o200k_base",
        exact=False,
        limit=1_000,
        over=0,
        level=2,
        wire="openai-chat",
        must_keeps=(GateKeep("a", "a"), GateKeep("b", "b", Stage.SELECT)),
    )
    note = GateFinding(Code.LOST_BEFORE, Severity.NOTE, label="b", stage=Stage.SELECT)
    result = GateResult(Place("x", 0, "x"), (note,), "s", built, Before(1_000, "o200k_base"))
    assert session_lines(result, "en") == [
        "x: holds · ≈900 / 1,000 tokens · 1/2 must-keeps · level 2 of degradation"
        " · -100 (-10.0 %) against the baseline's 1,000",
        "  · must-keep lost in Select, as under the baseline: b",
    ]
    assert finding_lines(GateFinding(Code.NOTHING, Severity.UNJUDGED), "zh") == [
        "没有必留项，也没有限额，无从判定"
    ]


def test_the_same_advice_is_given_once() -> None:
    numbers = (("sources", "tool_schemas"), ("flags", "--set window.unknown.tool_schemas=N"))
    unknown = GateFinding(Code.UNKNOWN, Severity.UNJUDGED, numbers=numbers)
    results = [GateResult(Place(name, 0, name), (unknown,)) for name in ("a.json", "b.json")]
    advised: set[str] = set()
    first, second = (session_lines(one, "en", advised)[1] for one in results)
    assert first == "  tool_schemas unknown; state an estimate: --set window.unknown.tool_schemas=N"
    assert second == "  tool_schemas unknown, as above"
    assert session_lines(results[1], "zh", advised)[1] == "  tool_schemas 未知，同上"
