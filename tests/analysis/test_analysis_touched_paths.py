"""The files and folders that calls name, and whether they are known to only read them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.analysis.touched_paths import touched_paths


def _touched(tool: str, arguments: Any) -> dict[str, bool]:
    """Each path with whether it is only read; that its place holds its words is checked beside."""
    recorded = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    found = list(touched_paths(tool, recorded))
    for one in found:
        said = recorded[one.start : one.end].replace("\\\\", "\\")
        assert one.path.endswith(said)
    return {one.path: one.reads for one in found}


def test_fields_that_are_named_for_a_path() -> None:
    assert _touched(
        "Edit", {"file_path": "/srv/db/1.sql", "old_string": "src/a.py", "new_string": "x/y"}
    ) == {"/srv/db/1.sql": False}
    assert _touched("X", {"edits": [{"filePath": "a.py"}, {"path": "b\\c.py"}], "query": "d/e"}) == {
        "a.py": False,
        "b\\c.py": False,
    }


@pytest.mark.parametrize(
    "tool", ["Read", "Grep", "Glob", "LS", "read_file", "mcp__fs__list_directory", "readFile"]
)
def test_tools_that_only_read(tool: str) -> None:
    assert _touched(tool, {"path": "src/a.py"}) == {"src/a.py": True}


@pytest.mark.parametrize("tool", ["Write", "create_file", "delete_file", "readjust", "whatever"])
def test_other_tools_are_taken_to_write(tool: str) -> None:
    assert _touched(tool, {"path": "src/a.py"}) == {"src/a.py": False}


def test_an_editor_that_is_told_to_view_only_reads() -> None:
    assert _touched("editor", {"command": "view", "path": "src/a.py"})["src/a.py"] is True
    assert _touched("editor", {"command": "create", "path": "src/a.py"})["src/a.py"] is False


@pytest.mark.parametrize(
    ("command", "path", "reads"),
    [
        ("cat db/1.sql", "db/1.sql", True),
        ("cat a > db/1.sql", "db/1.sql", False),
        ("cat a >> 'db/my file.sql'", "db/my file.sql", False),
        ("git log --oneline -- db/migrations", "db/migrations", True),
        ("git checkout -- db/migrations", "db/migrations", False),
        ("sed -n 1,9p db/1.sql", "db/1.sql", True),
        ("sed -i s/a/b/ db/1.sql", "db/1.sql", False),
        ("find db -name x", "db", True),
        ("find db -name x -delete", "db", False),
        ("ls a && rm -rf db", "db", False),
        ("cat a | tee db/1.sql", "db/1.sql", False),
        ("tool --file=db/1.sql -v", "db/1.sql", False),
        ("cd db && rm 1.sql", "db/1.sql", False),
        ("mv a db/$(date).sql", "db/$", False),
    ],
)
def test_words_of_a_command(command: str, path: str, reads: bool) -> None:
    assert _touched("Bash", {"command": command})[path] is reads


def test_options_are_no_paths() -> None:
    assert set(_touched("Bash", {"command": "rm -rf --one-file-system db"})) == {"db"}


def test_the_text_that_a_command_writes_names_no_paths() -> None:
    command = "cat > notes.md <<'EOF'\nrm db/1.sql\nEOF\nrm b.py"
    assert {path for path, reads in _touched("Bash", {"command": command}).items() if not reads} == {
        "notes.md",
        "b.py",
    }


def test_commands_as_lists_of_words_and_their_folder() -> None:
    assert _touched("shell", {"command": ["git", "diff", "db/1.sql"]})["db/1.sql"] is True
    assert _touched("shell", {"command": ["bash", "-lc", "rm 1.sql"], "workdir": "/srv/db"}) == {
        "/srv/db/1.sql": False
    }


@pytest.mark.parametrize(
    "patch",
    [
        "*** Begin Patch\n*** Update File: db/1.sql\n@@\n-a\n+b\n*** End Patch",
        "--- a/db/1.sql\n+++ b/db/1.sql\n@@ -1 +1 @@\n-a\n+b\n",
        "--- /dev/null\n+++ b/db/1.sql\n",
        "*** Begin Patch\n*** Update File: x.py\n*** Move to: db/1.sql\n",
    ],
)
def test_heads_of_patches(patch: str) -> None:
    assert _touched("apply_patch", patch)["db/1.sql"] is False
    assert _touched("apply_patch", {"input": patch})["db/1.sql"] is False
    listed = _touched("shell", {"command": ["apply_patch", patch]})
    assert listed["db/1.sql"] is False
    assert not any("\n" in path for path in listed)
