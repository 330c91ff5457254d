"""The published conversation compressor: older messages as one, by two narrow calls of a model.

Neither call is made here. In the place of the first, which is to list the constraints of the user, stand
ctxlab's own rules (`demands`): the answer has the sentences of hard demands, a line each, as far as they fit
the tokens of an answer, or the `无` that the instruction asks for. In the place of the second stands a
summariser. The instruction wants the constraints in the summary; here they stand before it, and the two share
its tokens. Its 150 characters are a wish of the instruction that nothing enforces, here no more than there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ctxlab.model.decision import Numbers
from ctxlab.model.profile import Language
from ctxlab.stages.protocol import Summarizer
from ctxlab.stages.split_budget.messages import Said
from ctxlab.stages.split_budget.texts import (
    CONSTRAINT_TOKENS,
    NO_CONSTRAINT,
    REPLY_CHARACTERS,
    SUMMARY_HEAD,
)
from ctxlab.tokens.protocols import Counter

#: Spans of the sentences of a text that state a hard demand.
Demands = Callable[[str], Sequence[tuple[int, int]]]

_BETWEEN = "；"
_BLANKS = " \t\r\f\v\u3000\u00a0"


@dataclass(frozen=True, slots=True)
class Compressed:
    """What stands for the older messages.

    `text` is the message with its head. `constraints` are those that the published code takes from the
    answer; `stripped` has (line, constraint) where it took a sign away. `summarised` says whether the
    summariser gave anything.
    """

    text: str
    constraints: tuple[str, ...]
    stripped: tuple[tuple[str, str], ...]
    left_out: Numbers
    summarised: bool


def parsed(answer: str) -> list[str]:
    """The constraints in an answer: its lines that are not blank, without `-` and blanks at both ends.

    A line of dashes alone stays, as an empty one.
    """
    return [line.strip("-" + _BLANKS) for line in answer.split("\n") if line.strip(_BLANKS)]


def asked_for_constraints(messages: Sequence[Said]) -> list[str]:
    """What the first call is given: each user message, in its Python form where it is no text."""
    return [str(one.content) for one in messages if one.role == "user"]


def asked_for_summary(messages: Sequence[Said]) -> list[tuple[str, str]]:
    """What the second call is given: texts of user and assistant, of the assistant's the beginning alone."""
    return [
        (str(one.role), one.content if one.role == "user" else one.content[:REPLY_CHARACTERS])
        for one in messages
        if one.role in ("user", "assistant") and one.is_text
    ]


def compress(
    messages: Sequence[Said], limit: int, counter: Counter, summarizer: Summarizer, demands: Demands
) -> Compressed:
    """The older messages as one text; both calls are always made, whatever is in them."""
    answer, left = _answer(asked_for_constraints(messages), counter, demands)
    constraints = parsed("\n".join(answer))
    lead = _BETWEEN.join(constraints) + "\n"
    room = limit - counter.count(lead)
    texts = asked_for_summary(messages)
    summary = summarizer.merge(texts, room, counter, Language.CHINESE) if texts and room > 0 else None
    told = summary is not None and bool(summary.text.strip())
    left_out: Numbers = (("left_demands", left),)
    if summary is not None and told:
        others = ((f"left_{kind}", count) for kind, count in summary.left_out if kind != "demands")
        left_out = (*left_out, *others)
    return Compressed(
        SUMMARY_HEAD + (lead + summary.text if summary is not None and told else lead[:-1]),
        tuple(constraints),
        tuple((line, one) for line, one in zip(answer, constraints, strict=True) if line.strip() != one),
        left_out,
        told,
    )


def _answer(texts: Sequence[str], counter: Counter, demands: Demands) -> tuple[list[str], int]:
    """The lines of the stand-in's answer, and how many more it found than an answer may hold."""
    found = dict.fromkeys(text[start:end] for text in texts for start, end in demands(text))
    lines: list[str] = []
    used = 0
    for line in found:
        tokens = counter.count(line)
        if used + tokens > CONSTRAINT_TOKENS:
            break
        lines.append(line)
        used += tokens
    return lines or [NO_CONSTRAINT], len(found) - len(lines)
