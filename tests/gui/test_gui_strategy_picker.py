"""The popover of a head: choosing a strategy, setting its settings, what is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui.trip_sample import trip_trace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.filter_bar import MenuButton
from ctxlab.gui.views.setting_field import NumberField
from ctxlab.gui.views.stage_panes import StagePanes
from ctxlab.gui.views.strategy_picker import StrategyPicker
from ctxlab.model.decision import Stage
from ctxlab.model.profile import Profile
from ctxlab.model.stage_info import SettingInfo, SettingKind, StrategyInfo
from ctxlab.profiles import builtin
from ctxlab.stages.describe import describe_all
from ctxlab.stages.registry import builtin_strategies

REMOTE = StrategyInfo(Stage.SUMMARIZE, "remote", "2", True, (), "Asks a model.")


@pytest.fixture
def panes(qtbot: QtBot, look: Look) -> Iterator[StagePanes]:
    made = StagePanes(look)
    qtbot.addWidget(made)
    made.resize(1200, 400)
    known = dict(describe_all(builtin_strategies()))
    known[Stage.SUMMARIZE] = (*known[Stage.SUMMARIZE], REMOTE)
    made.set_strategies(known)
    made.set_profile(Profile(), Profile())
    made.set_trace(trip_trace())
    made.show()
    qtbot.waitExposed(made)
    yield made
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()


def opened(panes: StagePanes, stage: Stage) -> StrategyPicker:
    picker = panes.pickers.open(stage)
    assert picker is not None
    return picker


def grant(panes: StagePanes, profile: Profile) -> None:
    """What a window does: every wish becomes the profile's, unless it refuses."""
    held = [profile]

    def take(key: str, value: object) -> None:
        held[0] = held[0].set(key, value)
        panes.set_profile(held[0], profile)

    panes.setting_requested.connect(take)


def find(picker: StrategyPicker, key: str) -> QWidget:
    found = picker.findChild(QWidget, f"setting-{key}")
    assert isinstance(found, QWidget)
    return found


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Down])
def test_the_head_opens_by_key(panes: StagePanes, key: Qt.Key) -> None:
    button = panes.findChild(MenuButton, "strategyOfSelect")
    assert isinstance(button, MenuButton)
    assert button.text() == "layered ▾"
    assert "Select" in button.accessibleName()
    alt = Qt.KeyboardModifier.AltModifier if key == Qt.Key.Key_Down else Qt.KeyboardModifier.NoModifier
    button.setFocus()
    QTest.keyClick(button, key, alt)
    picker = QApplication.activePopupWidget()
    assert isinstance(picker, StrategyPicker)
    assert picker.radios["layered"].isChecked()
    QTest.keyClick(picker, Qt.Key.Key_Escape)
    assert not picker.isVisible()
    assert QApplication.focusWidget() is button


def test_without_strategies_the_head_has_no_button_to_press(qtbot: QtBot, look: Look) -> None:
    panes = StagePanes(look)
    qtbot.addWidget(panes)
    panes.set_trace(trip_trace())
    assert not panes.heads[1].button.isEnabled()
    assert panes.pickers.open(Stage.SELECT) is None


def test_each_strategy_is_a_choice_and_an_external_one_says_why_it_is_none(panes: StagePanes) -> None:
    picker = opened(panes, Stage.SUMMARIZE)
    names = list(describe_all(builtin_strategies())[Stage.SUMMARIZE])
    assert list(picker.radios) == [*(one.name for one in names), "remote"]
    remote = picker.radios["remote"]
    assert not remote.isEnabled()
    assert remote.accessibleDescription() == "calls a model: runs only when asked to · Asks a model."
    assert picker.radios["none"].isEnabled()
    assert "version 1" in picker.radios["none"].text()


def test_another_strategy_brings_other_settings(panes: StagePanes, qtbot: QtBot) -> None:
    grant(panes, Profile())
    picker = opened(panes, Stage.CONSTRUCT)
    keys = ["construct.layout", "construct.wire", "construct.language", "construct.doc_heads"]
    assert list(picker.fields) == keys
    with qtbot.waitSignal(panes.setting_requested) as asked:
        picker.radios["gssc-published"].click()
    assert asked.args == ["construct.strategy", "gssc-published"]
    assert list(picker.fields) == ["construct.language"]
    assert picker.isVisible()


