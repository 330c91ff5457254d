"""Small corpora to sweep over: each demand of a session falls out of the context at a cap of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ctxlab.model.profile import Profile
from ctxlab.profiles.load import parse
from helpers.chat import write_json

#: Under which an old message stays as long as the cap of the history has room for all that came after it.
NEWEST = """\
schema = "ctxlab.profile/1"
name = "newest"

[window]
size = 64000

[budget.recent]
rounds = 0

[budget.history]
cap = 20000
overflow = "stop"
order = "newest"

[gather]
key_facts = false
"""


def newest() -> Profile:
    """The profile of `NEWEST`."""
    return parse(NEWEST)


def write_talk(file: Path, long: Sequence[int], *, demand: str = "The budget is at most 3000 yuan.") -> Path:
    """A session with a demand first, then an answer of so many words each, and a question at the end.

    Its must-keep `budget` asks for the demand.
    """
    texts = [demand]
    for words in long:
        texts += ["Yes." + " and" * words, "Go on."]
    items = [
        {"role": ("user", "assistant")[at % 2], "message": at, "text": text} for at, text in enumerate(texts)
    ]
    value: dict[str, Any] = {
        "schema": "ctxlab.session/1",
        "model": "gpt-4o",
        "marks": {"must_keeps": [{"id": "budget", "text": "3000 yuan"}]},
        "items": items,
    }
    return write_json(file, value)


def write_corpus(folder: Path, count: int) -> Path:
    """So many sessions; the demand of the n-th needs a cap of the history of some 100 n + 100 tokens."""
    folder.mkdir(exist_ok=True)
    for at in range(count):
        write_talk(folder / f"{at:02}.ctx.json", [100 * (at + 1), 20])
    return folder


def write_keywords(file: Path, text: str) -> Path:
    """A session of the published call."""
    file.write_text(json.dumps({"system_prompt": "Be short.", "user_message": text}), "utf-8")
    return file
