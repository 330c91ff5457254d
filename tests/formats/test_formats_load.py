from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.errors import FormatError
from ctxlab.formats.load import load, load_bytes
from ctxlab.formats.marks_file import marks_path, write_marks
from ctxlab.model.marks import ConstraintMark, KeyFactMark, Marks, MustKeep
from ctxlab.model.session import Session

DATA = Path(__file__).parents[1] / "data"
BUGS = DATA / "bugs"
FILES = sorted(path for folder in (BUGS, DATA / "formats") for path in folder.rglob("*") if path.is_file())
SEEDS = [path.read_bytes() for path in FILES if path.stat().st_size < 3000]


def loaded(path: Path) -> tuple[tuple[Session, ...], str]:
    """The sessions of a file, or why it was refused."""
    try:
        return load(path), ""
    except FormatError as error:
        return (), str(error)


def test_there_are_files_to_try() -> None:
    assert len(FILES) > 100
    assert len(SEEDS) > 40


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_loads_or_is_refused_in_words(path: Path) -> None:
    before = path.read_bytes()
    start = time.process_time()
    sessions, refused = loaded(path)
    assert time.process_time() - start < 1.0
    assert path.read_bytes() == before
    assert bool(sessions) != bool(refused)
    assert not refused or refused.startswith(path.name)
    for session in sessions:
        assert session.id
        assert session.title
        assert session.origin.file == path.name
        assert len({item.id for item in session.items}) == len(session.items)
        assert session.chain()
        for request in session.requests:
            positions = [p for first, last in request.live for p in range(first, last + 1)]
            assert positions == sorted(set(positions))
            assert all(p < request.end and session.items[p].chain == request.chain for p in positions)


@given(st.data())
@settings(max_examples=150)
def test_damaged_files_load_or_are_refused(data: st.DataObject) -> None:
    seed = bytearray(data.draw(st.sampled_from(SEEDS)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(seed)))
        kind = data.draw(st.sampled_from(["flip", "cut", "splice", "insert"]))
        if kind == "flip" and at < len(seed):
            seed[at] = data.draw(st.integers(0, 255))
        elif kind == "cut":
            del seed[at : at + data.draw(st.integers(1, 200))]
        elif kind == "splice":
            other = data.draw(st.sampled_from(SEEDS))
            seed[at:at] = other[: data.draw(st.integers(0, 400))]
        else:
            seed[at:at] = data.draw(
                st.sampled_from([b"\n", b'"', b"{", b"}", b"[", b"null", b"\xff", b"\\ud800"])
            )
    try:
        sessions = load_bytes(bytes(seed), "x.jsonl")
    except FormatError:
        return
    for session in sessions:
        assert all(request.end <= len(session.items) for request in session.requests)


json_value = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    *(
                        "messages",
                        "role",
                        "content",
                        "tool_calls",
                        "function",
                        "id",
                        "name",
                        "body",
                        "request",
                    ),
                    *("response", "choices", "message", "system", "tools", "input", "type", "text", "items"),
                    *("user_input", "schema", "requests", "marks", "uuid", "parentUuid", "sessionId"),
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=15,
)


@given(json_value, st.sampled_from([None, "native", "openai-chat", "claude-code"]))
@settings(max_examples=150)
def test_any_json_loads_or_is_refused(value: object, name: str | None) -> None:
    with suppress(FormatError):
        load_bytes(json.dumps(value).encode(), "x.json", format=name)


@given(json_value, json_value)
@settings(max_examples=100)
def test_any_json_in_the_right_places_loads_or_is_refused(first: object, second: object) -> None:
    chat = {
        "messages": [{"role": "user", "content": first}, {"role": "assistant", "tool_calls": second}, second]
    }
    native = {
        "schema": "ctxlab.session/1",
        "items": [first, {"role": "user", "parts": [second]}],
        "marks": second,
    }
    for value in (chat, native, native | {"requests": [second, {"items": first, "usage": second}]}):
        try:
            sessions = load_bytes(json.dumps(value).encode(), "x.json")
        except FormatError:
            continue
        assert len(sessions) == 1


