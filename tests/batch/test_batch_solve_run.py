"""A whole solve in one call of the library, here, by workers, and by a Dask cluster."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.cli import process
from helpers.dask_cluster import dask_cluster
from helpers.solving import marked, placed

import ctxlab
from ctxlab.errors import ProfileError, RequestError
from ctxlab.model.solution import Proof

TALK = "i1 user 8\ni2 assistant 3\ni3 user 7\ni4 assistant 4\ni5 user 1"
PROFILE = """\
schema = "ctxlab.profile/1"
name = "small"
[tokens]
encoding = "chars/3"
[budget.history]
cap = 25
overflow = "stop"
order = "newest"
[budget.recent]
rounds = 0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two sessions and a profile."""
    (tmp_path / "small.toml").write_text(PROFILE, "utf-8")
    (tmp_path / "sessions").mkdir()
    placed(tmp_path / "sessions", [marked(TALK, a="i4.1"), marked(TALK, a="i2.2")])
    return tmp_path


def test_it_solves_files_and_folders(folder: Path) -> None:
    found = ctxlab.solve(folder / "sessions", folder / "small.toml", store=False)
    assert isinstance(found, ctxlab.Solution)
    assert found.profile is not None
    assert found.proof is Proof.EXACT
    (cap,) = found.caps
    session = ctxlab.open(folder / "sessions" / "s001.ctx.json")
    kept = ctxlab.build(session.at(), found.profile).must_keeps
    assert [one.lost_at for one in kept] == [None]
    less = found.profile.set("budget.history.cap", cap.after - 1)
    assert ctxlab.build(session.at(), less).must_keeps[0].lost_at is not None
    near = ctxlab.solve(
        [folder / "sessions" / "s000.ctx.json"],
        folder / "small.toml",
        rows=["history"],
        aim="nearest",
        store=False,
    )
    assert near.caps[0].after == 25


def test_workers_and_a_cluster_find_the_same(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    here = ctxlab.solve(folder / "sessions", folder / "small.toml", store=False)
    there = ctxlab.solve(folder / "sessions", folder / "small.toml", workers=2, store=False)
    assert (there.caps, there.after, there.runs) == (here.caps, here.after, here.runs)
    words = ("solve", folder / "sessions", "--profile", folder / "small.toml", "--json")
    with dask_cluster(2, str(tmp_path / "data")) as address:
        far = process(*words, "--executor", address).json
    assert [(one["row"], one["after"]) for one in far["caps"]] == [
        (one.row.value, one.after) for one in here.caps
    ]
    assert (far["runs"], far["after"]["losing"]) == (here.runs, 0)


def test_what_cannot_be_solved_is_refused(folder: Path) -> None:
    with pytest.raises(RequestError, match="no session"):
        ctxlab.solve(folder / "nowhere.json", folder / "small.toml", store=False)
    (folder / "sessions" / "broken.ctx.json").write_text('{"schema": "ctxlab.session/1", "items": [', "utf-8")
    with pytest.raises(RequestError, match="cannot be read"):
        ctxlab.solve(folder / "sessions", folder / "small.toml", store=False)
    with pytest.raises(ValueError, match="attic"):
        ctxlab.solve(folder / "sessions", folder / "small.toml", rows=["attic"], store=False)
    with pytest.raises(ProfileError):
        ctxlab.solve(folder / "sessions", "no-such-profile", store=False)
