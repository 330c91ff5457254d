"""The look of the window for widgets under test, and whole windows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui.gui_helpers import make_window
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.theme.style import Look


@pytest.fixture
def look(qtbot: QtBot) -> Look:
    """The light look; asking for it makes sure that there is an application."""
    return Look()


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """An open window without a session; it is closed whatever happens, so that no thread stays."""
    made = make_window()
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    made.deleteLater()
