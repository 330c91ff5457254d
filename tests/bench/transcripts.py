"""Long transcripts of Claude Code: real samples repeated, each time under other ids."""

from __future__ import annotations

import re
from pathlib import Path

_FOLDER = Path(__file__).parent.parent / "data" / "formats" / "04_claude_code"
_SAMPLES = ("compact-boundary-excerpt.redacted", "with-tool-results.redacted")
_IDS = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?:toolu|msg|req)_[0-9A-Za-z]{10,}"
)


def write_transcript(path: Path, size: int) -> None:
    """Writes a transcript of at least that many bytes: 2.5 KB a line, a compaction in every 334 KB."""
    samples = [(_FOLDER / f"{name}.jsonl").read_text("utf-8").rstrip("\n") for name in _SAMPLES]
    written = copy = 0
    with path.open("w", encoding="utf-8", newline="\n") as out:
        while written < size:
            for sample in samples:
                written += out.write(_renamed(sample, copy) + "\n")
            copy += 1


def _renamed(sample: str, copy: int) -> str:
    return _IDS.sub(lambda found: f"{found[0][:-6]}{copy:06x}", sample)
