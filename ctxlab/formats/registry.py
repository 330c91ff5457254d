"""The readers that there are. Adding one: its file under readers/, and its line here."""

from __future__ import annotations

from typing import Any, TypeGuard, cast

from ctxlab.errors import FormatError
from ctxlab.formats.protocol import Reader
from ctxlab.formats.readers.native import NativeReader
from ctxlab.formats.readers.openai_chat import OpenAIChatReader

#: Entry points of this group add readers: an object, or a class to be called without arguments.
GROUP = "ctxlab.readers"


def builtin_readers() -> tuple[Reader, ...]:
    """The readers that ctxlab brings; where two are equally sure, the earlier takes the file."""
    return (
        NativeReader(),
        OpenAIChatReader(),
    )


def readers(outside: tuple[Any, ...] = ()) -> tuple[Reader, ...]:
    """Our readers, then those of `outside` that have what a reader has to have; a taken name stays ours."""
    found = list(builtin_readers())
    names = {reader.name for reader in found}
    for one in outside:
        reader = one() if isinstance(one, type) else one
        if _is_reader(reader) and reader.name not in names:
            names.add(reader.name)
            found.append(reader)
    return tuple(found)


def reader_named(name: str, among: tuple[Reader, ...]) -> Reader:
    """The reader of that name.

    Raises:
        FormatError: There is none.
    """
    for reader in among:
        if reader.name == name:
            return reader
    raise FormatError(f"there is no format {name!r}", hint=f"formats: {', '.join(one.name for one in among)}")


def _is_reader(value: object) -> TypeGuard[Reader]:
    reader = cast("Any", value)
    return isinstance(getattr(reader, "name", None), str) and all(
        callable(getattr(reader, method, None)) for method in ("sniff", "read")
    )
