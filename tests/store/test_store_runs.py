"""Recorded builds: what is added is read back, also by another process; bounds, damage and deletion."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from helpers.builds import add, figures, texts
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.model.items import Source
from ctxlab.model.recorded import BuildOrigin, Figures
from ctxlab.store.database import Database
from ctxlab.store.kept import KeptText, digest_of
from ctxlab.store.runs import Filter, KeptState, RunStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


@pytest.fixture
def store(path: Path) -> Iterator[RunStore]:
    made = RunStore(Database(path))
    yield made
    made.close()


def test_a_build_is_read_back_as_it_was(store: RunStore) -> None:
    one = figures(
        exact=False, limit=900, over=100, warn_at=800, level=2, truncated=1, must_keeps=3, lost=("m1", "m,2")
    )
    origin = BuildOrigin("旅行", "/somewhere/trip.json", "ff", 2, "helper")
    number = add(
        store, one, 1_700_000_000.25, origin=origin, kept=texts("session", "profile", '{"pins": []}')
    )
    (build,) = store.builds()
    assert number == build.id == 1
    assert (build.figures, build.origin, build.at, build.milliseconds) == (one, origin, 1_700_000_000.25, 5.0)
    assert (build.kept, build.hidden) == (True, 0)
    assert store.build(1) == build
    assert store.state(1) == KeptState("session", "profile", '{"pins": []}', digest_of("session"))


@given(
    text=st.text(st.characters(), max_size=40),
    numbers=st.lists(st.integers(-(2**62), 2**62), min_size=9, max_size=9),
    limit=st.none() | st.integers(0, 2**62),
    lost=st.lists(st.text(max_size=9), max_size=4),
)
def test_whatever_the_figures_are_they_are_read_back(
    tmp_path_factory: pytest.TempPathFactory,
    text: str,
    numbers: list[int],
    limit: int | None,
    lost: list[str],
) -> None:
    store = RunStore(Database(tmp_path_factory.mktemp("any") / "runs.db"))
    sources = ((Source.TOOL_RESULT, numbers[0]), (Source.SUMMARY, numbers[1]))
    one = Figures(
        *(text, 1, 2, text, text, text, False, numbers[2], sources, *numbers[3:7]),
        *(limit, limit, limit, numbers[7], *([numbers[8]] * 5), 4, tuple(lost)),
    )
    assert add(store, one, kept=texts(text, text, text)) == 1
    assert store.problem is None
    (build,) = store.builds()
    clean = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert build.figures == one if clean == text else build.figures.session == clean
    state = store.state(1)
    assert state is not None
    assert (state.session, state.profile, state.marks) == (text, text, text)
    store.close()


def test_the_newest_comes_first_and_filters_choose(store: RunStore) -> None:
    add(store, figures("a", profile="gssc"), 100.0, origin=BuildOrigin("Hangzhou", "/x/trip.json"))
    add(store, figures("b", profile="gssc"), 200.0, origin=BuildOrigin("Ledger", "/x/parser.json"))
    add(store, figures("a", profile="tight"), 300.0, origin=BuildOrigin("Hangzhou", "/x/trip.json"))

    def ids(**values: object) -> list[int]:
        return [one.id for one in store.builds(Filter(**values))]  # type: ignore[arg-type]

    assert ids() == [3, 2, 1]
    assert ids(limit=2) == [3, 2]
    assert ids(session="a") == [3, 2, 1]  # a letter of "parser" and of "Hangzhou", too
    assert ids(session="Hangzhou") == [3, 1]
    assert ids(session="parser.json") == [2]
    assert ids(profile="gssc") == [2, 1]
    assert ids(since=200.0) == [3, 2]
    assert ids(session="Hangzhou", profile="gssc", since=100.0, limit=5) == [1]
    assert ids(session="%") == []


def test_a_repeat_is_recorded_only_where_it_is_wanted(store: RunStore) -> None:
    assert add(store, repeats=False) == 1
    assert add(store, repeats=False, at=2.0) == 1
    assert add(store, repeats=True) == 2
    assert add(store, figures("other"), repeats=False) == 3
    assert add(store, repeats=False) == 2
    assert add(store, kept=texts(profile="Q"), repeats=False) == 4
    assert add(store, kept=texts(marks="[]"), repeats=False) == 5
    assert add(store, figures(request=2), repeats=False) == 6
    assert add(store, repeats=False) == 7  # not the same as the one before it


def test_each_text_is_kept_once_and_compressed(store: RunStore, path: Path) -> None:
    long = "the same words again and again. " * 40_000
    for number in range(50):
        add(store, figures(request=number), kept=texts(long))
    store.close()
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM kept").fetchone() == (3,)
    connection.close()
    assert path.stat().st_size < 200_000
    assert store.state(50) == KeptState(long, "P", "{}", digest_of(long))


def test_of_too_many_builds_the_oldest_go_with_their_texts(path: Path) -> None:
    store = RunStore(Database(path), keep=3)
    for number in range(1, 6):
        add(store, figures(request=number), kept=texts(f"session {number}"))
    assert [one.id for one in store.builds()] == [5, 4, 3]
    assert store.state(2) is None
    assert store.state(3) == KeptState("session 3", "P", "{}", digest_of("session 3"))
    assert store._database.read(lambda c: c.execute("SELECT count(*) FROM kept").fetchone(), None) == (5,)
    store.close()


def test_over_its_size_the_store_lets_the_session_go_that_was_built_longest_ago(path: Path) -> None:
    store = RunStore(Database(path), most=50)
    add(store, figures("a"), kept=texts("a" * 10))
    add(store, figures("b"), kept=texts("b" * 10))
    add(store, figures("a", request=2), kept=texts("a" * 10))
    add(store, figures("c"), kept=texts("c" * 10))
    kept = {one.id: one.kept for one in store.builds()}
    assert kept == {1: True, 2: False, 3: True, 4: True}  # a was built again after b
    assert store.state(2) is None
    assert store.builds()[2].figures == figures("b")
    store.close()


def test_a_session_that_alone_is_too_large_leaves_its_figures(
    store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctxlab.store.kept.keep.__defaults__", (20,))
    add(store, kept=texts("".join(map(str, range(200)))))
    (build,) = store.builds()
    assert not build.kept
    assert store.state(1) is None


def test_a_text_that_is_kept_already_need_not_be_given(store: RunStore) -> None:
    session, profile, marks = texts("the session")
    add(store, kept=(KeptText(session.digest, "the session", 3), profile, marks))
    assert store.hidden(session.digest) == 3
    add(store, figures(request=2), kept=(KeptText(session.digest), profile, marks))
    assert store.state(2) == KeptState("the session", "P", "{}", session.digest)
    assert [one.hidden for one in store.builds()] == [3, 3]
    assert store.hidden(b"another") is None


def test_what_is_deleted_is_gone_from_the_file_too(store: RunStore, path: Path) -> None:
    for number in range(3):
        add(store, figures(f"name{number}"), kept=texts(f"words of session {number}" * 3))
    assert store.delete([1, 3, 99]) == 2
    assert [one.id for one in store.builds()] == [2]
    assert store.state(1) is None
    assert add(store) == 4  # the number of one that is gone is not given again
    assert store.clear() == 2
    assert store.builds() == ()
    assert add(store) == 5
    store.close()
    assert b"name2" not in path.read_bytes()


def test_damage_is_said_and_recording_goes_on(path: Path) -> None:
    store = RunStore(Database(path))
    for number in range(300):
        add(store, figures(request=number), kept=texts(str(number)))
    store.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    path.write_bytes(content)
    store = RunStore(Database(path))
    assert store.builds() == ()
    assert store.problem is not None
    assert "was damaged" in store.problem.message
    assert add(store) == 1
    assert len(store.builds()) == 1
    store.close()


def test_a_kept_text_that_is_damaged_is_no_state(store: RunStore, path: Path) -> None:
    add(store)
    store.close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE kept SET data = x'00ff'")
    connection.commit()
    connection.close()
    assert store.state(1) is None
    assert len(store.builds()) == 1


def test_a_store_of_counts_alone_is_brought_up_to_date(path: Path) -> None:
    from ctxlab.store.database import MIGRATIONS

    connection = sqlite3.connect(path)
    for statement in MIGRATIONS[0]:
        connection.execute(statement)
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    store = RunStore(Database(path))
    assert add(store) == 1
    assert store.problem is None
    store.close()


def test_a_store_that_cannot_be_written_raises_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = RunStore(Database(tmp_path / "file" / "runs.db"))
    assert add(store) is None
    assert store.builds() == ()
    assert store.delete([1]) == 0
    assert store.clear() == 0
    assert store.problem is not None


def test_threads_record_into_one_file(path: Path) -> None:
    def work(name: str) -> None:
        mine = RunStore(Database(path))
        for number in range(25):
            add(mine, figures(name, request=number), kept=texts(name))
        mine.close()

    threads = [Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store = RunStore(Database(path))
    assert len({one.id for one in store.builds()}) == 100
    assert store.problem is None
    store.close()


_OTHER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from helpers.builds import add, figures
from ctxlab.store.database import Database
from ctxlab.store.runs import RunStore
store = RunStore(Database(Path(sys.argv[1])))
for number in range(30):
    assert add(store, figures("other", request=number)) is not None
store.close()
"""


