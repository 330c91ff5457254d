from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from ctxlab.errors import FormatError
from ctxlab.formats import sqlite_file
from ctxlab.formats.decode import decode
from ctxlab.formats.sqlite_file import database_of, is_sqlite, is_write_ahead


def made(*statements: str) -> bytes:
    with sqlite3.connect(":memory:") as connection:
        for one in statements:
            connection.execute(one)
        connection.commit()
        return connection.serialize()


def test_a_database_has_neither_records_nor_text() -> None:
    data = made("CREATE TABLE t (a)")
    document = decode(data, "x.sqlite")
    assert (document.records, document.text, document.diagnostics, document.data) == ((), "", (), data)
    assert (is_sqlite(data), is_sqlite(b"SQLite format 4"), is_write_ahead(data)) == (True, False, False)


def test_tables_and_rows_are_read() -> None:
    document = decode(made("CREATE TABLE 't\"1' (a, b)", "INSERT INTO 't\"1' VALUES (1, 'é')"), "x")
    with database_of(document) as database:
        assert database.tables() == {'t"1': ("a", "b")}
        assert list(database.rows('SELECT * FROM "t""1"')) == [(1, "é")]


def test_views_and_virtual_tables_are_no_tables() -> None:
    document = decode(made("CREATE TABLE t (a)", "CREATE VIEW v AS SELECT a FROM t"), "x")
    with database_of(document) as database:
        assert list(database.tables()) == ["t"]


def test_nothing_can_be_written() -> None:
    document = decode(made("CREATE TABLE t (a)"), "x")
    with database_of(document) as database, pytest.raises(FormatError, match="readonly"):
        list(database.rows("INSERT INTO t VALUES (1)"))


def test_what_is_written_through_a_log_is_read_as_far_as_the_file_has_it(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE t (a)")
    connection.execute("INSERT INTO t VALUES (7)")
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("INSERT INTO t VALUES (8)")
    connection.commit()
    data = path.read_bytes()
    names = sorted(one.name for one in tmp_path.iterdir())
    with database_of(decode(data, "x")) as database:
        assert is_write_ahead(data)
        assert list(database.rows("SELECT a FROM t")) == [(7,)]
    assert (path.read_bytes(), sorted(one.name for one in tmp_path.iterdir())) == (data, names)
    connection.close()


@pytest.mark.parametrize("length", [16, 100, 4096, 5000])
def test_a_cut_database_is_damaged(length: int) -> None:
    data = made("CREATE TABLE t (a)", "INSERT INTO t VALUES (1)")[:length]
    with (
        pytest.raises(FormatError, match="the database is damaged"),
        database_of(decode(data, "x")) as database,
    ):
        list(database.rows("SELECT * FROM t"))


def test_text_that_is_no_utf_8_is_replaced() -> None:
    data = made("CREATE TABLE t (a)", "INSERT INTO t VALUES (CAST(x'61ff' AS TEXT))")
    with database_of(decode(data, "x")) as database:
        assert list(database.rows("SELECT a FROM t")) == [("a\ufffd",)]


def test_what_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "_MOST_CALLS", 2)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    document = decode(made("CREATE TABLE t (a)"), "x")
    with database_of(document) as database, pytest.raises(FormatError, match="interrupted"):
        list(database.rows(endless))


def test_what_is_no_database_is_refused() -> None:
    with pytest.raises(FormatError, match="no SQLite database"), database_of(decode(b"{}", "x")):
        pass


def test_zstandard_is_named_with_the_way_out() -> None:
    with pytest.raises(FormatError, match="Zstandard") as caught:
        decode(b"\x28\xb5\x2f\xfd\x00rest", "rollout.jsonl.zst")
    assert "zstd -d" in caught.value.hint
