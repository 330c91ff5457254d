"""The tree: tests mirror the source, and nothing that is committed points outside it."""

from __future__ import annotations

import re

from helpers.tree import PACKAGE, ROOT, committed

BESIDES = {"architecture", "bench", "data", "golden", "helpers", "properties"}

# Put together here, so that this file does not find itself.
OUTSIDE = re.compile("|".join([r"\.\./" + "shared", "/" + "work/", "/" + "home/[a-z]", "/" + "root/"]))
TEXT = {".py", ".md", ".toml", ".json", ".sh", ".cfg", ".ini", ".qss", ".svg", ""}
# Recorded sessions are other people's text and may say what they like.
THIRD_PARTY = (ROOT / "tests" / "data", ROOT / "sessions")


def _units() -> set[str]:
    """The packages and modules right under ctxlab, without the package's own two files."""
    found = (path for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists())
    return {path.stem for path in found} - {"__init__"}


def test_each_package_has_its_tests() -> None:
    files = [path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")]
    places = {path.parts[0] for path in files} | {path.stem.removeprefix("test_") for path in files}
    # The front door and the entry are tested by what they open.
    doors = {"lab": "api", "__main__": "cli"}
    covered = places | {name for name, place in doors.items() if place in places}
    assert _units() - covered == set()


def test_each_folder_of_tests_is_one_of_the_source() -> None:
    folders = {
        path.parent.relative_to(ROOT / "tests").parts[:1] for path in (ROOT / "tests").rglob("test_*.py")
    }
    assert {name for parts in folders for name in parts} - BESIDES - _units() == set()


def test_no_committed_file_points_outside_the_tree() -> None:
    found: list[str] = []
    for path in committed():
        if path.suffix in TEXT and not any(path.is_relative_to(folder) for folder in THIRD_PARTY):
            text = path.read_text(encoding="utf-8", errors="replace")
            found += [f"{path.relative_to(ROOT)}: {hit.group()}" for hit in OUTSIDE.finditer(text)]
    assert found == []
