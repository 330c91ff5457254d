"""The rules of a profile: tables that it may hold any number of, each under a head of its own."""

from __future__ import annotations

from typing import Self

from pydantic import model_validator

from ctxlab.model.items import Source
from ctxlab.model.profile_types import Flag, Frozen, Numeral, Pattern, Text, Words


class GatherRule(Frozen):
    """`[[gather.rule]]`: items of `role` whose text matches `regex` get `source`, or are excluded."""

    regex: Pattern
    role: Text = ""
    tool: Text = ""
    source: Source | None = None
    exclude: Flag = False

    @model_validator(mode="after")
    def _says_what_to_do(self) -> Self:
        if self.exclude == (self.source is not None):
            raise ValueError("a gather.rule has exactly one of source, exclude")
        return self


class MustKeepRule(Frozen):
    """`[[must_keep]]`: a text, pattern, number or whole source that has to reach the end; one is set."""

    text: Words = ""
    regex: Pattern = ""
    number: Numeral = ""
    source: Source | None = None

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if sum(bool(x) for x in (self.text, self.regex, self.number, self.source)) != 1:
            raise ValueError("a must_keep has exactly one of text, regex, number, source")
        return self
