"""The gallery of profiles: search, details, what it asks for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.profile_cards import ProfileCard, difference_note
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.profile_gallery import ProfileGallery

CARDS = (
    ProfileCard("travel-agent", "/p/travel.toml", "as it ran", group="recent", current=True),
    ProfileCard("gssc", description="every cap enforced", differences=("history cap 1,200 → 30,000",)),
    ProfileCard("as-recorded", description="<b>no</b> caps", group="built-in"),
    ProfileCard("broken", "/p/broken.toml", group="recent", problem="line 4: no such row"),
)


@pytest.fixture
def gallery(qtbot: QtBot, look: Look) -> ProfileGallery:
    made = ProfileGallery(look)
    qtbot.addWidget(made)
    made.set_cards(CARDS)
    made.show()
    return made


def shown(gallery: ProfileGallery) -> list[str]:
    return [gallery.cards.index(row, 0).data() for row in range(gallery.cards.rowCount())]


def test_the_profile_in_use_is_chosen_and_cannot_be_used_again(gallery: ProfileGallery) -> None:
    card = gallery.chosen()
    assert card is not None
    assert card.name == "travel-agent"
    assert not gallery.use.isEnabled()
    assert gallery.compare.isEnabled()
    assert not gallery.differences.isVisible()


def test_enter_uses_what_is_found(gallery: ProfileGallery, qtbot: QtBot) -> None:
    QTest.keyClicks(gallery.search, "cap enf")
    assert shown(gallery) == ["gssc"]
    with qtbot.waitSignal(gallery.profile_chosen) as chosen:
        QTest.keyClick(gallery.search, Qt.Key.Key_Return)
    # a built-in one goes by its name
    assert chosen.args == ["gssc"]
    assert gallery.isHidden()


def test_arrows_in_the_search_choose_and_details_follow(gallery: ProfileGallery) -> None:
    QTest.keyClick(gallery.search, Qt.Key.Key_Down)
    assert gallery.differences.isVisible()
    rows = gallery.differences.rows
    assert [rows.index(row, 0).data() for row in range(rows.rowCount())] == ["history cap 1,200 → 30,000"]
    QTest.keyClick(gallery.search, Qt.Key.Key_Down)
    assert rows.rowCount() == 0


def test_differences_can_be_searched(gallery: ProfileGallery) -> None:
    gallery.search.setText("history 30,000")
    assert shown(gallery) == ["gssc"]
    gallery.search.setText("zzz")
    assert shown(gallery) == []
    assert gallery.chosen() is None
    assert not gallery.use.isEnabled()
    gallery.search.clear()
    assert len(shown(gallery)) == 4


def test_one_that_cannot_be_read_can_only_be_looked_at(gallery: ProfileGallery, qtbot: QtBot) -> None:
    gallery.table.selectRow(3)
    assert not gallery.use.isEnabled()
    assert not gallery.compare.isEnabled()
    with qtbot.assertNotEmitted(gallery.profile_chosen):
        QTest.keyClick(gallery.search, Qt.Key.Key_Return)


def test_compare_keeps_the_gallery_open(gallery: ProfileGallery, qtbot: QtBot) -> None:
    gallery.table.selectRow(0)
    with qtbot.waitSignal(gallery.compare_requested) as asked:
        gallery.compare.click()
    assert asked.args == ["/p/travel.toml"]
    assert gallery.isVisible()


def test_a_card_is_told_in_words() -> None:
    assert [difference_note(card) for card in CARDS] == [
        "in use",
        "1 difference",
        "the same settings",
        "cannot be read",
    ]


def test_a_double_click_uses(gallery: ProfileGallery, qtbot: QtBot) -> None:
    place = gallery.table.visualRect(gallery.cards.index(2, 0)).center()
    viewport = gallery.table.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    with qtbot.waitSignal(gallery.profile_chosen) as chosen:
        QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args == ["as-recorded"]


def test_what_cards_say_is_plain_text(gallery: ProfileGallery) -> None:
    tip = gallery.cards.index(2, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;no&lt;/b&gt; caps" in tip
    spoken = gallery.cards.index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "as-recorded, built-in, the same settings, <b>no</b> caps"
