"""Judging a must-keep in the sentences that may speak of it is judging it in the whole text."""

from __future__ import annotations

import json

import pytest
from helpers.tree import ROOT

from ctxlab.analysis.excerpts import Excerpts
from ctxlab.analysis.screen import Screen, Vocabulary
from ctxlab.model.constraint import Survival, Survived
from ctxlab.text.survival import Prepared, prepared

PAIRS = ROOT / "tests" / "data" / "constraints" / "survival.jsonl"
FILLER = "The weather was fine. Nobody said more.\nAll of them sang."


def judged(words: str, text: str) -> Survival:
    """The verdict by excerpts."""
    vocabulary = Vocabulary()
    screen = Screen(words, vocabulary)
    return Excerpts(vocabulary).survival(prepared(words, semantic=False), screen, text)


def test_labelled_texts_are_judged_as_they_are_whole() -> None:
    for line in PAIRS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        whole = prepared(row["constraint"], semantic=False).survival(row["text"])
        found = judged(row["constraint"], row["text"])
        assert (found.verdict, found.reason, found.was, found.now) == (
            whole.verdict,
            whole.reason,
            whole.was,
            whole.now,
        )
        assert (found.start, found.end) == (whole.start, whole.end)


@pytest.mark.parametrize(
    ("words", "said", "verdict"),
    [
        ("at most 3000 yuan", "The budget is at most 3000 yuan", Survived.VERBATIM),
        ("do not touch the migrations", "Do not touch the migrations", Survived.VERBATIM),
        ("the budget is at most 3000 yuan", "The budget is at most 5000 yuan", Survived.CHANGED),
    ],
)
def test_spans_are_of_the_whole_text(words: str, said: str, verdict: Survived) -> None:
    text = f"{FILLER} {said}. {FILLER} {FILLER}"
    found = judged(words, text)
    assert found.verdict is verdict
    assert text[found.start : found.end] in said
    assert found.end > found.start


def test_a_text_without_any_sentence_of_it_has_nothing_of_it() -> None:
    assert judged("do not touch the migrations", FILLER).verdict is Survived.LOST


def test_an_excerpt_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(self: Prepared, text: str) -> Survival:
        read.append(text)
        return real(self, text)

    real = Prepared.survival
    monkeypatch.setattr(Prepared, "survival", counted)
    vocabulary = Vocabulary()
    screen = Screen("do not touch the migrations", vocabulary)
    excerpts = Excerpts(vocabulary)
    said = "Please do not touch the migrations."
    for text in (f"{FILLER}\n{said}\n{FILLER}", f"{FILLER}\n{said}\nYes. {FILLER}"):
        found = excerpts.survival(prepared("do not touch the migrations", semantic=False), screen, text)
        assert text[found.start : found.end] == "do not touch the migrations"
    assert read == [f"The weather was fine.\nAll of them sang.\n{said}"]
