"""Constraints in words: their kinds, tiers and values, such as `≤ 20:00`, `< 500 km` or `≤ 3,000`."""

from __future__ import annotations

from decimal import Decimal

from ctxlab.model.constraint import Comparator, Kind, Tier, Value
from ctxlab.model.profile import Language

_KINDS: dict[Kind, tuple[str, str]] = {
    Kind.PROHIBITION: ("prohibition", "禁止"),
    Kind.REQUIREMENT: ("requirement", "要求"),
    Kind.LIMIT: ("limit", "上限或下限"),
    Kind.RANGE: ("range", "范围"),
    Kind.BUDGET: ("budget", "预算"),
    Kind.HEALTH: ("health", "健康"),
    Kind.DEADLINE: ("deadline", "期限"),
    Kind.FORMAT: ("format", "格式"),
    Kind.PREFERENCE: ("preference", "偏好"),
    Kind.CONDITIONAL: ("conditional", "有条件"),
    Kind.FACT: ("fact", "事实"),
}
_TIERS: dict[Tier, tuple[str, str]] = {Tier.HARD: ("hard", "硬性"), Tier.SOFT: ("soft", "软性")}

_SIGNS: dict[Comparator, str] = {
    Comparator.EQUAL: "",
    Comparator.BELOW: "< ",
    Comparator.AT_MOST: "≤ ",
    Comparator.ABOVE: "> ",
    Comparator.AT_LEAST: "≥ ",
    Comparator.ABOUT: "≈ ",
    Comparator.BETWEEN: "",
}
#: A place in time says itself what it is; of money in no currency the kind of constraint does.
_UNSAID = ("time", "date", "weekday", "money")
_DAYS = (
    ("Monday", "周一"),
    ("Tuesday", "周二"),
    ("Wednesday", "周三"),
    ("Thursday", "周四"),
    ("Friday", "周五"),
    ("Saturday", "周六"),
    ("Sunday", "周日"),
)
#: Larger and smaller units than the base one, the largest first: a number is told in the first that suits it.
_SCALES: dict[str, tuple[tuple[Decimal, str], ...]] = {
    "metre": ((Decimal(1000), "km"), (Decimal(1), "m"), (Decimal("0.01"), "cm"), (Decimal("0.001"), "mm")),
    "gram": ((Decimal(1000), "kg"), (Decimal(1), "g"), (Decimal("0.001"), "mg")),
    "litre": ((Decimal(1), "l"), (Decimal("0.001"), "ml")),
    "second": (
        (Decimal(86400), "day"),
        (Decimal(3600), "hour"),
        (Decimal(60), "minute"),
        (Decimal(1), "second"),
        (Decimal("0.001"), "ms"),
    ),
    "byte": (
        (Decimal(10**9), "GB"),
        (Decimal(2**30), "GiB"),
        (Decimal(10**6), "MB"),
        (Decimal(2**20), "MiB"),
        (Decimal(10**3), "KB"),
        (Decimal(2**10), "KiB"),
        (Decimal(1), "byte"),
    ),
}
#: Of these a larger unit is taken only where the number is whole in it: 90 minutes, not 1.5 hours.
_WHOLE = ("second", "byte")
_SHORT = {"square metre": "m²", "kilometre per hour": "km/h", "degree": "°C"}
_PLURALS = {"person": "people", "child": "children"}
_CHINESE = {
    "day": "天",
    "hour": "小时",
    "minute": "分钟",
    "second": "秒",
    "month": "个月",
    "year": "年",
    "working day": "个工作日",
    "night": "晚",
    "byte": "字节",
    "word": "词",
    "character": "字",
    "letter": "个字母",
    "token": "个 token",
    "sentence": "句",
    "paragraph": "段",
    "line": "行",
    "page": "页",
    "column": "列",
    "row": "行",
    "section": "节",
    "chapter": "章",
    "slide": "页幻灯片",
    "bullet": "个要点",
    "person": "人",
    "child": "个孩子",
    "item": "项",
    "file": "个文件",
    "option": "个选项",
    "occurrence": "次",
    "star": "星",
    "point": "分",
    "step": "步",
    "question": "个问题",
    "example": "个例子",
    "room": "间",
    "bedroom": "间卧室",
    "seat": "个座位",
    "floor": "层",
}


def kind(one: Kind, language: Language | str) -> str:
    """What a constraint is about, in a word."""
    return _KINDS[one][_column(language)]


def tier(one: Tier, language: Language | str) -> str:
    """How firm a constraint is, in a word."""
    return _TIERS[one][_column(language)]


def value(one: Value, language: Language | str) -> str:
    """A value with its sign and its unit, as a person writes it."""
    at = _column(language)
    sign = _SIGNS[one.comparator] if one.high is None else ""
    if one.unit in _UNSAID:
        ends = [_number(number, one.unit, at) for number in _ends(one)]
        return f"{sign}{'–'.join(ends)}"
    factor, unit = _scale(one)
    numbers = [number / factor for number in _ends(one)]
    told = "–".join(f"{number.normalize():,f}" for number in numbers)
    named = _unit(unit, at, one=numbers[-1] == 1)
    gap = "" if named in ("", "%") or (at and unit in _CHINESE and not named.endswith("token")) else " "
    return f"{sign}{told}{gap}{named}"


def _ends(one: Value) -> list[Decimal]:
    return [one.number] if one.high is None else [one.number, one.high]


def _scale(one: Value) -> tuple[Decimal, str]:
    """The unit in which a value is told, and how much of the base unit that is."""
    scales = _SCALES.get(one.unit, ((Decimal(1), one.unit),))
    for factor, unit in scales:
        reached = all(number >= factor for number in _ends(one))
        if reached and (one.unit not in _WHOLE or all(number % factor == 0 for number in _ends(one))):
            return factor, unit
    return next(((factor, unit) for factor, unit in scales if factor == 1), scales[0])


def _unit(unit: str, at: int, *, one: bool) -> str:
    """A unit's name behind a number."""
    if at and unit in _CHINESE:
        return _CHINESE[unit]
    if unit in _SHORT:
        return _SHORT[unit]
    if one or at or unit not in _CHINESE:
        # signs and currencies have no plural
        return unit
    return _PLURALS.get(unit, f"{unit}s")


def _number(number: Decimal, unit: str, at: int) -> str:
    if unit == "time":
        return f"{int(number) // 60:02}:{int(number) % 60:02}"
    if unit == "date":
        day = f"{int(number) // 100 % 100}-{int(number) % 100}"
        return day if number < 10_000 else f"{int(number) // 10_000}-{day}"
    if unit == "weekday" and 1 <= number <= len(_DAYS):
        return _DAYS[int(number) - 1][at]
    return f"{number.normalize():,f}"


def _column(language: Language | str) -> int:
    return 1 if Language(language) is Language.CHINESE else 0
