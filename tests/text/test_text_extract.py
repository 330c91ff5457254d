from __future__ import annotations

import random

import pytest
from helpers.counters import Dividing, exact
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.text.analysis import Analysis, centrality
from ctxlab.text.extract import Extractor
from ctxlab.text.sentences import sentences

DEMAND = "Never deploy on Friday."
NUMBER = "The crane lifted 12 crates."
PLAIN = "The harbour was quiet and the gulls slept."


def test_sentences_fall_into_tiers() -> None:
    analysis = Analysis(f"{PLAIN} {NUMBER} {DEMAND} 一号泊位关闭。一定要来。今天很好。")
    assert analysis.demands == (2, 4)
    assert analysis.numbers == (1, 3)
    assert analysis.rest == (0, 5)
    assert (analysis.demand_count, analysis.number_count, analysis.count) == (2, 2, 6)


def test_json_is_one_sentence_without_demands() -> None:
    analysis = Analysis('{"rule": "Never deploy. At most 5 t.", "n": 1}')
    assert (analysis.demand_count, analysis.number_count, analysis.count) == (0, 0, 1)


def test_the_most_central_sentence_shares_most_with_the_others() -> None:
    text = "Cranes lift crates. Gulls sleep. Crates leave when cranes lift them. Harbour cranes rest."
    analysis = Analysis(text)
    assert analysis.sentence(analysis.central()[0]) == "Cranes lift crates."
    assert analysis.sentence(analysis.central()[-1]) == "Gulls sleep."
    assert centrality([]) == []


def test_demands_come_before_numbers_and_numbers_before_the_rest() -> None:
    text = f"{PLAIN} {NUMBER} {DEMAND}"
    one = Extractor().extract([("", text)], 32, Dividing())
    assert one is not None
    assert one.text == DEMAND
    assert (one.demands, one.numbers, one.sentences) == (0, 1, 2)
    two = Extractor().extract([("", text)], 60, Dividing())
    assert two is not None
    assert two.text == f"{NUMBER} {DEMAND}"
    assert (two.demands, two.numbers, two.sentences) == (0, 0, 1)


def test_newer_items_win_and_the_order_of_the_source_stays() -> None:
    texts = [("user", f"Never use crane number {name}.") for name in ("one", "two", "three", "four")]
    extract = Extractor().extract(texts, 75, Dividing())
    assert extract is not None
    assert extract.text == "user: Never use crane number three.\nuser: Never use crane number four."
    assert (extract.demands, extract.sentences) == (2, 2)


def test_items_are_lines_behind_their_roles() -> None:
    texts = [
        ("user", f"{DEMAND} {PLAIN}"),
        ("assistant", f"好的。{NUMBER} 预算三千以内。不吃辣。"),
        ("tool", PLAIN + " Again."),
    ]
    extract = Extractor().extract(texts, 110, Dividing())
    assert extract is not None
    assert extract.text == f"user: {DEMAND}\nassistant: 好的。{NUMBER} 预算三千以内。不吃辣。\ntool: Again."


def test_line_ends_between_sentences_of_one_text_stay() -> None:
    text = "Rules:\n- Never push.\n- Do not use tabs.\nThe weather was nice by the sea today."
    extract = Extractor().extract([("", text)], 40, Dividing())
    assert extract is not None
    assert extract.text == "Rules:\n- Never push.\n- Do not use tabs."


def test_repeated_sentences_are_said_once() -> None:
    texts = [("user", DEMAND)] * 5 + [("user", "Always test first. " + PLAIN)]
    extract = Extractor().extract(texts, 60, Dividing())
    assert extract is not None
    assert extract.text.count(DEMAND) == 1
    assert "Always test first." in extract.text


@pytest.mark.parametrize("limit", [0, 1, 31])
def test_limits_under_32_are_refused(limit: int) -> None:
    assert Extractor().extract([("", PLAIN)], limit, Dividing()) is None


def test_a_text_of_which_no_sentence_fits_is_refused() -> None:
    assert Extractor().extract([("", "word " * 200 + ".")], 100, Dividing()) is None
    assert Extractor().extract([("", "")], 100, Dividing()) is None
    assert Extractor().extract([], 100, Dividing()) is None


def test_an_extract_is_never_longer_than_its_source() -> None:
    texts = [("assistant", "Yes."), ("assistant", "好的。"), ("assistant", "嗯。")]
    extract = Extractor().extract(texts, 100, Dividing())
    assert extract is not None
    assert extract.tokens <= 9
    assert extract.sentences >= 1


WORDS = (
    "crane",
    "gull",
    "must not ",
    "Never",
    "3000",
    "一定要",
    "泊位",
    "最多5吨",
    ". ",
    "。",
    "\n",
    "，",
    " ",
    "{",
    "}",
)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=30).map("".join)


@given(
    st.lists(st.tuples(st.sampled_from(("user", "assistant", "")), TEXTS), max_size=12), st.integers(32, 150)
)
def test_extracts_fit_and_hold_sentences_of_their_source(texts: list[tuple[str, str]], limit: int) -> None:
    extract = Extractor().extract(texts, limit, exact())
    if extract is None:
        return
    assert extract.text
    assert extract.tokens == exact().count(extract.text) <= limit
    assert extract.tokens <= sum(exact().count(text) for _, text in texts)
    every = {text[start:end] for _, text in texts for start, end in sentences(text)}
    assert any(sentence in extract.text for sentence in every)
    assert (
        0
        <= extract.demands + extract.numbers
        <= extract.sentences
        < sum(len(sentences(text)) for _, text in texts) + 1
    )


def test_the_same_texts_give_the_same_extract_warm_or_cold() -> None:
    chance = random.Random(7)
    kinds = (DEMAND, NUMBER, PLAIN, "不要停在{}号泊位。", "Crane {} rests by the quay.")
    texts = [
        (
            chance.choice(("user", "assistant")),
            " ".join(chance.choice(kinds).format(chance.randrange(99)) for _ in range(6)),
        )
        for _ in range(300)
    ]
    warm = Extractor()
    warm.warm(text for _, text in texts)
    for limit in (32, 100, 600, 3000):
        for upto in (50, 300):
            cold = Extractor().extract(texts[:upto], limit, exact())
            assert cold is not None
            assert warm.extract(texts[:upto], limit, exact()) == cold
            assert upto < 300 or limit > 600 or cold.tokens >= 0.5 * limit


def test_a_second_extract_counts_little_anew() -> None:
    asked: list[int] = []

    class Noting(Dividing):
        def count(self, text: str) -> int:
            asked.append(len(text))
            return super().count(text)

    texts = [("user", f"Never use crane {number}. " + PLAIN * 5) for number in range(2000)]
    extractor = Extractor()
    first = extractor.extract(texts, 600, Noting())
    asked.clear()
    assert extractor.extract(texts, 600, Noting()) == first
    assert sum(asked) < 2000
