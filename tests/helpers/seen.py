"""What a run came to, as faults of published systems are judged by it: what the model sees, what is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ctxlab.model.session import Session
from ctxlab.model.trace import Trace
from helpers.check_trace import resolve


@dataclass(frozen=True)
class Seen:
    """One run. All is by item id: `told` (stage, fate, reason), `texts` what stands in the context, `after`.

    `text` is all that is sent, what stands beside the messages too. `notices` are (code, item id).
    """

    messages: list[Mapping[str, Any]]
    text: str
    texts: Mapping[str, str]
    told: Mapping[str, tuple[tuple[str, str, str], ...]]
    after: Mapping[str, int]
    notices: frozenset[tuple[str, str]]
    over: int

    def has(self, *words: str) -> bool:
        """Whether the model sees all these words."""
        return all(word in self.text for word in words)

    def noticed(self, code: str, item: str | None = None) -> bool:
        """Whether a notice with that code was given, on that item or on any."""
        return any(code == found and item in (None, on) for found, on in self.notices)

    def says(self, item: str, stage: str, fate: str, reason: str) -> bool:
        """Whether the trace holds that decision."""
        return (stage, fate, reason) in self.told.get(item, ())

    def reasons(self) -> set[str]:
        """The codes of all reasons in the trace."""
        return {reason for decisions in self.told.values() for _, _, reason in decisions}


def seen(trace: Trace) -> Seen:
    """What a run came to."""
    texts: dict[str, str] = {}
    for message in trace.context:
        for pointer, start, end, position in message.spans:
            found = resolve(message.value, pointer)[start:end]
            texts[trace.id(position)] = texts.get(trace.id(position), "") + found
    sent = [*(_text(message) for message in trace.messages), *(_text(one.value) for one in trace.outside)]
    positions = range(len(trace))
    return Seen(
        messages=trace.messages,
        text="\n".join(sent),
        texts=texts,
        told={
            trace.id(p): tuple((d.stage.value, d.fate.word, d.reason.code) for d in trace.history(p))
            for p in positions
        },
        after={trace.id(p): trace.tokens_after(p) for p in positions},
        notices=frozenset((one.code, one.item) for one in trace.diagnostics),
        over=trace.totals.over or 0,
    )


def _text(value: Any) -> str:
    content = value.get("content") if isinstance(value, Mapping) else None
    rest = {key: one for key, one in value.items() if key != "content"} if content is not None else value
    return (
        f"{content}\n{json.dumps(rest, ensure_ascii=False)}"
        if content is not None
        else json.dumps(rest, ensure_ascii=False)
    )


@dataclass(frozen=True)
class Fault:
    """One fault of a published system.

    `make` gives a session on which it shows. `shows` looks at what the run came to: it holds under the
    published profile and under no profile in which the fault is mended. `said` looks for what the published
    run's trace tells of it.
    """

    name: str
    make: Callable[[], Session]
    shows: Callable[[Seen], bool]
    said: Callable[[Seen], bool]
