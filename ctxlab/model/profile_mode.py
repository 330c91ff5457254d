"""`[mode]`: which context mode a request is built in, and the rules that choose it."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from ctxlab.errors import ImpossibleError, Said
from ctxlab.model.items import Row, Source
from ctxlab.model.profile_types import Count, Flag, Frozen, Pattern


class Mode(StrEnum):
    """What a context is for; NONE is no mode, which leaves nothing out."""

    NONE = ""
    LONG = "long"
    SINGLE = "single"
    MIXED = "mixed"


#: The rows that a mode leaves out. What belongs to the current turn stays in every mode.
LEFT_OUT: dict[Mode, frozenset[Row]] = {
    Mode.NONE: frozenset(),
    Mode.LONG: frozenset({Row.RETRIEVED_DOC}),
    Mode.SINGLE: frozenset({Row.RECENT, Row.HISTORY, Row.SUMMARY}),
    Mode.MIXED: frozenset(),
}

#: Sources that tell a rule that a request has tools, and those that tell it that something was retrieved.
TOOL_SOURCES = frozenset({Source.TOOL_SCHEMAS, Source.TOOL_RESULT})
RETRIEVAL_SOURCES = frozenset({Source.RETRIEVED_DOC})


class ModeRule(Frozen):
    """`[[mode.rule]]`: requests of which all that is stated here holds are built in `mode`.

    `tools` and `retrieval` say whether the request has tools (schemas or results) and retrieved documents;
    `turns_from` is the first turn for which the rule holds, `text` a pattern in the user's current message.
    """

    mode: Mode
    tools: Flag | None = None
    retrieval: Flag | None = None
    turns_from: Count | None = None
    text: Pattern = ""

    @model_validator(mode="after")
    def _names_a_mode(self) -> Self:
        if self.mode is Mode.NONE:
            raise ImpossibleError("a mode.rule names one of long, single, mixed", Said("mode_rule"))
        return self


class ModeSettings(Frozen):
    """`[mode]`: the first rule that holds chooses, else `use` does."""

    use: Mode = Field(
        default=Mode.NONE,
        description="What the context is for: long talk without retrieval, a single question without "
        "history, or both mixed; empty leaves nothing out.",
    )
    rule: tuple[ModeRule, ...] = Field(
        default=(),
        description="Rules that choose the mode for each request; the first that holds counts.",
    )

    @property
    def chooses(self) -> bool:
        """Whether any mode can be chosen at all."""
        return bool(self.rule) or self.use is not Mode.NONE
