"""One conversation as its calls tell it: what each call's history repeats, and what is new in it.

A call that goes on from an earlier one is found by its beginning: the path through all histories so far. What
follows there, or all where the beginning was rewritten, is found in the order in which it first came.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxlab.formats.recorded import Group
from ctxlab.formats.traces.align import aligned
from ctxlab.formats.traces.atoms import Atom, Key, atoms_of, thought
from ctxlab.formats.traces.calls import Call, Schema

#: So many places of one and the same text are looked at.
_MOST = 64


@dataclass(frozen=True, slots=True)
class Fresh:
    """Groups that are new to a conversation, of one message: which one, the groups, and their numbers."""

    message: int
    groups: tuple[Group, ...]
    numbers: tuple[int, ...]


@dataclass(slots=True)
class Step:
    """One call of a conversation: what is new in its input, all that was live, and its answer.

    Numbers count the groups of a conversation in order of first appearance.
    """

    call: Call
    schemas: tuple[tuple[int, Schema], ...]
    fresh: tuple[Fresh, ...]
    live: tuple[int, ...]
    answer: Fresh


@dataclass(slots=True)
class _Known:
    """An atom that was seen, its group's number, and those of the thinking before it."""

    atom: Atom
    number: int
    thoughts: dict[str, int]


@dataclass(slots=True)
class _Node:
    """What came after a certain history: atoms by their key, with their own node."""

    after: dict[Key, list[tuple[int, _Node]]] = field(default_factory=dict[Key, list[tuple[int, "_Node"]]])