def test_a_strategy_without_settings_says_so(panes: StagePanes) -> None:
    panes.set_profile(Profile().set("select.strategy", "gssc-published"))
    picker = opened(panes, Stage.SELECT)
    assert picker.fields == {}
    assert any(
        label.text() == "This strategy reads no settings of its stage." and label.isVisible()
        for label in picker.findChildren(type(picker.error))
    )


def test_a_choice_and_a_flag_are_asked_for(panes: StagePanes, qtbot: QtBot) -> None:
    pairs = find(opened(panes, Stage.SELECT), "select.pairs")
    assert isinstance(pairs, QComboBox)
    assert [pairs.itemText(at) for at in range(pairs.count())] == ["placeholder", "drop"]
    with qtbot.waitSignal(panes.setting_requested) as asked:
        QTest.keyClick(pairs, Qt.Key.Key_Down)
    assert asked.args == ["select.pairs", "drop"]
    facts = find(opened(panes, Stage.GATHER), "gather.key_facts")
    assert isinstance(facts, QCheckBox)
    with qtbot.waitSignal(panes.setting_requested) as asked:
        QTest.keyClick(facts, Qt.Key.Key_Space)
    assert asked.args == ["gather.key_facts", True]


def test_a_number_is_typed_stepped_and_cleared(panes: StagePanes, qtbot: QtBot) -> None:
    grant(panes, Profile())
    asked: list[tuple[str, object]] = []
    panes.setting_requested.connect(lambda key, value: asked.append((key, value)))
    most = find(opened(panes, Stage.SELECT), "select.max_messages")
    assert isinstance(most, NumberField)
    assert (most.text(), most.placeholderText()) == ("", "none")
    QTest.keyClicks(most, "1,200")
    QTest.keyClick(most, Qt.Key.Key_Return)
    QTest.keyClick(most, Qt.Key.Key_Up)
    assert most.text() == "1,300"
    most.clear()
    QTest.keyClick(most, Qt.Key.Key_Return)
    # nothing new: nothing is asked
    QTest.keyClick(most, Qt.Key.Key_Return)
    assert asked == [
        ("select.max_messages", 1200),
        ("select.max_messages", 1300),
        ("select.max_messages", None),
    ]


def test_a_refusal_is_said_at_the_field_and_taken_back(panes: StagePanes) -> None:
    picker = opened(panes, Stage.SUMMARIZE)
    field = picker.fields["summarize.max_tokens"]
    line = field.control
    assert isinstance(line, QLineEdit)
    asked: list[object] = []
    panes.setting_requested.connect(lambda _key, value: asked.append(value))
    line.setText("many")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert asked == ["many"]
    panes.show_setting_error("summarize.max_tokens", "a whole number is needed")
    assert field.error.isVisible()
    assert field.error.text() == "a whole number is needed"
    assert line.property("invalid") is True
    # another setting's change leaves what was typed
    panes.set_profile(Profile().set("summarize.max_item_tokens", 5), Profile())
    assert line.text() == "many"
    line.setText("600")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert not field.error.isVisible()
    assert line.property("invalid") is False
    panes.show_setting_error("summarize.strategy", "there is no strategy of that name")
    assert picker.error.isVisible()


def test_what_differs_from_the_saved_profile_has_a_dot_and_is_reset(panes: StagePanes) -> None:
    saved = Profile().set("summarize.max_tokens", 400)
    grant(panes, saved)
    panes.set_profile(saved.set("summarize.max_tokens", 500), saved)
    picker = opened(panes, Stage.SUMMARIZE)
    field = picker.fields["summarize.max_tokens"]
    other = picker.fields["summarize.max_item_tokens"]
    assert field.reset.isVisible()
    assert not other.reset.isVisible()
    field.reset.click()
    assert isinstance(field.control, QLineEdit)
    assert field.control.text() == "400"
    assert not field.reset.isVisible()


