"""Models' summaries in memory over a store."""

from __future__ import annotations

from pathlib import Path

from helpers.shelves import stored

from ctxlab.engine.summaries import SummaryMemory
from ctxlab.model.summary import SummaryAsk
from ctxlab.store.database import Database
from ctxlab.store.summaries import SqliteSummaryStore

ASK = SummaryAsk((("", "A long text."),), "Short.", 40)
OTHER = SummaryAsk((("", "Another."),), "Short.", 40)


def test_what_is_added_is_found_and_tells_of_itself() -> None:
    memory = SummaryMemory()
    assert memory.find(ASK) is None
    before = memory.generation
    memory.add([])
    assert memory.generation == before
    memory.add([stored(ASK, "Text.")])
    assert memory.generation != before
    found = memory.find(ASK)
    assert found is not None
    assert found.text == "Text."
    assert memory.find(OTHER) is None


def test_another_start_finds_it_in_the_store(tmp_path: Path) -> None:
    database = Database(tmp_path / "x.db")
    SummaryMemory(SqliteSummaryStore(database)).add([stored(ASK, "Text.")])
    database.close()
    again = SummaryMemory(SqliteSummaryStore(Database(tmp_path / "x.db")))
    assert again.find(ASK) == stored(ASK, "Text.")


def test_the_store_is_read_once(tmp_path: Path) -> None:
    database = Database(tmp_path / "x.db")
    memory = SummaryMemory(SqliteSummaryStore(database))
    assert memory.find(ASK) is None
    SqliteSummaryStore(database).save([stored(ASK, "Text.")])
    assert memory.find(ASK) is None


def test_what_another_program_kept_is_found_when_it_is_looked_for(tmp_path: Path) -> None:
    database = Database(tmp_path / "x.db")
    memory = SummaryMemory(SqliteSummaryStore(database))
    memory.add([stored(OTHER, "Own.")])
    before = memory.generation
    memory.look_again()
    assert memory.generation == before
    SqliteSummaryStore(database).save([stored(ASK, "Text.")])
    memory.look_again()
    assert memory.generation != before
    assert memory.find(ASK) == stored(ASK, "Text.")
    assert memory.find(OTHER) is not None
    SummaryMemory().look_again()


def test_without_a_store_that_works_it_is_kept_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    memory = SummaryMemory(SqliteSummaryStore(Database(tmp_path / "folder")))
    memory.add([stored(ASK, "Text.")])
    assert memory.find(ASK) is not None
