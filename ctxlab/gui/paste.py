"""What was copied becomes a session file of the user's own, so that it can be found and opened again."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from ctxlab import paths
from ctxlab.errors import SaveError, Where
from ctxlab.formats.pasted import session_bytes

#: The folder of pasted requests below the user's data.
FOLDER = "pasted"


def pasted_folder() -> Path:
    """Where pasted requests are kept; it need not exist yet."""
    return paths.data_dir() / FOLDER


def keep_pasted(text: str, folder: Path, now: datetime) -> Path:
    """Writes what was copied to `pasted-YYYYMMDD-HHMMSS.json` in a folder, which is made where it is missing.

    Two of one second get names of their own.

    Raises:
        FormatError: It is nothing that could be read as a session.
        SaveError: It could not be written.
    """
    data = session_bytes(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"cannot be made: {error.strerror}", where=Where(folder.name)) from error
    path = _free(folder, f"pasted-{now:%Y%m%d-%H%M%S}")
    paths.write_atomic(path, data.decode("utf-8", "surrogatepass"))
    return path


def _free(folder: Path, stem: str) -> Path:
    path, number = folder / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.json"
    return path
