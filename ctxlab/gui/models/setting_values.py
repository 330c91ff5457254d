"""The values that a profile gives to settings of its stages, as its file would have them."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any, TypeGuard, cast

from pydantic import BaseModel

from ctxlab.model.decision import Stage
from ctxlab.model.profile import Profile
from ctxlab.model.stage_info import SettingInfo, SettingKind

_WHOLE = re.compile(r"\d{1,12}|\d{1,3}(?:[,_ ]\d{3})+")
#: Words for no value, besides an empty text.
NONE_WORDS = ("", "none", "—", "无")


def value_of(profile: Profile, key: str) -> Any:
    """The value of a setting such as `select.pairs`: a bool, a number, a text, None, or for lists a tuple."""
    part, _, name = key.partition(".")
    value = getattr(getattr(profile, part), name)
    return value.value if isinstance(value, Enum) else value


def strategy_of(profile: Profile, stage: Stage) -> str:
    """The name of the strategy that a profile chooses for a stage."""
    return str(value_of(profile, f"{stage.value}.strategy"))


def typed_value(info: SettingInfo, text: str) -> Any:
    """What a text typed for a setting stands for; text that is no number stays as it is, to be refused."""
    stripped = text.strip()
    if info.kind is not SettingKind.NUMBER:
        return None if info.optional and stripped.lower() in NONE_WORDS else text
    if info.optional and stripped.lower() in NONE_WORDS:
        return None
    return int(re.sub(r"[,_ ]", "", stripped)) if _WHOLE.fullmatch(stripped) else text


def stated_lines(value: Any) -> list[str]:
    """What each rule of a list, or a table by source, states in the keys of the profile's file.

    Of all other values nothing.
    """
    rules = cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()
    if rules and all(isinstance(one, tuple) for one in rules):
        return [f"{source}: {text}" for source, text in cast("tuple[tuple[str, object], ...]", rules)]
    stated = (rule.model_dump(mode="json", exclude_defaults=True) for rule in rules if _is_rule(rule))
    return [", ".join(f"{key} {one}" for key, one in rule.items()) for rule in stated]


def _is_rule(value: object) -> TypeGuard[BaseModel]:
    return isinstance(value, BaseModel)


def shown_value(value: Any) -> str:
    """A value as a field shows it; nothing for none."""
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return str(value)


def stepped(value: int, steps: int, info: SettingInfo) -> int:
    """The number so many steps on, within the bounds; a step changes its second figure."""
    step: int = 10 ** max(0, len(str(abs(value))) - 2)
    moved: int = value + steps * step
    if info.least is not None:
        moved = max(info.least, moved)
    return moved if info.most is None else min(info.most, moved)
