"""Select, recommended: rows with caps and overflow rules, whole pairs, a limit held by tier."""

from __future__ import annotations

from ctxlab.model.decision import Stage
from ctxlab.stages.headings import Overhead
from ctxlab.stages.protocol import Gathered, Selected, StageContext
from ctxlab.stages.select.columns import finish
from ctxlab.stages.select.limit import hold_to_limit
from ctxlab.stages.select.prepared import prepared_of
from ctxlab.stages.select.rows import serve_rows
from ctxlab.stages.select.settle import settle


class LayeredSelect:
    """Serves every row, repairs pairs, then holds all rows together to the limit.

    It keeps plans and cuts between runs; equal inputs give equal outputs all the same.
    """

    name = "layered"
    version = "1"
    slot = Stage.SELECT
    reads = (
        "budget",
        "window",
        "select",
        "summarize.max_tokens",
        "summarize.max_item_tokens",
        "construct",
        "tokens",
    )
    #: Gather alone reads the rounds; of `construct` only the language tells here, by the headings' tokens.
    idle = ("budget.*.rounds", "construct.layout")
    requires = ("pool",)
    provides = ("selection",)
    external = False

    def run(self, given: Gathered, context: StageContext, /) -> Selected:
        """Every gathered item's fate under the budget table."""
        profile = context.profile
        prepared = prepared_of(given)
        rows = serve_rows(prepared, profile, _overhead(context))
        selection = settle(prepared, rows, context)
        limit = profile.window.limit
        if limit is not None and profile.window.enforce:
            hold_to_limit(selection, profile, _overhead(context), limit)
        may_trim = limit is not None and profile.window.enforce
        return finish(selection, rows, profile, self.name, may_trim=may_trim)


def _overhead(context: StageContext) -> Overhead:
    return Overhead(context.profile.construct.language, context.framing, context.counter)
