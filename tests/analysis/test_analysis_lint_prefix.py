"""How much of a context the next one begins with, and what breaks it."""

from __future__ import annotations

from helpers.spec import run, session

from ctxlab.analysis.lint.prefix import Stable, stable_prefix
from ctxlab.model.trace import Trace

TALK = "p system 6\ni1 user 4\ni2 assistant 5\ni3 user 3\ni4 assistant 7\ni5 user 2"
PLAIN = "recent.rounds=0"


def _at(end: int, settings: str = PLAIN, table: str = TALK) -> Trace:
    return run(session(table, end=end), settings)


def test_a_talk_that_only_grows_stays_whole_at_the_head() -> None:
    before, after = _at(4), _at(6)
    # 18 words, 3 of framing for each of four messages; the 3 that end a context are none of its head
    assert stable_prefix(before, after) == Stable(18 + 4 * 3, 18 + 4 * 3, -1)


def test_an_item_that_leaves_breaks_it_there() -> None:
    settings = f"{PLAIN} history.cap=25 history.order=newest history.overflow=stop"
    before, after = _at(4, settings), _at(6, settings)
    found = stable_prefix(before, after)
    # i1 stood behind the prompt, and now i2 does
    assert (found.tokens, after.id(found.breaker)) == (6 + 3, "i2")


def test_inside_a_shared_message_the_equal_part_counts() -> None:
    """The prompt and one fact are joined in one message; a fact more stands behind them."""
    table = "p system 6\nf1 system 4 fact\ni1 user 4\ni2 assistant 5\nf2 system 4 fact\ni3 user 3"
    before, after = _at(3, table=table), _at(6, table=table)
    found = stable_prefix(before, after)
    assert after.id(found.breaker) == "f2"
    shared = before.context[0].tokens
    assert found.tokens == shared, "all of the first message stays, and nothing behind it"


def test_a_context_that_is_equal_has_no_breaker() -> None:
    one = _at(6)
    assert stable_prefix(one, _at(6)).breaker == -1
