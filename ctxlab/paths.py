"""Where shipped files lie and where ctxlab keeps its own."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from ctxlab.errors import Said, SaveError, Where

APP = "ctxlab"

#: Waits in seconds between attempts to replace a file that another program holds open for a moment.
_RETRY_WAITS = (0.01, 0.02, 0.04, 0.08, 0.16)
_SURROGATE = re.compile("[\ud800-\udfff]")

_PACKAGE = Path(__file__).resolve().parent


def resource(*parts: str) -> Path:
    """A shipped resource such as `resource("tokenizers", "o200k_base.tiktoken")`; without parts, the folder.

    An installed wheel holds it in the package, a source tree beside the package. The path of a resource that
    is in neither place is that where it ought to be; whoever opens it says what is missing.
    """
    return _shipped("_resources", "resources", parts)


def sample_sessions(*parts: str) -> Path:
    """The folder of the shipped sample sessions, or a file in it."""
    return _shipped("_sessions", "sessions", parts)


def source_tree() -> Path | None:
    """The package where it runs from a source tree, in which it may change; None where it is installed."""
    return None if (_PACKAGE / "_resources").exists() else _PACKAGE


def is_shipped(path: str | os.PathLike[str]) -> bool:
    """Whether a file came with ctxlab, so that nothing is saved over it."""
    place = Path(path).resolve()
    return any(place.is_relative_to(folder.resolve()) for folder in (sample_sessions(), resource("profiles")))


def same_file(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Whether two paths lead to one file, by whatever links; of those that are not there, to one place."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)


def data_dir() -> Path:
    """What the user would miss: the store. `CTXLAB_DATA_DIR` overrides it. It need not exist yet."""
    from platformdirs import user_data_path

    return _own("CTXLAB_DATA_DIR", user_data_path)


def config_dir() -> Path:
    """Settings and the user's own profiles. `CTXLAB_CONFIG_DIR` overrides it. It need not exist yet."""
    from platformdirs import user_config_path

    return _own("CTXLAB_CONFIG_DIR", user_config_path)


def write_atomic(path: str | os.PathLike[str], text: str) -> None:
    """Writes a text file as UTF-8 so that at any time either the old or the new content is there, whole.

    Line ends are written as they are; lone surrogates, which UTF-8 lacks, as U+FFFD. Links are
    followed. What is no file, such as a pipe or a device, is written to as it is and stays what it is.

    Raises:
        SaveError: It could not be written; what was there before is intact, no temporary file is left.
    """
    target = Path(os.path.realpath(path))
    data = _SURROGATE.sub("\ufffd", text).encode()
    with _told(target):
        if _is_special(path):
            Path(path).write_bytes(data)
            return
        with _temporary(target) as (temporary, handle):
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(_mode(target))
            _replace(temporary, target)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Makes sure that `write_atomic` can write there, as far as that can be known before.

    Raises:
        SaveError: It cannot: there is no such folder, it may not be written to, or it is a folder itself.
    """
    target = Path(os.path.realpath(path))
    with _told(target):
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        # to open a pipe would be to wait for its reader
        if not _is_special(path):
            with _temporary(target) as (_, handle):
                os.close(handle)


@contextmanager
def _told(target: Path) -> Generator[None]:
    """What goes wrong within is told as what keeps the file from being written."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        said = Said.of("unwritable", reason=reason)
        raise SaveError(f"cannot be written: {reason}", where=Where(target.name), said=said) from error


@contextmanager
def _temporary(target: Path) -> Generator[tuple[Path, int]]:
    """A new file beside the target, open to be written; it is gone at the end, unless it was renamed."""
    import tempfile

    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".tmp", dir=target.parent)
    try:
        yield Path(name), handle
    finally:
        with suppress(OSError):
            Path(name).unlink(missing_ok=True)


def _is_special(path: str | os.PathLike[str]) -> bool:
    """Whether something is there that is neither a file nor a folder."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


@contextmanager
def locked(folder: str | os.PathLike[str]) -> Generator[None]:
    """Keeps others that lock the same folder out; where folders cannot be locked, nobody.

    The lock goes with the process that holds it, and leaves nothing behind.
    """
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def set_aside(path: str | os.PathLike[str]) -> Path:
    """Gives a file that cannot be used another name beside it, `NAME.bad` or `NAME.bad-2` and so on.

    Returns:
        Where it is now.

    Raises:
        SaveError: It could not be renamed.
    """
    source = Path(path)
    number = 1
    aside = source.with_name(f"{source.name}.bad")
    while aside.exists():
        number += 1
        aside = source.with_name(f"{source.name}.bad-{number}")
    try:
        source.rename(aside)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SaveError(f"cannot be set aside: {reason}", where=Where(source.name)) from error
    return aside


def _replace(source: Path, target: Path) -> None:
    for wait in _RETRY_WAITS:
        try:
            os.replace(source, target)
        except PermissionError:
            time.sleep(wait)
        else:
            return
    os.replace(source, target)


def _mode(target: Path) -> int:
    """The permissions that the file has, or that a new one is given."""
    try:
        return target.stat().st_mode & 0o777
    except OSError:
        return 0o644


def _shipped(installed: str, source: str, parts: tuple[str, ...]) -> Path:
    inside = _PACKAGE.joinpath(installed, *parts)
    if inside.exists():
        return inside
    beside = _PACKAGE.parent.joinpath(source, *parts)
    # An installed package has foreign folders beside it: say the place inside unless there is something.
    return beside if beside.exists() or not (_PACKAGE / installed).exists() else inside


def _own(variable: str, usual: Callable[..., Path]) -> Path:
    """The folder that the variable names, else the platform's usual one.

    A user without any home directory, as in a container, has neither: a temporary folder stands in.
    """
    value = os.environ.get(variable, "")
    try:
        return Path(value).expanduser() if value else usual(APP, appauthor=False)
    except RuntimeError:
        user = os.getuid() if sys.platform != "win32" else "user"
        import tempfile

        return Path(tempfile.gettempdir(), f"{APP}-{user}")
