"""What the window and the command line say of a strategy: its stage, its version and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ctxlab.model.decision import Stage


class SettingKind(StrEnum):
    """How a setting is edited."""

    FLAG = "flag"
    CHOICE = "choice"
    NUMBER = "number"
    TEXT = "text"
    #: Lists and tables, which are shown here and edited in the profile's file.
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class SettingInfo:
    """One setting of a profile that a strategy reads.

    `key` is the profile key (`select.pairs`), `about` what the settings model says of it. `optional` says
    that it may be empty. `least` and `most` bound a number; `choices` are the values of a choice.
    """

    key: str
    kind: SettingKind
    default: Any
    optional: bool = False
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    about: str = ""


@dataclass(frozen=True, slots=True)
class StrategyInfo:
    """One strategy of a stage: its name and version, and the settings of that stage that it reads.

    `external` says that it calls a model and is never run unasked. `about` is the first sentence of what
    the strategy says of itself, in English. `reads` are all parts and settings of a profile that it is
    handed, and `idle` those among them that change nothing (`budget.*.order` is that field of every row).
    """

    stage: Stage
    name: str
    version: str
    external: bool
    settings: tuple[SettingInfo, ...]
    about: str = ""
    reads: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
