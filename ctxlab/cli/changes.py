"""By what one profile differs from another, setting by setting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.model.profile import Profile


def differences(before: Profile, after: Profile) -> list[tuple[str, Any, Any]]:
    """Settings that two profiles give different values, as (key, before, after) in the profile's order."""
    old, new = _flat(before), _flat(after)
    return [(key, old.get(key), new.get(key)) for key in {**old, **new} if old.get(key) != new.get(key)]


def change_lines(changes: list[tuple[str, Any, Any]], language: str) -> list[str]:
    """The changes of `differences` in words, a line each."""
    return [f"{key}: {_worded(old, language)} → {_worded(new, language)}" for key, old, new in changes]


def _flat(profile: Profile) -> dict[str, Any]:
    """Each setting by its dotted key; rows in full: one that is not named has a meaning, too."""
    data = profile.model_dump(mode="json")
    data["budget"] = {row.value: profile.row(row).model_dump(mode="json") for row in profile.table()}
    data["window"]["unknown"] = dict(data["window"]["unknown"])
    data["published"] = dict(data["published"])
    flat: dict[str, Any] = {}
    _flatten("", data, flat)
    flat["budget (order)"] = ", ".join(profile.table())
    return flat


def _flatten(prefix: str, table: dict[str, Any], into: dict[str, Any]) -> None:
    for name, value in table.items():
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(value, dict):
            _flatten(key, cast("dict[str, Any]", value), into)
        else:
            into[key] = value


def _worded(value: Any, language: str) -> str:
    if value is None or value in ("", [], ()):
        return word(language, "unset")
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
