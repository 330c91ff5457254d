"""The Markdown: tables, a diff and a profile, in which text of the session is nothing but text."""

from __future__ import annotations

import re

import pytest
from helpers import reports

from ctxlab.model.constraint import Survived
from ctxlab.model.report import Passage
from ctxlab.report.markdown import to_markdown


def _lines(language: str = "en", **parts: object) -> list[str]:
    return to_markdown(reports.report(language, **parts)).splitlines()


def _outside_fences(lines: list[str]) -> list[str]:
    fence, out = "", []
    for line in lines:
        found = re.match(r"`{3,}", line)
        if found and not fence:
            fence = found.group()
        elif fence and line == fence:
            fence = ""
        elif not fence:
            out.append(line)
    assert not fence
    return out


def test_the_head_is_a_heading_and_a_quoted_verdict() -> None:
    lines = _lines()
    assert lines[0] == "## ctxlab report: `trip.json`"
    assert lines[4].startswith("> **− lost** — “`at most 3000 yuan`” is not in the context of request 1.")
    assert lines[4].endswith("— under `tight`")


def test_the_stages_are_a_table() -> None:
    lines = _lines()
    at = lines.index("| stage | result | test and numbers | what stands after it |")
    assert lines[at + 1] == "| --- | --- | --- | --- |"
    assert lines[at + 3] == (
        "| **Select** | − failed | over its cap: 2 newer items hold 24 of 30; 6 left, 9 needed | − lost |"
    )


def test_the_excerpt_is_a_diff() -> None:
    lines = _lines()
    at = lines.index("```diff")
    assert lines[at + 2] == "- #2 user · 1: Keep it at most 3000 yuan, mail bob@corp.example"
    assert lines[at + 3].startswith(
        "! Select: its row stops at the first that does not fit, assistant · turn 1"
    )


def test_further_lines_of_a_message_stay_in_the_diff() -> None:
    lines = _lines(texts={"u1": "Keep it\nat most 3000 yuan\n```\nend"})
    at = lines.index("````diff")
    assert lines[at + 2 : at + 6] == [
        "- #2 user · 1: Keep it",
        "-     at most 3000 yuan",
        "-     ```",
        "-     end",
    ]


def test_the_matrix_tells_runs_of_requests() -> None:
    verdicts = [None, *[Survived.VERBATIM] * 22, *[Survived.LOST] * 3]
    lines = _lines(matrix=reports.matrix(*verdicts))
    assert "| must keep | 1 | at all of them |" in lines
    assert "| `at most 3000 yuan` (`user` · turn 1 · u1) | · | · 1, ✓ 2–23, − 24–26 |" in lines


def test_the_profile_is_folded_away() -> None:
    lines = _lines()
    at = lines.index("<details><summary>Profile</summary>")
    assert lines[at + 2] == "```toml"
    assert "cap = 30" in lines
    assert "</details>" in lines


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_table_has_as_many_cells_in_each_row(language: str) -> None:
    label = "a | b `c` *d* @someone #1 <b>"
    lines = _outside_fences(_lines(language, matrix=reports.matrix(Survived.LOST, label=label)))
    widths: list[int] = []
    for line in [*lines, ""]:
        if line.startswith("|"):
            widths.append(len(re.findall(r"(?<!\\)\|", line)))
        else:
            assert len(set(widths)) <= 1
            widths = []


def test_words_of_the_session_are_no_mark_up() -> None:
    label = "a | b `c` *d* @someone #1 <b>\nnext"
    text = to_markdown(reports.report(matrix=reports.matrix(Survived.LOST, label=label)))
    assert "``a \\| b `c` *d* @someone #1 <b> next``" in text


@pytest.mark.parametrize(
    ("text", "code"), [("`x`", "`` `x` ``"), ("x", "`x`"), (" x", "`  x `"), ("a``b", "```a``b```")]
)
def test_a_code_span_holds_any_text(text: str, code: str) -> None:
    report = reports.report()
    section = report.sections[0]
    report = type(report)(report.language, (Passage(text, True),), (), report.verdict, (section,))
    assert to_markdown(report).splitlines()[0] == f"## ctxlab report: {code}"


def test_signs_of_ctxlabs_words_are_escaped() -> None:
    assert any("o200k\\_base stands in for an unnamed model" in line for line in _lines())
