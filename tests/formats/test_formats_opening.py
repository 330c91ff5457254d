"""Packed files as session files: what is inside is found by content, and the file outside is the origin."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest
from helpers.golden import FORMATS
from helpers.telling import codes, texts

from ctxlab.errors import FormatError, NoReaderError
from ctxlab.formats.load import load, load_bytes
from ctxlab.formats.marks_file import marks_path, write_marks
from ctxlab.formats.readers.native import NativeReader
from ctxlab.formats.registry import readers
from ctxlab.formats.unpack import document_of
from ctxlab.model.marks import Marks

CHAT = b'[{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}]'
OTHER = b'{"role": "user", "content": "one"}\n{"role": "assistant", "content": "two"}\n{"role": '
CLAUDE = (FORMATS / "04_claude_code" / "short-clean.jsonl").read_bytes()


def zipped(*members: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members:
            made.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize("name", ["talk.json.gz", "talk", "talk.json"])
def test_a_gzip_file_opens_as_what_is_inside_under_its_own_name_and_hash(name: str) -> None:
    packed = gzip.compress(CHAT)
    (session,) = load_bytes(packed, name)
    assert texts(session) == ["hi", "ho"]
    assert (session.origin.format, session.origin.file) == ("openai-chat", name)
    assert session.origin.sha256 == hashlib.sha256(packed).hexdigest()
    assert session.title == "talk"


def test_marks_of_a_gzip_file_stand_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl.gz"
    path.write_bytes(gzip.compress(CHAT))
    write_marks(marks_path(path), Marks(pins=("i2",)))
    assert marks_path(path).parent == tmp_path
    assert load(path)[0].marks.pins == ("i2",)


def test_a_cut_gzip_file_gives_the_lines_that_are_whole() -> None:
    lines = b"".join(b'{"role": "user", "content": "%d"}\n' % (n * 7919) for n in range(3000))
    packed = gzip.compress(lines)
    (session,) = load_bytes(packed[: len(packed) // 2], "x.jsonl.gz")
    assert codes(session)[0] == "packed_cut"
    assert 1000 < len(session.items) < 2000
    assert texts(session)[:2] == ["0", "7919"]


def test_a_document_of_a_packed_file_has_the_bytes_inside() -> None:
    document = document_of(gzip.compress(CHAT), "x")
    assert (document.data, len(document.records)) == (CHAT, 1)
    document = document_of(zipped(("a", CHAT)), "x")
    assert (document.records, document.text, document.lines) == ((), "", False)
    assert document.archive is not None
    assert document.archive.names == ("a",)
    assert document.archive.read("a") == CHAT


def test_no_reader_but_that_of_a_whole_archive_takes_one() -> None:
    document = document_of(zipped(("a", CHAT)), "x")
    assert {reader.name: reader.sniff(document) for reader in readers()} == dict.fromkeys(
        (reader.name for reader in readers()), 0.0
    )


def test_each_file_of_a_zip_file_gives_its_sessions_and_the_others_are_named() -> None:
    data = zipped(
        ("talks/one.json", CHAT),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("talks/two.jsonl", OTHER),
        ("empty", b" \n"),
        ("page.html", b"<html>"),
        ("broken.json", b'{"a": [1, 2'),
        ("claude.jsonl", CLAUDE),
    )
    one, two, claude = load_bytes(data, "all.zip")
    assert [texts(session)[0] for session in (one, two)] == ["hi", "one"]
    assert [session.origin.format for session in (one, two, claude)] == [
        *("openai-chat", "openai-chat", "claude-code")
    ]
    assert {(session.origin.file, session.origin.sha256) for session in (one, two, claude)} == {
        ("all.zip", hashlib.sha256(data).hexdigest())
    }
    assert (one.title, two.title) == ("talks/one.json", "talks/two.jsonl")
    assert claude.title.endswith("(claude.jsonl)") or claude.title == "claude.jsonl"
    assert len({session.id for session in (one, two, claude)}) == 3
    told = one.diagnostics[0]
    assert (told.code, told.severity) == ("members_unread", "info")
    assert dict(told.numbers) == {
        "count": 4,
        "names": "picture.png, empty, page.html, broken.json (the JSON is broken: Expecting ',' delimiter)",
    }
    assert codes(two) == ["line_cut"]


def test_several_sessions_of_one_file_in_a_zip_file_are_numbered() -> None:
    line = json.dumps({"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]})
    sessions = load_bytes(zipped(("tune.jsonl", f"{line}\n{line}\n".encode())), "x.zip")
    assert [session.title for session in sessions] == ["tune.jsonl #1", "tune.jsonl #2"]


def test_an_export_opens_by_its_conversations() -> None:
    export = (FORMATS / "10_sharegpt_chatgpt_oasst" / "chatgpt_2026_sample.json").read_bytes()
    alone = load_bytes(export, "conversations.json")
    sessions = load_bytes(zipped(("chat.html", b"<html>"), ("conversations.json", export)), "export.zip")
    assert [texts(session) for session in sessions] == [texts(session) for session in alone]
    assert "members_unread" in codes(sessions[0])


def test_a_database_in_a_zip_file_is_opened_like_any_other() -> None:
    base = (FORMATS / "16_generated_by_libraries" / "openai_agents_session.sqlite").read_bytes()
    alone = load_bytes(base, "sessions.db")
    sessions = load_bytes(zipped(("sessions.db", base), ("note.txt", b"note")), "backup.zip")
    assert [texts(session) for session in sessions] == [texts(session) for session in alone]


def test_a_zip_file_without_a_session_tells_what_is_inside() -> None:
    many = [(f"{n:02}.txt", b"text") for n in range(14)]
    with pytest.raises(
        NoReaderError, match=r"^x\.zip: no reader takes what is in the ZIP file: 00\.txt, .*, "
    ) as told:
        load_bytes(zipped(*many, ("\x1b[2J.txt", b"x")), "x.zip")
    assert "11.txt and 3 more (`ctxlab formats` lists" in str(told.value)
    with pytest.raises(FormatError, match="the ZIP file is empty"):
        load_bytes(zipped(), "x.zip")


def test_of_a_zip_file_with_one_file_the_error_is_that_of_the_file() -> None:
    with pytest.raises(FormatError, match=r"^x\.zip, one\.json: the JSON is broken"):
        load_bytes(zipped(("one.json", b'{"a": ')), "x.zip")


def test_an_archive_in_an_archive_opens_and_no_further_one() -> None:
    inner = zipped(("a.json", CHAT))
    sessions = load_bytes(zipped(("in.zip", inner), ("b.json.gz", gzip.compress(CHAT))), "x.zip")
    assert [session.title for session in sessions] == ["in.zip/a.json", "b.json.gz"]
    assert texts(load_bytes(gzip.compress(inner), "x.zip.gz")[0]) == ["hi", "ho"]
    with pytest.raises(FormatError, match=r"x\.zip, in\.zip/in\.zip: it is packed more than twice over"):
        load_bytes(zipped(("in.zip", zipped(("in.zip", inner)))), "x.zip")
    with pytest.raises(FormatError, match="packed more than twice over"):
        load_bytes(gzip.compress(gzip.compress(gzip.compress(CHAT))), "x.gz")


def test_archives_in_an_archive_share_one_allowance() -> None:
    blank = zipped(("a.json", b" " * 60_000_000))
    with pytest.raises(FormatError, match="it unpacks to too much"):
        load_bytes(zipped(("1.zip", blank), ("2.zip", blank)), "x.zip")


def test_a_named_format_reads_the_files_inside() -> None:
    data = zipped(("a.json", CHAT), ("claude.jsonl", CLAUDE))
    (session,) = load_bytes(data, "x.zip", format="claude-code")
    assert session.origin.format == "claude-code"
    assert codes(session)[0] == "members_unread"
    with pytest.raises(FormatError, match="there is no format 'nonsense'"):
        load_bytes(data, "x.zip", format="nonsense")
    with pytest.raises(FormatError, match=r"x\.zip, a\.json: "):
        load_bytes(zipped(("a.json", CHAT)), "x.zip", among=(NativeReader(),), format="native")
