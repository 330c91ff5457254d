"""The popovers of all four heads: made when first opened, and kept up with the profile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal

from ctxlab.gui.models.setting_values import strategy_of
from ctxlab.gui.views.pane_head import PaneHead
from ctxlab.gui.views.strategy_picker import StrategyPicker
from ctxlab.model.decision import STAGES, Stage
from ctxlab.model.profile import Profile
from ctxlab.model.stage_info import StrategyInfo


class StrategyPickers(QObject):
    """A picker a head whose strategies are known. `setting_requested(key, value)` is a wish."""

    setting_requested = Signal(str, object)

    def __init__(self, heads: Sequence[PaneHead], language: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = dict(zip(STAGES, heads, strict=True))
        self._language = language
        self._strategies: Mapping[Stage, tuple[StrategyInfo, ...]] = {}
        self._profile: Profile | None = None
        self._saved: Profile | None = None
        self._made: dict[Stage, StrategyPicker] = {}
        for stage, head in self._heads.items():
            head.picker_wanted.connect(lambda stage=stage: self.open(stage))

    def set_strategies(self, strategies: Mapping[Stage, tuple[StrategyInfo, ...]]) -> None:
        """The strategies of each stage that has any; they are not looked at before a picker opens."""
        self._strategies = strategies
        for picker in self._made.values():
            picker.close()
            picker.deleteLater()
        self._made.clear()
        self.offer()

    def set_profile(self, profile: Profile | None, saved: Profile | None) -> None:
        """The profile whose choices are shown, and the saved one; without a profile nothing is offered."""
        self._profile, self._saved = profile, saved
        for stage, picker in self._made.items():
            if picker.isVisible() and (profile is None or not self._strategies.get(stage)):
                picker.close()
            elif picker.isVisible() and profile is not None:
                picker.set_profile(profile, saved)
        self.offer()

    def show_error(self, key: str, reason: str) -> bool:
        """Say at its field why a setting was refused; whether a picker with that field is open."""
        return any(picker.isVisible() and picker.show_error(key, reason) for picker in self._made.values())

    def open(self, stage: Stage) -> StrategyPicker | None:
        """Open a stage's picker under its head; None where nothing is known of it."""
        infos = self._strategies.get(stage, ())
        if self._profile is None or not infos:
            return None
        picker = self._made.get(stage)
        head = self._heads[stage]
        if picker is None:
            picker = self._made[stage] = StrategyPicker(stage, infos, self._language, head)
            picker.setting_requested.connect(self.setting_requested)
        picker.set_profile(self._profile, self._saved)
        picker.show_under(head.button)
        return picker

    def offer(self) -> None:
        """Let heads be pressed where there is a choice; without a run they name what the profile chooses."""
        for stage, head in self._heads.items():
            head.set_pickable(self._profile is not None and stage in self._strategies)
            if self._profile is not None and not head.said()[1]:
                head.show_strategy(strategy_of(self._profile, stage))
