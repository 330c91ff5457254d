"""Cures: changes of settings by their dotted keys, and how they are applied."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from enum import Enum
from typing import Any

from ctxlab.model.items import Row
from ctxlab.model.profile import GatherRule, Profile
from ctxlab.model.rescue import Change, Lever
from ctxlab.profiles.dump import assignment

Cure = tuple[Change, ...]
Value = str | int | bool | None

#: The key of a change that adds a rule; its value is the rule as an inline table of TOML.
RULE = "gather.rule"

#: The recommended strategies of the four stages.
RECOMMENDED = (
    ("gather.strategy", "recorded"),
    ("select.strategy", "layered"),
    ("summarize.strategy", "extractive"),
    ("construct.strategy", "layout"),
)

_LEVERS = {
    "cap": Lever.CAP,
    "overflow": Lever.OVERFLOW,
    "order": Lever.ORDER,
    "per_item": Lever.PER_ITEM,
    "max_items": Lever.MAX_ITEMS,
    "rounds": Lever.ROUNDS,
}


def value_of(profile: Profile, key: str) -> Any:
    """What a profile has at a dotted key (`budget.ROW.FIELD`, `SECTION.FIELD`, `published.NAME`)."""
    section, _, name = key.partition(".")
    if section == "published":
        return dict(profile.published).get(name)
    part: Any
    if section == "budget":
        row, _, name = name.partition(".")
        part = profile.row(Row(row))
    else:
        part = getattr(profile, section)
    value: Any = getattr(part, name)
    return value.value if isinstance(value, Enum) else value


def change(profile: Profile, key: str, after: Value) -> Change:
    """The change of one setting of a profile."""
    section, _, field = key.partition(".")
    lever = Lever.SETTING
    if section == "budget":
        lever = _LEVERS.get(field.partition(".")[2], Lever.SETTING)
    elif section == "summarize" and field == "strategy":
        lever = Lever.SUMMARY
    elif key == "gather.key_facts":
        lever = Lever.KEY_FACT
    return Change(lever, key, value_of(profile, key), after)


def changes(profile: Profile, wanted: Sequence[tuple[str, Value]]) -> Cure:
    """The changes of several settings, without those that have the value already."""
    found = (change(profile, key, after) for key, after in wanted)
    return tuple(one for one in found if one.before != one.after)


def with_rule(rule: GatherRule) -> Change:
    """The change that adds a rule to `gather.rule`."""
    stated = rule.model_dump(mode="json", exclude_defaults=True)
    text = ", ".join(assignment(name, value) for name, value in stated.items())
    return Change(Lever.SETTING, RULE, None, f"{{{text}}}")


def applied(profile: Profile, cure: Cure) -> Profile:
    """The profile with a cure applied.

    Raises:
        ProfileError: It cannot take one of the changes.
    """
    for one in cure:
        if one.key == RULE:
            rule = tomllib.loads(f"rule = {one.after}")["rule"]
            profile = profile.set(RULE, [*profile.gather.rule, rule])
        else:
            profile = profile.set(one.key, one.after)
    return profile
