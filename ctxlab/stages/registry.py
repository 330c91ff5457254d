"""The strategies that there are: ours, listed by hand, then those that other packages bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ctxlab.model.decision import Stage
from ctxlab.plugins import PluginProblem
from ctxlab.stages.construct.layout import LayoutConstruct
from ctxlab.stages.gather.recorded import RecordedGather
from ctxlab.stages.outside import GROUP, outside_strategies
from ctxlab.stages.protocol import Strategy
from ctxlab.stages.select.layered import LayeredSelect
from ctxlab.stages.summarize.condensing import CondensingSummarize, RefusingSummarizer


def builtin_strategies() -> Mapping[Stage, Mapping[str, Strategy]]:
    """Fresh instances by stage and name; each keeps its own caches."""
    from ctxlab.stages.construct.context_mode_published import ConstructContextModePublished
    from ctxlab.stages.construct.gssc_published import ConstructGsscPublished
    from ctxlab.stages.construct.hello_agents import ConstructHelloAgents
    from ctxlab.stages.construct.split_budget_published import ConstructSplitBudgetPublished
    from ctxlab.stages.gather.context_mode_published import GatherContextModePublished
    from ctxlab.stages.gather.gssc_published import GatherGsscPublished
    from ctxlab.stages.gather.hello_agents import GatherHelloAgents
    from ctxlab.stages.gather.split_budget_published import GatherSplitBudgetPublished
    from ctxlab.stages.select.context_mode_published import SelectContextModePublished
    from ctxlab.stages.select.gssc_published import SelectGsscPublished
    from ctxlab.stages.select.hello_agents import SelectHelloAgents
    from ctxlab.stages.select.split_budget_published import SelectSplitBudgetPublished
    from ctxlab.stages.summarize.context_mode_published import SummarizeContextModePublished
    from ctxlab.stages.summarize.gssc_published import SummarizeGsscPublished
    from ctxlab.stages.summarize.model import ModelSummarize
    from ctxlab.stages.summarize.split_budget_published import SummarizeSplitBudgetPublished

    strategies: tuple[Strategy, ...] = (
        RecordedGather(),
        GatherGsscPublished(),
        GatherContextModePublished(),
        GatherSplitBudgetPublished(),
        GatherHelloAgents(),
        LayeredSelect(),
        SelectGsscPublished(),
        SelectContextModePublished(),
        SelectSplitBudgetPublished(),
        SelectHelloAgents(),
        CondensingSummarize("extractive"),
        CondensingSummarize("none", RefusingSummarizer()),
        ModelSummarize(),
        SummarizeGsscPublished(),
        SummarizeContextModePublished(),
        SummarizeSplitBudgetPublished(),
        LayoutConstruct(),
        ConstructGsscPublished(),
        ConstructContextModePublished(),
        ConstructSplitBudgetPublished(),
        ConstructHelloAgents(),
    )
    found: dict[Stage, dict[str, Strategy]] = {stage: {} for stage in Stage}
    for strategy in strategies:
        found[strategy.slot][strategy.name] = strategy
    return found


def all_strategies(
    outside: Iterable[object] | None = None,
) -> tuple[Mapping[Stage, Mapping[str, Strategy]], tuple[PluginProblem, ...]]:
    """Our strategies and those of other packages under free names, and what is wrong with the rest."""
    found = {stage: dict(by_name) for stage, by_name in builtin_strategies().items()}
    good, bad = outside_strategies(outside)
    problems = list(bad)
    for strategy in good:
        if strategy.name in found[strategy.slot]:
            message = f"stage {strategy.slot} has a strategy of that name"
            problems.append(PluginProblem(GROUP, strategy.name, "", message))
        else:
            found[strategy.slot][strategy.name] = strategy
    return found, tuple(problems)
