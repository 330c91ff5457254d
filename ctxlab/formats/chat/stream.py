"""Streamed chat completions: the chunks of an answer put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxlab.formats.lookups import as_list
from ctxlab.formats.values import is_list, is_object

#: What each chunk brings a piece of; other fields of a delta are taken as they last came.
_PIECES = ("content", "refusal", "reasoning_content", "reasoning", "arguments", "data", "transcript")

#: Fields of a chunk that become something else in the whole answer.
_OF_CHUNKS = ("choices", "usage", "object")


def is_chunk(value: object) -> bool:
    """Whether the value is one chunk of a streamed chat completion."""
    if not is_object(value) or not is_list(value.get("choices")):
        return False
    if value.get("object") == "chat.completion.chunk":
        return True
    choices = value["choices"]
    return bool(choices) and all(is_object(one) and is_object(one.get("delta")) for one in choices)


def whole_answer(chunks: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The response that the chunks are pieces of, in the shape of one that was not streamed."""
    whole: dict[str, Any] = {}
    choices: dict[Any, dict[str, Any]] = {}
    for chunk in chunks:
        for key, one in chunk.items():
            if key not in _OF_CHUNKS and one is not None:
                whole[key] = one
        if is_object(chunk.get("usage")):
            whole["usage"] = chunk["usage"]
        for choice in as_list(chunk.get("choices")):
            if is_object(choice):
                _add_choice(choices, choice)
    ordered = sorted(choices.items(), key=lambda pair: pair[0])
    return {**whole, "object": "chat.completion", "choices": [choice for _, choice in ordered]}


def _add_choice(choices: dict[Any, dict[str, Any]], piece: Mapping[str, Any]) -> None:
    index = _index(piece.get("index"))
    choice = choices.setdefault(index, {"index": index, "message": {"role": "assistant"}})
    delta = piece.get("delta")
    if is_object(delta):
        _add(choice["message"], delta)
    for key, one in piece.items():
        if key not in ("index", "delta") and one is not None:
            choice[key] = one


def _add(whole: dict[str, Any], delta: Mapping[str, Any]) -> None:
    for key, one in delta.items():
        known = whole.get(key)
        if one is None:
            whole.setdefault(key, None)
        elif key == "tool_calls":
            _add_calls(whole, one)
        elif key == "name":
            whole[key] = _name(known, one)
        elif is_object(one) and is_object(known):
            _add(known, one)
        elif is_object(one):
            whole[key] = {}
            _add(whole[key], one)
        elif key in _PIECES and isinstance(known, str) and isinstance(one, str):
            whole[key] = known + one
        elif is_list(one) and is_list(known):
            whole[key] = [*known, *one]
        elif not (isinstance(known, str) and one == ""):
            whole[key] = one


def _add_calls(whole: dict[str, Any], pieces: object) -> None:
    """Pieces of calls; a server that gives no index sends each call in one piece."""
    calls = whole.get("tool_calls")
    if not is_list(calls):
        calls = whole["tool_calls"] = []
    for piece in as_list(pieces):
        if not is_object(piece):
            calls.append(piece)
            continue
        index = piece.get("index")
        known = next(
            (one for one in calls if is_object(one) and index is not None and one["index"] == index), None
        )
        if known is None:
            known = {"index": index}
            calls.append(known)
        _add(known, piece)


def _name(known: object, one: object) -> object:
    """A name that comes in pieces, or whole with each piece."""
    if isinstance(known, str) and isinstance(one, str) and known != one:
        return known + one
    return one


def _index(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
