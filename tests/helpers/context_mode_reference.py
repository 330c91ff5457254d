"""The published context-mode build, written down from its prose alone, with the figures that it states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from ctxlab.paths import resource
from ctxlab.tokens.vocabulary import build, read_ranks, vocabulary_of

MISSING = object()


@dataclass(frozen=True)
class Figures:
    """The budget, its share up to which summaries enter, the tokens of retrieval, the chat looked at."""

    budget: int = 6000
    share: int = 30
    retrieval: int = 1000
    newest: int = 30


class Encoding(Protocol):
    """The encoder of the published code."""

    def encode_ordinary(self, text: str) -> list[int]: ...

    def decode(self, tokens: list[int]) -> str: ...


@cache
def encoding() -> Encoding:
    """The encoding by which the published code counts and cuts."""
    vocabulary = vocabulary_of("o200k_base")
    return build(vocabulary, read_ranks(vocabulary, resource("tokenizers")))


def tokens_of(text: str) -> int:
    """Tokens of a text."""
    return len(encoding().encode_ordinary(text))


def first_tokens(text: str, count: int) -> str:
    """The first tokens of a text, decoded."""
    return encoding().decode(encoding().encode_ordinary(text)[:count])


def reference_build(
    messages: Sequence[Mapping[str, Any]], user_input: Any = MISSING, figures: Figures | None = None
) -> list[dict[str, str]]:
    """The messages that the published code sends."""
    figures = figures or Figures()
    pool = list(messages)
    entry = {"role": "user", "content": user_input}
    if user_input is MISSING:
        users = [m for m in pool if _source(m) == "chat" and m["role"] == "user"]
        if users:
            entry = {"role": "user", "content": users[-1]["content"]}
            pool = [m for m in pool if m is not users[-1]]
    result: list[dict[str, str]] = []
    total = 0
    for message in _of(pool, "instruction"):
        result.append(_sent(message))
        total += tokens_of(message["content"])
    for message in _of(pool, "summary"):
        count = tokens_of(message["content"])
        if total + count <= figures.budget * figures.share / 100:
            result.append(_sent(message))
            total += count
    left = figures.retrieval
    for message in _of(pool, "retrieval"):
        if left <= 0:
            break
        text = message["content"]
        if tokens_of(text) > left:
            text = first_tokens(text, left)
        left -= tokens_of(text)
        total += tokens_of(text)
        result.append({"role": message["role"], "content": text})
    remaining = figures.budget - total
    chat = sorted(_of(pool, "chat"), key=_time)[-figures.newest :]
    for message in reversed(chat):
        count = tokens_of(message["content"])
        if remaining <= 0 or (count > remaining and result):
            break
        result.append(_sent(message))
        remaining -= count
    if entry["content"] is not MISSING:
        result.append(entry)
    return result


def _source(message: Mapping[str, Any]) -> str:
    source = message.get("source", "chat")
    return source if source in ("instruction", "summary", "retrieval", "tool") else "chat"


def _of(messages: Sequence[Mapping[str, Any]], source: str) -> list[Mapping[str, Any]]:
    return [message for message in messages if _source(message) == source]


def _time(message: Mapping[str, Any]) -> tuple[bool, Any]:
    """A message without a time is made now, after all that have one."""
    stamp = message.get("timestamp")
    return (stamp is None, 0 if stamp is None else stamp)


def _sent(message: Mapping[str, Any]) -> dict[str, str]:
    return {"role": message["role"], "content": message["content"]}
