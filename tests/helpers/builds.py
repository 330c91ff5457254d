"""Recorded builds to be summed up by hand."""

from __future__ import annotations

from typing import Any

from ctxlab.model.items import Source
from ctxlab.model.recorded import BuildOrigin, Figures, RecordedBuild
from ctxlab.store.kept import KeptText
from ctxlab.store.runs import RunStore


def figures(session: str = "s", request: int = 1, counted: int = 1000, **values: Any) -> Figures:
    """The figures of a build of so many tokens: two thirds talk, a tenth prompt, twice as many gathered."""
    given: dict[str, Any] = {
        "turn": 1,
        "profile": "p",
        "profile_sha256": "aa",
        "encoding": "o200k_base",
        "exact": True,
        "messages": 3,
        "sources": ((Source.SYSTEM_PROMPT, counted // 10), (Source.CONVERSATION, 2 * counted // 3)),
        "overhead": counted - counted // 10 - 2 * counted // 3,
        "gathered": 2 * counted,
        "constructed": counted,
        "counted": counted,
    }
    return Figures(session=session, request=request, **{**given, **values})


def recorded(number: int, one: Figures, at: float = 0.0, **values: Any) -> RecordedBuild:
    """A build of that number."""
    origin = BuildOrigin(title=values.pop("title", f"about {one.session}"), chain=values.pop("chain", ""))
    return RecordedBuild(number, at or float(number), origin, one, values.pop("milliseconds", 10.0), **values)


def texts(session: str = "S", profile: str = "P", marks: str = "{}") -> tuple[KeptText, KeptText, KeptText]:
    """What a build was made from, as texts."""
    return KeptText.of(session), KeptText.of(profile), KeptText.of(marks)


def add(store: RunStore, one: Figures | None = None, at: float = 1.0, **values: Any) -> int | None:
    """Records a build; what is not given is as above."""
    kept = values.pop("kept", texts())
    origin = values.pop("origin", BuildOrigin(title="trip"))
    return store.add(one or figures(), origin, kept, at=at, milliseconds=5.0, **values)
