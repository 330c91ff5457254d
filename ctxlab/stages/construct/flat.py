"""The flat layout: everything in one text, each speaker named."""

from __future__ import annotations

from ctxlab.model.profile import Language
from ctxlab.stages.construct.joined import Joined
from ctxlab.stages.construct.shared import Shared, fill_all
from ctxlab.stages.construct.view import View
from ctxlab.stages.protocol import StageContext


def flat_message(view: View, language: Language, context: StageContext, shared: Shared) -> None:
    """Adds one user message with the shared parts, then the conversation in time order, a blank line between items."""
    joined = Joined(context.counter)
    fill_all(joined, view, language)
    for slot in view.touched():
        for position in view.members(slot):
            joined.part()
            joined.mark(f"{view.item(position).role}: ")
            joined.add(view.content(position))
    shared.close(joined, "user", view, context)
