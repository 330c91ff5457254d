"""How a query is matched to titles and in which order entries are offered."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.palette_rows import MOST, PaletteEntry, PaletteModel, match, rank


def entry(title: str, group: str = "command", *, enabled: bool = True, found: bool = False) -> PaletteEntry:
    return PaletteEntry(title, lambda: None, group=group, enabled=enabled, found=found)


def titles(*names: str, query: str, recent: tuple[str, ...] = ()) -> list[str]:
    return [row.title for row in rank([entry(name) for name in names], query, recent)]


def marked(query: str, title: str) -> str | None:
    """The matched letters of the title."""
    found = match(query.split(), title)
    return None if found is None else "".join(title[at] for at in found[1])


def test_letters_in_order_match_and_are_named() -> None:
    assert marked("sav", "Save profile as…") == "Sav"
    assert marked("spa", "Save profile as…") == "Spa"
    assert marked("9000", "history cap → 9,000") == "9000"
    assert marked("预算", "must keep 预算三千以内") == "预算"
    assert marked("cap hist", "history cap → 9,000") == "histcap"
    assert marked("xyz", "Save profile as…") is None
    assert marked("vas", "Save") is None


def test_one_letter_has_to_stand_there() -> None:
    assert match(["z"], "Save") is None
    assert marked("v", "Save") == "v"


def test_the_start_of_a_word_comes_before_the_inside_and_that_before_spread_letters() -> None:
    assert titles("Undo save", "unsaved", "sort a view", "Save", query="sav") == [
        "Save",
        "Undo save",
        "unsaved",
        "sort a view",
    ]


def test_case_does_not_matter_and_places_stay_where_a_letter_grows() -> None:
    # the lower case of İ is two characters long
    assert marked("save", "İ SAVE") == "SAVE"


def test_without_a_query_the_latest_come_first_and_all_else_in_its_order() -> None:
    recent = ("command\nc", "command\na")
    assert titles("a", "b", "c", query=" ", recent=recent) == ["c", "a", "b"]


def test_what_cannot_be_done_comes_later() -> None:
    rows = rank([entry("Save", enabled=False), entry("Save as")], "save")
    assert [row.title for row in rows] == ["Save as", "Save"]


def test_what_a_source_has_found_needs_no_match_and_keeps_its_order() -> None:
    rows = rank([entry("user · 2", found=True), entry("user · 9 about trains", found=True)], "trains")
    assert [row.title for row in rows] == ["user · 2", "user · 9 about trains"]
    assert "".join(rows[1].title[at] for at in rows[1].letters) == "trains"


def test_no_more_than_can_be_looked_through() -> None:
    assert len(rank([entry(f"request {n}") for n in range(500)], "req")) == MOST


def test_lines_are_patched_and_twins_stay_apart(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = PaletteModel()
    model.set_rows(rank([entry("a <b>"), entry("a <b>"), entry("c")], ""))
    qtmodeltester.check(model)
    assert model.rowCount() == 3
    assert model.index(0, 0).data() == "a <b>"
    assert "&lt;b&gt;" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    with qtbot.waitSignal(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        model.set_rows(rank([entry("a <b>"), entry("a <b>"), entry("c")], "a"))
    assert model.rowCount() == 2


def test_what_is_spoken_of_a_line(qtbot: QtBot) -> None:
    model = PaletteModel()
    model.set_rows(
        rank([PaletteEntry("Save", lambda: None, "nothing to save", "Ctrl+S", False, "command")], "")
    )
    spoken = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Save, nothing to save, command, Ctrl+S"
