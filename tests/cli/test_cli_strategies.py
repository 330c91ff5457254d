"""`ctxlab profiles strategies`: every strategy with the settings that it reads."""

from __future__ import annotations

from helpers.cli import ctxlab

from ctxlab.lab import Lab
from ctxlab.model.decision import Stage


def test_strategies_are_listed_under_their_stages_with_settings() -> None:
    answer = ctxlab("profiles", "strategies")
    assert answer.code == 0
    lines = answer.out.splitlines()
    select, summarize = lines.index("Select"), lines.index("Summarize")
    assert lines[select + 1] == "  layered (1)"
    assert any(
        line.startswith("    select.pairs · one of placeholder, drop · default placeholder · ")
        for line in lines[select:summarize]
    )
    assert any("select.max_messages · 0 to 1,000,000 · default not set" in line for line in lines)
    published = lines.index("  gssc-published (1)", select)
    assert lines[published + 2] == "    reads no settings of its stage"


def test_json_has_what_the_lab_says() -> None:
    document = ctxlab("profiles", "strategies", "--json").json
    assert document["schema"] == "ctxlab.strategies/1"
    known = Lab(store=False).strategies()
    assert list(document["stages"]) == [stage.value for stage in Stage]
    for stage in Stage:
        found = document["stages"][stage.value]
        assert [one["name"] for one in found] == [one.name for one in known[stage]]
        assert [[s["key"] for s in one["settings"]] for one in found] == [
            [s.key for s in one.settings] for one in known[stage]
        ]
    tokens = document["stages"]["summarize"][0]["settings"][0]
    assert tokens == {
        "key": "summarize.max_tokens",
        "kind": "number",
        "optional": False,
        "default": 600,
        "least": 0,
        "most": 1_000_000_000,
        "about": "Tokens of one summary at most.",
    }
