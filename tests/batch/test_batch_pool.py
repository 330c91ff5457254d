"""Worker processes: they end with whoever started them, leave Ctrl+C to it, and need no main guard."""

from __future__ import annotations

import operator
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from concurrent.futures import BrokenExecutor, CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from ctxlab.batch.pool import Workers, executor_at, process_pool
from ctxlab.errors import ExecutorError

linux = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="processes are watched as Linux can")
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@contextmanager
def ends(process: int) -> Generator[None]:
    """Makes sure that a process ends within, or ten seconds after."""
    watched = os.pidfd_open(process)
    try:
        yield
        readable, _, _ = select.select([watched], [], [], 10)
        assert readable, "it goes on"
    finally:
        os.close(watched)


def test_jobs_run_in_processes_of_their_own() -> None:
    with process_pool(2) as pool:
        found = {pool.submit(os.getpid).result() for _ in range(4)}
        assert os.getpid() not in found
        assert pool.submit(operator.add, 2, 3).result() == 5


@linux
def test_an_error_in_the_midst_ends_the_workers_at_once() -> None:
    pool = process_pool(1)
    worker = pool.submit(os.getpid).result()

    def interrupted() -> None:
        with pool:
            pool.submit(time.sleep, 600)
            raise KeyboardInterrupt

    with ends(worker), pytest.raises(KeyboardInterrupt):
        interrupted()


@linux
def test_stopping_ends_a_worker_in_the_middle_of_its_job() -> None:
    pool = process_pool(1)
    worker = pool.submit(os.getpid).result()
    jobs = [pool.submit(time.sleep, 600) for _ in range(3)]
    with ends(worker):
        pool.stop()
    for one in jobs:
        with pytest.raises((CancelledError, BrokenExecutor)):
            one.result(timeout=10)


@posix
def test_workers_do_not_hear_ctrl_c() -> None:
    with process_pool(1) as pool:
        worker = pool.submit(os.getpid).result()
        os.kill(worker, signal.SIGINT)
        assert pool.submit(os.getpid).result() == worker


SCRIPT = """\
import os, sys, time
from ctxlab.batch.pool import process_pool

pool = process_pool(1)
print(pool.submit(os.getpid).result(), flush=True)
pool.submit(time.sleep, 600)
sys.stdin.read()
"""


@linux
def test_workers_end_when_the_process_that_started_them_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "no_guard.py"
    script.write_text(SCRIPT, "utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        with ends(int(parent.stdout.readline())):
            parent.kill()


@pytest.mark.parametrize("way", ["file", "text"])
def test_a_program_without_a_main_guard_runs_once(tmp_path: Path, way: str) -> None:
    text = 'import os\nfrom ctxlab.batch.pool import process_pool\nprint("once")\n'
    text += "with process_pool(2) as pool:\n    print(pool.submit(os.getcwd).result() == os.getcwd())\n"
    (tmp_path / "main.py").write_text(text, "utf-8")
    words = [str(tmp_path / "main.py")] if way == "file" else ["-c", text]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.split() == ["once", "True"]
    assert done.stderr == ""


@posix
def test_processes_that_died_are_replaced_until_they_do_nothing_but_die() -> None:
    workers = Workers(workers=1)
    first = workers.submit(os.getpid).result()
    with pytest.raises(BrokenExecutor):
        workers.submit(os.abort).result()
    assert workers.submit(os.getpid).result() != first
    workers.praise()
    for _ in range(4):
        with pytest.raises(BrokenExecutor):
            workers.submit(os.abort).result()
    with pytest.raises(ExecutorError, match="again and again"):
        workers.submit(os.abort)
    workers.end()


def test_an_executor_that_takes_no_more_is_told() -> None:
    pool = ThreadPoolExecutor(1)
    workers = Workers(pool, 3)
    assert workers.count == 3
    pool.shutdown()
    with pytest.raises(ExecutorError, match="no more jobs"):
        workers.submit(os.getpid)


def test_how_many_workers_there_are_is_asked_where_it_can_be() -> None:
    with process_pool(3) as pool:
        assert Workers(pool).count == 3
    assert Workers().count == (os.cpu_count() or 1)


def test_a_missing_package_is_told_with_what_adds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ExecutorError, match="pip install distributed"):
        executor_at("tcp://127.0.0.1:8786")
