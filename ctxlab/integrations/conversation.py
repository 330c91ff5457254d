"""What an agent would have sent without any management, and what a library left of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ctxlab.engine.standing import Remains
from ctxlab.model.decision import Fate, Stage
from ctxlab.model.items import PartKind
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Message, Trace
from ctxlab.text.match import Matcher

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Snapshot

#: What a message costs beside its texts, by the published cookbook.
FRAMING = 3


@dataclass(frozen=True, slots=True)
class Conversation:
    """The unmanaged context of a session at its last request, as messages of OpenAI's chat wire.

    `tools` are the schemas that go beside the messages, and `tool_tokens` what they take.
    """

    trace: Trace
    messages: tuple[Message, ...]
    tools: tuple[Mapping[str, Any], ...]
    tool_tokens: int


@dataclass(frozen=True, slots=True)
class Left:
    """What a library sends of a conversation, by positions of items in its trace.

    `whole` go out as they were, `cut` changed, with the text that is left. `made` are texts that the library
    wrote itself: summaries, and what stands for a result that was cleared.
    """

    whole: frozenset[int]
    cut: Mapping[int, str] = field(default_factory=dict[int, str])
    made: tuple[str, ...] = ()


def conversation(
    lab: Lab, snapshot: Snapshot, profile: Profile, cancelled: Callable[[], bool]
) -> Conversation:
    """The conversation of a session at one request, counted as a profile counts."""
    from ctxlab.lab import unmanaged_profile

    like = unmanaged_profile().with_parts(tokens=profile.tokens).set("construct.wire", "openai-chat")
    trace = lab.build(snapshot, like, cancelled=cancelled)
    tools = [one for one in trace.outside if one.field == "tools"]
    schemas = tuple(schema for one in tools for schema in one.value)
    return Conversation(trace, trace.context, schemas, sum(one.tokens for one in trace.outside))


def left_of(found: Conversation, message: Message, text: str) -> Left:
    """What is left of a message of which only a text is: calls stay, other items as far as it has them."""
    whole: set[int] = set()
    cut: dict[int, str] = {}
    for position in message.positions:
        item = found.trace.item(position)
        if item.has(PartKind.CALL) or (item.text and item.text in text):
            whole.add(position)
        elif text and not cut:
            cut[position] = text
    return Left(frozenset(whole), cut)


def joined(parts: Iterable[Left]) -> Left:
    """What several parts leave together."""
    parts = list(parts)
    whole = frozenset(position for one in parts for position in one.whole)
    cut = {position: text for one in parts for position, text in one.cut.items()}
    return Left(whole, cut, tuple(text for one in parts for text in one.made))


def whole_items(found: Conversation, left: Left) -> frozenset[str]:
    """The ids of the items that a library sends whole, with what goes beside the messages."""
    beside = (position for one in found.trace.outside for position in one.positions)
    return frozenset(found.trace.id(position) for position in (*left.whole, *beside))


def kept_whole(trace: Trace) -> frozenset[str]:
    """The ids of the recorded items that a run of ours sends whole."""
    fate = trace.stage(Stage.CONSTRUCT).fate
    return frozenset(
        trace.id(position)
        for position in range(len(trace.pool))
        if fate[position] == Fate.KEPT and position not in trace.altered and not trace.derived_from(position)
    )


def survives(one: MustKeep, found: Conversation, left: Left, *, made: bool = True) -> bool:
    """Whether a must-keep is in what a library sends, told as `ctxlab check` tells it.

    `made` False does not look in what the library wrote itself.

    Raises:
        ProfileError: It is nothing that could be found.
    """
    trace, whole = found.trace, whole_items(found, left)
    if one.item:
        position = trace.position(one.item)
        if position is None or one.item in whole:
            return position is not None
        now = left.cut.get(position)
        return now is not None and Remains().left_of(trace.item(position).text, now, cut=True).verdict.kept
    if one.source:
        members = [at for at, source in enumerate(trace.pool.source) if source.value == one.source]
        return bool(members) and all(trace.id(at) in whole for at in members)
    matcher = Matcher(one)
    matcher.begin()
    texts = [trace.item(at).text for at in range(len(trace.pool)) if trace.id(at) in whole]
    return any(map(matcher.found, (*texts, *left.cut.values(), *(left.made if made else ()))))


def tokens_left(found: Conversation, left: Left, count: Callable[[str], int]) -> int:
    """The tokens of what a library sends, tools and framing too, counted as the profile counts."""
    held = found.trace.stage(Stage.CONSTRUCT).tokens
    total = found.tool_tokens + sum(FRAMING + count(text) for text in left.made)
    for message in found.messages:
        if not any(position in left.whole or position in left.cut for position in message.positions):
            continue
        changed = [position for position in message.positions if position not in left.whole]
        total += message.tokens - sum(held[position] for position in changed)
        total += sum(count(left.cut[position]) for position in changed if position in left.cut)
    return total


def aligned(sent: Sequence[object], given: Sequence[object]) -> list[int | None]:
    """For each thing that was sent which of those given it is, matched from the end; None where none.

    Libraries drop from the front and keep the order, so that of several that are equal the latest is meant.
    """
    out: list[int | None] = []
    end = len(given)
    for one in reversed(sent):
        at = next((at for at in range(end - 1, -1, -1) if given[at] == one), None)
        out.append(at)
        end = end if at is None else at
    return out[::-1]
