"""Points of a list, by the line above it."""

from __future__ import annotations

import pytest

from ctxlab.text.constraints import find_constraints


def said(text: str) -> list[str]:
    return [one.text for one in find_constraints(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Requirements:\n- works offline\n- one binary",
        "## Coding rules\n\n* works offline\n* one binary",
        "**Constraints**\n1. works offline\n2. one binary",
        "The tool should:\n- works offline\n- one binary",
        "Build a converter with:\n  - works offline\n  - one binary",
    ],
)
def test_points_are_demanded_where_the_line_above_says_so(text: str) -> None:
    assert said(text) == ["works offline", "one binary"]


def test_points_below_a_point_belong_to_that_one() -> None:
    text = "What I saw:\n- the page must have:\n  - a title\n- the log is empty"
    assert said(text)[-1] == "a title"


def test_parts_of_a_task_are_demanded_but_its_numbered_steps_are_not() -> None:
    assert said("Improve the form:\n- validate the email address\n- clear it after submit") == [
        "validate the email address",
        "clear it after submit",
    ]
    assert said("Improve the form:\n1. validate the email address\n2. clear it after submit") == []


def test_points_under_a_ban_are_forbidden() -> None:
    found = find_constraints("Please avoid:\n- inline styles\n- global state")
    assert [one.text for one in found] == ["inline styles", "global state"]
    assert not any(one.positive for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "What I did:\n- updated the config\n- restarted the server",
        "Here are the features we have so far:\n- login\n- dashboard",
        "- apples\n- pears",
        "\n\n- apples",
        "Requirements:\n\nnothing but text here",
        "x" * 400 + " rules:\n- apples\n- pears",
    ],
)
def test_other_lists_demand_nothing(text: str) -> None:
    assert said(text) == []
