"""The settings that a sweep varies: which there are, their values as typed, how many variants follow."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import prod

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.budget_entry import parse_number
from ctxlab.gui.models.setting_words import row_field
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile, RowBudget
from ctxlab.model.profile_keys import Form, Kind, kind_of, kinds_of, section_models

translate = QCoreApplication.translate

#: Values of one setting, and variants of a sweep; more are taken for a slip.
MOST_VALUES = 500
MOST_VARIANTS = 2_000
#: About how many steps a suggested range has.
_STEPS = 7
_ROW_FIELDS = ("cap", "per_item", "max_items", "rounds")


class Flaw(StrEnum):
    """What is wrong with values that were typed."""

    EMPTY = "empty"
    NUMBER = "number"
    ORDER = "order"
    STEP = "step"
    BOUNDS = "bounds"
    MANY = "many"
    TWICE = "twice"


class ValuesError(ValueError):
    """Values cannot be taken; `flaw` says why."""

    def __init__(self, flaw: Flaw) -> None:
        super().__init__(flaw.value)
        self.flaw = flaw


@dataclass(frozen=True, slots=True)
class Varied:
    """One setting of a sweep, its values as typed: a range (from, to, step) or a list."""

    key: str
    low: str = ""
    high: str = ""
    step: str = ""
    values: str = ""
    listed: bool = False

    def numbers(self) -> tuple[int, ...]:
        """The values that it takes, ascending for a range.

        Raises:
            ValuesError: They cannot be taken.
        """
        found = self._listed() if self.listed else self._ranged()
        kind = kind_of(path_of(self.key))
        if kind is not None and any(not kind.low <= one <= kind.high for one in found):
            raise ValuesError(Flaw.BOUNDS)
        return found

    def text(self) -> str:
        """The same as `--set` of the command line takes it: `budget.history.cap=2000:16000:500`.

        Raises:
            ValuesError: They cannot be taken.
        """
        found = self.numbers()
        if self.listed or len(found) == 1:
            return f"{self.key}={','.join(map(str, found))}"
        return f"{self.key}={found[0]}:{_number(self.high)}:{found[1] - found[0]}"

    def _listed(self) -> tuple[int, ...]:
        parts = [part for part in self.values.replace("，", ",").replace(";", ",").split(",") if part.strip()]
        if not parts:
            raise ValuesError(Flaw.EMPTY)
        if len(parts) > MOST_VALUES:
            raise ValuesError(Flaw.MANY)
        return tuple(dict.fromkeys(map(_number, parts)))

    def _ranged(self) -> tuple[int, ...]:
        if not (self.low.strip() and self.high.strip() and self.step.strip()):
            raise ValuesError(Flaw.EMPTY)
        low, high, step = _number(self.low), _number(self.high), _number(self.step)
        if high < low:
            raise ValuesError(Flaw.ORDER)
        if step < 1:
            raise ValuesError(Flaw.STEP)
        if (high - low) // step >= MOST_VALUES:
            raise ValuesError(Flaw.MANY)
        return tuple(range(low, high + 1, step))


def varied_of(setting: str) -> Varied:
    """What the text of a setting varies: `KEY=from:to:step`, or `KEY=` with values and commas between."""
    key, _, values = setting.partition("=")
    parts = [part.strip() for part in values.split(":")]
    if len(parts) == 3:
        return Varied(key.strip(), parts[0], parts[1], parts[2])
    return Varied(key.strip(), values=values.strip(), listed=True)


def path_of(key: str) -> tuple[str, ...]:
    """A key as a path: `("budget", "history", "cap")`."""
    return tuple(key.split("."))


def numeric_keys(profile: Profile) -> tuple[str, ...]:
    """Every setting of a profile that holds a number, those of its budget first, caps before all others."""
    caps = [f"budget.{row}.cap" for row in profile.table() if row is not Row.USER_MESSAGE]
    of_rows = {name: kind for name, kind in kinds_of(RowBudget).items() if name in _ROW_FIELDS[1:]}
    rows = [f"budget.{row}.{name}" for name in of_rows for row in profile.table() if _fits(row, name)]
    others = [
        f"{section}.{name}"
        for section, model in section_models().items()
        for name, kind in kinds_of(model).items()
        if kind.form is Form.NUMBER
    ]
    return (*caps, *others, *rows)


def key_words(key: str, language: str) -> str:
    """What a setting is called: `history cap`; one that is no row's by its key."""
    path = path_of(key)
    if path[0] == "budget":
        return f"{explain.row(Row(path[1]), language)} {row_field(path[2])}"
    return key


