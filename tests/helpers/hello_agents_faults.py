"""What HelloAgents' builder does without a word: each fault as a session that shows it."""

from __future__ import annotations

from collections.abc import Callable

from ctxlab.model.session import Session
from helpers.hello_agents_reference import Call, Packet
from helpers.hello_agents_runs import session_of
from helpers.seen import Fault, Seen


def _call(
    *additional: Packet,
    query: str = "where shall I stay",
    history: tuple[tuple[str, str], ...] = (),
    instructions: str = "Plan trips.",
) -> Callable[[], Session]:
    """Instructions are i1, the query is i2, the history begins at i3, other packets come behind it."""
    return lambda: session_of(Call(query, history, instructions, additional))


def words(count: int, word: str = "stay") -> str:
    """A text of so many tokens, most of them the word."""
    return word + f" {word}" * (count - 1)


_ALL = "where shall i stay"
_DEMAND = "I shall never stay where they serve nuts"
_LONG = [Packet("retrieval", f"{_ALL} {words(3_000)}"), Packet("retrieval", f"{_ALL} {words(3_400)} END")]


def _not_rendered(kind: str) -> Fault:
    text = f"{_ALL}: in the BLUE HOUSE"
    return Fault(
        f"a packet of type {kind} is selected, uses the budget and is never rendered",
        _call(Packet(kind, text)),
        shows=lambda out: not out.has("BLUE HOUSE"),
        said=lambda out: (
            out.says("i3", "select", "kept", "fits")
            and out.says("i3", "construct", "dropped", "not_rendered")
        ),
    )


def _lost_packet(out: Seen) -> bool:
    return out.says("i3", "select", "dropped", "over_window") and out.noticed("history_as_one", "i3")


FAULTS = (
    _not_rendered("note"),
    _not_rendered("key_fact"),
    _not_rendered("summary"),
    Fault(
        "the history is one packet: one long message takes all with it",
        _call(history=(("user", _DEMAND), ("assistant", f"{_ALL} {words(7_000)}"))),
        shows=lambda out: not out.has(_DEMAND),
        said=_lost_packet,
    ),
    Fault(
        "messages before the last ten never come into it",
        _call(history=(("user", _DEMAND), *(("assistant", _ALL) for _ in range(10)))),
        shows=lambda out: not out.has(_DEMAND),
        said=lambda out: out.says("i3", "select", "dropped", "over_count"),
    ),
    Fault(
        "Chinese has no blanks, so that what bears on the question is not relevant",
        _call(Packet("retrieval", "杭州住宿推荐：西湖边的民宿"), query="杭州住宿推荐哪里"),
        shows=lambda out: not out.has("西湖边的民宿"),
        said=lambda out: (
            out.says("i3", "select", "dropped", "below_relevance")
            and out.noticed("relevance_by_blanks", "i2")
        ),
    ),
    Fault(
        "instructions longer than the budget are skipped",
        _call(instructions=f"NEVER LIE. {words(6_800)}"),
        shows=lambda out: not out.has("NEVER LIE."),
        said=lambda out: (
            out.says("i1", "select", "dropped", "over_window") and out.noticed("instructions_skipped", "i1")
        ),
    ),
    Fault(
        "the rendered text is cut from its end: the demands on the answer go first",
        _call(*_LONG, instructions=words(360)),
        shows=lambda out: not out.has("4. 下一步行动建议"),
        said=lambda out: out.noticed("output_lost"),
    ),
    Fault(
        "then the history goes, which stands before them",
        _call(*_LONG, history=(("user", _DEMAND),), instructions=words(350)),
        shows=lambda out: not out.has(_DEMAND),
        said=lambda out: (
            out.says("i3", "select", "kept", "fits") and out.says("i3", "construct", "dropped", "over_window")
        ),
    ),
)
