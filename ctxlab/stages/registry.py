"""The strategies that come with ctxlab, listed by hand."""

from __future__ import annotations

from collections.abc import Mapping

from ctxlab.model.decision import Stage
from ctxlab.stages.construct.layout import LayoutConstruct
from ctxlab.stages.gather.recorded import RecordedGather
from ctxlab.stages.protocol import Strategy
from ctxlab.stages.select.layered import LayeredSelect
from ctxlab.stages.summarize.condensing import CondensingSummarize, RefusingSummarizer


def builtin_strategies() -> Mapping[Stage, Mapping[str, Strategy]]:
    """Fresh instances by stage and name; each keeps its own caches."""
    from ctxlab.stages.construct.gssc_published import ConstructGsscPublished
    from ctxlab.stages.gather.gssc_published import GatherGsscPublished
    from ctxlab.stages.select.gssc_published import SelectGsscPublished
    from ctxlab.stages.summarize.gssc_published import SummarizeGsscPublished

    strategies: tuple[Strategy, ...] = (
        RecordedGather(),
        GatherGsscPublished(),
        LayeredSelect(),
        SelectGsscPublished(),
        CondensingSummarize("extractive"),
        CondensingSummarize("none", RefusingSummarizer()),
        SummarizeGsscPublished(),
        LayoutConstruct(),
        ConstructGsscPublished(),
    )
    found: dict[Stage, dict[str, Strategy]] = {stage: {} for stage in Stage}
    for strategy in strategies:
        found[strategy.slot][strategy.name] = strategy
    return found
