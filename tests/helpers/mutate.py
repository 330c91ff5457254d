"""Damaged copies of a file, each given by a seed: the same seed damages the same file in the same way.

Bytes are cut, flipped, spliced with another file; JSON changes its types, loses and doubles keys, nests deep,
gets numbers that no type takes, halves of characters, ids of others; lines change their order. What is packed
is damaged inside and packed again, or damaged as it is.
"""

from __future__ import annotations

import copy
import gzip
import io
import json
import random
import re
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence
from typing import Any

from ctxlab.formats.values import is_container, is_list, is_object

_BYTES = (
    *(b"\n", b'"', b"{", b"}", b"[", b"]", b",", b"null", b"\xff", b"\\ud800", b"\0", b"\xef\xbb\xbf"),
    *(b"\xe2\x80\xa8", b"\r\n", b"NaN", b"1e999", b"-", b"\\", b"\x1f\x8b", b"PK\x03\x04"),
)

#: Stands in JSON where afterwards a number of more digits than any parser takes is put.
_HUGE = "@@huge@@"
_DIGITS = "9" * 5000

_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 1.5, 1e308, float("inf"), float("nan"), 10**40, -(10**40), _HUGE),
    *(
        "",
        " ",
        "x",
        "\ud83d",
        "\udc00 ",
        "a\0b",
        "\u2028",
        "0",
        "-1",
        "true",
        "null",
        "[]",
        '{"a": 1}',
        '{"a":',
    ),
    *([], [[]], [None], [[], {}], ["x", 1, None], {}, {"": None}, {"type": []}, {"role": "user"}),
    *({"type": "text"}, {"type": "text", "text": None}, {"type": {"type": "text"}}, {"role": ["user"]}),
)

_ID_NAMES = ("id", "uuid", "parent", "call", "ref", "key", "span", "thread")

#: Stands where afterwards a nested value is put: its bracket and its depth follow.
_DEEP = "@@deep@"
_DEPTHS = (30, 150, 198, 201, 400)
_NESTED = re.compile(rf'"{_DEEP}([\[{{])(\d+)@"')


def mutant(data: bytes, others: Sequence[bytes], seed: int) -> bytes:
    """A damaged copy of `data`; `others` are files whose pieces may get into it."""
    chance = random.Random(seed)
    if chance.random() < 0.75:
        packed = _packed_again(data, others, chance)
        if packed is not None:
            return packed
    return _damaged(data, others, chance)


def packed(data: bytes, seed: int) -> bytes:
    """The data as it is, or packed in one of the ways in which files come."""
    chance = random.Random(seed)
    kind = chance.randrange(8)
    if kind == 0:
        return gzip.compress(data, 1, mtime=0)
    if kind == 1:
        at = chance.randrange(len(data) + 1)
        return gzip.compress(data[:at], 1, mtime=0) + gzip.compress(data[at:], 1, mtime=0)
    if kind == 2:
        return _zipped([("x/session.json", data), ("../notes.txt", b"notes")])
    if kind == 3:
        return _zipped(
            [("inner.zip", _zipped([("a.json", data)])), ("b.gz", gzip.compress(data, 1, mtime=0))]
        )
    return data


def _damaged(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 3)):
        if chance.random() < 0.6:
            changed = _json_damaged(data, others, chance)
            if changed is not None:
                data = changed
                continue
        data = _bytes_damaged(data, others, chance)
    return data


def _packed_again(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes | None:
    """What is inside, damaged and packed again; None where nothing is packed."""
    try:
        if data.startswith(b"\x1f\x8b"):
            inner = gzip.decompress(data)
            return gzip.compress(_inner(inner, others, chance), 1, mtime=0)
        if data.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                members = [(one.filename, archive.read(one)) for one in archive.infolist()]
            return _zipped(_members_damaged(members, others, chance))
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError):
        return None
    return None