def value_of(profile: Profile, key: str) -> int | None:
    """The value that a profile gives to a setting; None for none."""
    path = path_of(key)
    holder = profile.row(Row(path[1])) if path[0] == "budget" else getattr(profile, path[0])
    value = getattr(holder, path[-1])
    return value if isinstance(value, int) else None


def suggested(profile: Profile, key: str) -> Varied:
    """From half to twice the value that a profile gives, in round steps."""
    kind = kind_of(path_of(key)) or Kind(Form.NUMBER, high=1_000_000)
    value = value_of(profile, key)
    if value is None or value == 0:
        value = min(kind.high, 4_000 if key.endswith((".cap", ".size", ".per_item")) else 4)
    low, high = max(kind.low, value // 2), min(kind.high, value * 2)
    step = _round(max(1, (high - low) // _STEPS))
    low = min(max(kind.low, low // step * step, min(step, value)), high)
    return Varied(key, str(low), str(high), str(step))


def variants_count(varied: list[Varied], profiles: int) -> int:
    """How many variants the settings make of so many profiles.

    Raises:
        ValuesError: Values cannot be taken, or there are too many variants.
    """
    count = max(1, profiles) * prod(len(one.numbers()) for one in varied)
    if count > MOST_VARIANTS:
        raise ValuesError(Flaw.MANY)
    return count


def flaw_words(flaw: Flaw, key: str, language: str) -> str:
    """What is wrong with the values of a setting, and what would be right."""
    name = key_words(key, language) if key else ""
    match flaw:
        case Flaw.EMPTY:
            told = translate("Sweep", "{0}: fill in the values to try")
        case Flaw.NUMBER:
            told = translate("Sweep", "{0}: whole numbers only, such as 4000")
        case Flaw.ORDER:
            told = translate("Sweep", "{0}: the first value has to be the smaller one")
        case Flaw.STEP:
            told = translate("Sweep", "{0}: the step has to be at least 1")
        case Flaw.BOUNDS:
            kind = kind_of(path_of(key)) or Kind(Form.NUMBER)
            bounds = translate("Sweep", "from {0} to {1}").format(f"{kind.low:,}", f"{kind.high:,}")
            told = translate("Sweep", "{0}: only values {1}").replace("{1}", bounds)
        case Flaw.TWICE:
            told = translate("Sweep", "{0}: it is varied twice; put all its values into one list")
        case Flaw.MANY:
            told = translate("Sweep", "{0}: too many values; choose a larger step")
            if not key:
                return translate(
                    "Sweep", "more than {0} variants: choose larger steps or fewer settings"
                ).format(f"{MOST_VARIANTS:,}")
    return told.format(name)


def _fits(row: Row, name: str) -> bool:
    return name != "rounds" or row is Row.RECENT


def _round(step: int) -> int:
    """The nearest of 1, 2 and 5 times a power of ten."""
    power: int = 10 ** (len(str(step)) - 1)
    return min((power, 2 * power, 5 * power, 10 * power), key=lambda one: abs(one - step))


def _number(text: str) -> int:
    try:
        value = parse_number(text, optional=False)
    except ValueError as error:
        raise ValuesError(Flaw.BOUNDS if str(error) == "too large" else Flaw.NUMBER) from error
    assert value is not None
    return value
