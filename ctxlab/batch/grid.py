"""The variants of a sweep: a profile under each combination of the values that settings are to take."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from math import prod

from ctxlab.errors import ProfileError, Where
from ctxlab.model.profile import Profile
from ctxlab.model.profile_keys import Form, kind_of
from ctxlab.model.sweep import Variant
from ctxlab.profiles.settings import with_settings

#: A sweep of more variants than these says nothing that fewer would not.
MOST_VARIANTS = 2_000

#: Whole numbers of no more digits than any setting takes.
_NUMBER = re.compile(r"(?!.{21})\d+(?:_\d+)*")
_BUDGET = "budget."
_APART = " · "


def variants(profile: Profile, settings: Sequence[str]) -> tuple[Variant, ...]:
    """A profile under all combinations of settings; the profile itself where there are none.

    A setting is `KEY=VALUES`: a range `from:to:step` of whole numbers, both ends included, or values with
    commas between. The first key changes slowest. A variant is called by what it sets: `history.cap 9,000`.

    Raises:
        ProfileError: A setting that cannot be read, a value that its key cannot take, a key given twice, or
            more than `MOST_VARIANTS` combinations.
    """
    lists: dict[str, tuple[str, ...]] = {}
    for setting in settings:
        key, values = _values(setting)
        if key in lists:
            raise _error(key, "it is given twice", "put all its values into one list, with commas between")
        lists[key] = values
    if not lists:
        return (Variant(profile.name, profile),)
    if (count := prod(len(values) for values in lists.values())) > MOST_VARIANTS:
        raise _error("", f"{count:,} variants are too many, at most {MOST_VARIANTS:,}", "take larger steps")
    return tuple(
        _variant(profile, tuple(zip(lists, chosen, strict=True))) for chosen in product(*lists.values())
    )


def variants_of(
    profiles: Sequence[Profile], settings: Sequence[str], names: Sequence[str] = ()
) -> tuple[Variant, ...]:
    """The variants of several profiles, each called by its profile's name too where there are several.

    Args:
        profiles: The profiles.
        settings: What is varied in each.
        names: What to call the profiles, by default by their own names; one that comes again gets a number.

    Raises:
        ProfileError: As `variants`.
    """
    if len(profiles) * prod(len(_values(one)[1]) for one in settings) > MOST_VARIANTS:
        raise _error("", f"these are more than {MOST_VARIANTS:,} variants", "take larger steps")
    found: list[Variant] = []
    called = told_apart(names or [profile.name for profile in profiles])
    for profile, title in zip(profiles, called, strict=True):
        for one in variants(profile, settings):
            name = f"{title}{_APART}{one.name}" if one.settings else title
            found.append(one if len(profiles) == 1 else Variant(name, one.profile, one.settings))
    return tuple(found)


def told_apart(names: Sequence[str]) -> list[str]:
    """The same with numbers behind names that come again."""
    seen: dict[str, int] = {}
    found: list[str] = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found


def _variant(profile: Profile, chosen: tuple[tuple[str, str], ...]) -> Variant:
    name = _APART.join(f"{key.removeprefix(_BUDGET)} {_shown(text)}" for key, text in chosen)
    return Variant(name, with_settings(profile, dict(chosen)), chosen)


def _shown(text: str) -> str:
    return f"{int(text):,}" if _NUMBER.fullmatch(text) else text


def _values(setting: str) -> tuple[str, tuple[str, ...]]:
    """The key of a setting and the values it is to take, each once."""
    key, equals, text = (part.strip() for part in setting.partition("="))
    if not equals or not key or not text:
        raise _error(key, f"a setting to vary is KEY=VALUES, not {setting!r}", "such as KEY=2000:16000:500")
    kind = kind_of(tuple(key.split(".")))
    if kind is not None and kind.form is Form.TEXT:
        return key, (text,)
    values = [one for part in text.split(",") for one in _range(key, part.strip())]
    return key, tuple(dict.fromkeys(values))


def _range(key: str, text: str) -> Sequence[str]:
    """The values of one part of a list: those of a range, or the text itself."""
    parts = [part.strip() for part in text.split(":")]
    if len(parts) == 1:
        if len(text) > 1 and text.isdigit() and text[0] == "0":
            raise _error(key, f"{text!r} is no number", "commas part values: write 9000 or 9_000, not 9,000")
        if not text:
            raise _error(key, "a value is missing between two commas", "none clears a setting")
        return (text,)
    if len(parts) != 3 or not all(_NUMBER.fullmatch(part) for part in parts):
        raise _error(key, f"{text!r} is no range", "a range is from:to:step in whole numbers")
    first, last, step = (int(part) for part in parts)
    if step == 0 or first > last:
        raise _error(key, f"{text!r} is an empty range", "from:to:step goes up, by at least 1")
    if (last - first) // step >= MOST_VARIANTS:
        raise _error(key, f"{text!r} are more than {MOST_VARIANTS:,} values", "take larger steps")
    return [str(one) for one in range(first, last + 1, step)]


def _error(key: str, message: str, hint: str) -> ProfileError:
    return ProfileError(message, where=Where(key=key), hint=hint)
