"""The source rules that ship ready, and adding rules to a profile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeVar

from ctxlab.errors import ProfileError
from ctxlab.model.profile_base import ProfileBase
from ctxlab.model.profile_rules import GatherRule, RuleSet
from ctxlab.paths import resource

_Profile = TypeVar("_Profile", bound=ProfileBase)

#: The key of a profile's source rules.
KEY = "gather.rule"


@cache
def common_rules() -> tuple[RuleSet, ...]:
    """The sets of `resources/rules/common.toml`, in their order."""
    import tomllib

    with resource("rules", "common.toml").open("rb") as file:
        data = tomllib.load(file)
    return tuple(
        RuleSet(one["name"], one["en"], one["zh"], tuple(map(GatherRule.model_validate, one["rule"])))
        for one in data["set"]
    )


def rules_named(names: Iterable[str] = ()) -> tuple[GatherRule, ...]:
    """The rules of the common sets of these names, of all without any.

    Raises:
        ProfileError: There is no such set.
    """
    sets = {one.name: one for one in common_rules()}
    wanted = tuple(names) or tuple(sets)
    for name in wanted:
        if name not in sets:
            raise ProfileError(f"there are no common rules {name!r}", hint=f"known: {', '.join(sets)}")
    return tuple(rule for name in wanted for rule in sets[name].rules)


def with_common(profile: _Profile, rules: Sequence[GatherRule]) -> _Profile:
    """The profile with those common rules that it lacks, before its own: a later rule has the last word."""
    own = profile.gather.rule
    lacking = tuple(rule for rule in rules if rule not in own)
    return with_rules(profile, (*lacking, *own))


def with_rules(profile: _Profile, rules: Sequence[GatherRule]) -> _Profile:
    """The profile with exactly these source rules."""
    return profile.with_parts(gather=profile.gather.model_copy(update={"rule": tuple(rules)}))


def set_of(rule: GatherRule) -> RuleSet | None:
    """The common set that a rule is from, or None."""
    return next((one for one in common_rules() if rule in one.rules), None)
