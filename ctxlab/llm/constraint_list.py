"""The narrow question which constraints a few texts state, and what is believed of the answer.

A model only points: each constraint is a quotation, and what does not stand in the text word for word is
refused, so that nothing is taken that the user did not say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from pydantic import TypeAdapter

from ctxlab.llm.client import Message
from ctxlab.llm.faults import Fault, failure
from ctxlab.model.constraint import Kind, Tier
from ctxlab.model.marks import ConstraintMark

_SYSTEM = f"""You list the constraints that people state to an AI agent: conditions that every later answer or
action has to honour. Leave out the task itself, questions, facts about the world, examples, code and logs.
Answer with one JSON array and nothing else. Each entry is an object with
"text": the number of the text,
"quote": the shortest words that state the constraint, copied exactly from that text,
"kind": one of {", ".join(Kind)},
"tier": "hard" where ignoring it would be wrong, "soft" for a wish.
Of two kinds that fit take the more specific. Answer [] where nothing is demanded."""

#: Tokens of the question around the texts, and of an answer about each text, at most as a rule.
QUESTION_TOKENS, ANSWER_TOKENS = 220, 120

_FENCE = re.compile(r"\A\s*```\w*\s*\n(.*?)\n?\s*```\s*\Z", re.DOTALL)
_LIST: TypeAdapter[list[Any]] = TypeAdapter(list[Any])
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Text:
    """An item's text that may state constraints."""

    item: str
    text: str


class Doubt(StrEnum):
    """Why an entry of the answer is not believed."""

    NO_ENTRY = "no_entry"
    NO_TEXT = "no_text"
    NOT_SAID = "not_said"
    NO_KIND = "no_kind"


@dataclass(frozen=True, slots=True)
class Doubted:
    """An entry that is not believed, with the words that it quotes."""

    doubt: Doubt
    quote: str


def question(texts: Sequence[Text]) -> tuple[Message, ...]:
    """The chat that asks about some texts."""
    said = "\n\n".join(f"[text {at}]\n{one.text}\n[end of text {at}]" for at, one in enumerate(texts, 1))
    return (("system", _SYSTEM), ("user", said))


def read_answer(answer: str, texts: Sequence[Text]) -> tuple[list[ConstraintMark], list[Doubted]]:
    """What the answer points at, and the entries that are not believed.

    Raises:
        ModelError: It is no JSON array.
    """
    found: list[ConstraintMark] = []
    doubted: list[Doubted] = []
    for entry in _entries(answer):
        read = _read(entry, texts)
        if isinstance(read, Doubted):
            doubted.append(read)
        elif not any(one.touches(read.item, read.start, read.end) for one in found):
            found.append(read)
    return found, doubted


def _entries(answer: str) -> list[Any]:
    fenced = _FENCE.match(answer)
    try:
        return _LIST.validate_json(fenced[1] if fenced else answer)
    except ValueError:
        raise failure(Fault.NOT_WHAT_WAS_ASKED, "a JSON array") from None


def _read(said: Any, texts: Sequence[Text]) -> ConstraintMark | Doubted:
    entry = cast("dict[str, Any]", said) if isinstance(said, dict) else {}
    quote, number = entry.get("quote"), entry.get("text")
    if not isinstance(quote, str):
        return Doubted(Doubt.NO_ENTRY, "")
    quote = quote.strip()
    if type(number) is not int or not 1 <= number <= len(texts):
        return Doubted(Doubt.NO_TEXT, quote)
    if entry.get("kind") not in list(Kind):
        return Doubted(Doubt.NO_KIND, quote)
    one = texts[number - 1]
    span = _place(quote, one.text)
    if span is None:
        return Doubted(Doubt.NOT_SAID, quote)
    tier = Tier.SOFT if entry.get("tier") == Tier.SOFT else Tier.HARD
    return ConstraintMark(one.item, *span, Kind(entry["kind"]), tier)


def _place(quote: str, text: str) -> tuple[int, int] | None:
    """Where the quotation stands: exactly, but for the blanks between its words."""
    if not quote:
        return None
    words = _BLANKS.split(quote)
    found = re.search(r"\s+".join(map(re.escape, words)), text)
    return found.span() if found else None
