from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ctxlab.errors import CountError
from ctxlab.paths import resource
from ctxlab.tokens.exact import ExactCounter
from ctxlab.tokens.vocabulary import CL100K, O200K, Vocabulary, build_blanks, read_ranks, vocabulary_of

BOTH = pytest.mark.parametrize("vocabulary", [O200K, CL100K], ids=lambda v: v.name)


@pytest.mark.parametrize(("vocabulary", "size"), [(O200K, 199_998), (CL100K, 100_256)])
def test_the_shipped_files_are_the_published_ones(vocabulary: Vocabulary, size: int) -> None:
    ranks = read_ranks(vocabulary, resource("tokenizers"))
    assert len(ranks) == size
    assert sorted(ranks.values()) == list(range(size))
    assert all(bytes([one]) in ranks for one in range(256))


@BOTH
def test_a_changed_byte_is_found(vocabulary: Vocabulary, tmp_path: Path) -> None:
    content = bytearray(resource("tokenizers", vocabulary.file).read_bytes())
    content[1000] ^= 1
    (tmp_path / vocabulary.file).write_bytes(content)
    with pytest.raises(CountError, match="checksum is wrong") as caught:
        ExactCounter(vocabulary.name, folder=tmp_path).count("x")
    assert caught.value.where.file == vocabulary.file
    assert caught.value.hint
    # A damaged file is evidence: it stays as it is.
    assert (tmp_path / vocabulary.file).read_bytes() == content


def test_a_cut_off_file_is_found(tmp_path: Path) -> None:
    (tmp_path / O200K.file).write_bytes(resource("tokenizers", O200K.file).read_bytes()[:100_000])
    with pytest.raises(CountError, match="damaged"):
        ExactCounter("o200k_base", folder=tmp_path).load()


def test_a_missing_file_is_said_on_the_first_count_and_not_before(tmp_path: Path) -> None:
    counter = ExactCounter("cl100k_base", folder=tmp_path / "nowhere")
    assert counter.vocabulary == CL100K.sha256
    with pytest.raises(CountError, match="cannot be read: No such file"):
        counter.count("x")


def test_an_unknown_encoding_is_said_with_the_known_ones() -> None:
    with pytest.raises(CountError, match="o200k_base, cl100k_base"):
        ExactCounter("p50k_base")
    assert vocabulary_of("o200k_base") is O200K


def test_the_blank_encoding_has_only_white_space_tokens_of_the_same_ids() -> None:
    ranks = read_ranks(O200K, resource("tokenizers"))
    blanks = build_blanks(O200K, ranks)
    assert blanks.encode_ordinary(" " * 128) == [ranks[b" " * 128]]
    assert blanks.encode_ordinary("\u3000") == [ranks["\u3000".encode()]]
    # One word whatever it is made of: a newline ends none.
    assert blanks.encode_ordinary("\n\n") == [ranks[b"\n\n"]]


def test_counting_needs_no_network_and_changes_no_environment(tmp_path: Path) -> None:
    """Case B72, in a process of its own, whose sockets raise and whose home is empty."""
    script = """
import os, socket, sys
def refuse(*_args, **_kwargs):
    raise OSError("no network in this test")
socket.socket.connect = refuse
socket.getaddrinfo = refuse
before = dict(os.environ)
import ctxlab
from ctxlab.tokens.exact import ExactCounter
counters = [ExactCounter(name) for name in ("o200k_base", "cl100k_base")]
assert "tiktoken" not in sys.modules
print(*(counter.count("hello world, hello tokens") for counter in counters))
assert dict(os.environ) == before
assert "requests" not in sys.modules
"""
    environment = {"HOME": str(tmp_path), "TIKTOKEN_CACHE_DIR": str(tmp_path), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["5", "5"]
    assert list(tmp_path.iterdir()) == []
