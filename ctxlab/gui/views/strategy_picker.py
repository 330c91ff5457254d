"""The popover of a pane's head: the strategies of the stage, and the settings of the one that is chosen."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QRadioButton, QVBoxLayout, QWidget

from ctxlab import explain
from ctxlab.explain import strategies as told
from ctxlab.gui.models.setting_values import strategy_of, value_of
from ctxlab.gui.text import tooltip
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.popover import Popover
from ctxlab.gui.views.setting_field import SettingField
from ctxlab.model.decision import Stage
from ctxlab.model.profile import Profile
from ctxlab.model.stage_info import SettingInfo, StrategyInfo

WIDTH = 460


class StrategyPicker(Popover):
    """Radio buttons over fields. `setting_requested(key, value)` is a wish; `set_profile` grants it."""

    setting_requested = Signal(str, object)

    def __init__(
        self,
        stage: Stage,
        infos: tuple[StrategyInfo, ...],
        language: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(f"strategies{stage.value.capitalize()}")
        self.setFixedWidth(WIDTH)
        self._stage = stage
        self._infos = infos
        self._language = language
        self._key = f"{stage.value}.strategy"
        self.radios: dict[str, QRadioButton] = {}
        self.fields: dict[str, SettingField] = {}
        self._shown: tuple[SettingInfo, ...] | None = None
        name = explain.stage(stage, language)
        self.setAccessibleName(self.tr("{0}: strategy and settings").format(name))
        self.body.addWidget(plain_label(self.tr("{0}: strategy").format(name), "title"))
        group = QButtonGroup(self)
        for info in infos:
            self._add_radio(info, group)
        self.error = plain_label("", "refused")
        self.error.setWordWrap(True)
        self.error.hide()
        self.body.addWidget(self.error)
        line = QFrame()
        line.setProperty("role", "rule")
        line.setFixedHeight(1)
        self.body.addWidget(line)
        self._heading = plain_label(self.tr("Settings"), "title")
        self.body.addWidget(self._heading)
        self._nothing = plain_label(self.tr("This strategy reads no settings of its stage."), "muted")
        self.body.addWidget(self._nothing)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(4)
        self.body.addLayout(self._rows)
        self.body.addStretch(1)

    def set_profile(self, profile: Profile, saved: Profile | None) -> None:
        """Show what the profile says, and where the saved one says something else."""
        chosen = strategy_of(profile, self._stage)
        for name, radio in self.radios.items():
            radio.setChecked(name == chosen)
        self.error.hide()
        info = next((one for one in self._infos if one.name == chosen), None)
        settings = info.settings if info is not None else ()
        if settings != self._shown:
            self._rebuild(settings)
        for key, field in self.fields.items():
            field.set_value(value_of(profile, key), value_of(saved or profile, key))
        if self.isVisible():
            self.fit()

    def show_error(self, key: str, reason: str) -> bool:
        """Say at a setting why a value was refused; whether this popover has that setting."""
        if key == self._key:
            self.error.setText(reason)
            self.error.setVisible(bool(reason))
        elif key in self.fields:
            self.fields[key].show_error(reason)
        else:
            return False
        if self.isVisible():
            self.fit()
        return True

    def show_under(self, anchor: QWidget) -> None:
        """Open below the button, with the keys on the strategy that is chosen."""
        super().show_under(anchor)
        chosen = next((radio for radio in self.radios.values() if radio.isChecked()), None)
        if chosen is not None:
            chosen.setFocus()

    def _add_radio(self, info: StrategyInfo, group: QButtonGroup) -> None:
        refused = told.not_offered(info, self._language)
        # an ampersand would make the next letter a key
        title = info.name.replace("&", "&&")
        radio = QRadioButton(self.tr("{0} · version {1}").format(title, info.version))
        radio.setObjectName(f"strategy-{info.name}")
        radio.setAccessibleName(info.name)
        about = " · ".join(part for part in (refused, told.strategy(info, self._language)) if part)
        radio.setAccessibleDescription(about)
        radio.setToolTip(tooltip(about))
        radio.setEnabled(not refused)
        radio.clicked.connect(lambda _on=True, name=info.name: self._ask(name))
        group.addButton(radio)
        self.radios[info.name] = radio
        line = plain_label(about, "muted")
        line.setWordWrap(True)
        line.setContentsMargins(22, 0, 0, 0)
        pair = QVBoxLayout()
        pair.setSpacing(1)
        pair.addWidget(radio)
        pair.addWidget(line)
        self.body.addLayout(pair)

    def _ask(self, name: str) -> None:
        self.error.hide()
        self.setting_requested.emit(self._key, name)

    def _rebuild(self, settings: tuple[SettingInfo, ...]) -> None:
        """Other fields, as another strategy reads other settings."""
        for field in self.fields.values():
            self._rows.removeWidget(field)
            field.deleteLater()
        self.fields = {info.key: SettingField(info, self._language) for info in settings}
        for field in self.fields.values():
            field.requested.connect(self.setting_requested)
            self._rows.addWidget(field)
        self._shown = settings
        self._nothing.setVisible(not settings)
