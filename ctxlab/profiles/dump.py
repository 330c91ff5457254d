"""Writing a profile as a document, as TOML text, and as the digest by which runs name it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeGuard, cast

from pydantic import BaseModel

from ctxlab.model.profile import SCHEMA, Profile, RowBudget
from ctxlab.model.profile_keys import BY_SOURCE, RULES, TEXTS, Path, dotted, section_models

if TYPE_CHECKING:
    from tomlkit.items import Item

#: What a line of the table always states: who reads the file sees the rule without knowing the defaults.
SPELLED_OUT = ("cap", "overflow", "order", "tier")

_BEFORE_BUDGET = ("window", "tokens")

#: Digests by the profile's identity: an agent builds under the same one again and again.
_digests: dict[int, tuple[Profile, str]] = {}
_DIGESTS_KEPT = 8


def document_of(profile: Profile) -> dict[str, Any]:
    """What the profile states beyond the defaults, nested as its file nests it, without the schema.

    How it came about is not among it.
    """
    out: dict[str, Any] = {
        name: getattr(profile, name) for name in TEXTS if getattr(profile, name) != getattr(Profile(), name)
    }
    for name in section_models():
        values = _stated(getattr(profile, name))
        for section, by_source in BY_SOURCE:
            if section == name and by_source in values:
                stated = getattr(getattr(profile, name), by_source)
                values[by_source] = {str(source): value for source, value in stated}
        if values:
            out[name] = values
    if profile.budget:
        out["budget"] = {str(row): _stated(line) for row, line in profile.budget}
    if profile.must_keep:
        out["must_keep"] = [_stated(rule) for rule in profile.must_keep]
    if profile.published:
        out["published"] = dict(profile.published)
    return out


def profile_sha256(profile: Profile) -> str:
    """The digest that names a profile in traces: the same however its file is written.

    Settings at their default do not enter it, so a later version with further settings gives the same digest.
    Nor does how the profile came about.
    """
    found = _digests.get(id(profile))
    if found is None or found[0] is not profile:
        if len(_digests) >= _DIGESTS_KEPT:
            _digests.clear()
        _digests[id(profile)] = found = (profile, _digest(profile))
    return found[1]


def _digest(profile: Profile) -> str:
    values = profile.model_dump(mode="json", exclude_defaults=True)
    values.pop("provenance", None)
    canonical = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()


def dumps(profile: Profile, *, provenance: bool = True) -> str:
    """The profile as TOML text. Reading it gives an equal profile; `provenance` False leaves that out."""
    lines = list(_lines(profile))
    for entry in profile.provenance if provenance else ():
        lines += ["", *provenance_lines(_stated(entry))]
    return "\n".join(lines) + "\n"


def assignment(name: str, value: int | float | str | bool) -> str:
    """One line of TOML: a key and its value."""
    import tomlkit

    item: Item = tomlkit.item(value)
    return f"{tomlkit.key(name).as_string()} = {item.as_string()}"


def row_values(line: RowBudget) -> dict[str, Any]:
    """What the file says of a line of the table: the rule in full, and what differs from the defaults."""
    stated = _stated(line)
    full: dict[str, Any] = line.model_dump(mode="json")
    return {
        name: full[name]
        for name in full
        if name in stated or (name in SPELLED_OUT and full[name] is not None)
    }


def rule_lines(path: str, rule: dict[str, Any]) -> list[str]:
    """The lines of one table in an array of tables."""
    return [f"[[{path}]]", *(assignment(name, value) for name, value in rule.items())]


def provenance_lines(entry: dict[str, Any]) -> list[str]:
    """The lines of one entry of provenance; of a list, each member on a line of its own."""
    lines = ["[[provenance]]"]
    for name, value in entry.items():
        if not _is_list(value):
            lines.append(assignment(name, value))
            continue
        members = (", ".join(assignment(key, one) for key, one in member.items()) for member in value)
        lines += [f"{name} = [", *(f"    {{ {member} }}," for member in members), "]"]
    return lines


def _lines(profile: Profile) -> Iterator[str]:
    document = document_of(profile)
    yield assignment("schema", SCHEMA)
    yield from (assignment(name, document[name]) for name in TEXTS if name in document)
    for name in _BEFORE_BUDGET:
        yield from _section(name, document.get(name, {}))
    for row, line in profile.budget:
        yield from _section(f"budget.{row}", row_values(line), always=True)
    for name in section_models():
        if name not in _BEFORE_BUDGET:
            yield from _section(name, document.get(name, {}))
    for rule in document.get("must_keep", []):
        yield from ("", *rule_lines("must_keep", rule))
    yield from _section("published", document.get("published", {}))


def _section(name: str, values: dict[str, Any], *, always: bool = False) -> Iterator[str]:
    plain = {key: value for key, value in values.items() if not isinstance(value, dict | list)}
    if plain or always:
        yield from ("", f"[{name}]")
        yield from (assignment(key, value) for key, value in plain.items())
    for section, by_source in BY_SOURCE:
        if section == name and by_source in values:
            yield from _section(f"{name}.{by_source}", values[by_source])
    for section, rules in RULES:
        if section == name:
            for rule in values.get(rules, []):
                yield from ("", *rule_lines(f"{section}.{rules}", rule))


def _stated(part: BaseModel) -> dict[str, Any]:
    return part.model_dump(mode="json", exclude_defaults=True)


def stated_settings(profile: Profile) -> Iterator[tuple[str, Any]]:
    """Each setting that the profile states, by its dotted key; of rows the whole rule. Rules are numbered."""
    document = document_of(profile)
    document["budget"] = {str(row): row_values(line) for row, line in profile.budget}
    yield from flat(document)


def flat(value: Any, path: Path = ()) -> Iterator[tuple[str, Any]]:
    """Each plain value inside tables and lists, by its dotted key; members of lists are numbered from 1."""
    for part, inner in _parts(value):
        yield from flat(inner, (*path, part))
    if not isinstance(value, dict | list):
        yield dotted(path), value


def _parts(value: Any) -> Iterable[tuple[str | int, Any]]:
    if isinstance(value, dict):
        return cast("dict[str | int, Any]", value).items()
    return enumerate(value) if _is_list(value) else ()


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)
