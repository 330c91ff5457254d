"""What users say of themselves in plain words: where they live, what they are called, what their limit is.

Each statement has a subject, so that a later one on the same subject can take its place. Questions state
nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ctxlab.text.expression import Expression
from ctxlab.text.sentences import sentences

_QUESTION = Expression(r"[?？]\s*$|吗[。！\s]*$|^(?:is|are|was|what|where|who|how)\b", re.IGNORECASE)

#: What one has, said in Chinese without 的, too.
_OWN = "预算|限额|上限|名字|地址|电话|邮箱|生日|航班|订单"

#: (expression, subject); where the expression has a group, what it holds is the subject.
_STATEMENTS = (
    (
        Expression(
            r"\b(?:I(?:'m|’m| am)? (?:now |currently )?(?:live|living) (?:in|at|near)"
            r"|I(?:'ve| have)? moved to)\b"
        ),
        "home",
    ),
    (Expression(r"\bI(?:'m|’m| am) (?:from|based in)\b"), "origin"),
    (Expression(r"\b(?:please )?call me\b", re.IGNORECASE), "my name"),
    (Expression(r"\bI(?:'m|’m| am) \d{1,3} years old\b"), "age"),
    (
        Expression(
            r"\b(?:my|our) ((?:[\w-]+ ){0,2}[\w-]+?) (?:is|are)(?: now)?(?: (?:at most|about|only))? \S",
            re.IGNORECASE,
        ),
        "",
    ),
    (Expression(r"我们?(?:现在|目前)?(?:家)?住(?:在)?"), "home"),
    (Expression(r"我(?:来自|是从)"), "origin"),
    (Expression(r"我(?:的名字)?叫"), "my name"),
    (Expression(r"我(?:今年)?\s?\d{1,3}\s?岁"), "age"),
    (
        Expression(
            rf"我们?(?:的(?P<a>[\u4e00-\u9fff]{{1,6}}?)|(?P<b>{_OWN}))(?:现在)?(?:是|为|改成|改为|变成)"
        ),
        "",
    ),
    (Expression(r"我们(?:一共|总共|共)?(?:有)?[\d一二两三四五六七八九十]+(?:个)?(?:人|位)"), "party"),
)


@dataclass(frozen=True, slots=True)
class PlainFact:
    """A sentence that states something, by its span (code points), and what it is about."""

    start: int
    end: int
    subject: str


def plain_facts(text: str) -> tuple[PlainFact, ...]:
    """The statements of a text in order; a sentence on two subjects is there once for each."""
    found: list[PlainFact] = []
    for start, end in sentences(text):
        sentence = text[start:end]
        if _QUESTION.search(sentence):
            continue
        for expression, subject in _STATEMENTS:
            for match in expression.compiled.finditer(sentence):
                own = next((group for group in match.groups() if group), "")
                found.append(PlainFact(start, end, subject or f"my {own.lower()}"))
    return tuple(dict.fromkeys(found))
