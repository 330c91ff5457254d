"""The replay file `NAME.summaries.jsonl` beside a session: models' summaries, one a line.

It makes a run under a model's summaries repeatable without the model. It only grows: a line that stands
there is never changed, and of one key the last line counts.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ctxlab.errors import SaveError, Where
from ctxlab.formats.values import ParseError, is_object, parse
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.summary import StoredSummary
from ctxlab.paths import locked

ENDING = ".summaries.jsonl"
_SHA256 = re.compile("[0-9a-f]{64}")
_SHOWN = 60
#: A larger file holds no summaries of one session.
_MOST_BYTES = 200_000_000


def replay_path(session: Path) -> Path:
    """Where the summaries of a session file lie: those of `trip.ctx.json` in `trip.summaries.jsonl`."""
    name = session.name
    stem = name[: -len(".ctx.json")] if name.lower().endswith(".ctx.json") else session.stem
    return session.with_name(f"{stem or name}{ENDING}")


@dataclass(frozen=True, slots=True)
class Replay:
    """The summaries of a file in its order, and a notice for each line that holds none."""

    summaries: tuple[StoredSummary, ...] = ()
    notices: tuple[Diagnostic, ...] = ()


def read_replay(path: Path) -> Replay:
    """The summaries in a replay file; none where there is no such file. Never raises."""
    try:
        size = path.stat().st_size
        lines = path.read_bytes().split(b"\n") if size <= _MOST_BYTES else None
    except FileNotFoundError:
        return Replay()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return Replay(notices=(Diagnostic("summaries_broken", numbers=(("reason", reason),)),))
    if lines is None:
        said = (("reason", f"{size:,} bytes are too many"),)
        return Replay(notices=(Diagnostic("summaries_broken", numbers=said),))
    found: list[StoredSummary] = []
    notices: list[Diagnostic] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        text = line.decode("utf-8-sig", "replace")
        one = _read(text)
        if one is None:
            notices.append(_broken(number, text))
        else:
            found.append(one)
    return Replay(tuple(found), tuple(notices))


def _broken(number: int, text: str) -> Diagnostic:
    return Diagnostic("summary_line_broken", numbers=(("number", number), ("text", text[:_SHOWN].strip())))


def append_replay(path: Path, summaries: Iterable[StoredSummary]) -> None:
    """Puts lines behind those of a replay file, all or none.

    Raises:
        SaveError: They could not be written; what was there is intact.
    """
    lines = "".join(json.dumps(_written(one), ensure_ascii=False) + "\n" for one in summaries)
    data = lines.encode("utf-8", "backslashreplace")
    if not data:
        return
    try:
        with locked(path.parent), path.open("ab") as file:
            size = file.seek(0, os.SEEK_END)
            try:
                file.write(_gap(path, size) + data)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                file.truncate(size)
                raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SaveError(f"cannot be written: {reason}", where=Where(path.name)) from error


def _gap(path: Path, size: int) -> bytes:
    """A line end where the file's last line has none, as after a crash."""
    if not size:
        return b""
    with path.open("rb") as file:
        file.seek(size - 1)
        return b"" if file.read(1) == b"\n" else b"\n"


def _written(one: StoredSummary) -> dict[str, Any]:
    return {
        "key": one.key,
        "model": one.model,
        "instruction": one.version,
        "source": one.source,
        "limit": one.limit,
        "text": one.text,
        "usage": {"input": one.tokens_in, "output": one.tokens_out},
    }


def _read(text: str) -> StoredSummary | None:
    try:
        value = parse(text)
    except ParseError:
        return None
    if not is_object(value):
        return None
    key, said, source = value.get("key"), value.get("text"), value.get("source")
    version, model, limit = value.get("instruction"), value.get("model", ""), value.get("limit", 0)
    texts = (key, said, source, version, model)
    if not all(isinstance(one, str) for one in texts) or type(limit) is not int:
        return None
    if not (_SHA256.fullmatch(str(key)) and _SHA256.fullmatch(str(source)) and str(said).strip()):
        return None
    usage = value.get("usage")
    used = usage if is_object(usage) else {}
    return StoredSummary(
        str(key),
        str(said),
        str(source),
        str(version),
        str(model),
        limit,
        _count(used.get("input")),
        _count(used.get("output")),
    )


def _count(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None
