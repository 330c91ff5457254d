"""Messages cut into the smallest pieces by which one call's history is found again in another's.

Answer and history often differ in form: text and call in one message or in two, arguments as text or as an
object, thinking that is not sent again, blanks at the ends. Two atoms are the same where their keys are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ctxlab.formats.fields import compact
from ctxlab.formats.recorded import Group, Recorded, group_of
from ctxlab.formats.values import ParseError, is_container, is_list, is_object, parse
from ctxlab.model.items import Part, PartKind
from ctxlab.model.making import maker

#: Roles that say the same: who spoke.
_SPEAKERS = {"developer": "system", "model": "assistant", "ai": "assistant", "human": "user"}

#: Longer JSON is spelled anew each time, so that what is remembered stays small.
_REMEMBERED = 10_000

#: What makes two atoms the same: who spoke, and of each part its kind, its text, its name and its data.
Key = tuple[str, tuple[tuple[str, str, str, str], ...]]


@dataclass(frozen=True, slots=True)
class Atom:
    """One group of a message with the thinking before it. `message` says which one of the sequence it is in.

    `id` is the call id as recorded. A message without any group is one atom without parts.
    """

    key: Key
    group: Group
    thoughts: tuple[Group, ...]
    id: str
    message: int

    @property
    def is_system(self) -> bool:
        """Whether it is of a system message."""
        return self.key[0] == "system"

    @property
    def is_asked(self) -> bool:
        """Whether it comes from outside: neither a system's word nor what a model or a tool gave."""
        return self.key[0] == "user"


_made = maker(Atom)


def atoms_of(messages: Sequence[Recorded]) -> list[Atom]:
    """The atoms of messages, in order."""
    return [atom for index, one in enumerate(messages) for atom in _atoms(index, one)]


def canonical(text: str) -> str:
    """A text without blanks at its ends; JSON objects and lists in one spelling."""
    stripped = text.strip()
    if stripped[:1] not in ("{", "["):
        return stripped
    return _spelled(stripped) if len(stripped) <= _REMEMBERED else _spelled.__wrapped__(stripped)


@lru_cache(maxsize=1024)
def _spelled(text: str) -> str:
    """JSON in one spelling. Each call of a trace repeats its history, so most of it comes again and again."""
    try:
        value = parse(text)
    except ParseError:
        return text
    return compact(_sorted(value)) if is_container(value) else text


def thought(group: Group) -> str:
    """By what thinking is known again."""
    return "\n".join(part.text.strip() or part.data or part.signature for part in group)


def _atoms(index: int, message: Recorded) -> Iterable[Atom]:
    groups = [group_of(one) for one in message.groups]
    if not groups:
        yield _atom(index, message.role, (), ())
    thoughts: list[Group] = []
    for group in groups:
        if group and group[0].kind is PartKind.THINKING:
            thoughts.append(group)
            continue
        yield _atom(index, message.role, group, tuple(thoughts))
        thoughts = []
    for group in thoughts:  # nothing follows that they could stand before
        yield _atom(index, message.role, group, ())


def _atom(index: int, role: str, group: Group, thoughts: tuple[Group, ...]) -> Atom:
    first = group[0] if group else None
    speaker = _SPEAKERS.get(role, role)
    if first is not None and first.kind is PartKind.RESULT:
        speaker = "tool"  # some write results in the user's role
    parts = tuple(_part_key(part) for part in group)
    return _made((speaker, parts), group, thoughts, first.call_id if first else "", index)


def _part_key(part: Part) -> tuple[str, str, str, str]:
    is_json = part.json or part.kind in (PartKind.CALL, PartKind.RESULT)
    text = canonical(part.text) if is_json else part.text.strip()
    if part.kind is PartKind.CALL and text == "":
        text = "{}"
    name = part.name if part.kind is PartKind.CALL else ""
    return str(part.kind), text, name, part.data


def _sorted(value: object) -> object:
    """The value with the keys of its objects in order."""
    if is_object(value):
        return {key: _sorted(value[key]) for key in sorted(value)}
    if is_list(value):
        return [_sorted(one) for one in value]
    return value
