"""Settings of stages as fields show and take them."""

from __future__ import annotations

import pytest

from ctxlab.gui.models.setting_values import (
    shown_value,
    stated_lines,
    stepped,
    strategy_of,
    typed_value,
    value_of,
)
from ctxlab.model.decision import Stage
from ctxlab.model.profile import Profile
from ctxlab.model.stage_info import SettingInfo, SettingKind

NUMBER = SettingInfo("summarize.max_item_tokens", SettingKind.NUMBER, None, True, (), 0, 1000)
NEEDED = SettingInfo("summarize.max_tokens", SettingKind.NUMBER, 600, False, (), 0, 1000)


def test_values_are_as_a_file_has_them() -> None:
    profile = Profile().set("select.pairs", "drop")
    assert value_of(profile, "select.pairs") == "drop"
    assert type(value_of(profile, "select.pairs")) is str
    assert value_of(profile, "select.max_messages") is None
    assert value_of(profile, "gather.rule") == ()
    assert strategy_of(profile, Stage.SUMMARIZE) == "extractive"


@pytest.mark.parametrize(
    ("info", "text", "value"),
    [
        (NUMBER, "", None),
        (NUMBER, " None ", None),
        (NUMBER, "1,200", 1200),
        (NUMBER, "12 00", "12 00"),
        (NUMBER, "-3", "-3"),
        (NUMBER, "many", "many"),
        (NEEDED, "", ""),
        (NEEDED, "0", 0),
    ],
)
def test_what_is_typed(info: SettingInfo, text: str, value: object) -> None:
    assert typed_value(info, text) == value


@pytest.mark.parametrize(("value", "text"), [(None, ""), (0, "0"), (12000, "12,000"), ("drop", "drop")])
def test_what_is_shown(value: object, text: str) -> None:
    assert shown_value(value) == text


def test_rules_are_told_in_the_keys_of_the_file() -> None:
    rules = Profile().set("gather.rule", [{"regex": "x", "exclude": True}]).gather.rule
    assert stated_lines(rules) == ["regex x, exclude True"]
    assert stated_lines(3) == stated_lines(()) == []


@pytest.mark.parametrize(
    ("value", "steps", "moved"), [(7, 1, 8), (600, 1, 610), (600, -10, 500), (990, 2, 1000), (3, -10, 0)]
)
def test_a_step_changes_the_second_figure_and_keeps_to_the_bounds(value: int, steps: int, moved: int) -> None:
    assert stepped(value, steps, NUMBER) == moved


def test_a_table_by_source_is_told_line_by_line() -> None:
    found = Profile().set("summarize.instructions.tool_result", "Keep numbers.").summarize.instructions
    assert stated_lines(found) == ["tool_result: Keep numbers."]
