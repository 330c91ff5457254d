"""Odd and hostile files by hand: each opens, or is refused in words that say what is wrong."""

from __future__ import annotations

import base64
import gzip
import io
import json
import sqlite3
import time
import zipfile
from pathlib import Path

import pytest
from helpers.golden import FORMATS
from helpers.telling import codes

from ctxlab.errors import FormatError
from ctxlab.formats.load import load, load_bytes

CHAT = b'{"messages": [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hi"}]}'
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8
#: Big files open in so many seconds, on a slow and busy computer.
SLOWEST = 20


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data in members.items():
            made.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + CHAT,
        CHAT.decode().encode("utf-16"),
        CHAT + b"\r\n",
        gzip.compress(gzip.compress(CHAT)),
        gzip.compress(zipped(a=CHAT, b=PICTURE)),
        zipped(a=zipped(b=CHAT)),
    ],
)
def test_one_chat_in_whatever_wrapping(data: bytes) -> None:
    (session,) = load_bytes(data, "x")
    assert [item.text for item in session.items] == ["hello", "hi"]
    assert len(session.requests) == 1


@pytest.mark.parametrize("data", [b"", b" \n\n ", b"[]"])
def test_nothing_is_an_empty_session(data: bytes) -> None:
    assert [session.items for session in load_bytes(data, "x.json")] == [()]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{}", "a JSON object with no keys"),
        (b'"hello there"', "JSON without any object"),
        (b"null", "JSON without any object"),
        (CHAT[:60], "the JSON is broken.*cut off"),
        (b"[" * 100_000 + b"]" * 100_000, "nested more than"),
        (b"some notes\nof mine\n", "text that is no JSON"),
        (PICTURE, "binary data"),
        (b"%PDF-1.7\n\x00\xff", "a PDF document"),
        (zipped(), "the ZIP file is empty"),
        (zipped(a=PICTURE), "no reader takes what is in the ZIP file: a"),
        (b'{"name": "x", "version": "1.0.0"}', "a JSON object with name, version"),
        (b'{"resourceSpans": []}', "there are no spans in it"),
    ],
)
def test_what_is_no_session_is_refused_by_what_it_is(data: bytes, words: str) -> None:
    with pytest.raises(FormatError) as told:
        load_bytes(data, "x")
    assert told.match(f"^x.*{words}")


def test_the_database_of_another_program_is_refused_under_any_name(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    with sqlite3.connect(path) as database:
        database.execute("create table places (id integer, url text)")
    database.close()
    with pytest.raises(FormatError, match="an SQLite database"):
        load(path)


def test_sessions_beside_a_picture_open_and_the_picture_is_named() -> None:
    codex = (FORMATS / "05_codex_rollout" / "tool_call_stream.jsonl").read_bytes()
    first, second = load_bytes(zipped(a=CHAT, b=codex, c=PICTURE), "x.zip")
    assert [one.origin.format for one in (first, second)] == ["openai-chat", "codex-rollout"]
    assert codes(first) == ["members_unread"]


@pytest.mark.parametrize(
    "path",
    [
        "05_codex_rollout/rollout-agentswap.redacted.jsonl",
        "12_gemini/gemini_cli_edit_and_run.jsonl",
        "13_agent_trajectories/openhands_goal_events.jsonl",
    ],
)
def test_a_log_that_is_cut_within_a_line_opens_up_to_it(path: str) -> None:
    data = (FORMATS / path).read_bytes()
    (whole,) = load_bytes(data, "x.jsonl")
    (cut,) = load_bytes(data[: len(data) * 7 // 10], "x.jsonl")
    assert "line_cut" in codes(cut)
    count = len(cut.items)
    assert 0 < count < len(whole.items)
    assert [item.text for item in cut.items] == [item.text for item in whole.items[:count]]


@pytest.mark.parametrize(
    "content",
    [
        "word " * 6_000_000,
        [
            {
                "type": "image_url",
                "image_url": {"url": "data:image/png;base64," + base64.b64encode(bytes(3_900_000)).decode()},
            }
        ],
    ],
    ids=["30 MB of text in one line", "5 MB of base64"],
)
def test_big_records_open_in_seconds(content: object) -> None:
    data = json.dumps({"messages": [{"role": "user", "content": content}]}).encode() + b"\n"
    begun = time.process_time()
    (session,) = load_bytes(data, "x.jsonl")
    assert time.process_time() - begun < SLOWEST
    assert len(session.items) == 1
