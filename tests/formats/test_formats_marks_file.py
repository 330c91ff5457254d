from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ctxlab.errors import FormatError, SaveError
from ctxlab.formats.marks_file import (
    marks_from,
    marks_path,
    marks_to,
    read_sidecar,
    unknown_keys,
    write_marks,
)
from ctxlab.model.constraint import Kind, Tier
from ctxlab.model.items import Source
from ctxlab.model.marks import ConstraintMark, KeyFactMark, Marks, MustKeep

MARKS = Marks(
    pins=("i1", "i3"),
    must_keeps=(
        MustKeep("m1", text="不吃辣", since="i2"),
        MustKeep("m2", number="3000"),
        MustKeep("m3", item="i4"),
    ),
    key_facts=(KeyFactMark("i2", 3, 9),),
    sources=(("i5", Source.RETRIEVED_DOC),),
    constraints=(
        ConstraintMark("i2", 0, 5, Kind.BUDGET, Tier.SOFT),
        ConstraintMark("i4", 7, 9, Kind.LIMIT, rejected=True),
    ),
)


@pytest.mark.parametrize(
    ("session", "sidecar"),
    [
        ("trip.ctx.json", "trip.marks.json"),
        ("trip.jsonl", "trip.marks.json"),
        ("a.b.json", "a.b.marks.json"),
        ("bare", "bare.marks.json"),
        (".ctx.json", ".ctx.json.marks.json"),
    ],
)
def test_the_sidecar_lies_beside_the_session(session: str, sidecar: str) -> None:
    assert marks_path(Path("dir") / session) == Path("dir") / sidecar


def test_marks_come_back_as_written(tmp_path: Path) -> None:
    path = tmp_path / "x.marks.json"
    write_marks(path, MARKS)
    assert read_sidecar(path).marks == {0: MARKS}
    value = json.loads(path.read_bytes())
    assert value["schema"] == "ctxlab.marks/1"
    assert value["must_keeps"][0] == {"id": "m1", "text": "不吃辣", "since": "i2"}


def test_a_file_of_several_sessions_has_the_marks_of_each(tmp_path: Path) -> None:
    path = tmp_path / "x.marks.json"
    write_marks(path, [Marks(), Marks(("i9",)), Marks(), MARKS])
    assert read_sidecar(path).marks == {0: Marks(), 1: Marks(("i9",)), 3: MARKS}


def test_without_a_sidecar_there_are_no_marks(tmp_path: Path) -> None:
    assert read_sidecar(tmp_path / "none.marks.json").marks == {}


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ({"pins": "i1"}, "marks pins"),
        ({"pins": [1]}, "marks pins[0]"),
        ({"must_keeps": [{"id": "m"}]}, "marks must_keeps[0]"),
        ({"must_keeps": [{"text": "a", "number": "3"}]}, "marks must_keeps[0]"),
        ({"must_keeps": [{"text": 3}]}, "marks must_keeps[0].text"),
        ({"key_facts": [{"item": "i1", "start": 5, "end": 5}]}, "marks key_facts[0]"),
        ({"key_facts": [{"start": 0, "end": 5}]}, "marks key_facts[0].item"),
        ({"sources": {"i1": "gossip"}}, "marks sources.i1"),
        ({"sources": []}, "marks sources"),
        ({"constraints": {}}, "marks constraints"),
        ({"constraints": [{"item": "i1", "start": 2, "end": 1}]}, "marks constraints[0]"),
        ({"constraints": [{"start": 0, "end": 1}]}, "marks constraints[0].item"),
        (
            {"constraints": [{"item": "i1", "start": 0, "end": 1, "kind": "hope"}]},
            "marks constraints[0].kind",
        ),
        ({"constraints": [{"item": "i1", "start": 0, "end": 1, "tier": 1}]}, "marks constraints[0].tier"),
        (
            {"constraints": [{"item": "i1", "start": 0, "end": 1, "rejected": "no"}]},
            "marks constraints[0].rejected",
        ),
    ],
)
def test_a_wrong_mark_is_an_error_with_its_key(value: dict[str, Any], key: str) -> None:
    with pytest.raises(FormatError) as caught:
        marks_from(value, "x.marks.json")
    assert (caught.value.where.file, caught.value.where.key) == ("x.marks.json", key)


def test_a_must_keep_without_an_id_gets_one() -> None:
    assert marks_from({"must_keeps": [{"text": "a"}]}, "x").must_keeps == (MustKeep("m1", text="a"),)


