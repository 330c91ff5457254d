from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab import export
from ctxlab.errors import ProfileError
from ctxlab.export import importer
from ctxlab.model.items import Row
from ctxlab.profiles import builtin

CLASS = '''"""The agent's budget."""
from dataclasses import dataclass
import somewhere_that_is_not_installed

LIMIT = compute()


@dataclass
class ContextBudget:
    """Tokens."""

    total_tokens: int = 128_000
    output_reserve: int = 4 * 1024
    system_prompt_max: int = 2000  # words
    task_state_max = 3000
    agent_notes_max: int = +2000
    recent_conversation_max: int = (40_000 // 2)
    tool_results_max: int = 4e4
    retrieved_docs_max: int = 2 * 10**4
    history_max: int = 30000 - 5
    max_item_tokens: int = 2000

    @property
    def available(self) -> int:
        return self.total_tokens - self.output_reserve
'''

TABLE = """
CONTEXT_BUDGET: dict[str, int] = {
    "system_prompt": 1500,
    "tool_schemas": 500,
    "conversation": 8000,
    "rag_results": 1000,
    "tool_results": 1500,
    "reserved": 5000,
}
"""


def test_the_class_becomes_a_profile() -> None:
    profile = importer.read(CLASS).profile
    assert (profile.window.size, profile.window.output_reserve) == (128000, 4096)
    caps = {str(row): line.cap for row, line in profile.budget if line.cap is not None}
    assert caps == {
        "system_prompt": 2000,
        "key_fact": 1000,
        "task_state": 3000,
        "agent_note": 2000,
        "recent": 20000,
        "history": 29995,
        "tool_result": 40000,
        "retrieved_doc": 20000,
    }
    assert profile.row(Row.TOOL_RESULT).per_item == 2000
    # What the class does not state is the recommended profile's.
    assert profile.row(Row.HISTORY).overflow is builtin("gssc").row(Row.HISTORY).overflow


def test_the_dict_becomes_a_profile() -> None:
    imported = importer.read(TABLE)
    profile = imported.profile
    assert profile.window.size is None
    assert profile.window.buffer == 5000
    assert profile.row(Row.RECENT).cap == 6000
    assert profile.row(Row.HISTORY).cap == 2000
    assert profile.row(Row.RETRIEVED_DOC).cap == 1000
    assert profile.row(Row.TOOL_RESULT).cap == 1500
    assert str(profile.tokens.encoding) == "cl100k_base"
    assert any("window.size" in note for note in imported.notes)


def test_what_is_not_stated_is_not_guessed() -> None:
    imported = importer.read("class ContextBudget:\n    history_max = 5\n")
    assert imported.profile.window.size is None
    assert imported.profile.window.output_reserve == 0
    assert imported.profile.row(Row.HISTORY).cap == 5
    assert imported.profile.row(Row.RECENT).cap is None
    assert any(note.startswith("total_tokens is not stated") for note in imported.notes)


def test_none_is_no_cap() -> None:
    profile = importer.read(
        "class ContextBudget:\n    total_tokens: int | None = None\n    history_max = None\n"
    ).profile
    assert profile.window.size is None
    assert profile.row(Row.HISTORY).cap is None


@pytest.mark.parametrize("name", ["gssc", "gssc-published-zh"])
def test_an_exported_class_comes_back_with_its_figures(name: str) -> None:
    source = export.to_context_budget(builtin(name))
    again = export.to_context_budget(importer.read(source).profile)

    def figures(text: str) -> list[str]:
        return [line.partition("#")[0].strip() for line in text.splitlines() if ": int" in line]

    assert figures(again) == figures(source)


