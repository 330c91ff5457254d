"""The bar of banners: one a topic, the newest first, no more in sight than there is room for."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.messages import MOST_SHOWN, MessageBar
from ctxlab.gui.views.banner import Act, Banner, Kind


@pytest.fixture
def bar(qtbot: QtBot) -> MessageBar:
    made = MessageBar()
    qtbot.addWidget(made)
    made.show()
    return made


def in_sight(bar: MessageBar) -> list[str]:
    """The words of the banners in sight, from the top."""
    layout = bar.layout()
    assert layout is not None
    shown = [layout.itemAt(at).widget() for at in range(layout.count())]
    return [one.text.text() for one in shown if isinstance(one, Banner) and one.isVisible()]


def test_the_newest_are_in_sight_and_the_others_wait(bar: MessageBar) -> None:
    for number in range(MOST_SHOWN + 2):
        bar.tell(f"message {number}", f"topic {number}")
    assert in_sight(bar) == ["message 4", "message 3", "message 2"]
    bar.clear("topic 3")
    assert in_sight(bar) == ["message 4", "message 2", "message 1"]
    bar.tell("again", "topic 0", Kind.NOTE)
    assert in_sight(bar) == ["again", "message 4", "message 2"]
    for number in range(MOST_SHOWN + 2):
        bar.clear(f"topic {number}")
    assert in_sight(bar) == []
    assert not bar.isVisible()


def test_a_topic_has_one_message(bar: MessageBar) -> None:
    bar.tell("first", "file")
    bar.tell("other", "run")
    bar.tell("second", "file")
    assert in_sight(bar) == ["second", "other"]
    bar.clear("unknown")
    assert in_sight(bar) == ["second", "other"]


def test_what_is_done_about_a_message_may_say_something_of_the_same_topic(bar: MessageBar) -> None:
    bar.tell("failed", "file", acts=[Act("Again", lambda: bar.tell("failed again", "file"))])
    banner = bar.banner("file")
    assert banner is not None
    next(one for one in banner.findChildren(QPushButton) if one.text() == "Again").click()
    assert in_sight(bar) == ["failed again"]


def test_one_that_waited_is_put_away_when_its_turn_has_come(bar: MessageBar) -> None:
    for number in range(MOST_SHOWN + 1):
        bar.tell(f"message {number}", f"topic {number}")
    while in_sight(bar):
        text = in_sight(bar)[0]
        banner = bar.banner(f"topic {text.rpartition(' ')[2]}")
        assert banner is not None
        dismiss = banner.findChild(QPushButton, "dismissMessage")
        assert dismiss is not None
        dismiss.click()
        assert text not in in_sight(bar)
    assert bar.text() == ""