def test_a_file_that_is_open_elsewhere_for_a_moment_is_still_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.marks.json"
    write_marks(path, Marks(("i1",)))
    real, calls = os.replace, []

    def refuse(source: Path, target: Path) -> None:
        calls.append(source)
        if len(calls) <= 3:
            raise PermissionError(13, "Permission denied")
        real(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    write_marks(path, MARKS)
    assert read_sidecar(path).marks == {0: MARKS}
    assert len(calls) == 4


def test_a_save_that_fails_for_ever_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.marks.json"
    write_marks(path, Marks(("i1",)))

    def refuse(source: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(SaveError, match="Permission denied") as caught:
        write_marks(path, MARKS)
    assert caught.value.where.file == "x.marks.json"
    assert read_sidecar(path).marks == {0: Marks(("i1",))}
    assert [one.name for one in tmp_path.iterdir()] == ["x.marks.json"]


def test_a_folder_that_is_not_there_is_a_save_error(tmp_path: Path) -> None:
    with pytest.raises(SaveError):
        write_marks(tmp_path / "none" / "x.marks.json", MARKS)


def test_a_key_that_means_nothing_is_named_with_the_nearest_that_does(tmp_path: Path) -> None:
    path = tmp_path / "x.marks.json"
    value = {
        "schema": "ctxlab.marks/1",
        "must_keep": [{"text": "3000"}],
        "must_keeps": [{"text": "a", "sicne": "i1"}],
        "key_facts": [{"item": "i1", "start": 0, "end": 2, "text": "ab"}],
        "sessions": {"3": {"pin": ["i1"]}},
    }
    path.write_text(json.dumps(value), encoding="utf-8")
    found = read_sidecar(path)
    assert found.marks[0].must_keeps == (MustKeep("m1", text="a"),)
    told = {place: [dict(one.numbers) for one in notices] for place, notices in found.notices.items()}
    assert [one["key"] for one in told[-1]] == ["must_keep", "must_keeps[0].sicne", "key_facts[0].text"]
    assert [one["nearest"] for one in told[-1]][:2] == ["must_keeps", "must_keeps[0].since"]
    assert told[2] == [{"key": "sessions.3.pin", "nearest": "sessions.3.pins"}]


@pytest.mark.parametrize("sessions", [[], {"first": {}}, {"0": {}}, {"2": []}])
def test_marks_of_no_session_are_an_error(tmp_path: Path, sessions: Any) -> None:
    path = tmp_path / "x.marks.json"
    path.write_text(json.dumps({"schema": "ctxlab.marks/1", "sessions": sessions}), encoding="utf-8")
    with pytest.raises(FormatError, match="sessions"):
        read_sidecar(path)


def test_what_is_written_has_no_unknown_key(tmp_path: Path) -> None:
    path = tmp_path / "x.marks.json"
    write_marks(path, [MARKS, MARKS])
    assert [one for notices in read_sidecar(path).notices.values() for one in notices] == []


def test_must_keeps_that_share_an_id_get_ids_of_their_own() -> None:
    ids = ["a", "a", "a.2", "a", "m6"]
    listed: list[dict[str, str]] = [{"id": one, "text": f"t{n}"} for n, one in enumerate(ids)]
    found = marks_from({"must_keeps": [*listed, {"text": "t5"}]}, "x").must_keeps
    # The sixth has no id and would be m6, which is taken.
    assert [one.id for one in found] == ["a", "a.3", "a.2", "a.4", "m6", "m6.2"]
    assert [one.text for one in found] == ["t0", "t1", "t2", "t3", "t4", "t5"]


def test_a_constraint_says_only_what_it_has_to() -> None:
    marks = marks_from({"constraints": [{"item": "i1", "start": 0, "end": 4}]}, "x")
    assert marks.constraints == (ConstraintMark("i1", 0, 4, Kind.REQUIREMENT, Tier.HARD),)
    assert marks_to(marks)["constraints"] == [
        {"item": "i1", "start": 0, "end": 4, "kind": "requirement", "tier": "hard"}
    ]


def test_an_unknown_key_of_a_constraint_is_named() -> None:
    (notice,) = unknown_keys({"constraints": [{"item": "i1", "start": 0, "end": 4, "kinds": "limit"}]})
    assert dict(notice.numbers) == {"key": "constraints[0].kinds", "nearest": "constraints[0].kind"}
