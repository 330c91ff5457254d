"""What became of recorded items in what was really sent, told by comparing alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

#: Start and end in a text, in code points.
TextSpan = tuple[int, int]


class SentFate(StrEnum):
    """What became of an item on the way into what was sent."""

    KEPT = "kept"
    REWRITTEN = "rewritten"
    MERGED = "merged"
    DROPPED = "dropped"

    @property
    def mark(self) -> str:
        """The sign that stands beside the word: nothing for kept."""
        return _MARKS[self]


_MARKS = {SentFate.KEPT: "", SentFate.REWRITTEN: "~", SentFate.MERGED: "∪", SentFate.DROPPED: "−"}


class How(StrEnum):
    """In which way an item was rewritten.

    `cut`: spans of it are gone, a marker may stand there. `cleared`: some other text stands in its place, and
    nothing of it. `summarised`: what is left of it is in a summary. `reformatted`: only blanks or the writing
    of its JSON differ. `values`: a number, a unit or what is affirmed is another. `reworded`: anything else.
    `role`: the same text, said by another. `wrapped`: it stands whole in a longer text.
    """

    CUT = "cut"
    CLEARED = "cleared"
    SUMMARISED = "summarised"
    REFORMATTED = "reformatted"
    VALUES = "values"
    REWORDED = "reworded"
    ROLE = "role"
    WRAPPED = "wrapped"


class Basis(StrEnum):
    """What the items were held against: what was sent, or what the recorder itself noted as its context."""

    SENT = "sent"
    RECORD = "record"


class AddedKind(StrEnum):
    """What a message that no item explains is taken for."""

    SYSTEM = "system"
    TOOLS = "tools"
    SUMMARY = "summary"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class ItemFate:
    """What became of one item, and the evidence.

    `message` is the 1-based number of the message in which it stands, None where it does in none, and `sent`
    the id of the item there: one of what was sent, or on the record one of the session. `spans` are what a
    cut took of the item's text (code points), `tail` says that something behind the last still stands;
    `marker` is what stands there instead, or in place of all. `was` and `now` are the values that differ.
    `found` of `of` are the item's terms that a summary has. `moved` says that it stands in another order than
    it was recorded in. `tokens` are those of the item, `left` those of what stands for it alone: 0 for what
    was merged into a message with others.
    """

    item: str
    fate: SentFate
    how: How | None = None
    message: int | None = None
    sent: str = ""
    spans: tuple[TextSpan, ...] = ()
    tail: bool = False
    marker: str = ""
    was: str = ""
    now: str = ""
    found: int = 0
    of: int = 0
    moved: bool = False
    tokens: int = 0
    left: int = 0

    @property
    def taken(self) -> int:
        """How many code points a cut took."""
        return sum(end - start for start, end in self.spans)


@dataclass(frozen=True, slots=True)
class AddedText:
    """Something sent that no item explains: what the builder put in. `items` are those summarised in it."""

    message: int
    sent: str
    role: str
    text: str
    kind: AddedKind
    items: tuple[str, ...] = ()
    tokens: int = 0


@dataclass(frozen=True, eq=False)
class Forensic:
    """The items before one request held against what was sent there; `items` in the session's order.

    `messages` is how many messages were sent. `exact` says whether the tokens are exact counts.
    """

    request: int
    turn: int
    basis: Basis
    items: tuple[ItemFate, ...]
    added: tuple[AddedText, ...] = ()
    messages: int = 0
    exact: bool = True

    @cached_property
    def by_item(self) -> dict[str, ItemFate]:
        """The fates by the items' ids."""
        return {one.item: one for one in self.items}

    @cached_property
    def by_sent(self) -> dict[str, tuple[str, ...]]:
        """For the items of what was sent, the items that they stand for; those without any are left out."""
        found: dict[str, tuple[str, ...]] = {}
        for one in self.items:
            if one.sent:
                found[one.sent] = (*found.get(one.sent, ()), one.item)
        return found

    def count(self, fate: SentFate) -> int:
        """How many items have that fate."""
        return sum(one.fate is fate for one in self.items)


class RuleCode(StrEnum):
    """A rule by which the builder may have worked; `GuessedRule.number` is its N.

    `all_kept`: all that was recorded is sent. `last_turns`: the last N turns. `last_messages`: the last N
    messages. `last_results`: of tool results the last N. `results_older`: no tool results from more
    than N requests before. `cut_results`: tool results are cut at N characters. `no_results`,
    `no_thinking`: none of that kind. `summarised`: a summary at request N. `summarises`: again and again from
    request N on.
    """

    ALL_KEPT = "all_kept"
    LAST_TURNS = "last_turns"
    LAST_MESSAGES = "last_messages"
    LAST_RESULTS = "last_results"
    RESULTS_OLDER = "results_older"
    CUT_RESULTS = "cut_results"
    NO_RESULTS = "no_results"
    NO_THINKING = "no_thinking"
    SUMMARISED = "summarised"
    SUMMARISES = "summarises"


@dataclass(frozen=True, slots=True)
class GuessedRule:
    """A rule that fits: it holds at `agree` of the `of` requests where it can be told. Never a certainty.

    `count` is how many items speak for it.
    """

    code: RuleCode
    number: int = 0
    agree: int = 0
    of: int = 0
    count: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """An item that is not what it was from request `since` on, up to the last that was looked at."""

    item: str
    since: int
    fate: ItemFate


@dataclass(frozen=True, slots=True)
class Course:
    """What became of the items of one chain over its requests.

    `requests` are those that were held against what was sent, `unread` those whose record cannot be read.
    `changes` are in the session's order.
    """

    basis: Basis
    requests: tuple[int, ...]
    unread: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    rules: tuple[GuessedRule, ...] = ()
