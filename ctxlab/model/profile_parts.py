"""The parts of a profile: its tables, and what each setting may hold, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Self, TypeVar

from pydantic import Field, field_validator, model_validator

from ctxlab.errors import ImpossibleError, Said
from ctxlab.model.items import Source
from ctxlab.model.profile_rules import GatherFields, GatherRule
from ctxlab.model.profile_types import Count, Flag, Frozen, Percent, Text, Tokens

_Value = TypeVar("_Value")


class Overflow(StrEnum):
    """What a row does with what does not fit its cap."""

    KEEP = "keep"
    STOP = "stop"
    SKIP = "skip"
    TRUNCATE = "truncate"
    COMPRESS = "compress"


class Order(StrEnum):
    """The order in which a row serves its units."""

    GIVEN = "given"
    NEWEST = "newest"
    OLDEST = "oldest"
    RELEVANCE = "relevance"
    PRIORITY = "priority"


class ItemAction(StrEnum):
    """What happens to an item over its per-item limit."""

    TRUNCATE = "truncate"
    COMPRESS = "compress"


def _by_source(stated: Mapping[Source, _Value]) -> tuple[tuple[Source, _Value], ...]:
    """What is stated for sources, in the one order of the sources."""
    return tuple((source, stated[source]) for source in Source if source in stated)


class Window(Frozen):
    """`[window]`: the model's window and the limit that follows. The size is stated, never guessed."""

    model: Text = ""
    size: Tokens | None = None
    soft_limit: Tokens | None = None
    enforce_soft: Flag = False
    enforce: Flag = True
    warn_at: Tokens | None = None
    output_reserve: Tokens = 0
    buffer: Tokens = 0
    unknown: tuple[tuple[Source, Tokens], ...] = Field(
        default=(),
        description="Stated estimates for sources that a format cannot know, in tokens.",
    )

    @field_validator("unknown")
    @classmethod
    def _one_order(cls, unknown: tuple[tuple[Source, int], ...]) -> tuple[tuple[Source, int], ...]:
        return _by_source(dict(unknown))

    @model_validator(mode="after")
    def _room_is_left(self) -> Self:
        """Refuses what leaves a limit of 0 under every session; what sessions are estimated at is theirs."""
        room = None if self.size is None else self.size - self.output_reserve
        if room is not None and room <= 0:
            raise ImpossibleError(
                f"window.output_reserve {self.output_reserve} leaves no room for any input "
                f"in window.size {self.size}",
                Said.of("reserve_takes_all", reserve=self.output_reserve, size=self.size),
                "lower the reserve, or state a larger size",
            )
        if room is not None and self.buffer >= room:
            raise ImpossibleError(
                f"window.buffer {self.buffer} leaves no room for any input: window.size less "
                f"window.output_reserve is {room}",
                Said.of("buffer_takes_all", buffer=self.buffer, room=room),
                "lower the buffer or the reserve, or state a larger size",
            )
        if self.enforce_soft and self.soft_limit is not None and self.soft_limit <= self.buffer:
            raise ImpossibleError(
                f"window.soft_limit {self.soft_limit} leaves no room for any input beside "
                f"window.buffer {self.buffer}",
                Said.of("soft_takes_all", soft=self.soft_limit, buffer=self.buffer),
                "raise the soft limit, or lower the buffer",
            )
        return self

    @property
    def soft_rules(self) -> bool:
        """Whether the limit follows from the soft limit, which is enforced and no higher than the window."""
        if not self.enforce_soft or self.soft_limit is None:
            return False
        return self.size is None or self.soft_limit <= self.size - self.output_reserve

    @property
    def limit(self) -> int | None:
        """Tokens that the context may hold; None without a size and a soft limit that is enforced."""
        caps = [] if self.size is None else [self.size - self.output_reserve]
        if self.enforce_soft and self.soft_limit is not None:
            caps.append(self.soft_limit)
        if not caps:
            return None
        return max(0, min(caps) - self.buffer - sum(tokens for _, tokens in self.unknown))


class Encoding(StrEnum):
    """How tokens are counted; the two divisions are the published estimates."""

    O200K = "o200k_base"
    CL100K = "cl100k_base"
    CHARS_3 = "chars/3"
    CHARS_4 = "chars/4"


class TokenSettings(Frozen):
    """`[tokens]`."""

    encoding: Encoding | None = Field(
        default=None,
        description="How tokens are counted. Unstated: by the model's own encoding where that is known, "
        "else by o200k_base.",
    )
    factor: Annotated[int, Field(ge=10, le=1000, strict=True)] = Field(
        default=100,
        description="Percent that each count is taken times, as `ctxlab calibrate` finds it for a model.",
    )


class RowBudget(Frozen):
    """`[budget.ROW]`: one line of the table. Without `cap` the row has none."""

    cap: Tokens | None = None
    overflow: Overflow = Overflow.KEEP
    order: Order = Order.GIVEN
    tier: Annotated[int, Field(ge=1, le=3, strict=True)] = 2
    max_items: Count | None = None
    per_item: Tokens | None = None
    per_item_action: ItemAction = ItemAction.TRUNCATE
    rounds: Count = Field(
        default=4,
        description="Only read on row recent: how many rounds before the current turn it holds.",
    )
    elastic: Flag = False


DEFAULT_ROW = RowBudget()


