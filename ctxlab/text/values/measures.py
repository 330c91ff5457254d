"""What the number at a place counts or measures: the unit before or after it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from ctxlab.text.values.amounts import Amount
from ctxlab.text.values.units import BEFORE, CHINESE, ENGLISH, FAHRENHEIT, PERCENT, SIGNS, Measure
from ctxlab.text.values.words import words


def _any_of(names: Iterable[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


@dataclass(frozen=True, slots=True)
class Measured:
    """An amount with its unit: `start` to `end` covers both, `number` is as it stands, without `measure`.

    `measure` is None for a bare number.
    """

    start: int
    end: int
    number: Decimal
    measure: Measure | None

    @property
    def unit(self) -> str:
        """The base unit; empty for a bare number."""
        return self.measure.unit if self.measure else ""

    @property
    def value(self) -> Decimal:
        """The number in the base unit."""
        return self.measure.of(self.number) if self.measure else self.number


_BEFORE_LAST = frozenset(name[-1] for name in BEFORE)
_CURRENCY_BEFORE = re.compile(f"(?:{_any_of(BEFORE)})\\s?\\Z", re.IGNORECASE)
_CURRENCY_AGAIN = re.compile(r"\s?(?:USD|EUR|GBP|CNY|RMB|dollars|元|块钱?|人民币)")
_LARGE_SIGN = re.compile(r"(?P<scale>[kKmMbB])(?![A-Za-z0-9])")
_LARGE_SIGNS = {"k": Decimal(1000), "m": Decimal(10**6), "b": Decimal(10**9)}
_SIGN_AFTER = re.compile(f"\\s?(?P<sign>{_any_of(SIGNS)})(?![A-Za-z0-9²])")
_WORD_AFTER = re.compile(r"[\s-]?(?P<word>[A-Za-z]+)(?![A-Za-z0-9_])")
_WORDS_AFTER = re.compile(r"[\s-][a-z]+(?:-[a-z]+)?(?:\s[a-z]+(?:-[a-z]+)?){1,2}")
_WORD = re.compile("[a-z-]+")
#: Words that end what a number may count: "3 of the files" counts no files.
_STOPS = frozenset(
    words(
        """of in to and or per a an the for at on is are was were by with from than that if as no not but each
        every when"""
    )
)
#: What adjectives may stand before: 3 short paragraphs, 5 new files.
_COUNTS = frozenset(
    words(
        """word character sentence paragraph line page column row section chapter slide bullet person child
        item file option star point step question example room bedroom seat"""
    )
)
_HAN_AFTER = re.compile(
    "\\s?(?:(?P<half>个半)(?=小时|钟头|月|星期|礼拜)|[多余来几](?=[元块个人天公小分页字岁]))?"
    f"(?P<word>{_any_of(CHINESE)}|月)"
)
_KUAI = re.compile(
    r"\s?块(?:钱|人民币|(?=[^\u4e00-\u9fff]|$|[以之的一每起到至和内吧呢吗不就都可多够包含封为是还能]|左右|上下))"
)
_HALF_AFTER = re.compile("半(?=[^\u4e00-\u9fff点]|$|[以之内左的后前到])")
_DISCOUNT = re.compile("折(?!扣?[叠腾断])")
_FAHRENHEIT_AFTER = re.compile(r"\s?(?:°F|℉|degrees?\sF(?:ahrenheit)?\b|F\b|华氏度)|\sFahrenheit\b")
_CELSIUS_AFTER = re.compile(r"\sdegrees?\s(?:C\b|Celsius\b)", re.IGNORECASE)
_TEN_THOUSAND = re.compile("[wW](?![A-Za-z0-9])")
_YEARS = range(1900, 2101)


def measured(text: str, amount: Amount) -> Measured | None:
    """The amount with the unit around it; None where it turns out to be part of a name (3D, 2nd)."""
    start, end, number = amount.start, amount.end, amount.number
    if amount.percent:
        return Measured(start, end, number, PERCENT)
    if amount.often:
        return Measured(start, end, number, ENGLISH["times"])
    money = _after_currency(text, amount)
    if money is not None:
        return money
    at = end + 1 if text[end : end + 1].isspace() else end
    after = text[at : at + 1]
    found = None
    if not after.isascii():
        found = _before_chinese(text, amount) or _before_sign(text, amount)
    elif after.isalpha() or after in "-$":
        found = _before_english(text, amount)
        if found is None and not text.isascii() and _TEN_THOUSAND.match(text, end):
            more = Amount(start, end + 1, number * 10_000)
            found = _before_chinese(text, more) or Measured(start, end + 1, more.number, None)
    if found is not None:
        return found
    if amount.weak or (at == end and after.isascii() and after.isalpha()):
        return None
    return Measured(start, end, number, None)


def _after_currency(text: str, amount: Amount) -> Measured | None:
    """A sum with its currency before it: $20, 人民币 20元, $1.2M."""
    start, end, number = amount.start, amount.end, amount.number
    before = text[start - 1 : start] or " "
    if before == " ":
        before = text[start - 2 : start - 1]
    if before.upper() not in _BEFORE_LAST:
        return None
    currency = _CURRENCY_BEFORE.search(text, max(0, start - 4), start)
    if currency is None or _ends_a_word(text, currency.start()):
        return None
    scale = _LARGE_SIGN.match(text, end)
    if scale is not None:
        number, end = number * _LARGE_SIGNS[scale.group("scale").lower()], scale.end()
    again = _CURRENCY_AGAIN.match(text, end)
    code = BEFORE[currency.group().strip().upper()]
    return Measured(currency.start(), again.end() if again else end, number, Measure(code))


def _ends_a_word(text: str, start: int) -> bool:
    """Whether letters stand on both sides of a place, as before the code in AUSD."""
    sides = text[start - 1 : start + 1] if start else ""
    return len(sides) == 2 and sides.isascii() and sides.isalpha()


def _before_chinese(text: str, amount: Amount) -> Measured | None:
    start, end, number = amount.start, amount.end, amount.number
    kuai = _KUAI.match(text, end)
    if kuai is not None:
        return Measured(start, kuai.end(), number, CHINESE["元"])
    discount = _DISCOUNT.match(text, end)
    if discount is not None:
        # 八折 is eight tenths of the price, 85折 its 85 %.
        return Measured(start, discount.end(), number if number >= 10 else number * 10, PERCENT)
    found = _HAN_AFTER.match(text, end)
    if found is None:
        return None
    word = found.group("word")
    if word == "年" and number in _YEARS:
        return Measured(start, found.end(), number, None)
    if word == "月" and not found.group("half"):
        return None
    measure = CHINESE["个月"] if word == "月" else CHINESE[word]
    end = found.end()
    if found.group("half"):
        number += Decimal("0.5")
    elif measure.unit in ("second", "month", "year"):
        half = _HALF_AFTER.match(text, end)
        if half is not None:
            number, end = number + Decimal("0.5"), half.end()
    return Measured(start, end, number, measure if measure.unit else None)


def _before_sign(text: str, amount: Amount) -> Measured | None:
    sign = _SIGN_AFTER.match(text, amount.end)
    if sign is None:
        warm = _FAHRENHEIT_AFTER.match(text, amount.end)
        return Measured(amount.start, warm.end(), amount.number, FAHRENHEIT) if warm else None
    if text.startswith("F", sign.end()):
        return Measured(amount.start, sign.end() + 1, amount.number, FAHRENHEIT)
    return Measured(amount.start, sign.end(), amount.number, SIGNS[sign.group("sign")])


def _before_english(text: str, amount: Amount) -> Measured | None:
    start, end, number = amount.start, amount.end, amount.number
    warm = _FAHRENHEIT_AFTER.match(text, end)
    if warm is not None:
        return Measured(start, warm.end(), number, FAHRENHEIT)
    mild = _CELSIUS_AFTER.match(text, end)
    if mild is not None:
        return Measured(start, mild.end(), number, SIGNS["℃"])
    sign = _SIGN_AFTER.match(text, end)
    if sign is not None:
        return Measured(start, sign.end(), number, SIGNS[sign.group("sign")])
    word = _WORD_AFTER.match(text, end)
    if word is not None:
        measure = ENGLISH.get(word.group("word").lower())
        if measure is not None:
            return Measured(start, word.end(), number, measure)
    counted = _WORDS_AFTER.match(text, end)
    if counted is None:
        return None
    for one in _WORD.finditer(text, end + 1, counted.end()):
        measure = ENGLISH.get(one.group())
        if measure is not None and measure.unit in _COUNTS:
            return Measured(start, one.end(), number, measure)
        if one.group() in _STOPS:
            break
    return None