def test_a_missing_file_a_folder_and_a_strange_name_are_refused(tmp_path: Path) -> None:
    for path, words in (
        (tmp_path / "none.json", "no such file"),
        (tmp_path, "a folder"),
        (tmp_path / "a\0b", "cannot be read"),
    ):
        with pytest.raises(FormatError, match=words):
            load(path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b"[]")
    path.chmod(0)
    with pytest.raises(FormatError, match="cannot be read"):
        load(path)


@pytest.mark.skipif(sys.platform == "win32", reason="sparse files")
def test_a_file_over_two_gigabytes_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(2_000_000_001)
    with pytest.raises(FormatError, match="too large: 2,000,000,001 bytes"):
        load(path)


def test_ids_follow_from_the_content_and_titles_from_the_name(tmp_path: Path) -> None:
    data = (BUGS / "B132_bom.json").read_bytes()
    for name in ("one.json", "two.ctx.json"):
        (tmp_path / name).write_bytes(data)
    (one,), (two,) = load(tmp_path / "one.json"), load(tmp_path / "two.ctx.json")
    assert one.id == two.id
    assert (one.title, two.title) == ("one", "two")


def test_notices_of_decoding_reach_the_session() -> None:
    (session,) = load(BUGS / "B80_lone_high.jsonl")
    assert ("lone_surrogate", 1) in [(one.code, one.line) for one in session.diagnostics]


def test_what_is_not_read_is_named_with_what_is() -> None:
    with pytest.raises(FormatError, match="NUL bytes") as caught:
        load(BUGS / "B179_nul_profile.toml")
    assert caught.value.hint == "`ctxlab formats` lists what is read"


def test_a_format_can_be_forced_and_must_exist() -> None:
    data = b'{"role": "narrator", "text": "x"}'
    with pytest.raises(FormatError, match="no reader takes it"):
        load_bytes(data, "x")
    with pytest.raises(FormatError, match="there is no format 'morse'") as caught:
        load_bytes(data, "x", format="morse")
    assert caught.value.hint == "`ctxlab formats` lists them"
    with pytest.raises(FormatError, match="there is no format 'openai-chats'") as caught:
        load_bytes(data, "x", format="openai-chats")
    assert caught.value.hint.startswith("did you mean openai-chat")
    with pytest.raises(FormatError, match=r"not 'ctxlab\.session/1'"):
        load_bytes(data, "x", format="native")


def test_a_sidecar_gives_the_marks(tmp_path: Path) -> None:
    path = tmp_path / "trip.json"
    path.write_bytes((BUGS / "B132_bom.json").read_bytes())
    marks = Marks(("i1",), (MustKeep("m1", text="hi"),), (KeyFactMark("i2", 0, 2),))
    write_marks(marks_path(path), marks)
    (session,) = load(path)
    assert session.marks == marks
    assert session.diagnostics == ()


def test_marks_on_missing_items_are_told(tmp_path: Path) -> None:
    path = tmp_path / "trip.json"
    path.write_bytes((BUGS / "B132_bom.json").read_bytes())
    write_marks(
        marks_path(path),
        Marks(("i1", "i7"), (MustKeep("m1", item="i8"),), constraints=(ConstraintMark("i9", 0, 2),)),
    )
    (session,) = load(path)
    assert [(one.code, one.item) for one in session.diagnostics] == [
        ("mark_without_item", "i7"),
        ("mark_without_item", "i8"),
        ("mark_without_item", "i9"),
    ]


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"schema":"ctxlab.marks/9"}', '{"schema":"ctxlab.marks/1","pins":3}']
)
def test_a_broken_sidecar_does_not_hide_the_session(tmp_path: Path, text: str) -> None:
    path = tmp_path / "trip.json"
    path.write_bytes((BUGS / "B132_bom.json").read_bytes())
    marks_path(path).write_text(text, encoding="utf-8")
    (session,) = load(path)
    assert len(session.items) == 2
    assert [one.code for one in session.diagnostics] == ["marks_broken"]
