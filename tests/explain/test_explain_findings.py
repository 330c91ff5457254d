"""What is wrong with a request, and what can be done about a notice, in both languages."""

from __future__ import annotations

import ast
from string import Formatter

import pytest
from helpers.tree import PACKAGE

from ctxlab.explain.diagnostics_en import DIAGNOSTICS
from ctxlab.explain.findings import FINDINGS, finding, wire_name
from ctxlab.explain.hints import HINTS, hint
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.wire_view import Finding


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def made() -> dict[str, set[str]]:
    """Each code with which the source makes a finding, and the numbers that it is made with."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if ("wire_view import" not in text and "Losses" not in text) or path.parent.name == "explain":
            # another Finding, or one that is only worded
            continue
        for node in ast.walk(ast.parse(text)):
            if (lost := _lost(node)) is not None:
                found.setdefault(lost[0], set()).add(lost[1])
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding" and node.args):
                continue
            constants = (one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant))
            codes = {one for one in constants if isinstance(one, str)}
            given = [*node.args[2:], *(word.value for word in node.keywords if word.arg == "numbers")]
            names = {
                pair.elts[0].value
                for one in given
                for pair in ast.walk(one)
                if isinstance(pair, ast.Tuple) and pair.elts and isinstance(pair.elts[0], ast.Constant)
            }
            for code in codes:
                found.setdefault(code, set()).update(str(name) for name in names)
    return found


def _lost(node: ast.AST) -> tuple[str, str] | None:
    """The code under which writers count or name what they lose, and the number that it is told with."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
        return None
    holder, code = node.func.value, node.args[0]
    called = getattr(holder, "attr", getattr(holder, "id", ""))
    if not called.endswith("losses") or not isinstance(code, ast.Constant):
        return None
    return str(code.value), {"count": "count", "name": "names"}[node.func.attr]


def test_each_finding_of_the_source_is_worded_with_its_numbers() -> None:
    codes = made()
    assert {"call_unanswered", "thinking_altered"} <= set(codes)
    assert set(codes) == set(FINDINGS)
    assert {code for code, names in codes.items() if fields(FINDINGS[code][0]) - names} == set()


@pytest.mark.parametrize("texts", [*FINDINGS.values(), *HINTS.values()])
def test_both_languages_tell_the_same(texts: tuple[str, str]) -> None:
    assert all(texts)
    assert fields(texts[0]) == fields(texts[1])


def test_text_from_a_session_is_no_template() -> None:
    told = finding(Finding("tool_name_odd", 1, (("name", "{id} {0}"),)), "en")
    assert told == "{id} {0} cannot be the name of a tool"
    assert finding(Finding("something_new"), "en") == "something new"
    assert finding(Finding("content_empty"), "zh") == "内容为空"


def test_wires_have_names() -> None:
    assert (wire_name("openai-chat"), wire_name("anthropic"), wire_name("x")) == (
        "OpenAI chat",
        "Anthropic",
        "x",
    )


def test_hints_are_about_notices_that_there_are() -> None:
    assert set(HINTS) - set(DIAGNOSTICS) == set()
    assert hint(Diagnostic("window_unknown"), "en") == "state window.size in the profile"
    assert hint(Diagnostic("python_form"), "en") == ""
    # of a document's source the profile knows nothing
    assert hint(Diagnostic("unknown_source", "i4"), "en") == ""
