from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest
from helpers.any_profile import PROFILES
from hypothesis import given

from ctxlab import export
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile, RowBudget, Window
from ctxlab.profiles import builtin, builtin_names, parse

PUBLISHED = {
    "total_tokens": 128000,
    "output_reserve": 4096,
    "system_prompt_max": 2000,
    "task_state_max": 3000,
    "agent_notes_max": 2000,
    "recent_conversation_max": 20000,
    "tool_results_max": 40000,
    "retrieved_docs_max": 20000,
    "history_max": 30000,
    "max_item_tokens": 2000,
}


def run(source: str) -> dict[str, Any]:
    """What the source defines: it is the output of the export, and has to be Python that runs."""
    names: dict[str, Any] = {}
    exec(compile(source, "exported.py", "exec", dont_inherit=True), names)
    return names


def budget(profile: Profile) -> dict[str, int | None]:
    return asdict(run(export.to_context_budget(profile))["ContextBudget"]())


def table(profile: Profile) -> dict[str, int | None]:
    return dict(run(export.to_context_budget_dict(profile))["CONTEXT_BUDGET"])


@pytest.mark.parametrize("name", ["gssc", "gssc-published-zh", "gssc-published-en"])
def test_the_class_has_the_published_names_and_figures(name: str) -> None:
    assert budget(builtin(name)) == PUBLISHED
    assert list(budget(builtin(name))) == list(PUBLISHED)


def test_the_dict_has_the_published_keys() -> None:
    caps = {
        Row.SYSTEM_PROMPT: 1500,
        Row.TOOL_SCHEMAS: 500,
        Row.RECENT: 6000,
        Row.HISTORY: 2000,
        Row.RETRIEVED_DOC: 1000,
        Row.TOOL_RESULT: 1500,
    }
    profile = Profile(
        window=Window(size=128000, buffer=5000),
        budget=tuple((row, RowBudget(cap=cap)) for row, cap in caps.items()),
    )
    assert table(profile) == {
        "system_prompt": 1500,
        "tool_schemas": 500,
        "conversation": 8000,
        "rag_results": 1000,
        "tool_results": 1500,
        "reserved": 5000,
    }


def test_a_row_without_a_cap_gets_what_never_binds_or_no_figure() -> None:
    sized = Profile(window=Window(size=9000), budget=((Row.HISTORY, RowBudget(cap=700)),))
    assert budget(sized)["recent_conversation_max"] == 9000
    assert list(table(sized)) == ["reserved"]
    written = export.to_context_budget_dict(sized)
    assert '# "conversation" is left out: recent has no cap, history has a cap of 700' in written
    assert '# "rag_results" is left out: no cap in the profile' in written
    assert "whole window" in export.to_context_budget(sized)
    assert budget(Profile())["history_max"] is None
    assert "state a figure" in export.to_context_budget(Profile())


@pytest.mark.parametrize("write", [export.to_context_budget, export.to_context_budget_dict])
def test_comments_tell_what_is_not_expressed(write: Any) -> None:
    profile = builtin("gssc").set("must_keep", [{"text": "不吃辣"}]).set("window.soft_limit", 32000)
    comments = [line for line in write(profile).splitlines() if line.startswith("#")]
    said = "\n".join(comments)
    assert "budget.key_fact: cap = 1000" in said
    assert "budget.history: overflow = 'compress'" in said
    assert "key_facts = True" in said
    assert "soft_limit = 32000" in said
    assert "must_keep[1]: text = '不吃辣'" in said
    assert "20000" not in said.replace("32000", "")


def test_text_of_a_profile_stays_inside_the_comments() -> None:
    profile = Profile(
        name="a'\nimport os",
        published=(("x\nimport os", 1), ("\u2028y", "\r\nimport os")),
        must_keep=parse(
            'schema = "ctxlab.profile/1"\n[[must_keep]]\ntext = "\\n\\u202eimport os"\n'
        ).must_keep,
    )
    for source in (export.to_context_budget(profile), export.to_context_budget_dict(profile)):
        assert "os" not in run(source)
        assert "\u202e" not in source
        assert all(line.startswith("#") for line in source.splitlines() if "import os" in line)


@pytest.mark.parametrize("name", builtin_names())
def test_toml_expresses_all(name: str) -> None:
    assert parse(export.to_toml(builtin(name))) == builtin(name)


@given(PROFILES)
def test_every_profile_gives_python_that_runs(profile: Profile) -> None:
    figures = budget(profile)
    assert list(figures) == list(PUBLISHED)
    assert figures["total_tokens"] == profile.window.size
    assert table(profile)["reserved"] == profile.window.output_reserve + profile.window.buffer


@pytest.mark.parametrize("write", [export.to_context_budget, export.to_context_budget_dict])
def test_what_the_figures_mean_is_told_though_no_profile_states_it(write: Any) -> None:
    profile = Profile(
        window=Window(size=20000, output_reserve=3000, buffer=1000),
        budget=((Row.TOOL_RESULT, RowBudget(cap=600, per_item=50)),),
    )
    said = [line for line in write(profile).splitlines() if line.startswith("#")]
    assert (
        "# The profile holds the context to 16000 tokens: size 20000 - output_reserve 3000 - buffer 1000."
        in said
    )
    assert any("tokens: encoding = 'o200k_base'" in line for line in said)
    assert any("gather: key_facts = False" in line for line in said)
    assert any("layout = 'sandwich', wire = 'openai-chat', language = 'en'" in line for line in said)
    assert any("per_item_action = 'truncate'" in line for line in said)


def test_a_soft_limit_is_told_as_the_limit_where_it_rules() -> None:
    window = Window(size=128000, soft_limit=32000, enforce_soft=True, output_reserve=4096, buffer=5000)
    written = export.to_context_budget_dict(Profile(window=window))
    assert "holds the context to 27000 tokens: soft_limit 32000 - buffer 5000." in written
    assert '"reserved": 9096,  # output_reserve 4096 + buffer 5000' in written
