"""What developers lay down for the work of an agent, each beside what only looks like it."""

from __future__ import annotations

import pytest

from ctxlab.model.constraint import Kind, Tier
from ctxlab.text.constraints import find_constraints


@pytest.mark.parametrize(
    ("text", "kind", "demand"),
    [
        ("We don't push straight to main.", Kind.PROHIBITION, "We don't push straight to main"),
        ("We don't mock the clock in this repo.", Kind.PROHIBITION, "We don't mock the clock"),
        ("Wire up the form, we can leave out the captcha.", Kind.PROHIBITION, "leave out the captcha"),
        ("Cache the lookups so we don't hammer the API.", Kind.PROHIBITION, "we don't hammer the API"),
        (
            "Update the two headers. Everything else stays as it is.",
            Kind.REQUIREMENT,
            "Everything else stays",
        ),
        ("Max file size 4 MB.", Kind.LIMIT, "Max file size 4 MB"),
        ("Same spacing as the invoice page.", Kind.REQUIREMENT, "Same spacing as the invoice page"),
        ("Schema first, then the handlers.", Kind.REQUIREMENT, "Schema first, then the handlers"),
        ("Backend in Elixir.", Kind.REQUIREMENT, "Backend in Elixir"),
        ("Backwards compatible with the 2.x files.", Kind.REQUIREMENT, "compatible with the 2.x files"),
        (
            "Don't rewrite the page, but just move the form to the top.",
            Kind.REQUIREMENT,
            "just move the form",
        ),
        ("When I press F5 I want the table to reload.", Kind.CONDITIONAL, "When I press F5 I want the table"),
        ("After each milestone please post a summary.", Kind.REQUIREMENT, "After each milestone"),
        ("Make the logo 30% smaller.", Kind.LIMIT, "30% smaller"),
        ("Spawn 3 workers for the import.", Kind.LIMIT, "Spawn 3 workers"),
        (
            "If the lint is clean can you merge the branch?",
            Kind.CONDITIONAL,
            "If the lint is clean can you merge the branch",
        ),
        ("Make the tooltip disappear when the mouse leaves.", Kind.CONDITIONAL, "disappear when the mouse"),
        ("Do the first two steps and stop there.", Kind.REQUIREMENT, "stop there"),
        ("Timestamps in UTC.", Kind.FORMAT, "Timestamps in UTC"),
        ("Pay close attention to rounding.", Kind.REQUIREMENT, "Pay close attention to rounding"),
        ("Don't forget @routes.ts.", Kind.REQUIREMENT, "Don't forget @routes.ts"),
        ("List the layouts and let me choose.", Kind.REQUIREMENT, "let me choose"),
        (
            "Add a codec, which should read both versions.",
            Kind.REQUIREMENT,
            "which should read both versions",
        ),
        ("Rerun the job if the tests fail.", Kind.CONDITIONAL, "if the tests fail"),
        ("Use a dummy price feed for now.", Kind.REQUIREMENT, "Use a dummy price feed for now"),
    ],
)
def test_what_is_laid_down_is_found(text: str, kind: Kind, demand: str) -> None:
    found = [one for one in find_constraints(text) if demand in one.text]
    assert [(one.kind, one.tier) for one in found] == [(kind, Tier.HARD)]


@pytest.mark.parametrize(
    "text",
    [
        "We don't see the logs in production.",
        "Can we skip this?",
        "The last deploy failed so it doesn't load.",
        "Everything else works.",
        "The max is 5 and it still fails.",
        "Same error as before.",
        "I got a short message from the server.",
        "Backend in trouble.",
        "But just so you know, it failed again.",
        "When I click save I get an error.",
        "In each file I see the same warning.",
        "The button is 20% smaller than the old one.",
        "We launched 3 agents yesterday.",
        "If this is the wrong place can you tell me?",
        "If you could take a look, that would be great.",
        "Make the video play on my phone.",
        "Numbers in the report look off.",
        "Use the correct path.",
        "We should fix that.",
        "The tests cannot be run separately.",
        "I'm not sure which should come first.",
        "Add more complex levels to the game.",
        "The chart now shows only 3.",
    ],
)
def test_what_only_looks_like_it_is_not(text: str) -> None:
    assert [one.text for one in find_constraints(text) if one.tier is Tier.HARD] == []


def test_a_length_without_a_number_is_a_wish() -> None:
    found = find_constraints("Please add a short and complete docstring.")
    assert [(one.text, one.tier) for one in found] == [("a short and complete docstring", Tier.SOFT)]
