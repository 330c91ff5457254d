"""A source rule as it is being written: what is proposed for an item, and what the fields say."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pydantic import ValidationError

from ctxlab.model.items import Item, PartKind, Source
from ctxlab.model.profile_rules import GatherRule

#: A proposed pattern holds at most so many characters of an item's beginning.
MOST_WORDS = 40

_TAG = re.compile(r"\s*<[A-Za-z][\w:-]*>")
_HEAD = re.compile(r"\s*(?:#{1,6} |\[)?[^\n]*")
_SPECIAL = re.compile(r"([\\.^$*+?{}\[\]|()])")


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """The fields of a rule. `target` is a source, or empty for leaving the items out."""

    regex: str = ""
    role: str = ""
    tool: str = ""
    target: str = Source.AGENT_NOTE.value

    def rule(self) -> GatherRule:
        """The rule that the fields say.

        Raises:
            ValueError: They say none; fit to be shown.
        """
        if not (self.regex or self.role or self.tool):
            raise ValueError("")
        source = Source(self.target) if self.target else None
        try:
            return GatherRule(
                regex=self.regex, role=self.role, tool=self.tool, source=source, exclude=source is None
            )
        except ValidationError as error:
            told = error.errors()[0]["msg"].removeprefix("Value error, ")
            raise ValueError(told) from error


def draft_of(rule: GatherRule) -> RuleDraft:
    """The fields of a rule."""
    return RuleDraft(rule.regex, rule.role, rule.tool, rule.source.value if rule.source else "")


def draft_for(item: Item, words: str = "", *, first: bool = False) -> RuleDraft:
    """The rule that is proposed for an item.

    A selection is taken as it stands, from the beginning of the text where it stands there (`first`). Without
    one, results go by their tool, other items by how they begin: a tag, or the first words.
    """
    if words:
        return RuleDraft(("^" if first else "") + escaped(words), item.role, target=_target(item))
    tool = next((part.name for part in item.parts if part.kind is PartKind.RESULT and part.name), "")
    if tool:
        return RuleDraft("", item.role, tool, Source.RETRIEVED_DOC.value)
    found = _TAG.match(item.text) or _HEAD.match(item.text)
    begins = found.group() if found else ""
    if len(begins) > MOST_WORDS:
        begins = begins[:MOST_WORDS].rpartition(" ")[0] or begins[:MOST_WORDS]
    return RuleDraft(f"^{escaped(begins)}" if begins.strip() else "", item.role, target=_target(item))


def escaped(words: str) -> str:
    """A pattern that matches these words and nothing else; line ends are written as such."""
    return _SPECIAL.sub(r"\\\1", words).replace("\n", r"\n").replace("\r", r"\r").replace("\t", r"\t")


def _target(item: Item) -> str:
    return (Source.RETRIEVED_DOC if item.has(PartKind.RESULT) else Source.AGENT_NOTE).value
