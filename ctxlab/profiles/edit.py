"""Changing the text of a profile file so that only what differs changes: comments, order and layout stay.

Values are replaced and taken out through tomlkit. It would put a new key behind the comments that stand over
the next table, and it cannot move tables; those two are done on the lines themselves.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import partial
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from ctxlab.errors import ProfileError
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.profile_keys import BY_SOURCE, RULES, TEXTS, section_models
from ctxlab.profiles.blocks import Block, blocks_of, joined, new_block, put_after, put_together
from ctxlab.profiles.comments import with_comments
from ctxlab.profiles.dump import (
    assignment,
    document_of,
    dumps,
    provenance_lines,
    row_values,
    rule_lines,
)
from ctxlab.profiles.load import parse
from ctxlab.profiles.locate import Path, split_lines, statements

Values = dict[Path, Any]


def edited(base: str, profile: Profile) -> str:
    """The text of a profile file changed to state another profile.

    A file that is laid out in a way that cannot be edited in place is written anew, with its comments.

    Raises:
        ProfileError: The text is no valid profile.
    """
    old = parse(base)
    if _equal(old, profile):
        return base
    text = base.removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        text = _with_rows(text, profile)
        for path in (("must_keep",), *RULES):
            name = ".".join(path)
            text = _with_tables(
                text, path, _rules(old, path), _rules(profile, path), partial(rule_lines, name)
            )
        text = _with_tables(text, ("provenance",), _history(old), _history(profile), provenance_lines)
        text = _with_values(text, _values(old), _values(profile))
        stated = _equal(parse(text), profile)
    except (TOMLKitError, ProfileError):
        stated = False
    if not stated:
        text = with_comments(dumps(profile), base.removeprefix("\ufeff"))
    return text.replace("\n", "\r\n") if "\r\n" in base else text


def _equal(one: Profile, other: Profile) -> bool:
    """Whether two profiles say the same, of how they came about too."""
    return one == other and one.provenance == other.provenance


def _with_rows(text: str, profile: Profile) -> str:
    """The text with the rows of the table in the profile's order, and new ones among them."""
    blocks = blocks_of(text)
    present = {
        block.path: block for block in blocks if block.path[:1] == ("budget",) and len(block.path) == 2
    }
    if set(present) != {("budget", name) for name in tomllib.loads(text).get("budget", {})}:
        return text
    named = {row for row, _ in profile.budget}
    table = profile.table()
    # A row that is named stands before all that are not: with it, all that stand before it are named.
    last = max(
        (i for i, row in enumerate(table) if row in named or ("budget", str(row)) in present), default=-1
    )
    wanted = table[: last + 1]
    if [("budget", str(row)) for row in wanted] == list(present):
        return text
    rows = [present.get(("budget", str(row))) or _row_block(row, profile) for row in wanted]
    return joined(put_together(blocks, rows, set(present)))


def _row_block(row: Row, profile: Profile) -> Block:
    lines = [assignment(name, value) for name, value in row_values(profile.row(row)).items()]
    return new_block(("budget", str(row)), [f"[budget.{row}]", *lines])


def _rules(profile: Profile, path: tuple[str, ...]) -> list[dict[str, Any]]:
    table: dict[str, Any] = document_of(profile)
    for part in path[:-1]:
        table = table.get(part, {})
    return list(table.get(path[-1], []))


def _history(profile: Profile) -> list[dict[str, Any]]:
    return [entry.model_dump(mode="json", exclude_defaults=True) for entry in profile.provenance]


def _with_tables(
    text: str,
    path: tuple[str, ...],
    old: list[dict[str, Any]],
    new: list[dict[str, Any]],
    lines_of: Callable[[dict[str, Any]], list[str]],
) -> str:
    """The text with other tables in an array of tables; those that stay keep their comments."""
    if old == new:
        return text
    text = _without_statement(text, path)
    blocks = blocks_of(text)
    present = [block for block in blocks if block.path[:-1] == path and block.path]
    spare = list(zip(old, present, strict=False))
    tables: list[Block] = []
    for i, table in enumerate(new):
        same = next((pair for pair in spare if pair[0] == table), None)
        if same is None:
            tables.append(new_block((*path, i), lines_of(table)))
        else:
            spare.remove(same)
            tables.append(same[1])
    return joined(put_together(blocks, tables, {block.path for block in present}))


def _without_statement(text: str, path: Path) -> str:
    """The text without the lines of one key and its value, where it is written as such."""
    lines = split_lines(text)
    for statement in statements(text):
        if statement.path == path and not statement.head:
            del lines[statement.first - 1 : statement.last]
            break
    return "".join(lines)


def _values(profile: Profile) -> Values:
    """Every single setting by its key path, those at their default too; None for what is not set."""
    out: Values = {(name,): getattr(profile, name) for name in TEXTS}
    for section in section_models():
        for name, value in getattr(profile, section).model_dump(mode="json").items():
            if not isinstance(value, list):
                out[section, name] = value
    for section, by_source in BY_SOURCE:
        for source, value in getattr(getattr(profile, section), by_source):
            out[section, by_source, str(source)] = value
    for row in Row:
        for name, value in profile.row(row).model_dump(mode="json").items():
            out["budget", str(row), name] = value
    for name, value in profile.published:
        out["published", name] = value
    return out


def _with_values(text: str, old: Values, new: Values) -> str:
    """The text with each setting that differs replaced, taken out or put in."""
    document: Any = tomlkit.parse(text)
    plain = tomllib.loads(text)
    heads: set[Path] = {(), *(statement.path for statement in statements(text) if statement.head)}
    inserted: Values = {}
    for path in [*new, *(path for path in old if path not in new)]:
        want, now = new.get(path), _found(plain, path)
        if _same(old.get(path), want) or _same(now, want):
            continue
        if now is not None or (path[:-1] not in heads and _found(plain, path[:-1]) is not None):
            _put(document, path, want)
        elif want is not None:
            inserted[path] = want
    text = tomlkit.dumps(document)
    for path, value in inserted.items():
        text = _with_line(text, path, assignment(str(path[-1]), value))
    return text


def _same(one: Any, other: Any) -> bool:
    return bool(one == other) and type(one) is type(other)


def _found(document: Any, path: Path) -> Any:
    for part in path:
        if part not in document:
            return None
        document = document[part]
    return document


def _put(document: Any, path: Path, value: Any) -> None:
    for part in path[:-1]:
        document = document[part]
    if value is None:
        del document[path[-1]]
    else:
        document[path[-1]] = value


def _with_line(text: str, path: Path, line: str) -> str:
    """The text with a line more in the table of a key path: behind its last key, or in a new table."""
    table = path[:-1]
    lines = split_lines(text)
    last = 0 if not table else None
    inside = not table
    for statement in statements(text):
        if statement.head:
            inside = statement.path == table
        if inside:
            last = statement.last
    if last is None:
        head = f"[{'.'.join(tomlkit.key(str(part)).as_string() for part in table)}]"
        return joined(put_after(blocks_of(text), table[:-1], new_block(table, [head, line])))
    if last and not lines[last - 1].endswith("\n"):
        lines[last - 1] += "\n"
    lines.insert(last, line + "\n")
    return "".join(lines)
