"""Texts to count: English, Chinese, code and JSON in turn, about a hundred tokens each, always the same.

Words are drawn from the vocabulary itself, common ones more often, so that they are as varied as in real
text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ctxlab.paths import resource
from ctxlab.tokens.vocabulary import O200K, read_ranks

_ENGLISH = re.compile(" [a-z]{2,12}")
_CHINESE = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Words:
    """English words and Chinese characters, the common ones first."""

    english: tuple[str, ...]
    chinese: tuple[str, ...]

    def some(self, random: Random, words: Sequence[str], number: int) -> list[str]:
        """That many of the words, about as unevenly spread as in speech."""
        return [words[int(len(words) * random.random() ** 3)] for _ in range(number)]


def read_words() -> Words:
    """The words that are tokens of their own."""
    tokens = [token.decode(errors="ignore") for token in read_ranks(O200K, resource("tokenizers"))]
    return Words(
        tuple(token.strip() for token in tokens if _ENGLISH.fullmatch(token)),
        tuple(token for token in tokens if _CHINESE.fullmatch(token)),
    )


def english(words: Words, random: Random) -> str:
    """About a hundred tokens of sentences."""
    sentences = [" ".join(words.some(random, words.english, 11)) for _ in range(7)]
    return " ".join(f"{one.capitalize()} {random.randrange(900)}." for one in sentences)


def chinese(words: Words, random: Random) -> str:
    """About a hundred tokens of clauses."""
    clauses = ["".join(words.some(random, words.chinese, 6)) for _ in range(14)]
    return "".join(clause + random.choice("，，。；") for clause in clauses)


def code(words: Words, random: Random) -> str:
    """About a hundred tokens of Python."""
    lines = [f"def {'_'.join(words.some(random, words.english, 2))}(rows: list[int], limit: int = 8) -> int:"]
    for name, other in zip(*[iter(words.some(random, words.english, 8))] * 2, strict=True):
        lines.append(f"    {name} = {other}(row * {random.randrange(2, 99)} for row in rows[:limit])")
    lines.append("    return limit\n")
    return "\n".join(lines)


def table(words: Words, random: Random) -> str:
    """About a hundred tokens of JSON."""
    rows = [
        {"id": random.randrange(10**6), "name": name, "price": random.randrange(9999) / 100}
        for name in words.some(random, words.english, 4)
    ]
    return json.dumps({"rows": rows, "total": len(rows)})


_KINDS = (english, chinese, code, table)


def texts(words: Words, number: int, seed: int = 1) -> list[str]:
    """That many different texts, the four kinds in turn."""
    random = Random(seed)
    return [f"{i}: {_KINDS[i % len(_KINDS)](words, random)}" for i in range(number)]
