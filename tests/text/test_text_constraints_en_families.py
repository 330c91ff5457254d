"""Families of English constraints: each by its slots, beside what only looks like it."""

from __future__ import annotations

import pytest

from ctxlab.model.constraint import Kind, Tier
from ctxlab.text.constraints import find_constraints


@pytest.mark.parametrize(
    ("text", "kind", "demand"),
    [
        # the order of work
        ("Back up the table prior to dropping the column.", Kind.REQUIREMENT, "prior to dropping the column"),
        ("First lint the package, then push the branch.", Kind.REQUIREMENT, "First lint the package, then"),
        ("Before you touch the schema, read the notes in db.md.", Kind.REQUIREMENT, "Before you touch"),
        ("After each section give a short recap.", Kind.REQUIREMENT, "After each section give"),
        # rules for all of a sort
        ("Every exported type gets a docstring.", Kind.REQUIREMENT, "Every exported type gets a docstring"),
        ("Anything over a day old goes to the archive.", Kind.REQUIREMENT, "Anything over a day old goes"),
        ("The sidebar will only be visible on wide screens.", Kind.REQUIREMENT, "will only be visible"),
        ("This helper belongs in pkg/text.", Kind.REQUIREMENT, "This helper belongs in pkg/text"),
        ("The key is supposed to be unique per tenant.", Kind.REQUIREMENT, "supposed to be unique"),
        ("It's got to run without a network.", Kind.REQUIREMENT, "got to run"),
        # in what way
        ("Rewrite the intro while keeping the jokes.", Kind.REQUIREMENT, "while keeping the jokes"),
        ("Ship the parcel by courier, please.", Kind.REQUIREMENT, "by courier"),
        ("Store both receipts separately.", Kind.REQUIREMENT, "separately"),
        ("Redo the plots with gnuplot-6 rather than excel.", Kind.REQUIREMENT, "with gnuplot-6"),
        ("Write the report to out/summary.md.", Kind.REQUIREMENT, "to out/summary.md"),
        ("Put it behind the beta switch.", Kind.REQUIREMENT, "behind the beta switch"),
        ("Choose a mascot from the animals in the list.", Kind.REQUIREMENT, "from the animals in the list"),
        ("Solve it and show your work.", Kind.REQUIREMENT, "show your work"),
        ("Ask specifically about the delivery dates.", Kind.REQUIREMENT, "Ask specifically about"),
        (
            "Make the popup smaller so the menu is not covered.",
            Kind.REQUIREMENT,
            "so the menu is not covered",
        ),
        ("Paint the border in 3a7bd5.", Kind.REQUIREMENT, "in 3a7bd5"),
        # attributes of what is wanted
        ("I'm looking for a cabin that allows cats.", Kind.REQUIREMENT, "that allows cats"),
        ("Is there a cafe near the park that has power outlets?", Kind.REQUIREMENT, "that has power outlets"),
        ("I'd like a veggie burger with extra pickles.", Kind.REQUIREMENT, "with extra pickles"),
        ("I want to exchange the mug for the taller one.", Kind.REQUIREMENT, "for the taller one"),
        ("I only care about the Windows build.", Kind.REQUIREMENT, "I only care about the Windows build"),
        # what must not be
        ("We agreed not to log the tokens.", Kind.PROHIBITION, "not to log the tokens"),
        ("Change the title but leave the footer as it is.", Kind.PROHIBITION, "leave the footer as it is"),
        ("Hold off on the release notes.", Kind.PROHIBITION, "Hold off on the release notes"),
        ("Move the file to lib/io.py, instead of ./tools.", Kind.PROHIBITION, "instead of ./tools"),
        # the form of the answer
        ("Sum it up in point form.", Kind.FORMAT, "in point form"),
        ("Give the letter a more hopeful tone.", Kind.FORMAT, "a more hopeful tone"),
        (
            "Compute the mean and round it to two decimal places.",
            Kind.FORMAT,
            "round it to two decimal places",
        ),
        ("Replace the icons with plain text.", Kind.FORMAT, "with plain text"),
        ("Write a speech; its tone will be solemn and plain.", Kind.FORMAT, "its tone will be solemn"),
        ("List the towns in order from north to south.", Kind.FORMAT, "in order from north to south"),
        ("Show the time in the reader's own time zone.", Kind.FORMAT, "in the reader's own time zone"),
        # counts and conditions
        ("State 4 facts about moss", Kind.LIMIT, "4 facts"),
        (
            "If the labels still collide, shrink them a little.",
            Kind.CONDITIONAL,
            "If the labels still collide",
        ),
        ("If it is empty, omit the heading.", Kind.CONDITIONAL, "omit the heading"),
    ],
)
def test_a_demand_is_found_by_its_form(text: str, kind: Kind, demand: str) -> None:
    hits = [one for one in find_constraints(text) if demand.lower() in one.text.lower()]
    hits += [one for one in find_constraints(text) if one.text.lower() in demand.lower()]
    assert hits, [one.text for one in find_constraints(text)]
    assert {one.tier for one in hits} == {Tier.HARD}
    assert kind in {one.kind for one in hits}


@pytest.mark.parametrize(
    "text",
    [
        # told, asked, or wondered
        "I got a panic: must provide at least one host",
        "I ran it with no flags and nothing came out.",
        "And this only touches the mobile app, right?",
        "I'm curious if some setting makes the pages always be blank.",
        "How can you judge a film without relying solely on reviews?",
        "Can bees see red? If so, how do they use it?",
        "Otherwise, I think we are done, so let's look at step 4.",
        "If not, then there must be another reason for the delay.",
        "If you'd told me that a year ago, I would have laughed.",
        "How would you redesign the port while keeping the crane?",
        "We broke it before fixing the tests.",
        "The button is supposed to be green but it turns red.",
        # a bare task
        "You need to write a note to your landlord.",
        "I want to open the settings in the app with the F1 key.",
        "Hi, I have rice but no beans left. Can you suggest a meal?",
        "Let's make a couple more sample boards.",
        "Create a new markdown file for the minutes.",
        # the topic of a task, and what happens in a story
        "Write a tale where a baker must outwit a dragon.",
        "List the habits that are required to be a good nurse.",
        "Name the lakes in Finland that should not be missed.",
        "Discuss the process of using steam to press fabric.",
        "Explain how courts handle evidence in a criminal case.",
        "Elaborate on how a mayor could ensure fair elections.",
        "I wrote a novel about cats in a New York attic.",
        # data of a puzzle
        "Mia gets 5 plums when she is 22 years old. How many plums does she have?",
    ],
)
def test_what_only_looks_like_a_demand_is_left_alone(text: str) -> None:
    assert [one.text for one in find_constraints(text) if one.tier is Tier.HARD] == []


def test_a_wish_behind_a_comma_does_not_soften_the_demand_before_it() -> None:
    found = find_constraints("Swap the bowl for the deeper one, preferably with a lid.")
    assert [(one.text, one.tier) for one in found] == [
        ("for the deeper one", Tier.HARD),
        ("preferably with a lid", Tier.SOFT),
    ]
    found = find_constraints("Swap the bowl for the deeper one, if possible.")
    assert found[0].tier is Tier.SOFT


def test_a_rule_finds_all_that_one_clause_says() -> None:
    found = find_constraints("Write a quiz in Dutch for the parents and in French for the teachers.")
    assert [one.text for one in found if one.kind is Kind.FORMAT] == ["in Dutch", "in French"]


def test_a_dot_within_a_name_does_not_end_what_is_said() -> None:
    (one,) = find_constraints("Create this plan as tabs.plan.md in the drafts folder")
    assert one.text == "in the drafts folder"
