"""Comparators from the words around a value: at most 5, 5 or more, 不超过 5, 5 以内."""

from __future__ import annotations

import re

from ctxlab.model.constraint import Comparator
from ctxlab.text.values.words import words

#: How far from a value its comparator is looked for (code points).
_BEFORE = 60
_BEFORE_CHINESE = 18
_AFTER = 20
_BELOW_ABOVE = {Comparator.ABOVE: Comparator.AT_MOST, Comparator.BELOW: Comparator.AT_LEAST}
_MOMENT_FLIPS = _BELOW_ABOVE | {
    Comparator.AT_MOST: Comparator.AT_LEAST,
    Comparator.AT_LEAST: Comparator.AT_MOST,
}


def _phrases(**rows: str) -> dict[str, Comparator]:
    """Phrases, parted by commas, of each comparator."""
    return {
        phrase.strip(): Comparator[name.upper()] for name, said in rows.items() for phrase in said.split(",")
    }


# The words directly before a value, without those of `_FILLERS` between.
_ENGLISH_BEFORE = _phrases(
    at_most="""at most, at the most, at very most, at the very most, up to, upto, within, max, max., maximum,
    a maximum, capped, cap, ceiling, upper limit, limit, as many as, as much as, less than or equal to,
    no longer than, in under""",
    at_least="""at least, at the least, at very least, at the very least, min, min., minimum, a minimum,
    starting from, starting, upwards, floor, greater than or equal to""",
    below="""under, below, beneath, underneath, less than, fewer than, shorter than, cheaper than,
    lower than, smaller than, lighter than, sooner than, younger than""",
    above="""over, above, more than, greater than, higher than, longer than, larger than, bigger than, past,
    heavier than, older than, exceed, exceeds, exceeding, beyond""",
    about="about, around, roughly, approximately, approx, approx., circa, nearly, almost, close to",
)
_MOMENT_BEFORE = _phrases(
    at_most="""by, before, until, till, no later than, not later than, prior to, due, due by, earlier than,
    ends, end by""",
    at_least="after, from, since, starting, no earlier than, not earlier than, not before, later than, past",
    about="about, around, roughly, approximately",
)
_NEVER_FLIPPED = frozenset(
    {"by", "from", "since", "due", "starting", "no later than", "no earlier than", "not before"}
)
_FILLERS = frozenset(
    words(
        """a an the of my our your about around approximately roughly only just another exactly at total sum
        price budget"""
    )
)
_MOMENT_FILLERS = frozenset(words("a an the of at on in this next coming about around exactly end"))
_SLOTS = {
    "to": frozenset(words("limit limited restrict restricted keep cap reduce cut shorten confine")),
    "at": frozenset(words("cap capped")),
    "of": frozenset({"limit"}),
}
_NEGATIONS = frozenset(words("not never no nothing without cannot none avoid nobody neither"))
_CLAUSE_ENDS = frozenset(words("but and so because if that which unless"))
_WORD = re.compile(r"[a-z'.]+")


def _either(rows: dict[Comparator, str]) -> str:
    return "|".join(f"(?P<{kind.name.lower()}>{options})" for kind, options in rows.items())


_EN_AFTER = re.compile(
    r"[\s,]{0,2}\(?(?:"
    + _either(
        {
            Comparator.AT_MOST: "or (?:less|fewer|under|below|lower|cheaper|shorter|earlier|before|sooner)"
            "|and (?:under|below)|max(?:imum)?|at (?:the )?most|tops|(?:at the )?latest|limit",
            Comparator.AT_LEAST: "or (?:more|above|over|higher|better|later|greater|longer|up|after|older)"
            "|and (?:up|above|over|higher|later|onwards?|older)|at (?:the )?least"
            r"|at the earliest|onwards?|upwards?|min(?:imum)?(?!\s?\d)|plus(?!\s\w)",
            Comparator.ABOUT: "or so|or thereabouts|give or take|approximately|roughly",
        }
    )
    # What a number follows binds that one: 5 files, at most 3 of them new.
    + r")\b(?!\s?(?:of\s)?[\d$€£¥])",
    re.IGNORECASE,
)
_EN_AFTER_FIRST = frozenset("oamtlpug(,OAMTLPUG")
_ZH_AFTER_LEAD = r"\s?(?:（含）|\(含\)|[的整钱])?\s?"
_ZH_AFTER = re.compile(
    _ZH_AFTER_LEAD
    + "(?:"
    + _either(
        {
            Comparator.AT_MOST: "[及或之]?以?内(?![容部地存置在涵外向衣裤])|[及或]?以下|封顶|为(?:上)?限",
            Comparator.AT_LEAST: "[及或]?者?以上|起(?![来床飞点])步?|往上|开外|为下限"
            "|或更[多高长]|打底(?!裤)",
            Comparator.ABOUT: "左右|上下|前后",
        }
    )
    + ")"
)
_ZH_MOMENT_AFTER = re.compile(
    _ZH_AFTER_LEAD
    + "(?:"
    + _either(
        {
            Comparator.AT_MOST: "(?:之前|以前|前)(?![面台往后])|为止|截止",
            Comparator.AT_LEAST: "之后|以后|后(?![面天台])|起|开始",
        }
    )
    + ")"
)
_ZH_BEFORE = re.compile(
    "(?P<no>(?:不|没有?|勿|别|未|莫)(?:得|能|可以?|要|许|应该?|会|准|想|宜|允许|必|用|需要?|希望)*)?(?:"
    + _either(
        {
            Comparator.AT_MOST: "[最至顶]多|撑死|上限[为是在]?|最[高大长晚迟]|封顶|限(?:制|定)?[在为于]"
            "|控制[在到]|不[晚迟]于|限[重速高]?|截[止至]到?[于在]?|赶在",
            Comparator.AT_LEAST: "至少|最[少低小短早]|起码|不下于?|下限[为是在]?|不早于|满",
            Comparator.BELOW: "[低少小短早]于|不到|不足|[未不]满|便宜于",
            Comparator.ABOVE: "超[过出]?|[高多大长晚]于",
            Comparator.ABOUT: "大约|大概|约|差不多|将近|接近|左右",
        }
    )
    # What may stand between a bound and its number: 至少[提前]2小时.
    + r")[^0-9，。；！？、,;!?\s]{0,8}?\s?[:：]?\s?\Z"
)
_ZH_BEFORE_WORTH = re.compile("[多少高低大小长短晚早迟限超控满下约近到足撑封起便截赶左概]")
_SIGNS_BEFORE = re.compile(r"(?P<sign><=|>=|=<|[≤≥<>≈~～])\s?\Z")
_SIGNS = {
    "<=": Comparator.AT_MOST,
    "=<": Comparator.AT_MOST,
    "≤": Comparator.AT_MOST,
    ">=": Comparator.AT_LEAST,
    "≥": Comparator.AT_LEAST,
    "<": Comparator.BELOW,
    ">": Comparator.ABOVE,
    "≈": Comparator.ABOUT,
    "~": Comparator.ABOUT,
    "～": Comparator.ABOUT,
}
_PLUS = re.compile(r"\s?\+(?!\s?[\d$€£¥])")
_MORE = re.compile("[0-9０-９一-龥][多余][^0-9]")
_BREAK = re.compile(r"[,;!?，。；！？\n]|(?<!max)(?<!min)(?<!approx)\.\s", re.IGNORECASE)


