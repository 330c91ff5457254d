"""What the budget table takes as a number, how it steps, and the scale of a row's bar."""

from __future__ import annotations

import re
import unicodedata

from ctxlab.model.profile import MAX_TOKENS

NONE_SIGN = "—"
#: More items or rounds than this are taken for a slip.
MOST_ITEMS = 1_000_000

_SEPARATORS = re.compile(r"[\s,，_'’.](?=\d{3}(?!\d))")
#: Thousands: in these a point is that of a fraction.
_THOUSANDS = re.compile(r"(\d+(?:\.\d*)?)[kK]")
_WITHOUT = {"", "-", "–", NONE_SIGN, "none", "无"}


def parse_cap(text: str) -> int | None:
    """The cap that the text says: a whole number, separators and full-width digits allowed; none for `—`.

    Raises:
        ValueError: The text is no such number; the message is one of `not a number`, `negative`, `too large`.
    """
    plain = unicodedata.normalize("NFKC", text).strip()
    if plain.lower() in _WITHOUT:
        return None
    thousands = _THOUSANDS.fullmatch(plain)
    plain = _SEPARATORS.sub("", plain)
    thousands = thousands or _THOUSANDS.fullmatch(plain)
    if plain.startswith(("-", "−")) and plain[1:].isdecimal():
        raise ValueError("negative")
    if thousands is not None:
        count = float(thousands[1])
        value = MAX_TOKENS + 1 if count > MAX_TOKENS else round(count * 1000)
    elif plain.isdecimal():
        value = int(plain) if len(plain) < 20 else MAX_TOKENS + 1
    else:
        raise ValueError("not a number")
    if value > MAX_TOKENS:
        raise ValueError("too large")
    return value


def parse_number(text: str, *, optional: bool = True, most: int = MAX_TOKENS) -> int | None:
    """The number that the text says; none only where it is `optional`.

    Raises:
        ValueError: As in `parse_cap`; `needed` for none where there has to be a number.
    """
    value = parse_cap(text)
    if value is None and not optional:
        raise ValueError("needed")
    if value is not None and value > most:
        raise ValueError("too large")
    return value


def step_of(value: int) -> int:
    """By how much an arrow key changes a cap: 1, 2 or 5 times a power of ten, about a fiftieth of it."""
    step = 1
    for digits in range(10):
        for factor in (1, 2, 5):
            if 10**digits * factor * 48 > value:
                return step
            step = 10**digits * factor
    return step


def stepped(value: int | None, steps: int) -> int:
    """The cap that many steps away, on a multiple of the step, within what a cap may be."""
    start = value or 0
    step = step_of(start)
    # from between two multiples, the first step goes to the next one
    whole = start // step if steps > 0 else -(-start // step)
    found = (whole + steps) * step
    return max(0, min(found, MAX_TOKENS))


def nice_scale(need: int) -> int:
    """The smallest of 1, 2, 5 times a power of ten that is at least `need`, and at least 100."""
    base = 100
    while True:
        for factor in (1, 2, 5):
            if base * factor >= need:
                return base * factor
        base *= 10