def test_an_exported_dict_comes_back_with_its_figures() -> None:
    profile = importer.read(TABLE).profile.set("window.size", 128000)
    again = importer.read(export.to_context_budget_dict(profile)).profile
    assert again.set("window.size", 128000) == profile


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("class ContextBudget:\n    total_tokens: int = load()\n", 2, "load()"),
        ("class ContextBudget:\n    total_tokens: int = OTHER\n", 2, "OTHER"),
        ("class ContextBudget:\n    total_tokens: int = '128000'\n", 2, "128000"),
        ("class ContextBudget:\n    total_tokens: int = True\n", 2, "True"),
        ("class ContextBudget:\n    total_tokens: int\n", 2, "no default"),
        ("class ContextBudget:\n    total_tokens: int = -5\n", 2, "-5"),
        ("class ContextBudget:\n    total_tokens: int = 0.5\n", 2, "0.5"),
        ("class ContextBudget:\n    total_tokens: int = 1e999\n", 2, "large"),
        ("class ContextBudget:\n    total_tokens: int = 9**9**9\n", 2, "cannot be read"),
        ("class ContextBudget:\n    total_tokens: int = 10**19 // 10**12\n", 2, "large"),
        ("class ContextBudget:\n    total_tokens: int = 1 // 0\n", 2, "zero"),
        ("class ContextBudget:\n    total_tokens: int = 1 if x else 2\n", 2, "cannot be read"),
        ("class ContextBudget:\n    total_tokens: int = 5\n    total_tokens: int = 6\n", 3, "twice"),
        ("class ContextBudget:\n    histroy_max: int = 5\n", 2, "history_max"),
        ("class ContextBudget:\n    for x in range(3):\n        pass\n", 2, "no field"),
        ("class ContextBudget:\n    a, b = 1, 2\n", 2, "no field"),
        ("class ContextBudget:\n    total_tokens = 100\n    output_reserve = 100\n", None, "leaves no room"),
        ("CONTEXT_BUDGET = dict(a=1)\n", 1, "no plain dict"),
        ("CONTEXT_BUDGET = {\n  **other,\n}\n", 2, "no plain text"),
        ("CONTEXT_BUDGET = {\n  5: 5,\n}\n", 2, "no plain text"),
        ("CONTEXT_BUDGET = {\n  'convresation': 5,\n}\n", 2, "conversation"),
        ("x = 1\n", None, "no ContextBudget"),
        (CLASS + TABLE, None, "more than one"),
        ("class ContextBudget\n", 1, "no Python"),
        ("x = 1\0\n", None, "no Python"),
        ("x = " + "(" * 5000, None, "no Python"),
        ("x = " + "-" * 20000 + "1", None, "Python"),
    ],
)
def test_anything_else_is_refused_with_its_line(source: str, line: int | None, words: str) -> None:
    with pytest.raises(ProfileError) as caught:
        importer.read(source, "agent.py")
    assert caught.value.where.file == "agent.py"
    if line is not None:
        assert caught.value.where.line == line
    assert words in f"{caught.value.message} {caught.value.hint}"


def test_nothing_is_executed(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    source = (
        f"open({str(mark)!r}, 'w')\nclass ContextBudget:\n    history_max = 5\n    open({str(mark)!r}, 'w')\n"
    )
    with pytest.raises(ProfileError, match="no field"):
        importer.read(source)
    importer.read(source.rpartition("    open")[0])
    assert not mark.exists()


def test_files_are_read_and_missing_ones_said(tmp_path: Path) -> None:
    file = tmp_path / "budget.py"
    file.write_text(TABLE, encoding="utf-8")
    assert importer.load(file) == importer.load_with_notes(file).profile == importer.read(TABLE).profile
    with pytest.raises(ProfileError, match="No such file"):
        importer.load(tmp_path / "none.py")


@given(st.text(max_size=60).map(lambda text: f"class ContextBudget:\n    history_max = {text}\n"))
def test_any_text_is_read_or_refused(source: str) -> None:
    cap: int | None = None
    try:
        cap = importer.read(source).profile.row(Row.HISTORY).cap
    except ProfileError:
        return
    assert cap is None or 0 <= cap <= 1_000_000_000


def test_all_that_is_wrong_is_told_at_once() -> None:
    source = """
class ContextBudget:
    total_tokens: int = 128000
    hsitory_max: int = 3000
    tool_result_max: int = -5
    import os
"""
    with pytest.raises(ProfileError) as refused:
        importer.read(source, "budget.py")
    assert [one.where.line for one in refused.value.problems] == [4, 5, 6]
    assert refused.value.message.startswith("3 problems:")
    assert refused.value.where.file == "budget.py"
