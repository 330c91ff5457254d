"""A request from the clipboard becomes a file and opens."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from ctxlab.errors import FormatError, SaveError
from ctxlab.gui.paste import keep_pasted, pasted_folder

NOW = datetime(2026, 3, 4, 5, 6, 7)
TEXT = json.dumps([{"role": "user", "content": "预算三千"}])


def test_it_is_kept_under_the_time_at_which_it_was_pasted(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pasted"
    first = keep_pasted(TEXT, folder, NOW)
    assert first.name == "pasted-20260304-050607.json"
    assert first.read_text(encoding="utf-8") == TEXT
    assert keep_pasted(TEXT, folder, NOW).name == "pasted-20260304-050607-2.json"


def test_what_is_no_session_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        keep_pasted("hello", tmp_path, NOW)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SaveError, match="pasted"):
        keep_pasted(TEXT, tmp_path / "file" / "pasted", NOW)


def test_the_folder_is_among_the_users_data() -> None:
    assert pasted_folder().name == "pasted"
