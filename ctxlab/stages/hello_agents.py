"""Packets of HelloAgents' ContextBuilder: what its Select weighs, and its fixed texts."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ctxlab.model.decision import Numbers
from ctxlab.model.items import Row, Source
from ctxlab.stages.kept import counted_by, kept_with
from ctxlab.stages.protocol import Gathered
from ctxlab.stages.published_pieces import Contents, Piece, connected, kept_by_source, text_of
from ctxlab.stages.split_budget.texts import special_token
from ctxlab.tokens.protocols import Counter

ROLE_HEAD = "[Role & Policies]\n"
TASK_HEAD = "[Task]\n用户问题："
STATE_HEAD = "[State]\n关键进展与未决问题：\n"
EVIDENCE_HEAD = "[Evidence]\n事实与引用：\n"
CONTEXT_HEAD = "[Context]\n对话历史与背景：\n"
OUTPUT = (
    "[Output]\n请按以下格式回答：\n1. 结论（简洁明确）\n2. 依据（列出支撑证据及来源）\n"
    "3. 风险与假设（如有）\n4. 下一步行动建议（如适用）"
)
SECTION_SEPARATOR = "\n\n"

#: Sources whose packets make the evidence.
EVIDENCE = (Source.RETRIEVED_DOC, Source.TOOL_RESULT)

_ESTIMATE = 4


@dataclass(frozen=True, slots=True)
class Packet:
    """Text that is taken or left as one: `shared` of the `asked` words of the query stand in it."""

    source: Source
    positions: tuple[int, ...]
    tokens: int
    shared: int
    asked: int

    def is_taken(self, least: int) -> bool:
        """Whether budget alone decides: instructions, and what has at least so many percent of the words."""
        return self.source is Source.SYSTEM_PROMPT or self.shared * 100 >= least * max(1, self.asked)


@dataclass(frozen=True, slots=True)
class Packets:
    """All packets of a gather, the query's positions, older messages, and the items of each row.

    Instructions stand first, then what shares most words with the query, equal ones as they were gathered.
    `older` has by position how many messages from the newest each one is that is not among the last.
    """

    query: tuple[int, ...]
    packets: tuple[Packet, ...]
    older: Mapping[int, Numbers]
    rows: Mapping[Row, int]


def count(text: str, counter: Counter) -> int:
    """Tokens as published: a quarter of the characters where its counter fails on a special token."""
    return len(text) // _ESTIMATE if special_token(text) else counter.count(text)


def words(text: str) -> set[str]:
    """The words of a text by its blanks: Chinese is one word from blank to blank."""
    return set(text.lower().split())


def history(contents: Contents, positions: Sequence[int]) -> list[Piece]:
    """The history as one text, a line a message with its role."""
    lines = [
        [Piece(f"[{contents.item(position).role}] ", row="prefix"), Piece(contents.text(position), position)]
        for position in positions
    ]
    return connected(lines, "\n")


def instructions(contents: Contents, positions: Sequence[int]) -> list[Piece]:
    """The system prompts of a session as the one text of instructions that the builder takes."""
    return connected([[Piece(contents.text(position), position)] for position in positions], "\n\n")


def packets_of(given: Gathered, last: int | None, counter: Counter) -> Packets:
    """The packets of a gather, with the last messages of the history; kept with it."""
    return kept_with(given, Packets, lambda: _packets(given, last, counter), last, counted_by(counter))


def _packets(given: Gathered, last: int | None, counter: Counter) -> Packets:
    pool, contents = given.pool, Contents(given.pool)
    by_source = dict(kept_by_source(given))
    query = by_source.pop(Source.USER_MESSAGE, ())
    asked = words("\n".join(pool.items[position].text for position in query))
    found: list[Packet] = []

    def add(source: Source, positions: Sequence[int], text: str) -> None:
        shared = len(asked & words(text))
        found.append(Packet(source, tuple(positions), count(text, counter), shared, len(asked)))

    prompts = by_source.pop(Source.SYSTEM_PROMPT, ())
    text = text_of(instructions(contents, prompts))
    if text:
        add(Source.SYSTEM_PROMPT, prompts, text)
    said = by_source.pop(Source.CONVERSATION, ())
    recent = said if last is None else said[max(0, len(said) - last) :]
    if recent:
        add(Source.CONVERSATION, recent, text_of(history(contents, recent)))
    for source, positions in by_source.items():
        for position in positions:
            add(source, (position,), pool.items[position].text)
    found.sort(key=lambda packet: (packet.source is not Source.SYSTEM_PROMPT, -packet.shared))
    rows = Counts(pool.row[position] for position in given.record.order)
    limit = ("limit", len(recent) if last is None else last)
    older = {
        position: (limit, ("rank", len(said) - at))
        for at, position in enumerate(said[: len(said) - len(recent)])
    }
    return Packets(query, tuple(found), older, rows)