def _inner(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    return _packed_again(data, others, chance) or _damaged(data, others, chance)


def _members_damaged(
    members: list[tuple[str, bytes]], others: Sequence[bytes], chance: random.Random
) -> list[tuple[str, bytes]]:
    """One file inside damaged, or left out, or under another's name."""
    if not members:
        return members
    at = chance.randrange(len(members))
    name, data = members[at]
    kind = chance.randrange(10)
    if kind == 0:
        return members[:at] + members[at + 1 :]
    if kind == 1:
        return [*members, (name, _inner(data, others, chance))]
    if kind == 2:
        members[at] = (chance.choice([*(one for one, _ in members), "x", "", "/", "../a\0b"]) or "y", data)
        return members
    members[at] = (name, _inner(data, others, chance))
    return members


def _zipped(members: list[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore", UserWarning)  # a name may stand twice
        for name, data in members:
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return out.getvalue()


def _bytes_damaged(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    end = min(len(data), at + chance.choice((1, 7, 60, 500, 1 << 30)))
    kind = chance.randrange(7)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + data[end:]
    if kind == 2:
        return data[:end] + data[at:]
    if kind == 3:
        other = chance.choice(others) if others else b""
        begin = chance.randrange(len(other) + 1)
        return data[:at] + other[begin : begin + chance.choice((20, 400, 4000, 1 << 30))]
    if kind == 4:
        other = chance.choice(others) if others else b""
        return data[:at] + other[: chance.randrange(2000)] + data[at:]
    if kind == 5:
        flipped = bytearray(data)
        for _ in range(chance.randint(1, 8) if data else 0):
            flipped[chance.randrange(len(data))] = chance.randrange(256)
        return bytes(flipped)
    return data[:at] + chance.choice(_BYTES) + data[at:]


def _json_damaged(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes | None:
    """A file of JSON or JSON lines with one of its values changed; None where it is none."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    value = _parsed(text)
    if is_container(value):
        return _changed(value, others, chance).encode()
    lines = text.split("\n")
    if len(lines) > 1 and chance.random() < 0.3:
        _shuffle(lines, chance)
        return "\n".join(lines).encode()
    places = [at for at, line in enumerate(lines) if line[:1] in ("{", "[")]
    if not places:
        return None
    at = chance.choice(places)
    value = _parsed(lines[at])
    if not is_container(value):
        return None
    lines[at] = _changed(value, others, chance)
    return "\n".join(lines).encode()


def _shuffle(lines: list[str], chance: random.Random) -> None:
    """Two lines change places, one comes twice, one goes, or all are mixed."""
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.randrange(4)
    if kind == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif kind == 1:
        lines.insert(other, lines[one])
    elif kind == 2:
        del lines[one]
    else:
        chance.shuffle(lines)


def _changed(value: Any, others: Sequence[bytes], chance: random.Random) -> str:
    for _ in range(chance.randint(1, 4)):
        places = _places(value, chance)
        if not places:
            break
        chance.choice(_CHANGES)(places, others, chance)
    try:
        escaped = chance.random() < 0.5 or _has_surrogate(value)
        text = json.dumps(value, ensure_ascii=escaped)
    except RecursionError:
        # a nest that was put into a nest, deeper than Python writes: any reader refuses it by its depth
        return "[" * 2000 + "]" * 2000
    return _NESTED.sub(_nested, text.replace(json.dumps(_HUGE), _DIGITS))


def _nested(found: re.Match[str]) -> str:
    depth = int(found[2])
    return "[" * depth + "]" * depth if found[1] == "[" else '{"a":' * depth + "1" + "}" * depth


def _has_surrogate(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


#: Some places in a value: a container, and the key or index in it.
_Places = list[tuple[Any, Any]]


def _places(value: Any, chance: random.Random) -> _Places:
    """Places found on random walks down; so the few at the top come as often as the many below."""
    places: _Places = []
    for _ in range(8):
        one = value
        while one and (is_object(one) or is_list(one)):
            key: Any = chance.choice(list(one)) if is_object(one) else chance.randrange(len(one))
            places.append((one, key))
            one = one[key]
    return places


def _retype(places: _Places, _others: Sequence[bytes], chance: random.Random) -> None:
    """Another type, the same as text or the text's JSON, or one of the strange values."""
    container, key = chance.choice(places)
    old = container[key]
    container[key] = chance.choice(
        (
            copy.deepcopy(chance.choice(_VALUES)),
            [old],
            {"value": old},
            json.dumps(old) if not isinstance(old, str) else [old, {"type": "text", "text": old}],
            str(old)[:50],
            len(str(old)),
        )
    )


def _delete(places: _Places, _others: Sequence[bytes], chance: random.Random) -> None:
    container, key = chance.choice(places)
    del container[key]
    places.clear()


def _double(places: _Places, _others: Sequence[bytes], chance: random.Random) -> None:
    container, key = chance.choice(places)
    if is_list(container):
        container.insert(chance.randrange(len(container) + 1), container[key])
    else:
        container[f"{key}{chance.choice(('2', '_', ' '))}"] = container[key]


def _nest(places: _Places, _others: Sequence[bytes], chance: random.Random) -> None:
    container, key = chance.choice(places)
    container[key] = f"{_DEEP}{chance.choice('[{')}{chance.choice(_DEPTHS)}@"


def _swap(places: _Places, _others: Sequence[bytes], chance: random.Random) -> None:
    """Two values change places, or one stands in both, which may nest it in itself as a copy."""
    (one, at), (other, to) = chance.choice(places), chance.choice(places)
    first, second = (json.dumps(value) for value in (one[at], other[to]))
    if chance.random() < 0.5:
        one[at] = json.loads(second)
    elif one is not other or not is_object(one):
        one[at] = json.loads(second)
        if to in (other if is_object(other) else range(len(other))):
            other[to] = json.loads(first)


def _swap_ids(places: _Places, others: Sequence[bytes], chance: random.Random) -> None:
    """Ids become equal, or those of one another, or empty."""
    named = [(one, key) for one, key in places if any(name in str(key).lower() for name in _ID_NAMES)]
    if len(named) < 2:
        _retype(places, others, chance)
        return
    (one, at), (other, to) = chance.sample(named, 2)
    if chance.random() < 0.5:
        one[at] = other[to]
    else:
        one[at], other[to] = chance.choice(((other[to], one[at]), ("", ""), (str(at), str(at))))
    # a container that came to stand in itself is no JSON
    if any(is_container(container[key]) for container, key in ((one, at), (other, to))):
        one[at] = other[to] = "x"


_CHANGES: tuple[Callable[[_Places, Sequence[bytes], random.Random], None], ...] = (
    *(_retype, _retype, _retype, _delete, _delete, _double, _nest, _swap, _swap_ids),
)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
