"""The language that whoever started the program reads."""

from __future__ import annotations

from collections.abc import Mapping


def language_of(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for: `zh` where its locale is Chinese, else `en`."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"
