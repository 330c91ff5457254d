"""Sessions as calls of HelloAgents' builder: the session that a call makes, and the run on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from hypothesis import strategies as st

from ctxlab.engine.pipeline import Engine, Tools
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.session import Request, Session
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin
from ctxlab.stages.registry import builtin_strategies
from ctxlab.tokens.cache import CachedCounter
from ctxlab.tokens.exact import ExactCounter
from helpers.engine import FirstWords
from helpers.hello_agents_reference import Call, Config, Packet

HELLO_AGENTS = "hello-agents"

#: The types of packets and the sources that stand for them in a session.
SOURCES = {
    "task_state": Source.TASK_STATE,
    "retrieval": Source.RETRIEVED_DOC,
    "tool_result": Source.TOOL_RESULT,
    "note": Source.AGENT_NOTE,
    "key_fact": Source.KEY_FACT,
    "summary": Source.SUMMARY,
}


@dataclass(frozen=True)
class Limits:
    """What a run is held to."""

    size: int = 8000
    reserve: int = 1200
    percent: int = 30

    @property
    def room(self) -> int:
        return self.size - self.reserve

    @property
    def config(self) -> Config:
        return Config(min_relevance=self.percent / 100)


def session_of(call: Call) -> Session:
    """The call's arguments as a session; additional packets in the order in which sources are gathered."""
    items: list[Item] = []

    def add(role: str, text: str, source: Source, kind: PartKind = PartKind.TEXT) -> None:
        items.append(Item(f"i{len(items) + 1}", role, (Part(kind, text),), source=source))

    add("system", call.instructions, Source.SYSTEM_PROMPT)
    add("user", call.query, Source.USER_MESSAGE)
    for role, content in call.history:
        add(role, content, Source.CONVERSATION)
    for packet in call.additional:
        kind = PartKind.RESULT if packet.kind == "tool_result" else PartKind.TEXT
        add("tool" if packet.kind == "tool_result" else "system", packet.content, SOURCES[packet.kind], kind)
    return Session("s", tuple(items), (Request(1, 1, len(items), ((0, len(items) - 1),)),))


@cache
def engine() -> Engine:
    """One engine for all runs: counts are kept."""
    counters = {"cl100k_base": CachedCounter(ExactCounter("cl100k_base"))}
    return Engine(builtin_strategies(), Tools(counters.__getitem__, FirstWords()))


def run(call: Call, limits: Limits | None = None) -> Trace:
    """The engine's run on the call's session."""
    asked = limits or Limits()
    profile = builtin(HELLO_AGENTS).set("window.output_reserve", 0).set("window.size", asked.size)
    profile = profile.set("window.output_reserve", asked.reserve).set("select.min_relevance", asked.percent)
    return engine().run(session_of(call).at(), profile)


_PIECES = (
    "hotel ",
    "预算 ",
    "预算三千。",
    "Oslo",
    " \n",
    "\n\n",
    "where to stay ",
    "a",
    "<|endoftext|>",
    "\t",
)
texts = st.builds(
    str.__mul__, st.lists(st.sampled_from(_PIECES), max_size=6).map("".join), st.sampled_from((1, 1, 1, 30))
)
_packets = st.lists(st.builds(Packet, st.sampled_from(list(SOURCES)), texts), max_size=7)


def _in_order(packets: list[Packet]) -> list[Packet]:
    return sorted(packets, key=lambda packet: list(SOURCES).index(packet.kind))


calls = st.builds(
    Call,
    query=texts,
    history=st.lists(st.tuples(st.sampled_from(["user", "assistant"]), texts), max_size=13),
    instructions=texts,
    additional=_packets.map(_in_order),
)
limits = st.sampled_from(
    [
        Limits(),
        Limits(300, 20, 30),
        Limits(90, 0, 0),
        Limits(150, 10, 50),
        Limits(40, 0, 1),
        Limits(1, 0, 100),
    ]
)
