"""Corpora: what is listed of files and folders, and opened again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ctxlab.batch.corpus import corpus_of, open_place
from ctxlab.errors import CtxlabError, RequestError


def keywords(text: str) -> str:
    return json.dumps({"system_prompt": "Be short.", "user_message": text})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "b.json").write_text(keywords("second"), "utf-8")
    (tmp_path / "a.json").write_text(keywords("first"), "utf-8")
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "c.json").write_text(keywords("third"), "utf-8")
    return tmp_path


def test_a_folder_is_listed_by_paths_with_those_below(folder: Path) -> None:
    found = corpus_of([folder])
    assert [one.title for one in found.places] == ["a.json", "b.json", "deeper/c.json"]
    assert [open_place(one).items[-1].text for one in found.places] == ["first", "second", "third"]
    assert found.problems == ()


def test_marks_come_with_their_session_and_are_none_themselves(folder: Path) -> None:
    marks = {"schema": "ctxlab.marks/1", "must_keeps": [{"id": "short", "text": "Be short."}]}
    (folder / "a.marks.json").write_text(json.dumps(marks), "utf-8")
    found = corpus_of(sorted(folder.glob("a*.json")))
    assert [one.title for one in found.places] == ["a.json"]
    assert [one.id for one in open_place(found.places[0]).marks.must_keeps] == ["short"]


def test_what_is_no_session_is_passed_over_in_a_folder_and_told_where_it_is_named(folder: Path) -> None:
    (folder / "package.json").write_text('{"name": "thing", "version": "1"}', "utf-8")
    in_folder = corpus_of([folder])
    assert (len(in_folder.places), in_folder.problems) == (3, ())
    assert in_folder.passed_over == (f"{folder.name}/package.json",)
    named = corpus_of([folder / "package.json", folder / "missing.json"])
    assert [Path(file).name for file, _ in named.problems] == ["package.json", "missing.json"]
    assert all(why for _, why in named.problems)


def test_a_broken_file_does_not_hide_the_others(folder: Path) -> None:
    (folder / "aa.json").write_text('{"messages": [', "utf-8")
    found = corpus_of([folder])
    assert len(found.places) == 3
    assert [Path(file).name for file, _ in found.problems] == ["aa.json"]


def test_a_file_that_has_changed_since_is_not_opened_as_the_one_it_was(folder: Path) -> None:
    place = corpus_of([folder / "a.json"]).places[0]
    shutil.copy(folder / "b.json", folder / "a.json")
    with pytest.raises(RequestError, match="has changed"):
        open_place(place)
    (folder / "a.json").unlink()
    with pytest.raises(CtxlabError):
        open_place(place)
