"""`[degrade]`: what a build gives up, level by level, when it is over its limit."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ctxlab.model.profile_types import Count, Frozen

#: The last level: the system prompt is shortened.
LAST_LEVEL = 3


class DegradeSettings(Frozen):
    """`[degrade]`: the levels that may act, one after the other, until the context fits."""

    levels: Annotated[int, Field(ge=0, le=LAST_LEVEL, strict=True)] = Field(
        default=0,
        description="How many levels of degradation may act when the context is over its limit; 0 is none.",
    )
    docs: Count = Field(default=2, description="Documents that stay at the first level.")
    rounds: Count = Field(
        default=2,
        description="Rounds of conversation that stay word for word at the second level; older ones are "
        "summarised.",
    )
