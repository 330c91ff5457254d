"""The flat layout: everything in one text, each speaker named."""

from __future__ import annotations

from ctxlab.model.profile import ConstructSettings
from ctxlab.stages.construct.joined import Joined
from ctxlab.stages.construct.shared import Shared, fill_all
from ctxlab.stages.construct.view import View
from ctxlab.stages.protocol import StageContext


def flat_message(
    view: View, construct: ConstructSettings, context: StageContext, shared: Shared
) -> list[int]:
    """Adds one user message: the shared parts, then the conversation in order, with blank lines between.

    Returns the positions that one text cannot hold: what has no text, such as media.
    """
    left_out: list[int] = []
    joined = Joined(context.counter)
    fill_all(joined, view, construct)
    for slot in view.touched():
        for position in view.members(slot):
            content = view.content(position)
            name = view.call_name(position)
            if not content.text and not name:
                left_out.append(position)
                continue
            joined.part()
            joined.mark(f"{view.item(position).role}: ")
            if name:
                joined.mark(f"{name}(")
            joined.add(content)
            if name:
                joined.mark(")")
    shared.close(joined, "user", view, context)
    return left_out
