"""A context to hand to a single published stage."""

from __future__ import annotations

import pytest
from stages.published.published_runner import HeadSummarizer, counter_of, published_profile

from ctxlab.model.marks import Marks
from ctxlab.model.profile import Language, Wire
from ctxlab.stages.protocol import StageContext
from ctxlab.tokens.framing import NONE


@pytest.fixture
def published_context() -> StageContext:
    """The English edition."""
    language = Language.ENGLISH
    return StageContext(
        profile=published_profile(language),
        marks=Marks(),
        counter=counter_of(language),
        framing=NONE,
        wire=Wire.OPENAI_CHAT,
        summarizer=HeadSummarizer(),
    )
