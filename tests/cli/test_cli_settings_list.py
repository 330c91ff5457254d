"""`ctxlab profiles settings`: every setting of the format, each with what it may hold and what it means."""

from __future__ import annotations

import re
from typing import Any

from helpers.cli import ctxlab

from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Profile
from ctxlab.model.profile_keys import all_keys, kind_of

#: What `profiles history` tells, and what a file is known by: no settings.
NONE = ("schema", "provenance")


def listed() -> list[dict[str, Any]]:
    found = ctxlab("profiles", "settings", "--json").json["settings"]
    assert isinstance(found, list)
    return found


def generic(key: str) -> str:
    """A key as the list has it: rows and sources are not listed one by one."""
    key = re.sub(rf"^budget\.({'|'.join(Row)})", "budget.ROW", key)
    return re.sub(rf"^(window.unknown|summarize.instructions)\.({'|'.join(Source)})$", r"\1.SOURCE", key)


def test_no_setting_is_missing_and_none_is_made_up() -> None:
    keys = {generic(key) for key in all_keys() if key.partition(".")[0] not in NONE}
    tables = {key for key in keys if any(other.startswith(f"{key}.") for other in keys)}
    rules = {"gather.rule", "gather.fields", "mode.rule"}
    expected = (keys - tables) | rules | {"published.NAME"}
    assert {one["key"] for one in listed()} == expected - {"published"}


def test_each_has_a_meaning_in_both_languages() -> None:
    english = [one["about"] for one in listed()]
    assert [one["key"] for one in listed() if not one["about"]] == []
    lines = ctxlab("--lang", "zh", "profiles", "settings").out.replace("\n", "")
    assert not [about for about in english if about in lines]


def test_a_default_is_that_of_the_profile_and_may_be_set() -> None:
    for one in listed():
        key = one["key"].replace("ROW", "history")
        if re.search("SOURCE|NAME|rule|fields|must_keep", key):
            continue
        kind = kind_of(tuple(key.split(".")))
        assert kind is not None
        assert (one["type"], one["optional"]) == (kind.form.value, kind.optional)
        assert Profile().set(key, one["default"]) == Profile(), key


def test_a_line_is_one_setting() -> None:
    out = ctxlab("profiles", "settings").out
    assert "tokens.factor · 10 to 1,000 · default 100 · Percent that each count" in out
    assert "budget.ROW.tier · 1 to 3 · default 2" in out
    assert "ROW is one of system_prompt, tool_schemas" in out


def test_a_limit_is_the_size_of_the_window() -> None:
    refused = ctxlab("profiles", "set", "gssc", "window.limit=9000")
    assert refused.code == 2
    assert "window.size may be meant; window has model, size, soft_limit" in " ".join(refused.err.split())
