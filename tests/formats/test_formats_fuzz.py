"""Damaged files of every format: what comes out is sound sessions or a FormatError, never anything else.

The long form of this is tests/bench/fuzz_readers.py.
"""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from helpers.golden import FORMATS
from helpers.mutate import mutant, packed
from helpers.sound import assert_sound

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.formats.registry import readers

FOLDERS = sorted(path for path in FORMATS.iterdir() if path.is_dir())
FILES = {folder.name: sorted(path for path in folder.rglob("*") if path.is_file()) for folder in FOLDERS}

#: Small files whose pieces get into others.
PIECES = [path.read_bytes() for files in FILES.values() for path in files[:2] if path.stat().st_size < 20_000]
NAMES = [reader.name for reader in readers()]

#: So many bytes of damaged files are read in one folder, and so many copies of one file at most.
BYTES = 2_000_000
MOST = 30


def opened(data: bytes, name: str, format: str | None = None) -> int:
    """How many sessions come of it; each is sound."""
    try:
        sessions = load_bytes(data, name, format=format)
    except FormatError:
        return 0
    for session in sessions:
        assert_sound(session)
    return len(sessions)


@pytest.mark.parametrize("folder", sorted(FILES))
def test_damaged_files_give_sound_sessions_or_are_refused(folder: str) -> None:
    files = FILES[folder]
    for path in files:
        data = path.read_bytes()
        copies = max(3, min(MOST, BYTES // (len(files) * len(data) + 1)))
        start = zlib.crc32(path.name.encode())
        for seed in range(start, start + copies):
            damaged = mutant(packed(data, seed), PIECES, seed)
            opened(damaged, path.name)
            opened(damaged, path.name, NAMES[seed % len(NAMES)])


@pytest.mark.parametrize(
    "path", [path for files in FILES.values() for path in files], ids=lambda one: one.name
)
def test_every_reader_refuses_what_is_not_its_own_in_words(path: Path) -> None:
    data = path.read_bytes()
    for name in NAMES:
        opened(data, path.name, name)


def test_a_seed_damages_a_file_always_in_the_same_way() -> None:
    data = (FORMATS / "09_inspect" / "security-guide.json").read_bytes()
    for seed in range(20):
        assert mutant(data, PIECES, seed) == mutant(data, PIECES, seed)
    assert len({mutant(data, PIECES, seed) for seed in range(20)}) > 15
