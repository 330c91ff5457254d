"""The key of an endpoint: in the environment, else in the system's keyring where its package is installed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from ctxlab.settings import EndpointSettings

#: Under what the keyring has keys of ours: `keyring set ctxlab OPENAI_API_KEY`.
SERVICE = "ctxlab"


def key_of(settings: EndpointSettings, environment: Mapping[str, str] | None = None) -> str:
    """The key that the settings name; empty where it is nowhere.

    `environment` stands for all places where a key may be, so that the keyring is not asked then.
    """
    if environment is not None:
        return environment.get(settings.key, "")
    return os.environ.get(settings.key, "") or _from_keyring(settings.key)


def _from_keyring(name: str) -> str:
    try:
        ring: Any = import_module("keyring")
    except ImportError:
        return ""
    try:
        found = ring.get_password(SERVICE, name)
    except (ring.errors.KeyringError, RuntimeError, OSError):
        # locked, or there is none on this machine: then there is no key, which is told as such
        return ""
    return found if isinstance(found, str) else ""
