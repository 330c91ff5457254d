"""By what one profile differs from another, a short line for each setting."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.model.profile_diff import Difference


def change_lines(changes: Iterable[Difference], language: str) -> list[str]:
    """The differences of two profiles, a line each: `budget.history.cap: 450 → 9,000`."""
    return [f"{key}: {_worded(old, language)} → {_worded(new, language)}" for key, old, new in changes]


def changes_json(changes: Iterable[Difference]) -> list[dict[str, Any]]:
    """The differences of two profiles as JSON has them."""
    return [{"key": key, "before": plain(old), "after": plain(new)} for key, old, new in changes]


def plain(value: Any) -> Any:
    """A setting's value as JSON has it: rules as their tables, all else as it is."""
    from pydantic import BaseModel

    if isinstance(value, tuple):
        return [plain(one) for one in cast("tuple[object, ...]", value)]
    return value.model_dump(mode="json", exclude_defaults=True) if isinstance(value, BaseModel) else value


def _worded(value: Any, language: str) -> str:
    if value is None or value in ("", ()):
        return word(language, "unset")
    if isinstance(value, tuple):
        found = plain(cast("tuple[object, ...]", value))
        return ", ".join(
            one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in found
        )
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
