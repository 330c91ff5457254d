"""A gate over files and folders: order, and what is passed over; processes are tested with the command."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import Any

import pytest
from helpers.chat import write_json
from helpers.gate_repo import ENOUGH, PROFILE, demanding

from ctxlab.batch.gate_files import GateFile, PassedOver, Picked, Task, gate, judge_file
from ctxlab.errors import ExecutorError
from ctxlab.lab import Lab
from ctxlab.model.gate import UNJUDGED, Code, GateResult
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session, Snapshot
from ctxlab.profiles import parse

KEEPING = parse(PROFILE.format(cap=ENOUGH))


def pick(lab: Lab, file: Path) -> list[Picked]:
    return [Picked(one, at, f" #{at + 1}") for at, one in enumerate(lab.open_all(file))]


def last(_lab: Lab, session: Session) -> tuple[Snapshot, Profile]:
    return session.at(), KEEPING


TASK = Task(pick, last)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "talks"
    (folder / "deep").mkdir(parents=True)
    for name in ("b.json", "a.json", "deep/c.json"):
        write_json(folder / name, {"model": "gpt-4o", "messages": demanding(rounds=1)})
    (folder / "package.json").write_text('{"name": "x", "version": "1"}', encoding="utf-8")
    (folder / "broken.json").write_text('{"messages": [', encoding="utf-8")
    (folder / "empty.json").write_text('{"messages": []}', encoding="utf-8")
    return folder


def told(found: list[list[GateResult] | PassedOver]) -> list[tuple[str, int] | PassedOver]:
    return [
        one
        for each in found
        for one in ([each] if isinstance(each, PassedOver) else [(one.place.title, one.code) for one in each])
    ]


def test_files_come_in_order_with_what_was_passed_over_at_the_end(folder: Path, tmp_path: Path) -> None:
    found = list(gate([folder, tmp_path / "gone.json"], TASK, Lab(store=False)))
    assert told(found) == [
        ("talks/a.json #1", 0),
        ("talks/b.json #1", 0),
        ("talks/broken.json", UNJUDGED),
        ("talks/empty.json #1", UNJUDGED),
        ("talks/deep/c.json #1", 0),
        PassedOver(("talks/package.json",)),
        ("gone.json", UNJUDGED),
    ]


def test_a_folder_without_sessions_is_not_judged(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    (result,) = next(gate([tmp_path / "none"], TASK, Lab(store=False)))  # type: ignore[misc]
    assert [one.code for one in result.findings] == [Code.NO_SESSIONS]


def test_an_error_of_one_session_leaves_the_others(tmp_path: Path) -> None:
    file = write_json(tmp_path / "a.json", {"model": "gpt-4o", "messages": demanding(rounds=1)})

    def twice(lab: Lab, path: Path) -> list[Picked]:
        return [Picked(lab.open(path), at, f" #{at}") for at in range(2)]

    calls: list[int] = []

    def second_only(_lab: Lab, session: Session) -> tuple[Snapshot, Profile]:
        calls.append(1)
        return session.at(9 if len(calls) == 1 else None), KEEPING

    results = judge_file(GateFile(file, "a.json"), Task(twice, second_only), Lab(store=False))
    assert [one.code for one in results] == [UNJUDGED, 0]
    assert "there is no request 9" in str(results[0].findings[0].numbers)


class _Dead(Executor):
    """Workers that are gone."""

    def submit(self, *_args: object, **_more: object) -> Future[Any]:
        raise BrokenExecutor("gone")


def test_workers_that_die_are_an_error_that_says_so(folder: Path) -> None:
    with pytest.raises(ExecutorError, match="let fewer work at once"):
        list(gate([folder], TASK, Lab(store=False), _Dead()))
