"""What workers keep between the jobs of a solve."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from helpers.solving import counted, marked, placed

from ctxlab.batch import solve_job
from ctxlab.batch.solve_job import Subject, reading, runs
from ctxlab.formats import load as loading
from ctxlab.model.items import Row

TALK = "i1 user 8\ni2 assistant 3\ni3 user 7\ni4 assistant 4\ni5 user 1"


def _subjects(folder: Path, solve: str, count: int) -> list[Subject]:
    one = pickle.dumps(counted("recent.rounds=0 history.cap=25 history.overflow=stop history.order=newest"))
    places = placed(folder, [marked(TALK, a="i3.1") for _ in range(count)])
    return [Subject(solve, place, "", one, (Row.HISTORY,), store=False) for place in places]


def test_sessions_beyond_the_bound_do_not_drive_the_others_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def load(path: Path) -> object:
        read.append(path.name)
        return loading.load(path)

    solve_job.forget()
    monkeypatch.setattr(solve_job, "load", load)
    monkeypatch.setattr(solve_job, "_SESSIONS_KEPT", 3)
    for solve in ("first", "second"):
        folder = tmp_path / solve
        folder.mkdir()
        subjects = _subjects(folder, solve, 5)
        read.clear()
        for _ in range(3):
            for subject in subjects:
                assert runs(subject, ((40,),))[0].lost == ()
        # of five, three are found again each time, and those of an earlier solve are not in their way
        assert len(read) == 5 + 2 + 2
    solve_job.forget()


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    (subject,) = _subjects(tmp_path, "solve", 1)
    Path(subject.place.file).unlink()
    solve_job.forget()
    told = reading(subject)
    assert isinstance(told, str)
    assert told
    (seen,) = runs(subject, (None,))
    assert seen.error == told
    assert not solve_job.holds(seen, frozenset())
