"""Where a text says that something was replaced: which words are the old ones."""

from __future__ import annotations

import re
from functools import lru_cache

Span = tuple[int, int]

_VERB = (
    "change[ds]?|moved?|move[ds]|switche?[ds]?|raised?|lowered|increased|reduced|cut|adjusted|updated|revised"
    "|postponed|pushed|put back|shifted|extended|shortened|went|brought forward|dropped|corrected|amended"
    "|replaced|swapped|traded|exchanged"
)
_IS = "(?:was|were|has been|have been|had been|is|are|got)"
_DROPPED = (
    "dropped|scrapped|abandoned|called off|withdrawn|given up|taken off|cancelled|canceled|retracted"
    r"|no longer \w+"
)
_FIRST = (
    "originally|initially|at first|in the beginning"
    "|first (?=asked|wanted|said|planned|thought|chose|set|booked|intended|had)"
    "|had (?:planned|wanted|asked|intended)|used to|previously|earlier (?=on|the|he|she|they|we|it)"
    "|the original"
    "|(?:was|were) going to|had been set"
)
_THEN = (
    "later|then|now|since|dropped|changed|instead|has|have|swapped|switched|decided|moved|gave|prefers?|but|was|were"
    "|it is"
)
_BECAME = (
    "改成|改为|换成|换为|换到|调整为|调整成|调整到|变成了?|变为|改到|改用|推迟到|推迟至|提前到|提前至|延到|延至|延期到|延期至"
    "|更改为|变更为|提高到|提高至|提到了|降到|降至|降为|涨到|上调到|上调至|下调到|下调至|增加到|增加至|减少到|减到|改回|更换为"
    "|替换为|替换成|缩短到|缩短为|延长到|延长为|换了|放宽到|放宽为|收紧到"
)
_AT_FIRST = (
    "原来|原本|原先|起初|一开始|最初|本来|此前|先前|早先|原定|原计划|曾经?|开始时|开始说|之前说|之前定"
)
_AFTERWARDS = "后(?=改|换|调|变|定)|后来|现在|现已|但后|但现|现改|如今|之后|最终|最后|但|不过|又|决定|已经?改"
_GIVEN_UP = "取消了|已取消|放弃了|作罢了?|作废了?|撤回了|撤销了|不要了|算了"
_LET_GO = (
    "dropp(?:ed|ing|s)|drop|gave up|gives? up|withdrew|withdrawn?|withdraws|abandon(?:ed|s)?|scrapp(?:ed|ing)"
    "|cancell?ed|retracted|took back|let go of|waived?|lifted|reversed|overrode|overruled"
)
_ASKED = (
    "requests?|wish|wishes|demands?|requirements?|ideas?|plans?|insistence|conditions?|rules?|preferences?"
)
_DROP_ZH = "放弃|取消|撤回|撤销|收回|打消"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bchanged (?:his|her|their|my|our|its) minds? (?:about|on) (?P<old>.+)",
        rf"\b(?:{_VERB}) from (?P<old>.+?) to .+",
        rf"(?P<old>.+?) {_IS} (?:\w+ )?(?:replaced|superseded|exchanged) (?:by|with|for) .+",
        r"\b(?:swapp?e?d?|exchanged?|traded?) (?P<old>.+?) for .+",
        r"\b(?:changed|corrected|amended|updated|revised) (?P<old>(?!to\b).+?) (?:to|into) .+",
        r"\b(?:replaced|replaces|replacing|replace) (?P<old>.+?) (?:with|by) .+",
        rf"\b(?:{_FIRST})(?P<old>.+?)(?:[,;.] |,? (?=but|and|yet))(?:but |and |yet |then )?.*\b(?:{_THEN})\b",
        rf"(?P<old>.+?) {_IS} (?:now |later |then |since )?(?:{_DROPPED})\b",
        r"[由从](?P<old>[^，。；]+?)(?:调|改|换|变|升|降|涨|提|加|减|缩|延|推|移|增|压|放)[^，。；]{0,2}?[到成为至]",
        rf"(?:将|把)?(?P<old>[^，。；由从]+?)(?:{_BECAME})",
        rf"(?:{_AT_FIRST})(?P<old>[^。；]+?)[，,、；]?(?:{_AFTERWARDS})",
        r"(?P<old>[^。；]+?)[，,；](?:后来|现在|现|后|又)[^，。；]{0,6}?[到为成至了]",
        r"(?P<old>.+?),? (?:but )?later (?:was |were |been )?\w+ed to ",
        rf"(?P<old>[^，。；]+?)(?:{_GIVEN_UP})",
        rf"\b(?:{_LET_GO}) (?:the|his|her|their|my|our|your|an?|that|this|its) (?:\w+ ){{0,2}}(?:{_ASKED})"
        r" (?:for|of|to|that|about|on)\b(?P<old>[^,.;]+)",
        rf"(?:{_DROP_ZH})了?(?:之前|先前|原来|原先|最初)?的?(?P<old>[^，。；]+?)的(?:要求|想法|打算|计划|方案|念头|请求)",
    )
)
#: What one of the patterns needs: without it none is tried.
_TRIGGER = re.compile(
    rf"\b(?:{_VERB}|swap\w*|trad\w+|exchang\w+|replac\w+|supersed\w+|{_FIRST}|{_DROPPED}|longer|minds?|{_LET_GO})\b"
    f"|later|后来|现|又|后|改|换|调|变|推迟|提前|延|提|降|涨|减|增|替|缩|放|收|加|升|移|压|{_AT_FIRST}|{_GIVEN_UP}",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\b(?:later|then|afterwards|since then|now|meanwhile|in the end|eventually|update|correction|instead"
    "|changed"
    r"|change of plan|raised|lowered|moved to|no longer|not any ?more|anymore|on second thought|reconsidered"
    r"|decided|agreed|replaced|withdrew|withdrawn|extended|increased|reduced|revised|actually)\b"
    "|后来|改|现在|随后|最终|更新|更正|又|调整|不再|取消|放弃|决定|之后",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def old_spans(sentence: str) -> tuple[Span, ...]:
    """The spans of a sentence that say what held before and holds no longer."""
    if _TRIGGER.search(sentence) is None:
        return ()
    found = (pattern.search(sentence) for pattern in _PATTERNS)
    return tuple(one.span("old") for one in found if one is not None and one["old"].strip())


def comes_later(sentence: str) -> bool:
    """Whether a sentence says that something is otherwise by now."""
    return _LATER.search(sentence) is not None
