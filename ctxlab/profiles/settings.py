"""Changing several settings of a profile at once, each given as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.errors import ProfileError
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.profiles.load import builtin

#: The built-in profile with the published figures, to which single rows are reset.
PUBLISHED = "gssc-published-en"


def with_settings(profile: Profile, settings: Mapping[str, str]) -> Profile:
    """A profile with the texts of settings applied, by their keys.

    `published` for `budget.ROW` gives a whole line of the table what the published profile says of it.

    Their order does not matter: a smaller window and a smaller reserve go together, though one of them alone
    may not.

    Raises:
        ProfileError: No such key, or a value that it cannot take.
    """
    left = dict(settings)
    while left:
        profile, refused = _with_those_that_go(profile, left)
        if len(refused) == len(left):
            raise next(iter(refused.values()))
        left = {key: left[key] for key in refused}
    return profile


def _with_those_that_go(
    profile: Profile, settings: Mapping[str, str]
) -> tuple[Profile, dict[str, ProfileError]]:
    """The profile with each setting that it takes in turn, and what was said of the others."""
    refused: dict[str, ProfileError] = {}
    for key, text in settings.items():
        try:
            profile = profile.set(key, _value(key, text))
        except ProfileError as error:
            refused[key] = error
    return profile, refused


def _value(key: str, text: str) -> Any:
    """What a setting is set to: its text, or a line of the published profile's table."""
    section, _, row = key.partition(".")
    if section != "budget" or row not in tuple(Row) or text != "published":
        return text
    return builtin(PUBLISHED).row(Row(row))
