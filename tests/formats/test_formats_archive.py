from __future__ import annotations

import gzip
import io
import random
import struct
import zipfile
import zlib
from collections.abc import Iterable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.errors import FormatError
from ctxlab.formats import archive
from ctxlab.formats.archive import Allowance, ZipArchive, gunzip, shown_name

WORDS = b"".join(b"%d words\n" % random.Random(1).getrandbits(40) for _ in range(20_000))


def zipped(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as made:
        for name, data in members:
            made.writestr(name, data)
    return out.getvalue()


def unpacked(data: bytes) -> tuple[bytes, list[str]]:
    inner, notes = gunzip(data, "x.gz", Allowance(len(data)))
    return inner, [one.code for one in notes]


def opened(data: bytes) -> ZipArchive:
    return ZipArchive(data, "x.zip", Allowance(len(data)))


def marked(data: bytes, *, flag: int = 0, method: int | None = None) -> bytes:
    """The archive of one file with a flag or another method in its two headers."""
    changed = bytearray(data)
    for start, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        begin = data.index(start) + at
        flags, was = struct.unpack_from("<HH", data, begin)
        struct.pack_into("<HH", changed, begin, flags | flag, was if method is None else method)
    return bytes(changed)


def test_a_gzip_file_is_all_its_members() -> None:
    assert unpacked(gzip.compress(WORDS)) == (WORDS, [])
    assert unpacked(gzip.compress(b"one ") + gzip.compress(b"") + gzip.compress(b"two")) == (b"one two", [])


def test_zeros_behind_a_gzip_file_are_padding_and_anything_else_is_told() -> None:
    assert unpacked(gzip.compress(b"one") + b"\0" * 9) == (b"one", [])
    inner, notes = gunzip(gzip.compress(b"one") + b"junk", "x.gz", Allowance(100))
    assert (inner, notes[0].code, notes[0].numbers) == (b"one", "packed_rest", (("count", 4),))


@pytest.mark.parametrize("left", [0.1, 0.5, 0.99])
def test_of_a_cut_gzip_file_the_beginning_is_read(left: float) -> None:
    packed = gzip.compress(WORDS)
    inner, codes = unpacked(packed[: int(len(packed) * left)])
    assert codes == ["packed_cut"]
    assert WORDS.startswith(inner)
    assert len(inner) > (left - 0.1) * len(WORDS)


def test_of_a_broken_gzip_file_all_before_the_fault_is_read() -> None:
    packed = bytearray(gzip.compress(WORDS, 6))
    packed[len(packed) // 2] ^= 0xFF
    inner, codes = unpacked(bytes(packed))
    assert codes in (["packed_broken"], ["packed_cut"])
    assert inner[:50_000] == WORDS[:50_000]
    packed = bytearray(gzip.compress(b"short"))
    packed[-8] ^= 1  # its checksum
    assert unpacked(bytes(packed)) == (b"short", ["packed_broken"])


@pytest.mark.parametrize(
    "data", [b"\x1f\x8b", b"\x1f\x8b\x08\0\0\0", gzip.compress(b"abc", mtime=0)[:10], b"\x1f\x8bxx"]
)
def test_a_gzip_file_of_which_nothing_can_be_read_is_refused(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"x\.gz: the gzip file is broken"):
        unpacked(data)


def test_what_unpacks_to_too_much_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(FormatError, match="it unpacks to too much: at most 100,000,000 bytes"):
        unpacked(gzip.compress(b"\0" * 101_000_000))
    with pytest.raises(FormatError, match="it unpacks to too much: at most 100,000,000 bytes"):
        opened(zipped(("a", b"\0" * 60_000_000), ("b", b"\0" * 60_000_000)))


def test_the_ratio_leaves_room_for_logs_that_repeat_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_ALWAYS_UNPACKED", 1000)
    line = b'{"role": "user", "content": "the same again"}\n' * 500
    assert unpacked(gzip.compress(line)) == (line, [])
    with pytest.raises(FormatError, match="too much"):
        unpacked(gzip.compress(b"\0" * 1_000_000))


def test_the_files_of_an_archive_stand_in_its_order_without_folders() -> None:
    made = opened(zipped(("b/", b""), ("b/two.json", b"2"), ("../one", b"1"), ("/abs", b"")))
    assert made.names == ("b/two.json", "../one", "/abs")
    assert [made.read(name) for name in made.names] == [b"2", b"1", b""]
    with pytest.raises(FormatError, match="there is no three in it"):
        made.read("three")


def test_of_files_of_one_name_the_last_counts_and_that_is_told() -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        made = opened(zipped(("a", b"old"), ("b", b""), ("a", b"new")))
    assert (made.names, made.read("a")) == (("a", "b"), b"new")
    assert [(one.code, one.numbers, one.severity) for one in made.notes] == [
        ("member_repeated", (("count", 1),), "info")
    ]


def test_a_locked_file_is_refused_with_what_to_do() -> None:
    made = opened(marked(zipped(("a.json", b"{}")), flag=1))
    with pytest.raises(FormatError, match=r"^x\.zip, a\.json: it is encrypted \(unpack it with its password"):
        made.read("a.json")


@pytest.mark.parametrize(
    ("method", "name"), [(93, "Zstandard"), (9, "Deflate64"), (12, "bzip2"), (14, "LZMA"), (77, "method 77")]
)
def test_a_file_packed_in_another_way_is_refused_with_what_to_do(method: int, name: str) -> None:
    made = opened(marked(zipped(("a.json", b"{}")), method=method))
    with pytest.raises(FormatError, match=rf"it is packed by {name}, which is not read \(unpack it with"):
        made.read("a.json")


def test_a_stored_file_is_read_and_a_damaged_one_is_refused() -> None:
    data = zipped(("a", b"some text"), method=zipfile.ZIP_STORED)
    assert opened(data).read("a") == b"some text"
    with pytest.raises(FormatError, match=r"x\.zip, a: it is broken in the ZIP file: Bad CRC"):
        opened(data.replace(b"some", b"same", 1)).read("a")


def test_a_cut_archive_is_refused() -> None:
    with pytest.raises(FormatError, match=r"the ZIP file is broken.* \(it seems to be cut off\)"):
        opened(zipped(("a", WORDS))[:-30])


def test_an_archive_of_too_many_files_is_refused_before_they_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(archive, "_MOST_FILES", 3)
    assert len(opened(zipped(*((str(n), b"") for n in range(3)))).names) == 3
    with pytest.raises(FormatError, match="it holds too many files: 4, at most 3"):
        opened(zipped(*((str(n), b"") for n in range(4))))


def test_an_archive_with_64_bit_sizes_is_read() -> None:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made,
        made.open("a", "w", force_zip64=True) as one,
    ):
        one.write(WORDS)
    assert opened(out.getvalue()).read("a") == WORDS


def test_a_name_is_shown_on_one_line_without_control_characters() -> None:
    assert shown_name("a\x1b[31m\nb\u202e") == "a\ufffd[31m\ufffdb\ufffd"
    assert shown_name("x" * 500 + "/end.json") == "…" + "x" * 110 + "/end.json"


def _seeds() -> Iterable[bytes]:
    yield gzip.compress(WORDS[:3000])
    yield gzip.compress(b"one") + gzip.compress(b"two")
    yield zipped(("a.json", b'{"a": 1}' * 30), ("b/c", WORDS[:500]))
    yield zipped(("a", b"stored"), method=zipfile.ZIP_STORED)


@given(st.sampled_from(list(_seeds())), st.data())
@settings(max_examples=300)
def test_any_damage_gives_bytes_or_a_refusal(seed: bytes, data: st.DataObject) -> None:
    damaged = bytearray(seed)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(seed) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(damaged[: data.draw(st.integers(0, 2 * len(seed)))])
    with suppress(FormatError):
        unpacked(cut)
    with suppress(FormatError):
        made = opened(cut)
        for name in made.names:
            with suppress(FormatError):
                made.read(name)


def test_what_is_unpacked_of_a_cut_file_is_a_beginning_of_it() -> None:
    packed = gzip.compress(WORDS[:5000])
    for cut in range(20, len(packed), 37):
        try:
            inner, codes = unpacked(packed[:cut])
        except FormatError:
            continue
        assert WORDS.startswith(inner)
        assert codes == ["packed_cut"]
        assert inner == zlib.decompressobj(31).decompress(packed[:cut])
