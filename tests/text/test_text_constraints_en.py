from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxlab.model.constraint import Kind
from ctxlab.text.constraints import find_constraints

_DATA = Path(__file__).parents[1] / "data" / "constraints"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Do not touch the migrations.", Kind.PROHIBITION),
        ("No emojis please.", Kind.PROHIBITION),
        ("Fix the bug without changing the schema.", Kind.PROHIBITION),
        ("The tests must pass on Windows.", Kind.REQUIREMENT),
        ("Put the new tests in the tests/unit folder.", Kind.REQUIREMENT),
        ("Limit the results to 50.", Kind.LIMIT),
        ("Give me 10 ideas for a party.", Kind.LIMIT),
        ("It is for children between 5 and 8, please keep it simple.", Kind.RANGE),
        ("Find a laptop for less than $900.", Kind.BUDGET),
        ("My budget is around 800 euros.", Kind.BUDGET),
        ("I'm allergic to shellfish.", Kind.HEALTH),
        ("It needs to be done by tomorrow.", Kind.DEADLINE),
        ("Book a table for 7pm on Friday.", Kind.DEADLINE),
        ("Answer in Spanish.", Kind.FORMAT),
        ("Write it in the style of Hemingway.", Kind.FORMAT),
        ("If the file is missing, create it.", Kind.CONDITIONAL),
        ("I'd prefer the aisle.", Kind.PREFERENCE),
        ("I'm new to programming.", Kind.FACT),
    ],
)
def test_kinds(text: str, kind: Kind) -> None:
    assert kind in {one.kind for one in find_constraints(text)}


def test_written_messages_are_judged_as_they_were_labelled() -> None:
    found = right = labelled = missed = flagged = 0
    for line in (_DATA / "messages-written.jsonl").read_text(encoding="utf-8").splitlines():
        message = json.loads(line)
        if message["lang"] != "en":
            continue
        spans = [(label["start"], label["end"]) for label in message["constraints"]]
        hits = [(one.start, one.end) for one in find_constraints(message["text"])]
        found += len(hits)
        right += sum(any(start < end_ and start_ < end for start_, end_ in spans) for start, end in hits)
        labelled += len(spans)
        missed += sum(not any(start < end_ and start_ < end for start_, end_ in hits) for start, end in spans)
        flagged += bool(hits) and not spans
    assert right >= 0.9 * found
    assert missed <= 0.2 * labelled
    assert flagged == 0
