"""Reading profiles: from text, from files, and those that ship with ctxlab."""

from __future__ import annotations

import os
import re
import tomllib
from functools import cache
from pathlib import Path

from ctxlab import paths
from ctxlab.errors import ProfileError, Where
from ctxlab.model.profile import Profile
from ctxlab.profiles.check import profile_of

#: A profile is a page of text; a file far beyond that is none, and would only be slow to refuse.
LARGEST_FILE = 4_000_000

_FOREIGN = {".yaml": "YAML", ".yml": "YAML", ".json": "JSON", ".ini": "INI"}
_AT_LINE = re.compile(r" ?\(at line (\d+), column \d+\)$")
_AT_END = re.compile(r" ?\(at end of document\)$")
_LEAST_LIKENESS = 60


def parse(text: str, file: str = "") -> Profile:
    """The profile that a TOML text states.

    Args:
        text: The text of a profile file.
        file: Its name, for messages.

    Raises:
        ProfileError: It is no TOML, or it has an unknown key or an impossible value. All is told together.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise ProfileError("the profile is empty", where=Where(file=file, line=1))
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise ProfileError(
            "the profile holds NUL bytes",
            where=Where(file=file, line=line),
            hint="it was probably cut off while it was being written; take it back from a copy",
        )
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _no_toml(error, text, file) from None
    return profile_of(document, text, file)


def decode(data: bytes, file: str = "") -> str:
    """The text of a profile file.

    Raises:
        ProfileError: It is not UTF-8, or far too large for a profile.
    """
    if len(data) > LARGEST_FILE:
        raise ProfileError(f"{len(data):,} bytes are too many for a profile", where=Where(file=file))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ProfileError(
            "the profile is not UTF-8",
            where=Where(file=file, line=line, byte=error.start),
            hint="save it as UTF-8",
        ) from None


def load_profile(path: str | os.PathLike[str]) -> Profile:
    """The profile in a TOML file.

    Raises:
        ProfileError: There is no such file, it cannot be read, or something in it is wrong.
    """
    return parse(read_text(path), Path(path).name)


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a profile file, as it stands on disk.

    Raises:
        ProfileError: There is no such file, it cannot be read, or it is of another kind than TOML.
    """
    place = Path(path)
    refuse_foreign(place)
    try:
        data = place.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        raise ProfileError(f"cannot read the profile: {reason}", where=Where(file=str(path))) from None
    return decode(data, place.name)


def refuse_foreign(path: Path) -> None:
    """Stops at a file name that says YAML, JSON or INI.

    Raises:
        ProfileError: It does.
    """
    foreign = _FOREIGN.get(path.suffix.lower())
    if foreign:
        raise ProfileError(
            f"{foreign} is no profile format", where=Where(file=path.name), hint="profiles are TOML"
        )


@cache
def builtin_names() -> tuple[str, ...]:
    """The names of the profiles that ship with ctxlab, sorted."""
    return tuple(sorted(path.stem for path in paths.resource("profiles").glob("*.toml")))


@cache
def builtin(name: str) -> Profile:
    """The shipped profile of that name.

    Raises:
        ProfileError: There is none; the message names the nearest.
    """
    if name not in builtin_names():
        raise ProfileError(f"there is no built-in profile {name!r}", hint=_known(name))
    return load_profile(paths.resource("profiles", f"{name}.toml"))


def find_profile(name_or_path: str | os.PathLike[str]) -> Profile:
    """A built-in profile by its name, or the one in a file.

    Raises:
        ProfileError: It is neither a built-in name nor a file, or something in the file is wrong.
    """
    name = os.fspath(name_or_path)
    if name in builtin_names():
        return builtin(name)
    if not Path(name).suffix and not os.path.exists(name):
        raise ProfileError(f"there is no profile {name!r}, built in or as a file", hint=_known(name))
    return load_profile(name)


def _known(name: str) -> str:
    from rapidfuzz import process

    near = process.extractOne(name, builtin_names(), score_cutoff=_LEAST_LIKENESS)
    if near is not None:
        return f"the nearest is {near[0]}"
    return "built in: " + ", ".join(builtin_names())


def _no_toml(error: Exception, text: str, file: str) -> ProfileError:
    """The error of a text that does not parse, with the line that the parser puts into its message."""
    words = str(error)
    if isinstance(error, RecursionError):
        return ProfileError("the profile is nested too deeply", where=Where(file=file))
    found = _AT_LINE.search(words)
    line = int(found[1]) if found else text.count("\n") + 1 if _AT_END.search(words) else None
    reason = _AT_END.sub("", _AT_LINE.sub("", words)).partition(";")[0]
    return ProfileError(f"this is no valid TOML: {reason}", where=Where(file=file, line=line))
