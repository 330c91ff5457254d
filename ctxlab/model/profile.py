"""Profiles: the budget table and the choices of the stages, as frozen values."""

from __future__ import annotations

from typing import Any, Self

from pydantic import ConfigDict
from pydantic.dataclasses import dataclass

from ctxlab.model.profile_base import ProfileBase
from ctxlab.model.profile_degrade import DegradeSettings
from ctxlab.model.profile_edit import with_setting
from ctxlab.model.profile_lint import LintSettings
from ctxlab.model.profile_mode import Mode, ModeRule, ModeSettings
from ctxlab.model.profile_parts import (
    DEFAULT_ROW,
    Compaction,
    ConstructSettings,
    Encoding,
    GatherSettings,
    ItemAction,
    Language,
    Layout,
    Missing,
    Order,
    Overflow,
    Pairs,
    Relevance,
    RowBudget,
    SelectSettings,
    SummarizeSettings,
    TokenSettings,
    Window,
    Wire,
)
from ctxlab.model.profile_rules import GatherFields, GatherRule, MustKeepRule
from ctxlab.model.profile_types import MAX_TOKENS

__all__ = [
    "DEFAULT_ROW",
    "MAX_TOKENS",
    "SCHEMA",
    "Compaction",
    "ConstructSettings",
    "DegradeSettings",
    "Encoding",
    "GatherFields",
    "GatherRule",
    "GatherSettings",
    "ItemAction",
    "Language",
    "Layout",
    "LintSettings",
    "Missing",
    "Mode",
    "ModeRule",
    "ModeSettings",
    "MustKeepRule",
    "Order",
    "Overflow",
    "Pairs",
    "Profile",
    "Relevance",
    "RowBudget",
    "SelectSettings",
    "SummarizeSettings",
    "TokenSettings",
    "Window",
    "Wire",
]

SCHEMA = "ctxlab.profile/1"


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Profile(ProfileBase):
    """A profile: what it states, and how to change one setting of it."""

    def set(self, key: str, value: Any) -> Self:
        """A new profile with one setting changed, such as `set("budget.history.cap", 9000)`.

        Raises:
            ProfileError: No such key, or a value that it cannot take.
        """
        return with_setting(self, key, value)
