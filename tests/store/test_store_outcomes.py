"""Outcomes of sweeps between runs, in a real SQLite file."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.model.sweep import Outcome
from ctxlab.store.database import MIGRATIONS, Database
from ctxlab.store.outcomes import OutcomeStore

ONE = Outcome(
    1200,
    4000,
    0,
    1,
    exact=False,
    judged=("profile:1", "预算"),
    lost=("预算",),
    prefix=0.25,
    unknown=("tool_schemas",),
)
TWO = Outcome(7)


def key(number: int) -> bytes:
    return number.to_bytes(32, "big")


def test_what_is_kept_is_there_again(tmp_path: Path) -> None:
    store = OutcomeStore(Database(tmp_path / "x.db"))
    assert store.load([key(1)]) == {}
    assert store.save([(key(1), ONE), (key(2), TWO)])
    store.close()
    again = OutcomeStore(Database(tmp_path / "x.db"))
    assert again.load([key(2), key(1), key(3)]) == {key(1): ONE, key(2): TWO}
    again.close()


def test_more_keys_than_a_statement_takes_are_found(tmp_path: Path) -> None:
    store = OutcomeStore(Database(tmp_path / "x.db"))
    store.save((key(at), Outcome(at)) for at in range(2000))
    assert store.load([key(at) for at in range(2500)]) == {key(at): Outcome(at) for at in range(2000)}
    store.close()


def test_of_too_many_the_oldest_go_and_one_that_is_saved_again_is_new(tmp_path: Path) -> None:
    store = OutcomeStore(Database(tmp_path / "x.db"), most=3)
    for number in (1, 2, 3):
        store.save([(key(number), Outcome(number))])
    store.save([(key(1), Outcome(10))])
    store.save([(key(4), Outcome(4))])
    assert store.load([key(at) for at in range(5)]) == {
        key(1): Outcome(10),
        key(3): Outcome(3),
        key(4): Outcome(4),
    }
    store.close()


def test_the_oldest_go_until_the_rest_fit_into_so_many_bytes(tmp_path: Path) -> None:
    database = Database(tmp_path / "x.db")
    OutcomeStore(database).save((key(at), Outcome(at)) for at in range(10))
    (size,) = database.read(
        lambda connection: connection.execute("SELECT max(length(data)) FROM outcome").fetchone(), (0,)
    )
    store = OutcomeStore(database, most_bytes=3 * size)
    store.prune()
    found = store.load([key(at) for at in range(10)])
    assert set(found) == {key(at) for at in range(10 - len(found), 10)}
    assert 3 <= len(found) < 5
    store.close()


def test_a_damaged_row_is_none(tmp_path: Path) -> None:
    database = Database(tmp_path / "x.db")
    store = OutcomeStore(database)
    store.save([(key(1), ONE), (key(2), TWO)])
    database.write(
        lambda connection: connection.execute("UPDATE outcome SET data = ? WHERE key = ?", (b"no", key(1))),
        None,
    )
    assert store.load([key(1), key(2)]) == {key(2): TWO}
    store.close()


def test_a_file_that_cannot_be_used_keeps_nothing_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    store = OutcomeStore(Database(tmp_path / "folder"))
    assert not store.save([(key(1), ONE)])
    assert store.load([key(1)]) == {}
    assert store.problem is not None


def test_an_older_file_is_brought_up_to_date(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "x.db")
    for version in MIGRATIONS[:3]:
        for statement in version:
            connection.execute(statement)
    connection.execute("PRAGMA user_version = 3")
    connection.commit()
    connection.close()
    store = OutcomeStore(Database(tmp_path / "x.db"))
    assert store.save([(key(1), ONE)])
    assert store.load([key(1)]) == {key(1): ONE}
    store.close()


@given(
    st.lists(
        st.builds(
            Outcome,
            tokens=st.integers(0, 10**12),
            limit=st.none() | st.integers(0, 10**12),
            judged=st.lists(st.text(), max_size=5).map(tuple),
            lost=st.lists(st.text(), max_size=5).map(tuple),
            prefix=st.none() | st.floats(0, 1),
            exact=st.booleans(),
        ),
        max_size=5,
    )
)
def test_any_outcome_comes_back_as_it_was(outcomes: list[Outcome]) -> None:
    with TemporaryDirectory() as folder:
        store = OutcomeStore(Database(Path(folder, "x.db")))
        store.save((key(at), one) for at, one in enumerate(outcomes))
        assert store.load([key(at) for at in range(5)]) == {key(at): one for at, one in enumerate(outcomes)}
        store.close()
