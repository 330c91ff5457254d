"""The sessions that a worker keeps: which stay, which are read anew."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest
from helpers.sweeps import write_corpus

from ctxlab.batch.corpus import corpus_of
from ctxlab.batch.desk import Desk
from ctxlab.batch.sweep_keys import files_digest
from ctxlab.errors import RequestError
from ctxlab.model.session import Session
from ctxlab.model.sweep import Place


class Made:
    """A desk of three sessions at most, and the sessions that something was made for."""

    def __init__(self, most: int = 3, items: int = 1_000) -> None:
        self.sessions: list[Session] = []
        self.desk = Desk(self._make, most, items)

    def _make(self, session: Session, _store: bool) -> Session:
        self.sessions.append(session)
        return session

    def take(self, place: Place, digest: str = "", *, store: bool = False, work: str = "one") -> Session:
        return self.desk.take(place, digest, store=store, work=work)


def places(folder: Path, count: int) -> tuple[Place, ...]:
    return corpus_of([write_corpus(folder, count)]).places


def test_a_session_that_stays_is_not_read_again(tmp_path: Path) -> None:
    (place,), made = places(tmp_path / "c", 1), Made()
    for _ in range(2):
        made.take(place)
        made.take(place, store=True)
    assert len(made.sessions) == 2
    made.desk.forget()
    made.take(place)
    assert len(made.sessions) == 3


def test_sessions_beyond_the_bound_do_not_drive_the_others_out(tmp_path: Path) -> None:
    made = Made()
    for work in ("first", "second"):
        made.sessions.clear()
        for _ in range(3):
            for place in places(tmp_path / work, 5):
                made.take(place, work=work)
        # of five, three are found again each time, and those of earlier work are not in their way
        assert len(made.sessions) == 5 + 2 + 2


def test_of_large_sessions_fewer_stay(tmp_path: Path) -> None:
    # each has five items
    one, two, three = places(tmp_path / "c", 3)
    made = Made(items=10)
    for place in (one, two, three, one):
        made.take(place)
    assert len(made.sessions) == 3
    small = Made(items=1)
    for place in (one, one, two):
        small.take(place)
    assert len(small.sessions) == 2


def test_a_file_that_has_changed_is_not_taken_for_what_it_was(tmp_path: Path) -> None:
    (place,), made = places(tmp_path / "c", 1), Made()
    digest = files_digest(place.file)
    made.take(place, digest)
    (tmp_path / "c" / "00.marks.json").write_text('{"schema": "ctxlab.marks/1"}', "utf-8")
    made.desk.forget()
    with pytest.raises(RequestError, match="has changed since the work began"):
        made.take(place, digest)
    made.take(place, files_digest(place.file))


def test_each_thread_has_sessions_of_its_own(tmp_path: Path) -> None:
    (place,), made = places(tmp_path / "c", 1), Made()
    made.take(place)
    other = Thread(target=made.take, args=(place,))
    other.start()
    other.join()
    assert len(made.sessions) == 2
