"""The mark of ctxlab's own code: another after each change of what builds, the same after others."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxlab.batch.code_mark import code_digest, code_mark
from ctxlab.model.version import VERSION
from ctxlab.paths import source_tree


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name in ("engine/memo.py", "gui/app.py", "text/cut.py"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("X = 1\n", "utf-8")
    return tmp_path


def test_a_change_of_what_builds_is_another_code(package: Path) -> None:
    seen = {code_digest(package)}
    (package / "engine" / "memo.py").write_text("X = 2\n", "utf-8")
    seen.add(code_digest(package))
    (package / "engine" / "memo.py").rename(package / "engine" / "kept.py")
    seen.add(code_digest(package))
    (package / "text" / "cut.py").unlink()
    seen.add(code_digest(package))
    assert len(seen) == 4


def test_what_only_shows_and_what_is_no_code_does_not_count(package: Path) -> None:
    before = code_digest(package)
    (package / "gui" / "app.py").write_text("X = 2\n", "utf-8")
    (package / "engine" / "__pycache__").mkdir()
    (package / "engine" / "__pycache__" / "memo.pyc").write_bytes(b"x")
    assert code_digest(package) == before


def test_the_mark_names_the_version_and_in_a_source_tree_the_code() -> None:
    package = source_tree()
    told = "" if package is None else f" {code_digest(package)}"
    assert code_mark() == VERSION + told
