from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from ctxlab.paths import data_dir
from ctxlab.store.database import MIGRATIONS, Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "store.db"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    one = Database(path, patience=0.1)
    yield one
    one.close()


def number_of_vocabularies(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM vocabulary").fetchone()[0])


def add(name: str) -> str:
    return f"INSERT INTO vocabulary (name) VALUES ('{name}')"


def test_nothing_is_made_before_the_first_call(database: Database, path: Path) -> None:
    assert not path.parent.exists()
    assert database.read(number_of_vocabularies, -1) == 0
    assert path.is_file()
    assert database.problem is None


def test_the_users_own_store_lies_in_the_data_folder() -> None:
    assert Database.default().path == data_dir() / "ctxlab.db"


def test_the_file_says_its_version_and_keeps_its_content(database: Database, path: Path) -> None:
    database.write(lambda connection: connection.execute(add("one")), None)
    database.close()
    again = Database(path)
    assert again.read(number_of_vocabularies, -1) == 1
    assert again.read(lambda c: c.execute("PRAGMA user_version").fetchone()[0], -1) == len(MIGRATIONS)
    assert again.read(lambda c: c.execute("PRAGMA journal_mode").fetchone()[0], "") == "wal"
    again.close()


def test_a_failed_write_changes_nothing(database: Database) -> None:
    def half(connection: sqlite3.Connection) -> None:
        connection.execute(add("one"))
        raise KeyError("a fault of the caller")

    with pytest.raises(KeyError):
        database.write(half, None)
    assert database.read(number_of_vocabularies, -1) == 0
    assert database.write(lambda connection: connection.execute(add("two")) is not None, False)
    assert database.problem is None


def test_a_damaged_file_is_put_aside_and_begun_anew(path: Path) -> None:
    path.parent.mkdir()
    rubbish = b"this is no database, whatever its name says. " * 200
    path.write_bytes(rubbish)
    database = Database(path)
    assert database.read(number_of_vocabularies, -1) == 0
    assert database.problem is not None
    assert "was damaged" in database.problem.message
    assert path.with_name("store.db.damaged").read_bytes() == rubbish
    assert database.write(lambda connection: connection.execute(add("one")) is not None, False)
    database.close()
    healed = Database(path)
    assert healed.read(number_of_vocabularies, -1) == 1
    assert healed.problem is None
    healed.close()


def test_a_second_damaged_file_leaves_the_first_one_where_it_is(path: Path) -> None:
    path.parent.mkdir()
    contents = [f"damage {number}, long enough to be looked at. ".encode() * 200 for number in range(3)]
    names = ["store.db.damaged", "store.db.damaged-2", "store.db.damaged-4"]
    path.with_name("store.db.damaged-3-wal").write_bytes(b"of another one")
    for content, name in zip(contents, names, strict=True):
        path.write_bytes(content)
        database = Database(path)
        assert database.read(number_of_vocabularies, -1) == 0
        database.close()
        assert f"it was put aside as {name} and begun anew" in str(database.problem)
    assert [path.with_name(name).read_bytes() for name in names] == contents
    assert path.with_name("store.db.damaged-3-wal").read_bytes() == b"of another one"


def test_a_damaged_file_that_cannot_be_put_aside_stays_and_is_said(path: Path) -> None:
    long = path.with_name("n" * 249)  # with .damaged it has more letters than a name may have
    path.parent.mkdir()
    long.write_bytes(b"this is no database, but long enough to be looked at" * 100)
    database = Database(long)
    assert database.read(number_of_vocabularies, -1) == -1
    assert "was damaged and cannot be put aside" in str(database.problem)
    assert long.read_bytes().startswith(b"this is no database")


def test_damage_within_the_file_is_found_when_it_is_met(path: Path) -> None:
    database = Database(path)
    for number in range(2000):
        database.write(lambda connection, n=number: connection.execute(add(f"name number {n}")), None)
    database.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    path.write_bytes(content)
    assert database.read(number_of_vocabularies, -1) == 0
    assert database.problem is not None
    assert "was damaged" in database.problem.message
    database.close()


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.execute("CREATE TABLE future (x)")
    connection.close()
    before = path.read_bytes()
    database = Database(path)
    assert database.read(number_of_vocabularies, -1) == -1
    assert database.problem is not None
    assert "newer ctxlab" in database.problem.message
    assert [file.name for file in path.parent.iterdir() if not file.name.endswith(("-wal", "-shm"))] == [
        "store.db"
    ]
    check = sqlite3.connect(path)
    assert check.execute("PRAGMA user_version").fetchone() == (999,)
    check.close()
    assert before[:16] == path.read_bytes()[:16]


def test_a_folder_that_cannot_be_made_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    database = Database(tmp_path / "file" / "store.db")
    assert database.read(number_of_vocabularies, -1) == -1
    first = database.problem
    assert database.write(number_of_vocabularies, -2) == -2
    assert first is not None
    assert "cannot be used" in first.message
    assert database.problem is first
    assert "nothing is kept" in first.message


def test_a_file_that_stays_locked_is_left_alone(database: Database, path: Path) -> None:
    database.read(number_of_vocabularies, -1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert database.write(lambda connection: connection.execute(add("one")) is not None, False) is False
    assert database.problem is not None
    assert "is locked" in database.problem.message
    other.execute("COMMIT")
    other.close()


def test_reading_goes_on_while_another_writes(database: Database, path: Path) -> None:
    database.read(number_of_vocabularies, -1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute(add("one"))
    assert database.read(number_of_vocabularies, -1) == 0
    other.execute("COMMIT")
    assert database.read(number_of_vocabularies, -1) == 1
    assert database.problem is None
    other.close()


def test_threads_may_share_one(database: Database) -> None:
    def work(name: str) -> None:
        for number in range(20):
            statement = add(f"{name} {number}")
            database.write(lambda connection, s=statement: connection.execute(s), None)

    threads = [Thread(target=work, args=(str(one),)) for one in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert database.read(number_of_vocabularies, -1) == 80
    assert database.problem is None


def test_a_problem_reads_as_a_sentence_with_its_file(database: Database, path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"this is no database, but long enough to be looked at" * 100)
    assert database.read(number_of_vocabularies, -1) == 0
    assert str(database.problem).startswith("store.db: the store was damaged; it was put aside")
