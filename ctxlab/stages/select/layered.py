"""Select, recommended: rows with caps and overflow rules, whole pairs, a limit held by tier."""

from __future__ import annotations

from ctxlab.errors import ProfileError
from ctxlab.model.decision import Stage
from ctxlab.model.profile_problems import place_of
from ctxlab.stages.headings import Overhead
from ctxlab.stages.protocol import Gathered, Selected, StageContext
from ctxlab.stages.select.columns import finish
from ctxlab.stages.select.degrade import Degradation
from ctxlab.stages.select.prepared import prepared_of
from ctxlab.stages.select.relevance import ItemTerms, missing_encoder, ranking_of
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
        "summarize.levels",
        "summarize.max_tokens",
        "summarize.max_item_tokens",
        "summarize.share",
        "construct",
        "tokens",
        "degrade",
    )
    #: Gather alone reads the rounds; of `construct` only the language tells here, by the headings' tokens.
    idle = ("budget.*.rounds", "construct.layout")
    requires = ("pool",)
    provides = ("selection",)
    external = False

    def __init__(self) -> None:
        self._terms = ItemTerms()

    def run(self, given: Gathered, context: StageContext, /) -> Selected:
        """Every gathered item's fate under the budget table.

        Raises:
            ProfileError: Relevance is to be told by embeddings, and there is nothing that makes them.
        """
        profile = context.profile
        missing = missing_encoder(profile)
        if missing is not None:
            path, message, hint = missing
            raise ProfileError(message, where=place_of(path), hint=hint)
        prepared = prepared_of(given)
        ranking = ranking_of(given, profile, self._terms, context.cancelled)
        overhead = _overhead(context)
        rows = serve_rows(prepared, profile, overhead, ranking)
        selection = settle(prepared, rows, context)
        levels = Degradation(rows, profile, overhead)
        limit = profile.window.limit if profile.window.enforce else None
        if limit is not None:
            selection = levels.hold(selection, limit)
        return finish(selection, levels, self.name, may_trim=limit is not None)


def _overhead(context: StageContext) -> Overhead:
    construct = context.profile.construct
    return Overhead(construct.language, context.framing, context.counter, construct.doc_heads)
