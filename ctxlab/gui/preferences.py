"""The user's settings as the window keeps them: theme, language, files opened lately."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from ctxlab.errors import SaveError
from ctxlab.gui.error_text import error_text
from ctxlab.gui.theme.palette import THEMES
from ctxlab.gui.theme.palette import Theme as LookTheme
from ctxlab.gui.theme.style import Look, system_theme
from ctxlab.settings import EndpointSettings, LoadedSettings, Settings, Theme, UiLanguage, save_settings


class Preferences(QObject):
    """Holds the settings, dresses the look in them, and writes what is changed unless `write` is False."""

    recent_changed = Signal()
    failed = Signal(str)

    def __init__(
        self, loaded: LoadedSettings, look: Look, *, write: bool = True, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.settings = loaded.effective
        self.problems = loaded.problems
        self._stored = loaded.stored
        self._look = look
        self._write = write

    @property
    def records(self) -> bool:
        """Whether runs are recorded: where the settings have it so, and anything is written at all."""
        return self._write and self.settings.runs.record

    def dress(self) -> None:
        """Gives the application the theme that is set."""
        self._look.set_theme(self._theme())
        self._look.dress()

    def dress_plainly(self) -> None:
        """Gives the application the theme that is set but not its style sheet, before there are widgets."""
        self._look.start_with(self._theme())
        self._look.dress_plainly()

    def put_on_sheet(self) -> None:
        """Gives the application the style sheet of its theme, best once all widgets are in their places."""
        self._look.put_on_sheet()

    def set_theme(self, theme: str) -> None:
        """Sets the theme: `system`, `light` or `dark`."""
        self._change(theme=Theme(theme))
        self._look.set_theme(self._theme())

    def set_language(self, language: str) -> None:
        """Sets the language for the next start: `system`, `en` or `zh`."""
        self._change(language=UiLanguage(language))

    def set_endpoint(self, endpoint: EndpointSettings) -> None:
        """Sets where a model is asked."""
        self._change(endpoint=endpoint)

    def follow_system(self) -> None:
        """Takes over the desktop's theme, if that is what is set."""
        if self.settings.theme is Theme.SYSTEM:
            self._look.set_theme(self._theme())

    def remember(self, file: str) -> None:
        """Puts a file at the head of those opened lately."""
        place = str(Path(file).absolute())
        self._change(recent_files=self._stored.with_recent(place).recent_files, first_start=False)
        self.recent_changed.emit()

    def remember_profile(self, file: str) -> None:
        """Puts a profile's file at the head of those used lately."""
        place = str(Path(file).absolute())
        self._change(recent_profiles=self._stored.with_profile(place).recent_profiles)

    def _theme(self) -> LookTheme:
        if self.settings.theme is not Theme.SYSTEM:
            return THEMES[self.settings.theme.value]
        app = QApplication.instance()
        return system_theme(app) if isinstance(app, QApplication) else THEMES["light"]

    def _change(self, **values: object) -> None:
        self.settings = self.settings.model_copy(update=values)
        changed: Settings = self._stored.model_copy(update=values)
        if changed == self._stored:
            return
        self._stored = changed
        if not self._write:
            return
        try:
            save_settings(self._stored)
        except SaveError as error:
            self.failed.emit(error_text(error))
