"""What the gathers of one session share, and what goes with a gather."""

from __future__ import annotations

from helpers.engine import word_engine
from helpers.spec import profile
from helpers.spoken import spoken
from helpers.word_counter import WordCounter

from ctxlab.model.items import Row
from ctxlab.model.session import Session
from ctxlab.stages.gather.pool import ItemCounts, Units
from ctxlab.tokens.images import DEFAULT

TALK = spoken("user: One two three.", "assistant: Four.", "user: Five.", "assistant: Six.")


class Counting(WordCounter):
    """Counts words, and how often it was asked."""

    def __init__(self, *, provisional: bool = False) -> None:
        self.provisional = provisional
        self.asked: list[str] = []

    def count(self, text: str) -> int:
        """The words of a text."""
        self.asked.append(text)
        return super().count(text)


def counts(known: ItemCounts, session: Session, counter: Counting) -> list[int]:
    """The tokens of a session's items."""
    count = known.begin(session.items, counter, DEFAULT)
    return [count(item)[0] for item in session.items]


def test_an_item_is_counted_once_for_all_requests() -> None:
    known, counter = ItemCounts(), Counting()
    assert counts(known, TALK, counter) == counts(known, TALK, counter) == [3, 1, 1, 1]
    assert len(counter.asked) == 4


def test_another_session_is_counted_anew() -> None:
    known, counter = ItemCounts(), Counting()
    other = spoken("user: Hello there.")
    assert counts(known, TALK, counter) == [3, 1, 1, 1]
    assert counts(known, other, counter) == [2]
    assert counts(known, TALK, counter) == [3, 1, 1, 1]
    assert len(counter.asked) == 9


def test_estimates_that_will_be_better_are_not_kept() -> None:
    known, counter = ItemCounts(), Counting(provisional=True)
    counts(known, TALK, counter)
    counts(known, TALK, counter)
    assert len(counter.asked) == 8


def test_units_that_say_the_same_are_one() -> None:
    units = Units()
    first = units.unit((1, 2), 7, False, False)
    assert units.unit((1, 2), 7, False, False) is first
    assert units.unit((1, 2), 7, True, False) is not first


def test_two_requests_have_the_same_units_of_what_both_have() -> None:
    engine, chosen = word_engine(), profile("recent.rounds=0")
    session = spoken(*(f"{role}: Word." for role in ("user", "assistant") * 3))
    first, second = (engine.examine(session.at(request), chosen).queues for request in (2, 3))
    assert first[Row.HISTORY].units[0] is second[Row.HISTORY].units[0]
