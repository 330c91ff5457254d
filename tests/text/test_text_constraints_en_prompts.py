"""English prompts: what they ask of the text or code that is to be made, beside bare tasks and topics."""

from __future__ import annotations

import pytest

from ctxlab.model.constraint import Kind, Tier
from ctxlab.text.constraints import find_constraints


@pytest.mark.parametrize(
    ("text", "kind", "demand"),
    [
        # in which manner, voice and spirit
        ("Compose a toast in a warm and witty tone.", Kind.FORMAT, "in a warm and witty tone"),
        ("Retell the fable with the wit of Oscar Wilde.", Kind.FORMAT, "with the wit of Oscar Wilde"),
        ("Be witty, warm, and brief.", Kind.FORMAT, "Be witty, warm"),
        ("End on a hopeful note.", Kind.FORMAT, "End on a hopeful note"),
        ("Write a fable about a toad. Make the ending sad.", Kind.FORMAT, "Make the ending sad"),
        ("Explain tides in a way my aunt would grasp.", Kind.REQUIREMENT, "in a way my aunt would grasp"),
        ("How would you fix a leaking tap, step by step?", Kind.FORMAT, "step by step"),
        ("Rewrite the note so it reads like a news report.", Kind.REQUIREMENT, "so it reads like a news"),
        # for whom
        ("Write a lesson about fractions for fourth graders.", Kind.FORMAT, "for fourth graders"),
        ("Summarize the report for a busy audience.", Kind.FORMAT, "for a busy audience"),
        # how it is set
        ("Give the release date in YYYY-MM-DD.", Kind.FORMAT, "in YYYY-MM-DD"),
        ("Represent the menu in JSON format.", Kind.FORMAT, "in JSON format"),
        ("Write a recipe for soup. Number the steps.", Kind.FORMAT, "Number the steps"),
        ("List five rivers. Separate them with semicolons.", Kind.FORMAT, "Separate them with semicolons"),
        ("Put each item on its own line.", Kind.FORMAT, "on its own line"),
        ("Write a villanelle following the traditional form.", Kind.REQUIREMENT, "following the traditional"),
        ("List the kings, sorted from oldest to youngest.", Kind.FORMAT, "sorted from oldest"),
        # with what
        ("Write a bubble sort in Lua.", Kind.REQUIREMENT, "in Lua"),
        ("Make a quiz about planets and use simple words.", Kind.REQUIREMENT, "use simple words"),
        ("Write an essay on tides using reliable sources.", Kind.REQUIREMENT, "using reliable sources"),
        # what it is like
        ("Write a limerick that pokes fun at Mondays.", Kind.REQUIREMENT, "that pokes fun at Mondays"),
        ("Recommend three novels that deal with grief.", Kind.REQUIREMENT, "that deal with grief"),
        ("Give me a list of actors who sing in their films.", Kind.REQUIREMENT, "who sing in their films"),
        ("Write me a joke that's clean.", Kind.REQUIREMENT, "that's clean"),
        ("Write a bedtime tale in which nobody speaks.", Kind.REQUIREMENT, "in which nobody speaks"),
        ("Create a sketch of a park. Set it in winter.", Kind.REQUIREMENT, "Set it in winter"),
        ("Write a short tale. The villain is a baker.", Kind.REQUIREMENT, "The villain is a baker"),
        ("Give each player a secret goal.", Kind.REQUIREMENT, "Give each player a secret goal"),
        # what else it needs
        ("What is entropy? Provide an everyday analogy.", Kind.REQUIREMENT, "Provide an everyday"),
        ("Draft a blog post about tea. Add a catchy title.", Kind.REQUIREMENT, "Add a catchy title"),
        ("Summarize this essay. I want a short version.", Kind.REQUIREMENT, "I want a short version"),
        # sizes and values
        ("Create a poster for the fair. The font size is 14.", Kind.LIMIT, "The font size is 14"),
        ("Make a 4x4 word square.", Kind.LIMIT, "4x4"),
        ("Write a summary, no longer than a tweet.", Kind.LIMIT, "no longer than a tweet"),
        ("Make me a playlist of 12 calm 90s folk/jazz songs.", Kind.LIMIT, "12 calm 90s folk/jazz songs"),
        # the rules of a game
        ("You are the game master. You cannot reveal the map.", Kind.PROHIBITION, "cannot reveal the map"),
    ],
)
def test_what_a_prompt_asks_is_found(text: str, kind: Kind, demand: str) -> None:
    hits = [one for one in find_constraints(text) if demand.lower() in one.text.lower()]
    hits += [one for one in find_constraints(text) if one.text.lower() in demand.lower()]
    assert hits, [one.text for one in find_constraints(text)]
    assert Tier.HARD in {one.tier for one in hits}
    assert kind in {one.kind for one in hits}


@pytest.mark.parametrize(
    "text",
    [
        # the task and what it is about
        "Write a function that takes a list and returns the largest item.",
        "Create a website that sells shoes.",
        "Write an email to my professor about the exam.",
        "Write about a town that never sleeps.",
        "Write a story about two brothers who only meet once a year.",
        "Create an outline for a startup that rents bikes.",
        "You need to give a short talk to the class.",
        "Find a word that means very tired.",
        "Describe a person with a good sense of humor.",
        "Add a button to the page.",
        "What can I do if my neighbor plays loud music every night?",
        # how something is done, or what somebody else does
        "How do I talk in a formal way at work?",
        "Give me tips for speaking in a calm voice.",
        "I struggle to speak in a confident tone.",
        "Explain how plants grow without soil.",
        "Explain what it means to be honest, fair, and kind.",
        "While cooking rice, you need to consider the amount of water.",
        "Please write the spice name associated with each recipe.",
        "Do you think that films based on old plays still work?",
        "I have a file which includes my notes.",
        "You can't be serious.",
        # data and puzzles
        "He lives on the 12th floor.",
        "A box has a width of 3 cm. The height is 4 cm. Find its volume.",
        "How many cells are in a 4x4 grid?",
        "A shop sells pens. If you buy at least 10, you get one more. How much do 12 pens cost?",
    ],
)
def test_a_bare_prompt_asks_nothing_of_it(text: str) -> None:
    assert [one.text for one in find_constraints(text) if one.tier is Tier.HARD] == []
