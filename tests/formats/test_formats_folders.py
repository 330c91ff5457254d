"""Session files in folders: what counts as one, and the bounds."""

from __future__ import annotations

from pathlib import Path

from ctxlab.formats.folders import session_files_in


def _write(folder: Path, *names: str, size: int = 2) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x" * size, encoding="utf-8")


def test_files_are_found_by_the_ends_of_their_names_in_the_order_of_paths(tmp_path: Path) -> None:
    _write(tmp_path, "b.jsonl", "a.ctx.json", "sub/C.JSON", "sub/d.ndjson", "readme.md")
    _write(tmp_path, "a.marks.json", ".hidden.json", ".git/e.json", "node_modules/f.json")
    found = session_files_in(tmp_path)
    names = [path.relative_to(tmp_path).as_posix() for path in found.files]
    assert names == ["a.ctx.json", "b.jsonl", "sub/C.JSON", "sub/d.ndjson"]
    assert found.left_out == 0


def test_sessions_of_agents_are_found_under_the_names_that_these_give_them(tmp_path: Path) -> None:
    _write(tmp_path, "run.traj", ".aider.chat.history.md", ".aider.input.history", "notes.md", "talks.db")
    found = session_files_in(tmp_path)
    assert [path.name for path in found.files] == [".aider.chat.history.md", "run.traj", "talks.db"]


def test_packed_sessions_are_found_but_not_any_archive(tmp_path: Path) -> None:
    _write(tmp_path, "a.jsonl.gz", "b.json.gz", "c.tar.gz", "d.zip", "e.eval")
    found = session_files_in(tmp_path)
    assert [path.name for path in found.files] == ["a.jsonl.gz", "b.json.gz", "e.eval"]


def test_what_is_beyond_the_bounds_is_counted(tmp_path: Path) -> None:
    _write(tmp_path, *(f"{at}.json" for at in range(6)), size=10)
    assert len(session_files_in(tmp_path, most_files=4).files) == 4
    assert session_files_in(tmp_path, most_files=4).left_out == 2
    assert len(session_files_in(tmp_path, most_bytes=25).files) == 2
    assert session_files_in(tmp_path, most_bytes=25).left_out == 4


def test_files_whose_names_are_no_sessions_are_passed_over_by_name(tmp_path: Path) -> None:
    _write(tmp_path, "a.json", "notes.md", "sub/talk.TXT", "a.marks.json", ".hidden.txt", ".git/config")
    found = session_files_in(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in found.passed_over] == [
        "notes.md",
        "sub/talk.TXT",
    ]
    assert [path.name for path in found.files] == ["a.json"]


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert session_files_in(tmp_path / "none").files == ()


def test_the_folder_of_claude_code_gives_sub_agents_only_where_they_have_no_session(tmp_path: Path) -> None:
    projects = tmp_path / ".claude" / "projects"
    _write(projects, "-w-app/s1.jsonl", "-w-app/s1/subagents/agent-a1.jsonl", "-w-app/s2.jsonl")
    _write(projects, "-w-app/s1/subagents/agent-a1.meta.json", "-w-app/s1/tool-results/b1.txt")
    _write(projects, "-w-app/s3/subagents/agent-a2.jsonl")
    (projects / "-w-app/s1.jsonl").write_text('{"type": "user", "sessionId": "s1"}', encoding="utf-8")
    names = [path.relative_to(projects).as_posix() for path in session_files_in(projects).files]
    assert names == ["-w-app/s1.jsonl", "-w-app/s2.jsonl", "-w-app/s3/subagents/agent-a2.jsonl"]
