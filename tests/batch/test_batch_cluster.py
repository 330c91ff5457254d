"""Sweeps on a real Dask cluster of two worker processes, and what is said where there is none."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from helpers.cli import process
from helpers.dask_cluster import dask_cluster
from helpers.sweeps import NEWEST, write_corpus

import ctxlab
from ctxlab.batch.corpus import Corpus
from ctxlab.cli.sweep import sweep_json

pytest.importorskip("distributed")

#: Where the jobs of a sweep ran, by the processes that a cluster's workers are.
WHERE = """\
import json, os, sys
from ctxlab.batch.pool import executor_at

with executor_at(sys.argv[1]) as cluster:
    found = [cluster.submit(os.getpid) for _ in range(8)]
    print(json.dumps([cluster.workers, os.getpid(), sorted({one.result() for one in found})]))
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with dask_cluster(2, str(tmp_path_factory.mktemp("dask"))) as found:
        yield found


@pytest.fixture
def asked(tmp_path: Path) -> tuple[str, ...]:
    """A sweep that both are asked for."""
    profile = tmp_path / "newest.toml"
    profile.write_text(NEWEST, "utf-8")
    folder = write_corpus(tmp_path / "c", 6)
    caps = "budget.history.cap=100:700:50"
    return ("sweep", str(folder), "--profile", str(profile), "--set", caps, "--requests", "2", "--fresh")


def test_the_workers_are_those_of_the_cluster(address: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WHERE, address], capture_output=True, text=True, check=True, timeout=120
    )
    workers, own, processes = json.loads(done.stdout)
    assert workers == 2
    assert own not in processes
    assert len(processes) == 2


def test_its_table_is_that_of_this_machine(address: str, asked: tuple[str, ...]) -> None:
    there = process(*asked, "--json", "--executor", address)
    assert there.code == 0, there.err
    with ThreadPoolExecutor(2) as pool:
        here = ctxlab.sweep(asked[1], asked[3], [asked[5]], requests=2, executor=pool, store=False)
    local = sweep_json(here, requests=2, currency="USD", corpus=Corpus(here.places))
    assert len(local["variants"]) == 13
    assert there.json["variants"] == local["variants"]
    assert there.json["builds"] == local["builds"] == 13 * 6 * 2


def test_the_library_takes_a_clients_own_executor(address: str, asked: tuple[str, ...]) -> None:
    program = """\
import sys
import ctxlab
from distributed import Client

with Client(sys.argv[1], set_as_default=False) as client:
    found = ctxlab.sweep(sys.argv[2], sys.argv[3], [sys.argv[4]], executor=client.get_executor(), store=False)
    print(found.whole, len(found.places), len(found.variants), found.cheapest)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, address, asked[1], asked[3], asked[5]],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.split() == ["True", "6", "13", "11"]


def test_an_address_where_nobody_answers_is_told(asked: tuple[str, ...]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        answer = process(*asked, "--executor", address)
    assert answer.code == 2
    assert address in answer.err
    assert "Traceback" not in answer.err
    wrong = process(*asked, "--executor", "nonsense://x")
    assert wrong.code == 2
    assert "Traceback" not in wrong.err
    assert "nonsense" in wrong.err


def test_a_cluster_without_workers_is_told(tmp_path: Path, asked: tuple[str, ...]) -> None:
    with dask_cluster(0, str(tmp_path / "data")) as empty:
        answer = process(*asked, "--executor", empty)
    assert answer.code == 2
    assert "no worker" in answer.err
    assert os.linesep.join(answer.err.splitlines()[-1:]).startswith("ctxlab: ")
