"""The value of Chinese numerals, alone and mixed with Western figures (三千五, 二〇二六, 3万5千)."""

from __future__ import annotations

import re
from decimal import Decimal

#: Western digits, half and full width, for use inside a character class.
WESTERN = "0-9０-９"
_DIGITS = {
    char: value for row in ("零一二三四五六七八九", "零壹贰叁肆伍陆柒捌玖") for value, char in enumerate(row)
} | {"〇": 0, "两": 2}
_SMALL = {"十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100, "仟": 1000}
_LARGE = {"万": 10**4, "亿": 10**8, "萬": 10**4, "億": 10**8}
#: The figures nought to nine, and the units ten to a hundred million.
FIGURES = "".join(_DIGITS)
UNITS = "".join(_SMALL | _LARGE)
_ZEROS = "零〇"
_TOKEN = re.compile(f"[{WESTERN}]+|.", re.DOTALL)


def unit(char: str) -> int:
    """What a unit stands for."""
    return _SMALL.get(char) or _LARGE[char]


def figures(text: str) -> str:
    """Figures read one by one, as Western digits."""
    return "".join(str(_DIGITS[char]) for char in text)


def numeral(body: str) -> Decimal | None:
    """The value of a run of Chinese numerals; None for one that has none, such as 三四 (three or four)."""
    if all(char in _DIGITS for char in body):
        if len(body) == 2 and not any(char in _ZEROS for char in body):
            return None
        return Decimal(figures(body))
    return _Sum().run(body)


def scaled(value: Decimal, rest: str) -> Decimal | None:
    """The value of a number that begins with the Western figure `value` and goes on with units."""
    return _Sum(value).run(rest)


class _Sum:
    """Adds up a numeral from left to right, in sections of 亿 and 万."""

    def __init__(self, figure: Decimal | None = None) -> None:
        self.figure = figure
        self.total = Decimal(0)
        self.section = Decimal(0)
        self.last_unit = 1
        self.after_zero = False

    def run(self, body: str) -> Decimal | None:
        """The value; None if two figures meet without a unit between them."""
        for token in _TOKEN.findall(body):
            if token in UNITS:
                self._unit(token)
            elif self.figure is not None:
                return None
            elif token in _ZEROS:
                self.after_zero = True
            else:
                self.figure = Decimal(_DIGITS[token]) if token in _DIGITS else Decimal(token)
        return self.total + self.section + self._rest()

    def _unit(self, token: str) -> None:
        if token in _SMALL:
            self.section += (Decimal(1) if self.figure is None else self.figure) * _SMALL[token]
        else:
            self.section += self.figure or 0
            size = Decimal(_LARGE[token])
            if self.total < size:
                self.total = (self.total + self.section or Decimal(1)) * size
            else:
                self.total += self.section * size
            self.section = Decimal(0)
        self.last_unit, self.figure, self.after_zero = unit(token), None, False

    def _rest(self) -> Decimal:
        """A last figure without a unit counts for the next lower one (三千五 = 3500) unless after a zero."""
        if self.figure is None:
            return Decimal(0)
        lower = self.last_unit // 10
        return self.figure if self.after_zero or lower < 1 or self.figure >= 10 else self.figure * lower
