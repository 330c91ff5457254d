"""What workers keep between the jobs of a solve."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

from helpers.solving import counted, marked, placed

from ctxlab.batch import solve_job
from ctxlab.batch.solve_job import Subject, reading, runs
from ctxlab.batch.sweep_keys import files_digest
from ctxlab.formats.marks_file import marks_path
from ctxlab.model.items import Row

TALK = "i1 user 8\ni2 assistant 3\ni3 user 7\ni4 assistant 4\ni5 user 1"


def _subjects(folder: Path, solve: str, count: int) -> list[Subject]:
    one = pickle.dumps(counted("recent.rounds=0 history.cap=25 history.overflow=stop history.order=newest"))
    places = placed(folder, [marked(TALK, a="i3.1") for _ in range(count)])
    return [Subject(solve, place, "", one, (Row.HISTORY,), store=False) for place in places]


def test_a_file_that_changes_meanwhile_is_noticed(tmp_path: Path) -> None:
    """What was read before and what is read now would be parts of one answer."""
    (subject,) = _subjects(tmp_path, "solve", 1)
    digest = files_digest(subject.place.file)
    subject = replace(subject, digest=digest)
    assert runs(subject, (None,))[0].error == ""
    marks_path(Path(subject.place.file)).write_text('{"schema": "ctxlab.marks/1"}', "utf-8")
    solve_job.forget()
    assert "has changed since the work began" in str(reading(subject))
    assert "has changed since the work began" in runs(subject, (None,))[0].error


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
