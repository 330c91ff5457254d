"""Reading profiles: from text, from files, and those that ship with ctxlab."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from ctxlab import paths
from ctxlab.errors import ProfileError, Said, Where
from ctxlab.model.profile import Profile
from ctxlab.model.profile_keys import Path as KeyPath
from ctxlab.profiles.check import profile_of
from ctxlab.profiles.dump import dumps
from ctxlab.profiles.locate import lines_of

#: A profile is a page of text; a file far beyond that is none, and would only be slow to refuse.
LARGEST_FILE = 4_000_000

_JSON = (".json",)
_YAML = (".yaml", ".yml")
_AT_LINE = re.compile(r" ?\(at line (\d+), column \d+\)$")
_AT_END = re.compile(r" ?\(at end of document\)$")
_LEAST_LIKENESS = 60


def parse(text: str, file: str = "") -> Profile:
    """The profile that a text states.

    Args:
        text: The text of a profile file.
        file: Its name, for messages; one that ends in .json, .yaml or .yml says that it is no TOML.

    Raises:
        ProfileError: It cannot be parsed, or it has an unknown key or an impossible value. All is told
            together.
    """
    document, lines = _document(text, file)
    if not isinstance(document, dict):
        raise ProfileError(
            "a profile is a table of settings", where=Where(file=file, line=1), said=Said("profile_no_table")
        )
    return profile_of(cast("Mapping[str, Any]", document), lines, file)


def lines_in(path: str | os.PathLike[str]) -> Mapping[KeyPath, int]:
    """The line at which each key path of a profile file stands.

    Raises:
        ProfileError: There is no such file, or it cannot be parsed.
    """
    return _document(_read(path), Path(path).name)[1]


def _document(text: str, file: str) -> tuple[Any, Mapping[KeyPath, int]]:
    """What a text holds, and its lines."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise ProfileError("the profile is empty", where=Where(file=file, line=1), said=Said("profile_empty"))
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise ProfileError(
            "the profile holds NUL bytes",
            where=Where(file=file, line=line),
            hint="it was probably cut off while it was being written; take it back from a copy",
            said=Said("profile_nul"),
        )
    ending = Path(file).suffix.lower()
    if ending in _JSON:
        from ctxlab.profiles.json_document import read_json

        return read_json(text, file)
    if ending in _YAML:
        from ctxlab.profiles.yaml_document import read_yaml

        return read_yaml(text, file)
    try:
        return tomllib.loads(text), lines_of(text)
    except (ValueError, RecursionError) as error:
        raise _no_toml(error, text, file) from None


def decode(data: bytes, file: str = "") -> str:
    """The text of a profile file.

    Raises:
        ProfileError: It is not UTF-8, or far too large for a profile.
    """
    if len(data) > LARGEST_FILE:
        raise ProfileError(
            f"{len(data):,} bytes are too many for a profile",
            where=Where(file=file),
            said=Said.of("profile_too_large", size=len(data)),
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ProfileError(
            "the profile is not UTF-8",
            where=Where(file=file, line=line, byte=error.start),
            hint="save it as UTF-8",
            said=Said("profile_not_utf8"),
        ) from None


def load_profile(path: str | os.PathLike[str]) -> Profile:
    """The profile in a file: TOML, or JSON or YAML where its name ends so.

    Raises:
        ProfileError: There is no such file, it cannot be read, or something in it is wrong.
    """
    return parse(_read(path), Path(path).name)


def read_text(path: str | os.PathLike[str]) -> str:
    """The TOML of a profile file as it stands on disk; of one in JSON or YAML, what it states as TOML.

    Raises:
        ProfileError: There is no such file, it cannot be read, or it is JSON or YAML with something wrong.
    """
    place = Path(path)
    return dumps(load_profile(place)) if _is_foreign(place) else _read(place)


def source_text(name_or_path: str | os.PathLike[str]) -> str:
    """The TOML that `find_profile` reads: of a built-in profile by its name, or as `read_text` gives it.

    Raises:
        ProfileError: It cannot be read.
    """
    name = os.fspath(name_or_path)
    return read_text(paths.resource("profiles", f"{name}.toml") if name in builtin_names() else name)


def refuse_foreign(path: Path) -> None:
    """Stops before a profile is saved under a name that says JSON or YAML.

    Raises:
        ProfileError: It does.
    """
    if _is_foreign(path):
        raise ProfileError(
            "profiles are saved as TOML",
            where=Where(file=path.name),
            hint="save it under a name that ends in .toml; export writes JSON and YAML",
            said=Said("saved_as_toml"),
        )


def _is_foreign(path: Path) -> bool:
    return path.suffix.lower() in (*_JSON, *_YAML)


def _read(path: str | os.PathLike[str]) -> str:
    place = Path(path)
    try:
        data = place.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        raise ProfileError(
            f"cannot read the profile: {reason}",
            where=Where(file=str(path)),
            said=Said.of("profile_unreadable", reason=reason),
        ) from None
    return decode(data, place.name)


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
        raise _no_profile(f"there is no built-in profile {name!r}", "no_builtin", name)
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
        raise _no_profile(f"there is no profile {name!r}, built in or as a file", "no_profile", name)
    return load_profile(name)


def _no_profile(message: str, key: str, name: str) -> ProfileError:
    """The error of a name that no profile has, with the nearest that one has, or all of them."""
    from rapidfuzz import process

    near = process.extractOne(name, builtin_names(), score_cutoff=_LEAST_LIKENESS)
    if near is not None:
        said = Said.of(f"{key}_near", name=name, near=near[0])
        return ProfileError(message, hint=f"the nearest is {near[0]}", said=said)
    names = ", ".join(builtin_names())
    return ProfileError(message, hint=f"built in: {names}", said=Said.of(key, name=name, names=names))


def _no_toml(error: Exception, text: str, file: str) -> ProfileError:
    """The error of a text that does not parse, with the line that the parser puts into its message."""
    words = str(error)
    if isinstance(error, RecursionError):
        return ProfileError(
            "the profile is nested too deeply", where=Where(file=file), said=Said("profile_too_deep")
        )
    found = _AT_LINE.search(words)
    line = int(found[1]) if found else text.count("\n") + 1 if _AT_END.search(words) else None
    reason = _AT_END.sub("", _AT_LINE.sub("", words)).partition(";")[0]
    said = Said.of("no_toml", reason=reason)
    return ProfileError(f"this is no valid TOML: {reason}", where=Where(file=file, line=line), said=said)