class Compaction(StrEnum):
    """Whether the recorder's own compaction is honoured."""

    RECORDED = "recorded"
    ORIGINALS = "originals"


class GatherSettings(Frozen):
    """`[gather]`."""

    strategy: Text = "recorded"
    compaction: Compaction = Field(
        default=Compaction.RECORDED,
        description="Whether the recorder's own summaries stand for what they replaced, or the originals "
        "are taken.",
    )
    key_facts: Flag = Field(
        default=False,
        description="Whether hard demands of earlier turns are added as key facts of their own.",
    )
    stated_facts: Flag = Field(
        default=False,
        description="Whether what the user stated plainly in earlier turns (a home, a name, a limit) is "
        "added as key facts, until a later turn says otherwise.",
    )
    rule: tuple[GatherRule, ...] = Field(
        default=(),
        description="Rules that give items that match a pattern another source, or leave them out.",
    )
    fields: tuple[GatherFields, ...] = Field(
        default=(),
        description="What is left of a tool's JSON results: named fields, and rows up to a number.",
    )
    clean_docs: Flag = Field(
        default=False,
        description="Whether fences, pictures, rules and runs of empty lines go from retrieved documents.",
    )


class Pairs(StrEnum):
    """What stands in for a dropped result of a kept call."""

    PLACEHOLDER = "placeholder"
    DROP = "drop"


class Relevance(StrEnum):
    """What tells how relevant an item is, in rows that are served by relevance."""

    RECORDED = "recorded"
    BM25 = "bm25"
    EMBEDDINGS = "embeddings"


class SelectSettings(Frozen):
    """`[select]`."""

    strategy: Text = "layered"
    pairs: Pairs = Field(
        default=Pairs.PLACEHOLDER,
        description="What happens to a call whose result is dropped: a note in the result's place, or the "
        "call goes too.",
    )
    max_messages: Count | None = Field(
        default=None,
        description="Messages that recent, history and tool results may hold together.",
    )
    relevance: Relevance = Field(
        default=Relevance.RECORDED,
        description="How relevance to the user's message is told in rows ordered by it: the recorded score, "
        "shared words (BM25), or meaning (embeddings, extra semantic).",
    )
    min_relevance: Percent = Field(
        default=0,
        description="Rows ordered by relevance drop what is less relevant, in percent; by BM25 that is "
        "percent of the best match.",
    )


class Missing(StrEnum):
    """What happens where a model's summary lost demands, negations or figures of its source."""

    APPEND = "append"
    REFUSE = "refuse"
    SHOW = "show"


class SummarizeSettings(Frozen):
    """`[summarize]`."""

    strategy: Text = "extractive"
    max_tokens: Tokens = Field(default=600, description="Tokens of one summary at most.")
    max_item_tokens: Tokens | None = Field(
        default=None,
        description="Tokens of one item at most, in rows that state no limit of their own.",
    )
    levels: Annotated[int, Field(ge=1, le=9, strict=True)] = Field(
        default=1,
        description="Summaries that a row's older messages are split into by age: the newest gets the most "
        "tokens, the oldest goes first.",
    )
    share: Percent | None = Field(
        default=None,
        description="Tokens that summaries may hold together, in percent of the limit.",
    )
    model: Text = Field(
        default="",
        description="The model whose summaries are taken; empty for whatever model the endpoint has.",
    )
    missing: Missing = Field(
        default=Missing.APPEND,
        description="What happens where a model's summary lost demands or figures of its source: they are "
        "put under it word for word, the summary is refused, or it is only shown.",
    )
    instructions: tuple[tuple[Source, Text], ...] = Field(
        default=(),
        description="What a model is told about texts of a source, in place of the built-in instruction; "
        "under summary, about messages that become one.",
    )

    @field_validator("instructions")
    @classmethod
    def _in_order(cls, instructions: tuple[tuple[Source, str], ...]) -> tuple[tuple[Source, str], ...]:
        return _by_source({source: text for source, text in dict(instructions).items() if text.strip()})


class Layout(StrEnum):
    """How Construct lays the context out."""

    SANDWICH = "sandwich"
    CHRONOLOGICAL = "chronological"
    FLAT = "flat"


class Language(StrEnum):
    """The language of headings and marker texts."""

    ENGLISH = "en"
    CHINESE = "zh"


class Wire(StrEnum):
    """The wire format of the built messages; `recorded` takes the session's own.

    Of a session that was recorded in a format that nothing is built in (OpenAI's Responses, Gemini)
    `recorded` is `openai-chat`: a reply that is several items, or calls without ids, do not fit the messages
    of a run. Its context can be looked at in those formats, too (`analysis.wires`).
    """

    RECORDED = "recorded"
    OPENAI_CHAT = "openai-chat"
    ANTHROPIC = "anthropic"


class ConstructSettings(Frozen):
    """`[construct]`."""

    strategy: Text = "layout"
    layout: Layout = Field(
        default=Layout.SANDWICH,
        description="How the messages are arranged: what matters first and last, in time order, or as one "
        "text.",
    )
    wire: Wire = Field(
        default=Wire.OPENAI_CHAT,
        description="The wire format of the built messages; recorded takes the session's own.",
    )
    language: Language = Field(
        default=Language.ENGLISH, description="The language of headings and marker texts."
    )
    doc_heads: Flag = Field(
        default=False,
        description="Whether a line over each retrieved document names its source and relevance.",
    )
