"""What strategies say of themselves: the settings that the window draws its editors from."""

from __future__ import annotations

from typing import Any

from ctxlab.explain import strategies as told
from ctxlab.model.decision import Stage
from ctxlab.model.profile import Profile
from ctxlab.model.stage_info import SettingInfo, SettingKind, StrategyInfo
from ctxlab.stages.describe import describe, describe_all, settings_of
from ctxlab.stages.outside import GuardedStrategy
from ctxlab.stages.protocol import StageContext
from ctxlab.stages.registry import builtin_strategies

ALL = describe_all(builtin_strategies())


def info(stage: Stage, name: str) -> StrategyInfo:
    return next(one for one in ALL[stage] if one.name == name)


def setting(found: StrategyInfo, key: str) -> SettingInfo:
    return next(one for one in found.settings if one.key == key)


def test_each_stage_lists_its_strategies() -> None:
    published = {"gssc-published", "context-mode-published", "split-budget-published"}
    listed = {stage: [one.name for one in found] for stage, found in ALL.items()}
    assert [listed[stage][0] for stage in Stage] == ["recorded", "layered", "extractive", "layout"]
    assert {"none", "model"} <= set(listed[Stage.SUMMARIZE])
    assert all(published <= set(names) for names in listed.values())
    assert all(len(set(names)) == len(names) for names in listed.values())
    assert not any(one.external for found in ALL.values() for one in found)
    assert all(one.version for found in ALL.values() for one in found)


def test_a_choice_a_number_and_a_flag_say_what_they_may_be() -> None:
    layered = info(Stage.SELECT, "layered")
    pairs = setting(layered, "select.pairs")
    assert (pairs.kind, pairs.choices, pairs.default) == (
        SettingKind.CHOICE,
        ("placeholder", "drop"),
        "placeholder",
    )
    most = setting(layered, "select.max_messages")
    assert (most.kind, most.optional, most.default, most.least, most.most) == (
        SettingKind.NUMBER,
        True,
        None,
        0,
        1_000_000,
    )
    flag = setting(info(Stage.GATHER, "recorded"), "gather.key_facts")
    assert (flag.kind, flag.default, flag.least, flag.most) == (SettingKind.FLAG, False, None, None)
    assert setting(info(Stage.GATHER, "recorded"), "gather.rule").kind is SettingKind.OTHER


def test_only_settings_that_the_strategy_reads_are_listed() -> None:
    assert info(Stage.SELECT, "gssc-published").settings == ()
    assert [one.key for one in info(Stage.CONSTRUCT, "gssc-published").settings] == ["construct.language"]
    # the published Gather reads its part and makes no key facts
    assert [one.key for one in info(Stage.GATHER, "gssc-published").settings] == [
        "gather.compaction",
        "gather.rule",
    ]
    assert not any(
        one.key.endswith(".strategy") for found in ALL.values() for s in found for one in s.settings
    )


def test_every_default_is_what_a_new_profile_has_and_may_be_set() -> None:
    profile = Profile()
    for stage in Stage:
        for one in settings_of(stage.value):
            part, name = one.key.split(".")
            assert getattr(getattr(profile, part), name) == one.default or one.kind is SettingKind.OTHER
            for choice in one.choices:
                assert getattr(getattr(profile.set(one.key, choice), part), name) == choice


def test_every_strategy_and_setting_is_told_in_both_languages() -> None:
    for found in ALL.values():
        for one in found:
            english, chinese = told.strategy(one, "en"), told.strategy(one, "zh")
            assert english
            assert chinese != english
            for part in one.settings:
                assert told.setting(part, "en") == part.about != ""
                assert not told.setting(part, "zh").isascii()


class Outside:
    """Keeps the newest alone. It knows nothing else."""

    name = "newest"
    version = "3"
    slot = Stage.SELECT
    reads = ("select.max_messages", "budget")
    requires = ()
    provides = ()
    external = True

    def run(self, given: Any, context: StageContext, /) -> Any:
        return given


def test_a_strategy_of_another_package_is_told_in_its_own_words() -> None:
    found = describe(GuardedStrategy(Outside()))
    assert (found.name, found.version, found.external) == ("newest", "3", True)
    assert [one.key for one in found.settings] == ["select.max_messages"]
    assert told.strategy(found, "zh") == "Keeps the newest alone."
    assert told.not_offered(found, "en") == "calls a model: runs only when asked to"
    assert told.not_offered(info(Stage.SELECT, "layered"), "en") == ""


def test_levels_of_degradation_stand_with_the_select_that_reads_them() -> None:
    keys = [one.key for one in info(Stage.SELECT, "layered").settings]
    assert [key for key in keys if key.startswith("degrade.")] == [
        "degrade.levels",
        "degrade.docs",
        "degrade.rounds",
    ]
    levels = setting(info(Stage.SELECT, "layered"), "degrade.levels")
    assert (levels.kind, levels.default, levels.least, levels.most) == (SettingKind.NUMBER, 0, 0, 3)
    assert not any(
        one.key.startswith("degrade.")
        for found in ALL.values()
        for strategy in found
        for one in strategy.settings
        if strategy.name != "layered" and "degrade" not in strategy.reads
    )
    recorded = info(Stage.GATHER, "recorded")
    assert setting(recorded, "gather.fields").kind is SettingKind.OTHER
    assert setting(recorded, "gather.clean_docs").kind is SettingKind.FLAG
