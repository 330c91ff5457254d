from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from time import monotonic

import pytest

from ctxlab.store.counts import SqliteCountStore
from ctxlab.store.database import Database


def digest(number: int) -> bytes:
    return sha256(str(number).encode()).digest()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    one = Database(tmp_path / "store.db")
    yield one
    assert one.problem is None
    one.close()


def test_an_empty_store_knows_nothing(database: Database) -> None:
    store = SqliteCountStore(database)
    assert store.load("v", [digest(1)]) == {}
    assert store.load("v", []) == {}
    store.save("v", [])


def test_what_is_saved_is_found_under_its_vocabulary_alone(database: Database) -> None:
    store = SqliteCountStore(database)
    store.save("v", [(digest(1), 5), (digest(2), 0)])
    assert store.load("v", [digest(3), digest(2), digest(1)]) == {digest(1): 5, digest(2): 0}
    assert store.load("w", [digest(1)]) == {}
    store.save("w", [(digest(1), 7)])
    assert store.load("w", [digest(1)]) == {digest(1): 7}
    assert store.load("v", [digest(1)]) == {digest(1): 5}


def test_it_outlives_the_session(tmp_path: Path) -> None:
    for number in range(3):
        database = Database(tmp_path / "store.db")
        store = SqliteCountStore(database)
        store.save("v", [(digest(number), number)])
        assert store.load("v", [digest(n) for n in range(3)]) == {digest(n): n for n in range(number + 1)}
        database.close()


def test_saving_twice_keeps_the_first(database: Database) -> None:
    store = SqliteCountStore(database)
    store.save("v", [(digest(1), 5)])
    store.save("v", ((digest(n), n) for n in (1, 2)))
    assert store.load("v", [digest(1), digest(2)]) == {digest(1): 5, digest(2): 2}


def test_ten_thousand_at_once(database: Database) -> None:
    store = SqliteCountStore(database)
    counts = {digest(n): n for n in range(10_000)}
    started = monotonic()
    store.save("v", counts.items())
    assert store.load("v", list(counts)) == counts
    assert monotonic() - started < 5


def test_a_store_that_cannot_work_gives_nothing_and_raises_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    database = Database(tmp_path / "file" / "store.db")
    store = SqliteCountStore(database)
    store.save("v", [(digest(1), 5)])
    assert store.load("v", [digest(1)]) == {}
    assert database.problem is not None


WORKER = """
import sys
from hashlib import sha256
from pathlib import Path
from ctxlab.store.counts import SqliteCountStore
from ctxlab.store.database import Database

path, worker = Path(sys.argv[1]), int(sys.argv[2])
database = Database(path, patience=30)
store = SqliteCountStore(database)
for number in range(100):
    own = sha256(f"{worker} {number}".encode()).digest()
    shared = sha256(f"all {number}".encode()).digest()
    store.save("v", [(own, number), (shared, number)])
    assert store.load("v", [own, shared]) == {own: number, shared: number}, database.problem
assert database.problem is None, database.problem
print("done")
"""


def test_eight_processes_share_a_new_file(tmp_path: Path) -> None:
    """Case B181: they wait for each other; nobody sees an error, and nothing is lost."""
    path = tmp_path / "store.db"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(path), str(worker)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for worker in range(8)
    ]  # fmt: skip
    ended = [process.communicate(timeout=120) for process in processes]
    assert [(out.strip(), err) for out, err in ended] == [("done", "")] * 8
    database = Database(path)
    count = "SELECT count(*) FROM token_count"
    assert database.read(lambda connection: connection.execute(count).fetchone()[0], -1) == 8 * 100 + 100
    database.close()


HOLDER = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
time.sleep(0.6)
connection.execute("COMMIT")
connection.close()
"""


def test_a_write_waits_for_a_lock_that_another_process_holds(database: Database, tmp_path: Path) -> None:
    store = SqliteCountStore(database)
    store.save("v", [(digest(1), 1)])
    command = [
        sys.executable,
        "-c",
        HOLDER,
        str(database.path),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == "held"
        # Reading does not wait.
        assert store.load("v", [digest(1)]) == {digest(1): 1}
        store.save("v", [(digest(2), 2)])
        assert store.load("v", [digest(2)]) == {digest(2): 2}
        assert holder.wait(timeout=30) == 0


def test_a_lock_that_outlasts_patience_costs_the_cache_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    database = Database(path, patience=0.1)
    store = SqliteCountStore(database)
    store.save("v", [(digest(1), 1)])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store.save("v", [(digest(2), 2)])
    problem = database.problem
    store.save("v", [(digest(3), 3)])
    assert store.load("v", [digest(1)]) == {}
    assert problem is not None
    assert database.problem is problem
    other.execute("COMMIT")
    other.close()
