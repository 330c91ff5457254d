"""A recorded build as a row of the store, and back."""

from __future__ import annotations

import json
from typing import Any

from ctxlab.model.items import Source
from ctxlab.model.recorded import BuildOrigin, Figures, RecordedBuild
from ctxlab.store.database import storable

#: The columns of a row but its id and what is kept, in the order of `values_of`.
COLUMNS = (
    "at",
    "milliseconds",
    "title",
    "file",
    "sha256",
    "place",
    "chain",
    "session",
    "request",
    "turn",
    "profile",
    "profile_sha256",
    "encoding",
    "exact",
    "messages",
    "sources",
    "overhead",
    "gathered",
    "constructed",
    "counted",
    "token_limit",
    "over",
    "warn_at",
    "level",
    "truncated",
    "compressed",
    "merged",
    "dropped",
    "added",
    "must_keeps",
    "lost",
)

#: Reads whole builds; `WHERE` and what follows come behind it.
SELECT = f"SELECT build.id, {', '.join(COLUMNS)}, hidden FROM build LEFT JOIN kept ON digest = kept_session"

_KNOWN = {source.value: source for source in Source}


def values_of(at: float, milliseconds: float, origin: BuildOrigin, figures: Figures) -> tuple[Any, ...]:
    """The values of a row; what SQLite cannot hold, lone surrogates in texts, become U+FFFD."""
    one = figures
    sources = json.dumps({source.value: tokens for source, tokens in one.sources})
    values = (
        *(at, milliseconds, origin.title, origin.file, origin.sha256, origin.place, origin.chain),
        *(one.session, one.request, one.turn, one.profile, one.profile_sha256, one.encoding, int(one.exact)),
        *(one.messages, sources, one.overhead, one.gathered, one.constructed, one.counted),
        *(one.limit, one.over, one.warn_at, one.level),
        *(one.truncated, one.compressed, one.merged, one.dropped, one.added),
        *(one.must_keeps, json.dumps(list(one.lost))),
    )
    return tuple(storable(value) if isinstance(value, str) else value for value in values)


def build_of(row: tuple[Any, ...]) -> RecordedBuild:
    """The build of a row of `SELECT`."""
    (number, at, milliseconds, title, file, sha256, place, chain, *rest, hidden) = row
    (session, request, turn, profile, profile_sha256, encoding, exact, messages, sources, *rest) = rest
    (overhead, gathered, constructed, counted, limit, over, warn_at, level, *rest) = rest
    (truncated, compressed, merged, dropped, added, must_keeps, lost) = rest
    figures = Figures(
        *(session, request, turn, profile, profile_sha256, encoding, bool(exact), messages),
        _sources(sources),
        *(overhead, gathered, constructed, counted, limit, over, warn_at, level),
        *(truncated, compressed, merged, dropped, added, must_keeps, _ids(lost)),
    )
    origin = BuildOrigin(title, file, sha256, place, chain)
    return RecordedBuild(number, at, origin, figures, milliseconds, hidden is not None, hidden or 0)


def _sources(text: str) -> tuple[tuple[Source, int], ...]:
    """Tokens by source; one that a later ctxlab knows is left out."""
    found: dict[str, int] = json.loads(text)
    return tuple((_KNOWN[name], tokens) for name, tokens in found.items() if name in _KNOWN)


def _ids(text: str) -> tuple[str, ...]:
    return () if text == "[]" else tuple(json.loads(text))
