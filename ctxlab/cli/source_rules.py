"""Source rules on the command line: stated as a profile states them, or by the names of those that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ctxlab.errors import Problem, ProfileError

if TYPE_CHECKING:
    from ctxlab.model.profile import Profile
    from ctxlab.model.profile_rules import GatherRule

#: What takes all the rules that ship; `common:NAME` takes those of one set.
COMMON = "common"


def with_stated_rules(profile: Profile, stated: tuple[str, ...]) -> Profile:
    """The profile with the rules that were stated: `common`, `common:NAME`, or `regex="…", source="…"`.

    The user's own come after those that ship, and so have the last word.

    Raises:
        ProfileError: It is no rule, or there is no common set of that name.
    """
    from ctxlab.profiles.common_rules import rules_named, with_common, with_rules

    for one in stated:
        name, colon, named = one.strip().partition(":")
        if name == COMMON and (colon or not named):
            profile = with_common(profile, rules_named([named] if named else ()))
        else:
            profile = with_rules(profile, (*profile.gather.rule, rule_of(one)))
    return profile


def rule_of(text: str) -> GatherRule:
    """One rule as it stands in a profile, its settings between commas.

    Raises:
        ProfileError: It cannot be read as TOML, or is no rule.
    """
    import tomllib

    from pydantic import ValidationError

    from ctxlab.model.profile_problems import place_of, problems_of
    from ctxlab.model.profile_rules import GatherRule

    try:
        found: dict[str, Any] = tomllib.loads(f"rule = {{{text.strip().strip(',')}}}")["rule"]
    except tomllib.TOMLDecodeError as error:
        message = f"is no rule: {error}"
        raise ProfileError(message, hint="such as: regex = '^<notes>', source = \"agent_note\"") from error
    try:
        return GatherRule.model_validate(found)
    except ValidationError as error:
        problems: tuple[Problem, ...] = problems_of(error, ("gather", "rule", 0), place_of)
        raise ProfileError.of(problems) from None


rule_option = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="RULE",
    help="Add a source rule: common, common:NAME, or such as regex='^<notes>', source=\"agent_note\".",
)


def rule_lines(profile: Profile, language: str) -> list[str]:
    """The rules of a profile by number, then the sets that ship, with what of them the profile has."""
    from ctxlab.cli.render import table
    from ctxlab.cli.words import word
    from ctxlab.explain.source_rules import rule_words
    from ctxlab.profiles.common_rules import common_rules

    own = profile.gather.rule
    lines = [f"{number:>3}  {rule_words(rule, language)}" for number, rule in enumerate(own, 1)]
    lines = lines or [word(language, "rules_none")]
    lines += ["", word(language, "rules_common")]
    rows: list[tuple[str, str, str]] = []
    for one in common_rules():
        count = sum(rule in own for rule in one.rules)
        title = one.chinese if language == "zh" else one.english
        rows.append((f"  common:{one.name}", f"{count}/{len(one.rules)}", title))
    return [*lines, *table(rows, right=(1,)), "", word(language, "rules_whole")]


def rules_json(profile: Profile) -> dict[str, Any]:
    """The same as one JSON document."""
    from ctxlab.profiles.common_rules import common_rules

    def told(rule: GatherRule) -> dict[str, Any]:
        return rule.model_dump(mode="json", exclude_defaults=True)

    return {
        "schema": "ctxlab.rules/1",
        "profile": profile.name,
        "rules": [told(rule) for rule in profile.gather.rule],
        "common": [{"name": one.name, "rules": [told(rule) for rule in one.rules]} for one in common_rules()],
    }
