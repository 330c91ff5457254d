"""HelloAgents' context builder written down plainly, from what is known of it, to compare with.

It works on the arguments that its build() takes and shares no code with the strategies. The recency of its
score is that of packets made together, which is the same for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from helpers.cl100k import encoding


@dataclass(frozen=True)
class Packet:
    """A packet of information of one type."""

    kind: str
    content: str


@dataclass(frozen=True)
class Call:
    """The arguments of build(): history is (role, content)."""

    query: str
    history: Sequence[tuple[str, str]] = ()
    instructions: str = ""
    additional: Sequence[Packet] = field(default_factory=list[Packet])


@dataclass(frozen=True)
class Config:
    """The configuration that its code reads."""

    max_tokens: int = 8000
    reserve_ratio: float = 0.15
    min_relevance: float = 0.3

    @property
    def available(self) -> int:
        return int(self.max_tokens * (1 - self.reserve_ratio))


def count(text: str) -> int:
    """Tokens; where the encoder refuses a text, a quarter of its characters."""
    try:
        return len(encoding().encode(text))
    except ValueError:
        return len(text) // 4


def build(call: Call, config: Config, room: int | None = None) -> str:
    """The text that build() returns; `room` stands for the configuration's available tokens."""
    available = config.available if room is None else room
    chosen = _select(_gather(call), call.query, config, available)
    return _compress(_structure(chosen, call.query), available)


def _gather(call: Call) -> list[Packet]:
    packets: list[Packet] = []
    if call.instructions:
        packets.append(Packet("instructions", call.instructions))
    if call.history:
        lines = [f"[{role}] {content}" for role, content in call.history[-10:]]
        packets.append(Packet("history", "\n".join(lines)))
    return [*packets, *call.additional]


def _select(packets: list[Packet], query: str, config: Config, available: int) -> list[Packet]:
    asked = set(query.lower().split())

    def relevance(packet: Packet) -> float:
        return len(asked & set(packet.content.lower().split())) / len(asked) if asked else 0.0

    system = [one for one in packets if one.kind == "instructions"]

    def score(one: Packet) -> float:
        return 0.7 * relevance(one) + 0.3 * 1.0

    others = sorted((one for one in packets if one.kind != "instructions"), key=score, reverse=True)
    taken: list[Packet] = []
    used = 0
    for one in [*system, *(other for other in others if relevance(other) >= config.min_relevance)]:
        if used + count(one.content) > available:
            continue
        taken.append(one)
        used += count(one.content)
    return taken


def _structure(taken: list[Packet], query: str) -> str:
    def of(*kinds: str) -> list[str]:
        return [one.content for one in taken if one.kind in kinds]

    parts: list[str] = []
    if of("instructions"):
        parts.append("[Role & Policies]\n" + "\n".join(of("instructions")))
    parts.append(f"[Task]\n用户问题：{query}")
    if of("task_state"):
        parts.append("[State]\n关键进展与未决问题：\n" + "\n".join(of("task_state")))
    evidence = of("related_memory", "knowledge_base", "retrieval", "tool_result")
    if evidence:
        parts.append("[Evidence]\n事实与引用：\n" + "".join(f"\n{content}\n" for content in evidence))
    if of("history"):
        parts.append("[Context]\n对话历史与背景：\n" + "\n".join(of("history")))
    parts.append(
        "[Output]\n请按以下格式回答：\n1. 结论（简洁明确）\n2. 依据（列出支撑证据及来源）\n"
        "3. 风险与假设（如有）\n4. 下一步行动建议（如适用）"
    )
    return "\n\n".join(parts)


def _compress(text: str, available: int) -> str:
    if count(text) <= available:
        return text
    kept: list[str] = []
    used = 0
    for line in text.split("\n"):
        if used + count(line) > available:
            break
        kept.append(line)
        used += count(line)
    return "\n".join(kept)