class Thread:
    """The calls of one conversation in time order; `add` says what each adds to it."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._known: list[_Known] = []
        self._by_key: defaultdict[Key, list[int]] = defaultdict(list)
        self._schemas: dict[str, int] = {}
        self._root = _Node()
        self._count = 0
        self._asked_from = 0

    @property
    def last(self) -> Call:
        """The last call."""
        return self.steps[-1].call

    @property
    def size(self) -> int:
        """How many groups it has."""
        return self._count

    @property
    def length(self) -> int:
        """How many atoms it has."""
        return len(self._known)

    def atoms_from(self, first: int) -> list[Atom]:
        """Its atoms from that one on, in order of first appearance."""
        return [one.atom for one in self._known[first:]]

    def add(self, call: Call, atoms: Sequence[Atom]) -> Step:
        """Takes the next call in; `atoms` are those of its input."""
        schemas, named = self._new_schemas(call.schemas)
        found = self._found(atoms)
        live = set(named)
        fresh: list[tuple[int, Group, int]] = []
        node = self._root
        asked_from = len(self._known)
        for atom, known in zip(atoms, found, strict=True):
            place = self._add(atom, fresh) if known is None else known
            one = self._known[place]
            live.add(one.number)
            live.update(self._thoughts(one, atom, fresh) if known is not None else one.thoughts.values())
            if not atom.is_system:
                node = self._go_on(node, atom, place)
                asked_from = min(asked_from, place) if atom.is_asked else len(self._known)
        answer = self._answer(call, node)
        # what was answered is not asked again, unless in the very same words from the beginning on
        self._asked_from = len(self._known) if call.output else asked_from
        step = Step(call, schemas, _by_message(fresh), tuple(sorted(live)), answer)
        self.steps.append(step)
        return step

    def _new_schemas(self, schemas: Sequence[Schema]) -> tuple[tuple[tuple[int, Schema], ...], list[int]]:
        """The schemas that were not there before with their numbers, and the numbers of all."""
        fresh: list[tuple[int, Schema]] = []
        for one in schemas:
            if one.text not in self._schemas:
                self._schemas[one.text] = self._next()
                fresh.append((self._schemas[one.text], one))
        return tuple(fresh), [self._schemas[one.text] for one in schemas]

    def _found(self, atoms: Sequence[Atom]) -> list[int | None]:
        """Where each atom stands among the known ones, or None where it is new."""
        found: list[int | None] = [None] * len(atoms)
        head = next((index for index, atom in enumerate(atoms) if not atom.is_system), len(atoms))
        taken: set[int] = set()
        for index in range(head):
            places = self._by_key.get(atoms[index].key, ())[-_MOST:]
            place = next((one for one in reversed(places) if one not in taken), -1)
            if place >= 0:
                found[index] = place
                taken.add(place)
        node, begin = self._root, head
        while begin < len(atoms):
            if not atoms[begin].is_system:
                way = _pick(node.after.get(atoms[begin].key, ()), atoms[begin], self._known)
                if way is None:
                    break
                found[begin], node = way
            begin += 1
        after = self._after(found, head)
        rest = [index for index in range(head, len(atoms)) if found[index] is None]
        tail = _tail(atoms)
        choices = [
            [one for one in self._candidates(atoms[index], after[index], index >= tail) if one not in taken]
            for index in rest
        ]
        for index, known in zip(rest, aligned(choices), strict=True):
            found[index] = known
        return found

    def _after(self, found: Sequence[int | None], head: int) -> list[int]:
        """For each atom the last place that those before it, heads aside, were found at."""
        after: list[int] = []
        last = -1
        for index, place in enumerate(found):
            after.append(last)
            if index >= head and place is not None:
                last = max(last, place)
        return after

    def _candidates(self, atom: Atom, after: int, in_tail: bool) -> list[int]:
        least = max(after + 1, self._asked_from if in_tail and atom.is_asked else 0)
        places = [place for place in self._by_key.get(atom.key, ())[-_MOST:] if place >= least]
        same = [place for place in places if atom.id and self._known[place].atom.id == atom.id]
        return same or places

    def _add(self, atom: Atom, fresh: list[tuple[int, Group, int]]) -> int:
        thoughts = {thought(group): self._new(atom, group, fresh) for group in atom.thoughts}
        place = len(self._known)
        self._known.append(_Known(atom, self._new(atom, atom.group, fresh), thoughts))
        self._by_key[atom.key].append(place)
        return place

    def _thoughts(self, known: _Known, atom: Atom, fresh: list[tuple[int, Group, int]]) -> list[int]:
        """The numbers of the thinking that was sent again; what was not seen of it is new."""
        numbers: list[int] = []
        for group in atom.thoughts:
            text = thought(group)
            if text not in known.thoughts:
                known.thoughts[text] = self._new(atom, group, fresh)
            numbers.append(known.thoughts[text])
        return numbers

    def _answer(self, call: Call, node: _Node) -> Fresh:
        """Adds the answer, which is always new: a second answer to the same input is another one."""
        groups: list[tuple[int, Group, int]] = []
        said = [atom for atom in atoms_of(call.output) if atom.group]
        for atom in said:
            node = self._go_on(node, atom, self._add(atom, groups))
        if not said:
            return Fresh(0, ((),), (self._next(),))
        return Fresh(0, tuple(group for _, group, _ in groups), tuple(number for _, _, number in groups))

    def _go_on(self, node: _Node, atom: Atom, place: int) -> _Node:
        ways = node.after.setdefault(atom.key, [])
        for known, after in ways:
            if known == place:
                return after
        ways.append((place, _Node()))
        return ways[-1][1]

    def _new(self, atom: Atom, group: Group, fresh: list[tuple[int, Group, int]]) -> int:
        number = self._next()
        fresh.append((atom.message, group, number))
        return number

    def _next(self) -> int:
        self._count += 1
        return self._count - 1


def _pick(ways: Sequence[tuple[int, _Node]], atom: Atom, known: Sequence[_Known]) -> tuple[int, _Node] | None:
    """The way on: that of the same call id, or else the latest."""
    same = [way for way in ways if atom.id and known[way[0]].atom.id == atom.id]
    return next(iter(same[-1:] or ways[-1:]), None)


def _tail(atoms: Sequence[Atom]) -> int:
    """Where what was asked last begins: all that stands after the last word of a model or a tool."""
    tail = len(atoms)
    while tail and (atoms[tail - 1].is_asked or atoms[tail - 1].is_system):
        tail -= 1
    return tail


def _by_message(fresh: Sequence[tuple[int, Group, int]]) -> tuple[Fresh, ...]:
    messages: dict[int, list[tuple[Group, int]]] = {}
    for message, group, number in fresh:
        messages.setdefault(message, []).append((group, number))
    return tuple(
        Fresh(message, tuple(group for group, _ in found), tuple(number for _, number in found))
        for message, found in messages.items()
    )
