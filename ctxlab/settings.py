"""The user's settings: what the program remembers between starts, apart from the layout of its window."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ctxlab import paths
from ctxlab.errors import SaveError

SCHEMA = "ctxlab.settings/1"
FILE = "settings.toml"

#: How many opened files are remembered.
MOST_RECENT = 12

#: How many recorded builds are kept unless the user says otherwise.
KEEP_BUILDS = 10_000

_PREFIX = "CTXLAB_"
_Text = Annotated[str, Field(strict=True)]


class UiLanguage(StrEnum):
    """The language of the program's own words."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh"


class Theme(StrEnum):
    """The look of the window."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class EndpointSettings(BaseModel):
    """Where a model is asked, when the user asks for it: any endpoint that speaks OpenAI's chat completions.

    `key` names the environment variable that holds the key. Prices are for a million tokens.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    address: _Text = ""
    """Up to the version, as in `http://localhost:8080/v1`; empty for OpenAI's own."""
    name: _Text = ""
    """The model; empty where none was chosen."""
    key: _Text = "OPENAI_API_KEY"
    timeout: Annotated[float, Field(gt=0, le=3600)] = 60
    """Seconds that a call may take."""
    parallel: Annotated[int, Field(ge=1, le=64)] = 4
    """Calls at a time."""
    price_in: Annotated[float, Field(ge=0)] | None = None
    price_out: Annotated[float, Field(ge=0)] | None = None
    currency: _Text = "USD"


class RunsSettings(BaseModel):
    """Whether builds of the window and of `ctxlab run` are recorded, and how many are kept."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    record: Annotated[bool, Field(strict=True)] = True
    keep: Annotated[int, Field(strict=True, ge=1, le=1_000_000)] = KEEP_BUILDS
    """Of more builds than these the oldest go."""


class Settings(BaseModel):
    """What the user has set, or what ctxlab remembers for them. Never a secret."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: UiLanguage = UiLanguage.SYSTEM
    theme: Theme = Theme.SYSTEM
    last_profile: _Text = ""
    """The name or path of the profile last used."""
    recent_files: tuple[_Text, ...] = ()
    """Paths of sessions opened, the latest first."""
    recent_profiles: tuple[_Text, ...] = ()
    """Paths of profiles used, the latest first."""
    first_start: Annotated[bool, Field(strict=True)] = True
    """Whether the window was never opened before, so that it shows a sample."""
    endpoint: EndpointSettings = EndpointSettings()
    """Where a model is asked."""
    runs: RunsSettings = RunsSettings()
    """What is recorded of builds."""

    def with_recent(self, file: str) -> Settings:
        """The same settings with a file at the head of the opened ones."""
        return self.model_copy(update={"recent_files": _at_head(file, self.recent_files)})

    def with_profile(self, file: str) -> Settings:
        """The same settings with a profile's file at the head of those used."""
        return self.model_copy(update={"recent_profiles": _at_head(file, self.recent_profiles)})


def _at_head(file: str, files: tuple[str, ...]) -> tuple[str, ...]:
    return (file, *(one for one in files if one != file))[:MOST_RECENT]


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings as they were found.

    `stored` is what the file says, and what a change starts from. `effective` heeds the environment too; that
    is never written. `problems` are sentences for the user.
    """

    stored: Settings
    effective: Settings
    problems: tuple[str, ...] = ()


def load_settings(environment: Mapping[str, str] | None = None) -> LoadedSettings:
    """The user's settings, under those of `CTXLAB_LANGUAGE`, `CTXLAB_THEME` and `CTXLAB_LAST_PROFILE`.

    A file that cannot be used is given another name beside it and never overwritten; the defaults hold.
    """
    stored, problems = _from_file(paths.config_dir() / FILE)
    effective, more = _from_environment(stored, os.environ if environment is None else environment)
    return LoadedSettings(stored, effective, (*problems, *more))


def save_settings(settings: Settings) -> None:
    """Writes the settings, whole or not at all.

    Raises:
        SaveError: They could not be written, or the file there cannot be used and cannot be set aside.
    """
    import tomlkit

    path = paths.config_dir() / FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"cannot make the folder of the settings: {error.strerror}") from error
    # Another window may have left something unusable since the start.
    _from_file(path)
    if path.exists() and _read(path)[1]:
        raise SaveError("the settings file cannot be used and could not be set aside")
    document = {"schema": SCHEMA, **settings.model_dump(mode="json", exclude_defaults=True)}
    paths.write_atomic(path, tomlkit.dumps(document))


def _from_file(path: Path) -> tuple[Settings, tuple[str, ...]]:
    settings, problem = _read(path)
    if not problem:
        return settings, ()
    try:
        aside = paths.set_aside(path)
    except SaveError as error:
        return settings, (f"{path.name}: {problem}; the defaults hold", str(error))
    return settings, (f"{path.name}: {problem}; it is kept as {aside.name}, and the defaults hold",)


def _read(path: Path) -> tuple[Settings, str]:
    """The settings in a file and an empty text, or the defaults and what is wrong with the file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), f"cannot be read: {error.strerror}"
    if not data.strip(b"\0 \t\r\n"):
        return Settings(), "is empty" if b"\0" not in data else "holds nothing but NUL bytes"
    try:
        values: dict[str, Any] = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return Settings(), f"is no valid TOML ({error})"
    schema = values.pop("schema", None)
    if schema != SCHEMA:
        return Settings(), f"states the schema {schema!r}, not {SCHEMA!r}"
    try:
        return Settings.model_validate(values), ""
    except ValidationError as error:
        keys = ", ".join(".".join(str(part) for part in one["loc"]) for one in error.errors())
        return Settings(), f"has an unknown key or an impossible value ({keys})"


def _from_environment(stored: Settings, environment: Mapping[str, str]) -> tuple[Settings, tuple[str, ...]]:
    effective = stored
    problems: list[str] = []
    for name in ("language", "theme", "last_profile"):
        variable = _PREFIX + name.upper()
        value = environment.get(variable, "")
        if not value:
            continue
        try:
            effective = Settings.model_validate({**effective.model_dump(), name: value})
        except ValidationError:
            problems.append(f"{variable} cannot be {value!r}; it is not heeded")
    return effective, tuple(problems)
