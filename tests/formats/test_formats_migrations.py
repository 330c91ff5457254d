from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ctxlab.errors import FormatError
from ctxlab.formats.migrations import Family


def first(value: Mapping[str, Any]) -> dict[str, Any]:
    return {**value, "steps": [1]}


def second(value: Mapping[str, Any]) -> dict[str, Any]:
    return {**value, "steps": [*value["steps"], 2]}


FAMILY = Family("ctxlab.test", 3, {1: first, 2: second})


@pytest.mark.parametrize(("version", "steps"), [(1, [1, 2]), (2, [0, 2]), (3, [0])])
def test_old_versions_go_step_by_step(version: int, steps: list[int]) -> None:
    value = {"schema": f"ctxlab.test/{version}", "steps": [0]}
    assert FAMILY.migrate(value, "x") == {"schema": "ctxlab.test/3", "steps": steps}
    assert value == {"schema": f"ctxlab.test/{version}", "steps": [0]}


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("ctxlab.test/4", "a newer ctxlab wrote this file"),
        ("ctxlab.test/0", "version 0 of the file is not known"),
        ("ctxlab.other/3", "not 'ctxlab.test/3'"),
        ("ctxlab.test/-1", "not 'ctxlab.test/3'"),
        ("ctxlab.test/" + "9" * 5000, "not 'ctxlab.test/3'"),
        (3, "not 'ctxlab.test/3'"),
    ],
)
def test_what_cannot_be_migrated_is_refused(schema: object, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        FAMILY.migrate({"schema": schema}, "x.json")
    assert words in caught.value.message
    assert (caught.value.where.file, caught.value.where.key) == ("x.json", "schema")