def test_two_processes_record_into_one_file(store: RunStore, path: Path) -> None:
    tests = Path(__file__).resolve().parents[1]
    with subprocess.Popen([sys.executable, "-c", _OTHER, str(path), str(tests)]) as other:
        for number in range(30):
            assert add(store, figures("mine", request=number)) is not None
        assert other.wait(60) == 0
    builds = store.builds()
    assert sorted(one.figures.session for one in builds) == ["mine"] * 30 + ["other"] * 30
    assert len({one.id for one in builds}) == 60
    assert store.problem is None


def test_what_sqlite_cannot_hold_is_asked_for_in_vain(store: RunStore) -> None:
    add(store, figures(session="s\ud800"), 1.0)
    assert store.build(10**30) is None
    assert store.state(10**30) is None
    assert store.delete([10**30]) == 0
    assert store.builds(Filter(session="\udcff", profile="\udcff")) == ()
    assert len(store.builds(Filter(limit=10**30))) == 1
    assert len(store.builds(Filter(session="s\ud800"))) == 1


def test_a_repeat_is_known_whatever_stands_in_the_id_of_its_session(store: RunStore) -> None:
    one, origin, kept = figures(session="s\ud800"), BuildOrigin(chain="c\ud800"), texts("a", "b", "c")
    first = store.add(one, origin, kept, at=1.0, milliseconds=1.0, repeats=False)
    assert first == store.add(one, origin, kept, at=2.0, milliseconds=1.0, repeats=False)
