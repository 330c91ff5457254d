"""Reads damaged files for some time and counts what comes of it: the long form of test_formats_fuzz.py.

    PYTHONPATH=. python tests/bench/fuzz_readers.py READER SECONDS [--seed N] [--guided]

READER is the name of a format (`ctxlab formats`), or `all`. The files are those under tests/data that it
takes; each third copy is given to it by name, whatever is left of it. Only FormatError may come, or sessions
that are sound. A failure is told with file and seed: `mutant(packed(data, seed), pieces, seed)` makes that
copy again. With --guided, libFuzzer (the package atheris, which has to be installed) looks for copies that
reach new code; it stops at the first failure and writes the copy to a file.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

from helpers.mutate import mutant, packed  # noqa: E402
from helpers.sound import assert_sound  # noqa: E402

from ctxlab.errors import FormatError  # noqa: E402
from ctxlab.formats.load import load_bytes  # noqa: E402
from ctxlab.formats.registry import reader_named, readers  # noqa: E402

DATA = (TESTS / "data" / "formats", TESTS / "data" / "bugs")
MOST_FAILURES = 20
SLOW = 5.0


def corpus(reader: str) -> dict[Path, bytes]:
    """The files that the reader takes; all for `all`."""
    found: dict[Path, bytes] = {}
    for path in sorted(path for folder in DATA for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        try:
            session = load_bytes(data, path.name)[0]
        except FormatError:
            continue
        if reader in ("all", session.origin.format):
            found[path] = data
    return found


def outcome(data: bytes, name: str, format: str | None) -> str:
    """What became of a file: opened or refused. Anything that it raises is a failure."""
    try:
        sessions = load_bytes(data, name, format=format)
    except FormatError:
        return "refused"
    for session in sessions:
        assert_sound(session)
    return "opened"


def say(line: str) -> None:
    """Tells something at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def campaign(reader: str, seconds: float, first: int) -> int:
    """Reads damaged copies of the files in turn until the time is over; gives the number of failures."""
    files = corpus(reader)
    pieces = [data for data in files.values() if len(data) < 20_000]
    counts: Counter[str] = Counter()
    failures: set[str] = set()
    end, seed = time.monotonic() + seconds, first
    while files and time.monotonic() < end and len(failures) < MOST_FAILURES:
        for path, data in files.items():
            begin = time.monotonic()
            named = None if seed % 3 or reader == "all" else reader
            try:
                counts[outcome(mutant(packed(data, seed), pieces, seed), path.name, named)] += 1
            except Exception as error:  # noqa: BLE001 - the very thing that is looked for
                counts["crashed"] += 1
                where = traceback.extract_tb(error.__traceback__)[-1]
                if (spot := f"{type(error).__name__} {where.filename}:{where.lineno}") not in failures:
                    failures.add(spot)
                    say(f"CRASH {path.name} seed {seed} format {named}: {error!r} at {spot}")
            if (taken := time.monotonic() - begin) > SLOW:
                say(f"SLOW {path.name} seed {seed} format {named}: {taken:.1f} s")
            seed += 1
    told = ", ".join(f"{counts[one]:,} {one}" for one in ("opened", "refused", "crashed"))
    say(f"{reader}: {len(files)} files, {seed - first:,} copies: {told}; next seed {seed}")
    return len(failures)


def guided(reader: str, seconds: float, first: int) -> None:
    """The same, led by what code the copies reach; ends the process."""
    atheris: Any = import_module("atheris")
    files = list(corpus(reader).values())
    atheris.instrument_all()

    def read(data: bytes) -> None:
        outcome(data, "copy", reader if reader != "all" and data[-1:] == b"\n" else None)

    def change(data: bytes, most: int, seed: int) -> bytes:
        return mutant(data or random.Random(seed).choice(files), files, seed)[:most]

    times = [f"-max_total_time={seconds:.0f}", f"-seed={first + 1}", "-max_len=400000"]
    atheris.Setup([sys.argv[0], *times], read, custom_mutator=change)
    atheris.Fuzz()


def main() -> int:
    """The exit code: 0 where nothing was found."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("reader")
    asked.add_argument("seconds", type=float)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--guided", action="store_true")
    given = asked.parse_args()
    if given.reader != "all":
        reader_named(given.reader, readers())
    if given.guided:
        guided(given.reader, given.seconds, given.seed)
    return 1 if campaign(given.reader, given.seconds, given.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