def comparator(text: str, start: int, end: int, *, moment: bool = False, money: bool = False) -> Comparator:
    """How the value at `start` to `end` binds; before and after bind a `moment`, from a sum of `money`.

    A bound beats "about", and what stands directly after the value beats what stands before it.
    """
    said = text[start:end]
    if "+" in said:
        return Comparator.AT_LEAST
    if not said.isascii() and _MORE.search(said):
        return Comparator.ABOVE
    after = _said_after(text[end : end + _AFTER], moment=moment)
    if after is not None and after is not Comparator.ABOUT:
        return after
    before = text[max(0, start - _BEFORE) : start]
    breaks = [found.end() for found in _BREAK.finditer(before)]
    if breaks:
        before = before[breaks[-1] :]
    return _said_before(before, moment=moment, money=money) or after or Comparator.EQUAL


def _said_after(after: str, *, moment: bool) -> Comparator | None:
    if not after:
        return None
    if after[0] == "+" or after[:2] == " +":
        return Comparator.AT_LEAST if _PLUS.match(after) else None
    found = None
    if after[0] in _EN_AFTER_FIRST or after[1:2] in _EN_AFTER_FIRST:
        found = _EN_AFTER.match(after)
    if found is None and not after.isascii():
        found = (_ZH_MOMENT_AFTER.match(after) if moment else None) or _ZH_AFTER.match(after)
    return _kind_of(found) if found else None


def _said_before(before: str, *, moment: bool, money: bool) -> Comparator | None:
    if not before:
        return None
    sign = _SIGNS_BEFORE.search(before)
    if sign is not None:
        return _SIGNS[sign["sign"]]
    english = _english_before(before, moment=moment, money=money)
    if english is not None or before.isascii():
        return english
    near = before[-_BEFORE_CHINESE:]
    found = _ZH_BEFORE.search(near) if _ZH_BEFORE_WORTH.search(near) else None
    if found is None:
        return None
    kind = _kind_of(found)
    return _BELOW_ABOVE.get(kind, kind) if found["no"] else kind


def _english_before(before: str, *, moment: bool, money: bool) -> Comparator | None:
    said = _WORD.findall(before.lower())
    if not said or not before.rstrip(" :=(").lower().endswith(said[-1]):
        return None
    openers = _SLOTS.get(said[-1])
    if openers is not None and not openers.isdisjoint(said[-6:-1]):
        return Comparator.AT_MOST
    if money and said[-1] == "from":
        return Comparator.AT_LEAST
    about = False
    fillers = _MOMENT_FILLERS if moment else _FILLERS
    while said:
        kind, length = _phrase_at_end(said, moment=moment)
        if kind is not None and kind is not Comparator.ABOUT:
            return _turned(kind, said, length, moment=moment)
        about = about or kind is Comparator.ABOUT
        if kind is None and said[-1] not in fillers:
            break
        said = said[: -max(length, 1)]
    return Comparator.ABOUT if about else None


def _phrase_at_end(said: list[str], *, moment: bool) -> tuple[Comparator | None, int]:
    """The comparator that the last words are, with how many words it takes."""
    for length in (5, 4, 3, 2, 1):
        if length <= len(said):
            phrase = " ".join(said[-length:])
            kind = (_MOMENT_BEFORE.get(phrase) if moment else None) or _ENGLISH_BEFORE.get(phrase)
            if kind is not None:
                return kind, length
    return None, 0


def _turned(kind: Comparator, said: list[str], length: int, *, moment: bool) -> Comparator:
    """The comparator, turned round where a negation stands before it in its clause."""
    if " ".join(said[-length:]) in _NEVER_FLIPPED:
        return kind
    for word in reversed(said[-length - 5 : -length]):
        if word in _CLAUSE_ENDS:
            break
        if word in _NEGATIONS or word.endswith("n't"):
            return (_MOMENT_FLIPS if moment else _BELOW_ABOVE).get(kind, kind)
    return kind


def _kind_of(found: re.Match[str]) -> Comparator:
    return Comparator[str(found.lastgroup).upper()]
