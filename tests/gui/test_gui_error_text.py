"""Errors are told in the language of the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from ctxlab.errors import ProfileError
from ctxlab.gui.error_text import error_text
from ctxlab.gui.i18n import install
from ctxlab.profiles import builtin
from ctxlab.profiles.settings import with_settings


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    before = QLocale()
    install(qapp, "zh")
    yield
    for one in qapp.findChildren(QTranslator):
        qapp.removeTranslator(one)
        one.deleteLater()
    QLocale.setDefault(before)


def wrong() -> ProfileError:
    with pytest.raises(ProfileError) as caught:
        with_settings(builtin("gssc"), {"budget.histry.cap": "5"})
    return caught.value


def test_an_english_window_tells_it_as_it_is() -> None:
    assert error_text(wrong()) == str(wrong())


@pytest.mark.usefixtures("chinese")
def test_a_chinese_window_tells_it_in_chinese_and_leaves_keys_as_they_are_typed() -> None:
    told = error_text(wrong())
    assert "budget.history.cap" in told
    assert "unknown setting" not in told
    assert any("一" <= one <= "鿿" for one in told)


@pytest.mark.usefixtures("chinese")
def test_what_is_no_error_of_ctxlab_is_told_as_it_comes() -> None:
    assert error_text(OSError("disk full")) == "disk full"
