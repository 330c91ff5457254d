"""Summaries between sessions, in a real SQLite file."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

from ctxlab.model.summary import StoredSummary
from ctxlab.store.database import MIGRATIONS, Database
from ctxlab.store.summaries import SqliteSummaryStore

ONE = StoredSummary("a" * 64, "三千元以内。", "b" * 64, "v1", "m", 300, 120, 8)
TWO = StoredSummary("c" * 64, "Kept.", "d" * 64, "v1")


def test_what_is_kept_is_there_again(tmp_path: Path) -> None:
    database = Database(tmp_path / "x.db")
    assert SqliteSummaryStore(database).load() == ()
    assert SqliteSummaryStore(database).save([TWO, ONE])
    database.close()
    assert SqliteSummaryStore(Database(tmp_path / "x.db")).load() == (ONE, TWO)


def test_the_later_of_one_key_counts(tmp_path: Path) -> None:
    store = SqliteSummaryStore(Database(tmp_path / "x.db"))
    store.save([ONE])
    later = replace(ONE, text="At most 3,000 yuan.", tokens_in=None)
    store.save([later])
    assert store.load() == (later,)


def test_a_file_that_cannot_be_used_keeps_nothing_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    database = Database(tmp_path / "folder")
    store = SqliteSummaryStore(database)
    assert not store.save([ONE])
    assert store.load() == ()
    assert database.problem is not None


def test_an_older_file_is_brought_up_to_date_with_all_that_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    connection = sqlite3.connect(path)
    for statement in MIGRATIONS[0]:
        connection.execute(statement)
    connection.execute("INSERT INTO vocabulary (name) VALUES ('v')")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    database = Database(path)
    SqliteSummaryStore(database).save([ONE])
    assert SqliteSummaryStore(database).load() == (ONE,)
    read = database.read(lambda one: one.execute("SELECT name FROM vocabulary").fetchall(), [])
    assert read == [("v",)]


def test_half_a_character_is_kept_as_a_sign_that_stands_for_it(tmp_path: Path) -> None:
    store = SqliteSummaryStore(Database(tmp_path / "x.db"))
    assert store.save([replace(ONE, model="m\ud800")])
    assert store.load() == (replace(ONE, model="m\ufffd"),)


def test_of_too_many_those_saved_last_stay(tmp_path: Path) -> None:
    store = SqliteSummaryStore(Database(tmp_path / "x.db"), most=2)
    store.save([ONE, TWO])
    third = replace(ONE, key="e" * 64)
    store.save([ONE])
    store.save([third])
    assert store.load() == (ONE, third)
