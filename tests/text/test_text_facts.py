"""What a summary lost of its source: demands, figures with their units, negations that it turns."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.text.constraints import find_constraints
from ctxlab.text.facts import Lost, lost

TRIP = (
    "Never book red-eye flights. The budget is at most 3,000 yuan a night. The museum is not open on "
    "Mondays. Order SF-10233 was paid on 2026-03-05 for 450 yuan."
)


def test_a_summary_in_other_words_that_keeps_all_loses_nothing() -> None:
    kept = (
        "The user never wants red-eye flights; budget at most 3000 yuan a night. The museum does not open on "
        "Mondays. Order SF-10233 paid on 5 March 2026: 450 yuan."
    )
    assert lost([TRIP], kept) == Lost()


def test_what_is_missing_is_quoted_word_for_word_in_its_order() -> None:
    found = lost([TRIP], "The user talks about a trip.")
    assert (found.demands, found.figures, found.altered) == (2, 3, 0)
    assert [sentence for _, sentence in found.sentences] == [
        "Never book red-eye flights.",
        "The budget is at most 3,000 yuan a night.",
        "The museum is not open on Mondays.",
        "Order SF-10233 was paid on 2026-03-05 for 450 yuan.",
    ]


@pytest.mark.parametrize(
    ("source", "text", "altered"),
    [
        ("The museum is not open on Mondays.", "The museum is open on Mondays.", 1),
        ("博物馆周一不开放，门票60元。", "博物馆周一开放，门票60元。", 1),
        # another number is both lost and made up
        ("The pump ran for 40 minutes.", "The pump ran for 45 minutes.", 1),
        ("Rooms cost 450 yuan and 520 yuan.", "Both of the 2 rooms cost 450 to 520 yuan.", 0),
        # the source says both, and what holds is what it says
        ("It is not open on Monday. It is open on Tuesday.", "It is open on Tuesday, not on Monday.", 0),
    ],
)
def test_what_is_said_otherwise_is_told_apart_from_what_is_missing(
    source: str, text: str, altered: int
) -> None:
    assert lost([source], text).altered == altered


@pytest.mark.parametrize(
    ("source", "text", "figures"),
    [
        ("It weighs 5 kg.", "It weighs 5000 g.", 0),
        ("It weighs 5 kg.", "It weighs 5.", 1),
        ("It weighs 5 kg.", "It weighs 5 pounds.", 1),
        ("It costs 450 yuan.", "It costs 450 euros.", 1),
        ("Leave at 14:00.", "Leave at 2 pm.", 0),
        ("预算三千元。", "预算 3000 元。", 0),
        ("Use version 12.4.1 of it.", "Use version 12.4.1.", 0),
        ("Use version 12.4.1 of it.", "Use version 12.4.", 1),
        ("Flight CA1831 is late.", "Flight ca1831 is late.", 0),
        ("Flight CA1831 is late.", "Flight CA18310 is late.", 1),
    ],
)
def test_a_figure_is_kept_by_its_value_and_its_unit(source: str, text: str, figures: int) -> None:
    assert lost([source], text).figures == figures


def test_rows_of_json_are_quoted_one_by_one() -> None:
    hotels = json.dumps({"hotels": [{"name": "A", "price": 450}, {"name": "B", "price": 520}]})
    found = lost([hotels], "A costs 450.")
    assert found.sentences == ((0, '{"name": "B", "price": 520}'),)


def test_each_quotation_names_its_source() -> None:
    found = lost(["Pay 30 yuan.", "Trains run daily.", "Wait 15 minutes."], "They talked.")
    assert found.sentences == ((0, "Pay 30 yuan."), (2, "Wait 15 minutes."))


@given(st.lists(st.sampled_from(TRIP.split(". ")), min_size=1, max_size=4))
def test_a_text_loses_nothing_of_itself_and_quotes_mend_all(parts: list[str]) -> None:
    source = ". ".join(parts)
    assert lost([source], source) == Lost()
    found = lost([source], "They talked.")
    mended = "They talked.\n" + "\n".join(sentence for _, sentence in found.sentences)
    assert lost([source], mended) == Lost()


def test_a_sentence_that_is_quoted_is_kept_whatever_stands_beside_it() -> None:
    source = "The hotel at the harbour costs 95 euros a night and is not open in April."
    text = (
        f"The user must not be told of hotels.\n\nKey facts:\n- assistant: {source}\n- user: It must be open."
    )
    assert lost([source], text).demands == 0


@pytest.mark.parametrize(
    "source", ["Turn 5: they walk.", "They ate. Step 3. They left.", "第2步：出门。", "1. Go out."]
)
def test_the_number_of_a_step_or_turn_is_no_fact(source: str) -> None:
    assert lost([source], "They did as they were told.").figures == 0


def test_a_number_behind_a_name_is_one() -> None:
    assert lost(["Take bus 25 to gate 7."], "They take a bus.").figures == 1
    assert lost(["Terminal 2 is closed."], "It is closed.").figures == 1


def test_no_demand_that_others_saw_changed_or_lost_counts_as_kept() -> None:
    """Pairs that other hands judged: of those whose demand the rules find, none that is lost passes."""
    folder = Path(__file__).parents[1] / "data" / "survival"
    seen = dict.fromkeys(("changed", "lost", "reworded"), 0)
    kept = dict(seen)
    for file in (folder / "pairs-a.toml", folder / "pairs-b.toml", folder / "pairs-c.toml"):
        for entry in tomllib.loads(file.read_text(encoding="utf-8"))["text"]:
            for verdict, words in entry["pairs"]:
                if verdict in seen and any(one.hard for one in find_constraints(words)):
                    seen[verdict] += 1
                    kept[verdict] += lost([words], entry["text"]).demands == 0
    assert min(seen.values()) > 0
    assert kept["changed"] == kept["lost"] == 0
    assert kept["reworded"] > seen["reworded"] * 0.7
