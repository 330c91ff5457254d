"""Numbers in texts by their value: 3000, 3,000, ３０００, 三千, 1.2万, 3k, -5, 50%."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from ctxlab.text.fold import fold_around
from ctxlab.text.numerals import FIGURES, UNITS, WESTERN, figures, numeral, scaled, unit

# Full-width commas group full-width digits only, so that 3，5，7 stays three numbers.
_NUMBER = re.compile(
    f"(?P<western>(?:[0-9]{{1,3}}(?:,[0-9]{{3}})+(?![{WESTERN}])|[０-９]{{1,3}}(?:[，,][０-９]{{3}})+(?![{WESTERN}])"
    f"|[{WESTERN}]+)(?:[.．][{WESTERN}]+)?)"
    f"(?P<scale>[{UNITS}][{FIGURES}{UNITS}{WESTERN}]*|[kK](?![A-Za-z0-9]))?(?P<percent>\\s?[%％]|\\s?percent\\b)?"
    f"|(?P<hundredths>百分之)?(?P<han>[{FIGURES}{UNITS}]+(?:点[{FIGURES}]+(?![分刻时]))?)"
)
# A number begins with one of these: to look for them alone is much faster than for whole numbers.
_FIRST = re.compile(f"[{WESTERN}{FIGURES}{UNITS}]")
#: What is counted or measured: a numeral alone before it is a number.
_MEASURE = re.compile(
    "个|位|名|人|次|天|日|周|月|年|小时|分钟|秒|元|块|毛钱|角钱|美元|欧元|日元|円|米|公里|千米|厘米|毫米|克|公斤|千克|斤|吨"
    "|升|毫升|度(?!假)|页|条|句|字|篇|章|节|行|列|项|步|楼|层|号|岁|倍|折|张|只|头|台|辆|架|艘|件|套|双|份|杯|瓶|箱|袋|间|晚|桌"
    "|类|家|座|栋|支|把|朵|颗|粒|轮|场|集|组|班|排|星期|季度|[kK][gG]|[kKmMgGtT]?[bB]\\b"
)
#: Words that look like numerals: in case, by all means, very, myriad.
_WORDS = frozenset({"万一", "千万", "一一", "十分", "万千", "千百", "万万", "亿万"})
_ALONE = frozenset(FIGURES) | {"十", "拾"}
_WEEKDAY_BEFORE = frozenset("周期拜")
_CURRENCY = re.compile(r"(?:^|[^A-Za-z])(?:USD|EUR|CNY|RMB|GBP|JPY|HKD|TWD|KRW|US|No|no)$")
_LETTERS_THEN_DIGIT = re.compile(r"[A-Za-z_]+[0-9]")
_TO_WESTERN = str.maketrans("０１２３４５６７８９．，", "0123456789.,")
_MINUS = "-−－"
_DOTS = ".．"


@dataclass(frozen=True, slots=True)
class NumberSpan:
    """A number in a text: its span (code points) with sign, unit of size and percent sign, and its value."""

    start: int
    end: int
    value: Decimal


def find_numbers(text: str) -> list[NumberSpan]:
    """The numbers of a text, in order.

    A percentage has the value of its fraction (50 % is 0.5). Versions (12.4.1), identifiers (sha256, x3000)
    and numerals that are words (一定, 十分, 万一) are no numbers; a single numeral is one before a measure
    or after 第.
    """
    found: list[NumberSpan] = []
    for match in _candidates(text):
        number = _western(text, match) if match.group("western") else _han(text, match)
        if number is not None:
            found.append(number)
    return found


def _candidates(text: str) -> Iterator[re.Match[str]]:
    """What `_NUMBER` matches, in order and apart."""
    place = _FIRST.search(text)
    while place:
        match = _NUMBER.match(text, place.start())
        if match:
            yield match
        place = _FIRST.search(text, match.end() if match else place.end())


def plain(value: Decimal) -> str:
    """The value in digits, without exponent, group marks or trailing zeros."""
    text = format(value, "f")
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def parse(text: str) -> Decimal | None:
    """The value of a text that is one number and nothing else, or None."""
    stripped = text.strip()
    if len(stripped) == 1 and stripped in _ALONE:
        return numeral(stripped)
    numbers = find_numbers(stripped)
    whole = len(numbers) == 1 and (numbers[0].start, numbers[0].end) == (0, len(stripped))
    return numbers[0].value if whole else None


def canonical(text: str) -> str:
    """The text for exact comparison: NFKC, case folded, blanks squeezed, each number as its plain value.

    Blanks beside Chinese text go altogether, since people set them there as they like (预算 3000 以内).
    """
    return fold_around(text, [(span.start, span.end, plain(span.value)) for span in find_numbers(text)]).text


def _western(text: str, match: re.Match[str]) -> NumberSpan | None:
    start, end = match.span()
    if _in_name(text, match):
        return None
    value = Decimal(match.group("western").translate(_TO_WESTERN).replace(",", ""))
    scale: str = match.group("scale") or ""
    if scale in ("k", "K"):
        value *= 1000
    elif scale:
        whole = scaled(value, scale.translate(_TO_WESTERN))
        if whole is None:
            end = match.end("western") + 1
        value = value * unit(scale[0]) if whole is None else whole
    if match.group("percent") and end == match.end():
        value /= 100
    if (
        start
        and text[start - 1] in _MINUS
        and not (text[start - 2 : start - 1].isalnum() or text[start - 2 : start - 1] == "-")
    ):
        return NumberSpan(start - 1, end, -value)
    return NumberSpan(start, end, value)


def _in_name(text: str, match: re.Match[str]) -> bool:
    """Whether the digits belong to a version, an identifier or another dotted chain."""
    start, end = match.start(), match.end("western")
    before, after = text[start - 1 : start], text[end : end + 1]
    if before and before in _DOTS and text[start - 2 : start - 1].isdigit():
        return True
    if after and after in _DOTS and text[end + 1 : end + 2].isdigit():
        return True
    if before == "_" or (before.isascii() and before.isalpha()):
        return _CURRENCY.search(text[max(0, start - 5) : start]) is None
    return _LETTERS_THEN_DIGIT.match(text, end) is not None


def _han(text: str, match: re.Match[str]) -> NumberSpan | None:
    start, end = match.span()
    body = match.group("han")
    if not match.group("hundredths") and not _is_number(text, start, end, body):
        return None
    whole, _, fraction = body.partition("点")
    value = numeral(whole)
    if value is None:
        return None
    if fraction:
        value += Decimal(f"0.{figures(fraction)}")
    return NumberSpan(start, end, value / 100 if match.group("hundredths") else value)


def _is_number(text: str, start: int, end: int, body: str) -> bool:
    """Whether a run of Chinese numerals is used as a number."""
    before = text[start - 1 : start]
    if before == "第":
        return True
    if len(body) == 1:
        return body in _ALONE and before not in _WEEKDAY_BEFORE and _MEASURE.match(text, end) is not None
    if body in _WORDS:
        return (body == "十分" and text.startswith("钟", end)) or (
            body != "十分" and _MEASURE.match(text, end) is not None
        )
    return True
