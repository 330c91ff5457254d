"""`check` over 200 sessions against langchain-core's trim_messages over the same, with the same tokens."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from bench.texts import read_words, texts

from ctxlab.batch.gate import judge
from ctxlab.batch.gate_files import count_together
from ctxlab.engine.counters import Counters
from ctxlab.formats.load import load
from ctxlab.lab import Lab
from ctxlab.model.gate import HOLDS
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.sweep import Place
from ctxlab.paths import resource
from ctxlab.profiles import parse
from ctxlab.tokens.vocabulary import O200K, build, read_ranks

SESSIONS = 200
#: Messages of a session, and texts of 90 tokens that each says.
MESSAGES, TEXTS = 30, 7
#: Every context is held to four fifths of what its session says.
SHARE = 0.8
_ROUNDS = 3
#: So many sessions are counted before they are built, as the command does.
_TOGETHER = 16

_PROFILE = """\
schema = "ctxlab.profile/1"
[window]
size = {size}
[budget.recent]
rounds = 0
[budget.history]
cap = {size}
overflow = "stop"
order = "newest"
[[must_keep]]
regex = 'under \\d+ yuan'
"""


@dataclass(frozen=True, slots=True)
class Milliseconds:
    """Of the processor, for one session: trim_messages, and the gate with no counts and with all of them.

    `read` and `converted` are what it takes to have the session, and LangChain's messages, from its file.
    """

    trim: float
    cold: float
    cached: float
    read: float
    converted: float

    def ratios(self) -> dict[str, float]:
        """The figures that the goals speak of."""
        theirs = self.trim + self.converted
        return {
            "trim_messages / check": round(self.trim / self.cold, 1),
            "trim_messages / check, counts cached": round(self.trim / self.cached, 1),
            "from files": round(theirs / (self.cold + self.read), 1),
            "from files, counts cached": round(theirs / (self.cached + self.read), 1),
        }


def write_talks(folder: Path, messages: int, texts_each: int) -> list[Path]:
    """Chat requests with nothing in common but the system prompt; the last message makes a demand."""
    words = read_words()
    files: list[Path] = []
    for at in range(SESSIONS):
        said = texts(words, messages * texts_each, at + 1)
        talk: list[dict[str, Any]] = [{"role": "system", "content": "You plan trips."}]
        for number in range(messages):
            text = "\n".join(said[number * texts_each : (number + 1) * texts_each])
            talk.append({"role": ("user", "assistant")[number % 2], "content": text})
        talk.append({"role": "user", "content": f"Keep it under {3_000 + at} yuan."})
        file = folder / f"talk-{at:03}.json"
        file.write_text(json.dumps({"model": "gpt-4o", "messages": talk, "tools": []}), encoding="utf-8")
        files.append(file)
    return files


def measure(folder: Path, messages: int, texts_each: int) -> Milliseconds:
    """Both over the same sessions, each with its own form of them in memory, with vocabularies loaded.

    trim_messages is called as its documentation shows it for chats, with a counter of the same vocabulary.
    Ours builds the context with its trace, judges the must-keep, and looks for mistakes in the request.
    """
    from langchain_core.messages import BaseMessage, convert_to_messages, trim_messages

    files = write_talks(folder, messages, texts_each)
    encode = build(O200K, read_ranks(O200K, resource("tokenizers"))).encode_ordinary

    def count(found: list[BaseMessage]) -> int:
        return sum(len(encode(str(one.content))) + 3 for one in found)

    def converted() -> list[list[BaseMessage]]:
        return [convert_to_messages(json.loads(file.read_bytes())["messages"]) for file in files]

    talks = converted()
    size = int(SHARE * sum(map(count, talks)) / len(talks))

    def trim() -> None:
        for one in talks:
            trim_messages(
                one,
                max_tokens=size,
                token_counter=count,
                strategy="last",
                include_system=True,
                start_on="human",
            )

    sessions = [load(file)[0] for file in files]
    profile = parse(_PROFILE.format(size=size))
    known = Counters(store=False)
    check(sessions, profile, known)
    trims, colds, cacheds = zip(
        *(
            (
                processor(trim),
                processor(lambda: check(sessions, profile, Counters(store=False))),
                processor(lambda: check(sessions, profile, known)),
            )
            for _ in range(_ROUNDS)
        ),
        strict=True,
    )
    read = min(processor(lambda: [load(file) for file in files]) for _ in range(_ROUNDS))
    theirs = min(processor(converted) for _ in range(_ROUNDS))
    return Milliseconds(min(trims), min(colds), min(cacheds), read, theirs)


def check(sessions: Sequence[Session], profile: Profile, counters: Counters) -> None:
    """The gate over all sessions, by a Lab that has built nothing yet."""
    lab = Lab(store=False, counters=counters)
    for at in range(0, len(sessions), _TOGETHER):
        some = [session.at() for session in sessions[at : at + _TOGETHER]]
        count_together(lab, [(snapshot, profile) for snapshot in some])
        for snapshot in some:
            assert judge(lab, Place("", 0, ""), snapshot, profile).code == HOLDS


def processor(work: Callable[[], object]) -> float:
    """Milliseconds of the processor that a session takes; others' work on the machine does not count."""
    gc.collect()
    begun = process_time()
    work()
    return 1000 * (process_time() - begun) / SESSIONS


@pytest.mark.benchmark(group="gate")
def test_check_is_three_times_faster_than_trimming_and_ten_times_with_counts(
    benchmark: Any, tmp_path: Path
) -> None:
    figures = benchmark.pedantic(measure, args=(tmp_path, MESSAGES, TEXTS), rounds=1, iterations=1)
    benchmark.extra_info.update(figures.ratios())
    assert figures.trim / figures.cold >= 3
    assert figures.trim / figures.cached >= 10


@pytest.mark.benchmark(group="gate")
def test_check_of_short_messages_against_trimming(benchmark: Any, tmp_path: Path) -> None:
    """What the same takes where messages are of one short text; the goals do not hold there."""
    figures = benchmark.pedantic(measure, args=(tmp_path, MESSAGES, 1), rounds=1, iterations=1)
    benchmark.extra_info.update(figures.ratios())
    assert figures.trim / figures.cached >= 1
