"""The rules of a profile: tables that it may hold any number of, each under a head of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from pydantic import model_validator

from ctxlab.errors import ImpossibleError, Said
from ctxlab.model.items import Source
from ctxlab.model.profile_types import Count, Expression, Flag, Frozen, Numeral, Pattern, Text, Words


class GatherRule(Frozen):
    """`[[gather.rule]]`: items of `role` whose text matches `regex` get `source`, or are excluded.

    `tool` is the name of the tool of a call or result, or a pattern that matches a whole name.
    """

    regex: Pattern
    role: Text = ""
    tool: Pattern = ""
    source: Source | None = None
    exclude: Flag = False

    @model_validator(mode="after")
    def _says_what_to_do(self) -> Self:
        if self.exclude == (self.source is not None):
            raise ImpossibleError("a gather.rule has exactly one of source, exclude", Said("gather_rule_one"))
        return self


class GatherFields(Frozen):
    """`[[gather.fields]]`: of a JSON result of `tool` only the named fields go on, in at most `rows` rows.

    `tool` is a name, or a pattern that matches a whole name; the first entry that does is the one that
    holds. `fields` are names between commas, `name, price, description:80`; the number is the most
    characters of a text. They are those of the rows in the member `list` of the result, or of the rows (or
    the one object) that the result itself is. `expression` (JMESPath) stands in for both.
    """

    tool: Pattern
    list: Text = ""
    fields: Text = ""
    rows: Count | None = None
    expression: Expression = ""

    @property
    def named(self) -> tuple[tuple[str, int | None], ...]:
        """The names in `fields` in order, each with the most characters of its text, or None."""
        pairs = (one.strip().partition(":") for one in self.fields.split(","))
        return tuple((name.strip(), int(most) if most else None) for name, _, most in pairs)

    @model_validator(mode="after")
    def _says_what_stays(self) -> Self:
        if not self.tool:
            raise ImpossibleError("gather.fields names no tool", Said("fields_tool"))
        if bool(self.fields) == bool(self.expression):
            raise ImpossibleError("gather.fields has exactly one of fields, expression", Said("fields_one"))
        if self.list and self.expression:
            raise ImpossibleError(
                "an expression of gather.fields says itself where the rows are, without list",
                Said("fields_list"),
            )
        for one in self.fields.split(",") if self.fields else ():
            name, colon, most = one.strip().partition(":")
            if not name.strip() or (colon and not _is_count(most)):
                raise ImpossibleError(
                    f"{one.strip()!r} in gather.fields is no field: write name, or name:80",
                    Said.of("fields_field", field=repr(one.strip())),
                )
        return self


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules that belong together, with what they are called in English and in Chinese."""

    name: str
    english: str
    chinese: str
    rules: tuple[GatherRule, ...]


def _is_count(text: str) -> bool:
    digits = text.strip()
    return digits.isascii() and digits.isdigit() and 0 < len(digits) < 7


class MustKeepRule(Frozen):
    """`[[must_keep]]`: a text, pattern, number or whole source that has to reach the end; one is set."""

    text: Words = ""
    regex: Pattern = ""
    number: Numeral = ""
    source: Source | None = None

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if sum(bool(x) for x in (self.text, self.regex, self.number, self.source)) != 1:
            raise ImpossibleError(
                "a must_keep has exactly one of text, regex, number, source", Said("must_keep_one")
            )
        return self
