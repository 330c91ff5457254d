"""Media of which nothing tells how many tokens they take: a figure stands in, and the run says so."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, PartKind
from ctxlab.stages.protocol import Gathered
from ctxlab.tokens.images import TYPICAL_SIDE, Vision
from ctxlab.tokens.items import MEDIA, STAND_IN, unsettled_media

_CODES = {
    PartKind.IMAGE: "image_size_unknown",
    PartKind.AUDIO: "audio_tokens_unknown",
    PartKind.FILE: "file_tokens_unknown",
}


class SessionMedia:
    """The items with media that nothing tells the tokens of, of the session that was asked for last."""

    def __init__(self) -> None:
        self._of: tuple[object, Vision] | None = None
        self._found: list[tuple[str, frozenset[PartKind]]] = []

    def notices(
        self, session_items: Sequence[Item], gathered: Gathered, vision: Vision
    ) -> tuple[Diagnostic, ...]:
        """One notice for each kind that goes on, with the first item and how many there are."""
        found = self._unsettled(session_items, vision)
        if not found:
            return ()
        kept = frozenset(gathered.record.order)
        index = gathered.pool.index
        notices: list[Diagnostic] = []
        for kind, code in _CODES.items():
            items = [name for name, kinds in found if kind in kinds and index.get(name) in kept]
            if items:
                figure = ("side", TYPICAL_SIDE) if kind is PartKind.IMAGE else ("tokens", STAND_IN[kind])
                notices.append(Diagnostic(code, items[0], (("count", len(items)), figure), severity="info"))
        return tuple(notices)

    def _unsettled(
        self, session_items: Sequence[Item], vision: Vision
    ) -> list[tuple[str, frozenset[PartKind]]]:
        if self._of is None or self._of[0] is not session_items or self._of[1] != vision:
            media = (item for item in session_items if any(part.kind in MEDIA for part in item.parts))
            pairs = ((item.id, unsettled_media(item, vision)) for item in media)
            self._found = [(name, kinds) for name, kinds in pairs if kinds]
            self._of = (session_items, vision)
        return self._found