def test_lists_are_named_with_where_they_are(panes: StagePanes) -> None:
    rule = opened(panes, Stage.GATHER).fields["gather.rule"]
    told = rule.control
    assert isinstance(told, QLabel)
    assert told.text() == "none stated"
    panes.set_profile(Profile().set("gather.rule", [{"regex": "x", "exclude": True}]), Profile())
    assert told.text() == "1 stated, in the profile's file"
    assert "Source rules… edits this list." in told.toolTip()
    assert not rule.reset.isVisible()
    fields = opened(panes, Stage.GATHER).fields["gather.fields"].control
    panes.set_profile(builtin("split-budget"), builtin("split-budget"))
    assert isinstance(fields, QLabel)
    assert fields.text() == "2 stated, in the profile's file"
    # what each states is read in the tooltip
    assert "tool search_hotels, list hotels, fields name, price_per_night" in fields.toolTip()


def test_levels_of_degradation_are_set_where_select_is_chosen(panes: StagePanes, qtbot: QtBot) -> None:
    panes.set_profile(Profile(), Profile())
    picker = opened(panes, Stage.SELECT)
    field = picker.fields["degrade.levels"]
    assert field.name == field.label.text() == "steps down"
    assert "degrade.levels" in field.label.toolTip()
    line = field.control
    assert isinstance(line, NumberField)
    with qtbot.waitSignal(panes.setting_requested) as asked:
        QTest.keyClick(line, Qt.Key.Key_Up)
    assert asked.args == ["degrade.levels", 1]
    panes.set_profile(Profile().set("degrade.levels", 3), Profile())
    assert line.text() == "3"


def test_every_control_has_a_name_and_is_reached_by_tab(panes: StagePanes) -> None:
    info = SettingInfo("select.max_messages", SettingKind.TEXT, "", True, about="words")
    panes.set_strategies({Stage.SELECT: (StrategyInfo(Stage.SELECT, "layered", "1", False, (info,)),)})
    picker = opened(panes, Stage.SELECT)
    for control in picker.findChildren(QWidget):
        if control.focusPolicy() & Qt.FocusPolicy.TabFocus and isinstance(
            control, QLineEdit | QComboBox | QCheckBox | QPushButton
        ):
            assert control.objectName()
            assert control.accessibleName()
    assert picker.fields["select.max_messages"].control.accessibleDescription() == "words"


def test_without_a_run_the_heads_name_what_the_profile_chooses(panes: StagePanes) -> None:
    panes.set_profile(Profile().set("summarize.strategy", "none"))
    panes.set_trace(None)
    assert panes.heads[2].button.text() == "none ▾"
    assert panes.heads[2].said() == ("none", "")
    panes.set_trace(trip_trace())
    assert panes.heads[2].said()[0] == "extractive"


def test_the_mode_is_switched_among_the_settings_of_gather(panes: StagePanes) -> None:
    grant(panes, Profile())
    picker = opened(panes, Stage.GATHER)
    combo = find(picker, "mode.use")
    assert isinstance(combo, QComboBox)
    assert [combo.itemText(at) for at in range(combo.count())] == ["none", "long", "single", "mixed"]
    asked: list[tuple[str, object]] = []
    panes.setting_requested.connect(lambda key, value: asked.append((key, value)))
    combo.setCurrentIndex(2)
    combo.activated.emit(2)
    assert asked == [("mode.use", "single")]
    assert combo.currentText() == "single"


def test_the_published_modes_offer_no_mode(panes: StagePanes) -> None:
    panes.set_profile(Profile().set("gather.strategy", "context-mode-published"), None)
    picker = opened(panes, Stage.GATHER)
    assert picker.findChild(QWidget, "setting-mode.use") is None


@pytest.mark.parametrize("stage", list(Stage))
def test_no_words_of_the_popover_are_squashed(panes: StagePanes, stage: Stage) -> None:
    panes.set_profile(Profile(), None)
    picker = opened(panes, stage)
    labels = [one for one in picker.findChildren(QLabel) if one.isVisible() and one.wordWrap()]
    assert labels
    assert all(label.height() >= label.heightForWidth(label.width()) for label in labels)
    assert picker.height() <= picker.screen().availableGeometry().height()
