"""What would show that a constraint was broken, where its values or the path that it names tell it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

from ctxlab.analysis.violation import PLACES_IN_TIME, is_currency
from ctxlab.errors import RequestError
from ctxlab.model.constraint import Comparator, Constraint, Kind, Value
from ctxlab.model.violation import Sign
from ctxlab.text.values import find_values

#: The sign of a bound that was crossed.
_CROSSED: Mapping[Comparator, Comparator] = {
    Comparator.AT_MOST: Comparator.ABOVE,
    Comparator.BELOW: Comparator.AT_LEAST,
    Comparator.AT_LEAST: Comparator.BELOW,
    Comparator.ABOVE: Comparator.AT_MOST,
}
_OPERATOR = re.compile(r"\s*(>=|<=|[<>=≥≤])")
_OPERATORS: Mapping[str, Comparator] = {
    ">": Comparator.ABOVE,
    ">=": Comparator.AT_LEAST,
    "≥": Comparator.AT_LEAST,
    "<": Comparator.BELOW,
    "<=": Comparator.AT_MOST,
    "≤": Comparator.AT_MOST,
    "=": Comparator.EQUAL,
}
#: What an answer states as a number is such a thing; it does not state how many words it has.
_STATED = frozenset({"%", "gram", "metre", "second", "money", "litre", "byte"})

_PATH = re.compile(
    r"`([^`\s]*[./][^`\s]*)`"
    r"|(?<![\w./~-])((?:~|\.{1,2})?(?:/?[\w.@-]+)*(?:/[\w.@*-]+)+/?|[\w.@-]+/)"
    r"|(?<![\w./-])([\w-]+\.(?!(?:com|org|net|io|g|e)\b)[A-Za-z][A-Za-z0-9]{0,5})(?![\w/])",
    re.ASCII,
)
#: What has a slash and is no path.
_WORDS = frozenset({"and/or", "he/she", "his/her", "yes/no", "on/off", "read/write"})
_CHANGING = re.compile(
    r"\b(?:touch|modify|edit|chang|alter|delet|remov|renam|mov|overwrit|writ|rewrit|commit|add|creat|updat|read|open)\w*"
    r"|[碰动改删写]|编辑|重命名|移动|覆盖|新增|添加|更新|读取|打开",
    re.IGNORECASE,
)
_READING = re.compile(r"\b(?:read|open|look|access)\w*|读|看|打开|访问", re.IGNORECASE)
_FOLDER = re.compile(
    r"\b(?:the|any|our|my)\s+([\w.-]+)\s+(?:folder|directory|dir)s?\b|\b(?:folder|directory)\s+([\w.-]+)"
    r"|([\w.-]+)\s*(?:目录|文件夹)",
    re.ASCII | re.IGNORECASE,
)
#: Folders that projects have under these names, by what people call them.
_KNOWN: Mapping[str, str] = {
    **{
        name: name
        for name in ("migrations", "tests", "docs", "scripts", "fixtures", "vendor", "node_modules")
    },
    "迁移": "migrations",
    "测试": "tests",
    "文档": "docs",
    "脚本": "scripts",
}
_KNOWN_NAME = re.compile(
    r"(?<![\w/])(migrations|tests|docs|scripts|fixtures|vendor|node_modules)\b|(迁移|测试|文档|脚本)",
    re.ASCII,
)


def sign_of(constraint: Constraint) -> Sign | None:
    """The sign that a constraint was broken; None where none can be told.

    Of a bound on money or on something measured it is a number beyond it, in the same unit (of a range, one
    above its upper end); numbers of an answer do not tell how long it is, so bounds on words have none. Of a
    prohibition to change something it is a call that touches the path, file or folder that it names.
    """
    if constraint.positive is False or constraint.kind is Kind.PROHIBITION:
        named = _path_in(constraint.text)
        if named and _CHANGING.search(constraint.text):
            return Sign(path=named, reads=_READING.search(constraint.text) is not None)
    return next((sign for value in constraint.values if (sign := _beyond(value)) is not None), None)


def bound_sign(text: str, of: Constraint | None = None) -> Sign:
    """The sign that a bound states, such as `> 3000 CNY`, `over 20 %` or `超过三千元`; alone a number is `>`.

    A bound without a unit is in that of the constraint's own value, as it is written there: `> 3` of `at most
    2 hours` is more than three hours. Places in time (a date, a weekday) lend no unit.

    Raises:
        RequestError: It states no number.
    """
    value = next(iter(find_values(text)), None)
    if value is None:
        raise RequestError(f"{text.strip()!r} states no number", hint="such as '> 3000 CNY'")
    written = _OPERATOR.match(text)
    comparator = _OPERATORS[written[1]] if written else value.comparator
    if comparator not in _CROSSED and not (written and comparator is Comparator.EQUAL):
        comparator = Comparator.ABOVE
    if not value.unit and of is not None:
        number, unit = _like(of, value.number)
        return Sign(bound=number, comparator=comparator, unit=unit)
    return Sign(bound=value.number, comparator=comparator, unit=value.unit)


def _like(constraint: Constraint, number: Decimal) -> tuple[Decimal, str]:
    """A bare number in the unit of a constraint's value: of several, that of the same figure or a bound's."""
    known = [one for one in constraint.values if one.unit and one.unit not in PLACES_IN_TIME]
    written = {one: _written(constraint, one) for one in known}
    same = (one for one in known if written[one] == number)
    bounds = (one for one in known if _beyond(one) is not None)
    value = next(same, None) or next(bounds, None) or next(iter(known), None)
    if value is None:
        return number, ""
    return number * (value.number / written[value] if written[value] else 1), value.unit


def _written(constraint: Constraint, value: Value) -> Decimal:
    """The figure of a value as it stands in the text, such as the 2 of `2 hours`; else as it is compared."""
    words = constraint.text[value.start - constraint.start : value.end - constraint.start]
    for end in range(len(words), 0, -1):
        found = next(iter(find_values(words[:end])), None)
        if found is not None and not found.unit:
            return found.number
    return value.number


def _beyond(value: Value) -> Sign | None:
    if value.unit not in _STATED and not is_currency(value.unit):
        return None
    if value.comparator is Comparator.BETWEEN and value.high is not None:
        return Sign(bound=value.high, comparator=Comparator.ABOVE, unit=value.unit)
    crossed = _CROSSED.get(value.comparator)
    return None if crossed is None else Sign(bound=value.number, comparator=crossed, unit=value.unit)


def _path_in(text: str) -> str:
    """The path, file or folder that a text names first, or empty."""
    found = (next(one for one in match.groups() if one) for match in _PATH.finditer(text))
    path = next((one for one in found if one.lower() not in _WORDS), "")
    if path:
        return _as_glob(path)
    folder = _FOLDER.search(text)
    if folder is not None:
        return _as_glob(next(one for one in folder.groups() if one))
    known = _KNOWN_NAME.search(text)
    return "" if known is None else _KNOWN[known[1] or known[2]]


def _as_glob(path: str) -> str:
    """A folder with all that lies under it."""
    plain = path.rstrip(".,;:")
    return plain + "**" if plain.endswith("/") else plain
