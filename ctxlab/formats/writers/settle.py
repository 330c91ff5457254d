"""Turns of any recording, set in the order that an API takes, with nothing in them that it does not take.

Results stand right behind the calls that they answer, and each call has one. Ids and names are what the API
allows. What only the API of the recording understands goes, or stands there as text; all that is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ctxlab.formats.fields import compact
from ctxlab.formats.recorded import Group
from ctxlab.formats.writers.carrying import Carrying, Rules
from ctxlab.formats.writers.names import Names
from ctxlab.formats.writers.turns import Turn, fields_of
from ctxlab.formats.writers.written import Losses
from ctxlab.model.items import Item, Part, PartKind, Source

#: What stands in the place of a result that is not there, and before a talk that an answer begins.
NO_RESULT = "[no result was recorded]"
BEGINNING = "[the recorded conversation begins with the answer]"

_ROLES = {"user": "user", "assistant": "assistant", "tool": "tool", "function": "tool"}
_SYSTEM_ROLES = frozenset({"system", "developer"})

#: Calls that the provider runs: their results stand where it put them, and may be missing.
_PROVIDERS = frozenset(
    {"server_tool_use", "mcp_tool_use", "executableCode", "web_search_call", "file_search_call"}
    | {"code_interpreter_call", "image_generation_call", "mcp_call", "mcp_approval_request"}
)


@dataclass(frozen=True, slots=True)
class Settled:
    """System texts that stand before or beside the talk, and the talk."""

    system: tuple[Turn, ...]
    talk: tuple[Turn, ...]


def settled(turns: Sequence[Turn], rules: Rules, names: Names, losses: Losses) -> Settled:
    """The turns as the wire takes them; what is lost by that is counted in `losses`."""
    settling = _Settling(rules, names, losses)
    settling.take(turns)
    talk = list(settling.talk)
    if rules.alternates:
        talk = _alternating(talk, with_results=rules.with_results)
        if talk and talk[0].role == "assistant":
            losses.count("user_added")
            talk.insert(0, Turn("user", ((Part(PartKind.TEXT, BEGINNING),),)))
    return Settled(tuple(settling.system), tuple(talk))


class _Settling:
    def __init__(self, rules: Rules, names: Names, losses: Losses) -> None:
        self._rules, self._names, self._losses = rules, names, losses
        self._parts = Carrying(rules, names, losses)
        self._results: dict[str, list[Group]] = {}
        self._calls: set[str] = set()
        self._providers: set[str] = set()
        self.system: list[Turn] = []
        self.talk: list[Turn] = []

    def take(self, turns: Sequence[Turn]) -> None:
        """All turns, in order. Results are looked up beforehand: they may stand anywhere."""
        for turn in turns:
            for group in turn.groups:
                for part in group:
                    if part.kind is PartKind.CALL:
                        self._calls.add(part.call_id)
                        if self._rules.same and _type_of(part) in _PROVIDERS:
                            self._providers.add(part.call_id)
        for turn in turns:
            for group in turn.groups:
                if _is_result(group) and not self._stays(group):
                    self._results.setdefault(group[0].call_id, []).append(group)
        for turn in turns:
            self._take(turn)
        self._drop_lone_thinking()

    def _stays(self, group: Group) -> bool:
        """Whether a result is the provider's own affair, and stays where it is."""
        return group[0].call_id in self._providers

    def _drop_lone_thinking(self) -> None:
        """Thinking alone goes, but where the wire takes it and the model's next words follow."""
        kept: list[Turn] = []
        for at, turn in enumerate(self.talk):
            following = self.talk[at + 1].role if at + 1 < len(self.talk) else ""
            lone = all(part.kind is PartKind.THINKING for part in turn.parts)
            if lone and not (self._rules.thinking_alone and following == "assistant"):
                self._losses.count("thinking_dropped", len(turn.parts))
            else:
                kept.append(turn)
        self.talk = kept

    def _take(self, turn: Turn) -> None:
        item = turn.items[0] if turn.items else None
        if item is not None and item.source is Source.TOOL_SCHEMAS and not self._rules.same:
            self._losses.name("tools_dropped", *(part.name or "?" for part in turn.parts))
            return
        if turn.role in _SYSTEM_ROLES or (item is not None and _is_beside(item)):
            self._take_system(turn)
            return
        role = _ROLES.get(turn.role, "")
        if not role:
            self._losses.count("roles_changed")
            role = "user"
            turn = replace(turn, groups=tuple(tuple(map(self._parts.plain, group)) for group in turn.groups))
        role = "user" if role == "tool" else role
        if role == "user" and any(part.kind is PartKind.CALL for part in turn.parts):
            self._losses.count("roles_changed")
            role = "assistant"
        self._take_said(turn, role)

    def _take_system(self, turn: Turn) -> None:
        texts = [tuple(map(self._parts.named, self._as_text(group))) for group in turn.groups]
        groups = [self._parts.said(group) for group in texts]
        kept = tuple(group for group in groups if group)
        if not kept:
            return
        if self._rules.apart and self.talk:
            self._losses.count("system_moved")
        to = self.talk if self.talk and not self._rules.apart else self.system
        to.append(replace(turn, groups=kept, role="developer" if turn.role == "developer" else "system"))

    def _take_said(self, turn: Turn, role: str) -> None:
        """The turn's groups, in as many messages as the results in between make of it."""
        said: list[Group] = []
        calls: list[Part] = []
        for group in turn.groups:
            if _is_result(group) and not self._stays(group):
                if group[0].call_id not in self._calls:
                    said.append(self._parts.said(self._as_text(group)))
                elif any(call.call_id == group[0].call_id for call in calls):
                    self._close(turn, role, said, calls)
                    said, calls = [], []
                continue
            calls += [part for part in group if part.kind is PartKind.CALL and not self._stays((part,))]
            said.append(self._parts.said(self._sayable(group, role)))
        self._close(turn, role, said, calls)

    def _sayable(self, group: Group, role: str) -> Group:
        """The group without media that a model cannot have said; what it said aloud in this wire stays."""
        if role != "assistant" or self._rules.model_media or _is_result(group):
            return group
        aloud = PartKind.AUDIO if self._rules.same else None
        return tuple(part if part.kind is aloud else self._parts.named(part) for part in group)

    def _close(self, turn: Turn, role: str, said: Sequence[Group], calls: Sequence[Part]) -> None:
        """One message, and behind it the results of its calls, with the media that have to stand outside."""
        kept = tuple(group for group in said if group)
        if kept:
            self.talk.append(replace(turn, role=role, groups=kept))
        media: list[Part] = []
        results: list[Group] = []
        for call in calls:
            group, outside = self._result(call)
            results.append(group)
            media += outside
        if results:
            self.talk.append(Turn("tool", tuple(results)))
        if media:
            self._losses.count("media_moved", len(media))
            self.talk.append(Turn("user", tuple((part,) for part in media)))

    def _result(self, call: Part) -> tuple[Group, list[Part]]:
        """What answers a call, and the media of it that the wire does not take there."""
        groups = self._results.pop(call.call_id, [])
        if not groups:
            self._losses.count("results_made")
            groups = [(Part(PartKind.RESULT, NO_RESULT, call.name, call.call_id),)]
        self._losses.count("results_joined", len(groups) - 1)
        first = groups[0][0]
        text = "\n".join(group[0].text for group in groups if group[0].text)
        is_json = first.json and len(groups) == 1
        beside = [part for group in groups for part in self._parts.said(group[1:])]
        texts = [part for part in beside if part.kind is PartKind.TEXT]
        media = [part for part in beside if part.kind is not PartKind.TEXT]
        if texts and not self._rules.same:
            text, texts = "\n".join(one for one in (text, *(part.text for part in texts)) if one), []
        extra = self._fields(first, call)
        name = self._names.tool(call.name or first.name)
        result = Part(PartKind.RESULT, text, name, self._names.id(call.call_id), json=is_json, extra=extra)
        if self._rules.media_in_results or self._rules.same:
            return (result, *texts, *media), []
        return (result, *texts), media

    def _fields(self, result: Part, call: Part) -> str:
        """The unknown fields of a result that go over; it answers a call of a type of its own in kind."""
        kind = _type_of(call) if self._rules.same else ""
        if kind.endswith("_call") and kind != "function_call":
            return compact({"type": f"{kind}_output"})
        return result.extra if self._rules.fields else ""

    def _as_text(self, group: Group) -> Group:
        """A result that no call asked for as text, with the name of its tool."""
        if not _is_result(group):
            return group
        self._losses.count("results_as_text")
        first = group[0]
        text = "\n".join(filter(None, (f"[{first.name}]" if first.name else "", first.text)))
        return (Part(PartKind.TEXT, text), *group[1:])


def _type_of(part: Part) -> str:
    """The type that a reader kept of a part that has one of its own."""
    return str(fields_of(part.extra).get("type", ""))


def _is_result(group: Group) -> bool:
    return bool(group) and group[0].kind is PartKind.RESULT


def _is_beside(item: Item) -> bool:
    """Whether it is no message, and nothing that anybody said in the conversation."""
    return item.message < 0 and item.role not in ("user", "assistant")


def _alternating(talk: Sequence[Turn], *, with_results: bool) -> list[Turn]:
    """Neighbours of one role as one; results are the user's, and stand first."""
    out: list[Turn] = []
    for turn in talk:
        last = out[-1] if out else None
        joins = last is not None and (
            last.role == turn.role or (with_results and (last.role, turn.role) == ("tool", "user"))
        )
        if last is not None and joins:
            out[-1] = replace(last, groups=(*last.groups, *turn.groups))
        else:
            out.append(turn)
    return out
