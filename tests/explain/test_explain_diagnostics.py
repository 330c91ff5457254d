from __future__ import annotations

import ast
import re

import pytest
from helpers.tree import PACKAGE

from ctxlab import explain
from ctxlab.explain.diagnostics_en import DIAGNOSTICS as EN
from ctxlab.explain.diagnostics_zh import DIAGNOSTICS as ZH
from ctxlab.explain.wording import fields_of
from ctxlab.model.diagnostics import Diagnostic

MAKERS = {"Diagnostic", "note", "_note", "say", "_say", "_report", "ParseError"}
CODE = re.compile("[a-z]+(_[a-z]+)+")


def _codes() -> set[str]:
    """Every code with which the source makes a diagnostic, as far as it is written out in the call."""
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                value = node.args[0].value
                if called in MAKERS and isinstance(value, str) and CODE.fullmatch(value):
                    found.add(value)
    return found


def test_each_code_in_the_source_is_worded() -> None:
    codes = _codes()
    assert {"over_limit", "published_fails", "bytes_replaced"} <= codes
    assert codes - set(EN) == set()


def test_both_languages_word_the_same_codes_with_the_same_numbers() -> None:
    assert set(EN) == set(ZH)
    for code in EN:
        numbers = [frozenset[str]().union(*map(fields_of, words[code])) for words in (EN, ZH)]
        assert numbers[0] == numbers[1], code
        assert all(fields_of(words[code][-1]) == frozenset() for words in (EN, ZH)), code


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_diagnostic_without_its_numbers_still_reads(language: str) -> None:
    for code in EN:
        words = explain.diagnostic(Diagnostic(code), language)
        assert words
        assert "{" not in words


def test_a_diagnostic_tells_its_numbers() -> None:
    over = Diagnostic("over_limit", numbers=(("limit", 8000), ("counted", 8500), ("over", 500)))
    assert explain.diagnostic(over, "en") == "the context holds 8,500, 500 over its limit of 8,000"
    assert explain.diagnostic(over, "zh") == "上下文共 8,500，超出限额 8,000 达 500"
    one = Diagnostic("lines_repeated", numbers=(("count", 1),))
    assert explain.diagnostic(one, "en") == "1 line stands in the file twice; the first counts"


def test_a_mode_says_what_chose_it() -> None:
    for rule, english, chinese in (
        (0, "as mode.use says", "依 mode.use"),
        (2, "chosen by rule 2 of mode.rule", "由 mode.rule 第 2 条选定"),
    ):
        chosen = Diagnostic("mode_chosen", numbers=(("mode", "single"), ("rule", rule)))
        assert explain.diagnostic(chosen, "en") == f"built in the mode single, {english}"
        assert explain.diagnostic(chosen, "zh") == f"以 single 模式构建，{chinese}"


def test_a_source_is_called_by_its_name() -> None:
    unknown = Diagnostic("unknown_source", numbers=(("source", "tool_schemas"),))
    assert explain.diagnostic(unknown, "en").startswith("how much tool schema there was")
    assert explain.diagnostic(unknown, "zh").startswith("工具定义有多少")


def test_an_unknown_code_is_told_as_it_is() -> None:
    odd = Diagnostic("plugin_odd_thing", numbers=(("a", 1), ("b", "x")))
    assert explain.diagnostic(odd, "en") == "plugin odd thing: a 1, b x"
    assert explain.diagnostic(Diagnostic("plugin_odd_thing"), "zh") == "plugin odd thing"


def test_text_from_a_session_is_not_taken_for_a_template() -> None:
    odd = Diagnostic("line_broken", numbers=(("text", "{count} {0} {"), ("length", 13)))
    assert explain.diagnostic(odd, "en").endswith("{count} {0} {")
