"""Telling the conversations among the calls of one session: the main one, and those of other agents.

Decided here, where traces say nothing: a call belongs to the conversation whose history it repeats. Another
agent takes a conversation over where it repeats what a model or a tool said in it. A call that repeats
nothing belongs to the agent's last conversation, unless that is one of a run at the same time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ctxlab.formats.traces.atoms import Atom, Key, atoms_of
from ctxlab.formats.traces.calls import Call
from ctxlab.formats.traces.thread import Step, Thread

#: So many atoms another agent has to repeat to go on with a conversation.
_HANDED_OVER = 2

#: So many characters of a system prompt tell an agent: what follows may be the day's documents.
_BEGINNING = 60
_DIGIT = re.compile(r"\d")

#: What so many conversations have in common tells none of them.
_MOST = 64


class Threads:
    """The conversations of one session. `add` has to be given its calls in time order."""

    def __init__(self, calls: Iterable[Call]) -> None:
        self.all: list[Thread] = []
        self.steps: list[tuple[Thread, Step]] = []
        self._having: dict[Key, list[int]] = {}
        self._of_agent: dict[tuple[str, ...], list[int]] = {}
        self._spans = _spans(calls)

    def add(self, call: Call) -> None:
        """Takes the next call in, into the conversation that it belongs to or a new one."""
        atoms = atoms_of(call.input)
        identity = _identity(call, atoms)
        index = self._of(call, atoms, identity)
        if index is None:
            index = len(self.all)
            self.all.append(Thread())
        thread = self.all[index]
        before = thread.length
        step = thread.add(call, atoms)
        of_agent = self._of_agent.setdefault(identity, [])
        if index not in of_agent:
            of_agent.append(index)
        for atom in thread.atoms_from(before):
            self._note(index, atom)
        self.steps.append((thread, step))

    def names(self) -> dict[int, str]:
        """A name for each conversation by its id(): none for the main one, that of its agent for others.

        The main one is that of the least nested agent; of several the one that holds most; then the first.
        """
        if not self.all:
            return {}
        main = min(self.all, key=lambda one: (min(step.call.depth for step in one.steps), -one.size))
        names = {id(main): ""}
        taken: dict[str, int] = {"": 1}
        for thread in self.all:
            if thread is not main:
                name = next((step.call.agent for step in thread.steps if step.call.agent), "side")
                names[id(thread)] = _free(name, taken)
        return names

    def _of(self, call: Call, atoms: Sequence[Atom], identity: tuple[str, ...]) -> int | None:
        own = self._of_agent.get(identity, [])
        shared, spoken = self._shared(atoms)
        best: int | None = None
        for index in sorted(shared, reverse=True):
            enough = index in own or (shared[index] >= _HANDED_OVER and spoken[index] > 0)
            if enough and (best is None or shared[index] > shared[best]):
                best = index
        if best is not None:
            return best
        return next((one for one in reversed(own) if not self._at_once(call, self.all[one])), None)

    def _shared(self, atoms: Sequence[Atom]) -> tuple[Counter[int], Counter[int]]:
        """How much of it each conversation has, and how much of that a model or a tool said."""
        shared: Counter[int] = Counter()
        spoken: Counter[int] = Counter()
        for atom in atoms:
            if not atom.is_system:
                shared.update(self._having.get(atom.key, ()))
                if not atom.is_asked:
                    spoken.update(self._having.get(atom.key, ()))
        return shared, spoken

    def _note(self, index: int, atom: Atom) -> None:
        having = self._having.setdefault(atom.key, [])
        if len(having) < _MOST and index not in having:
            having.append(index)

    def _at_once(self, call: Call, thread: Thread) -> bool:
        """Whether the call's run and the conversation's last are different ones at the same time."""
        last = thread.last
        if call.run == last.run or not (call.run and last.run):
            return False
        start, end = self._spans[call.run]
        other_start, other_end = self._spans[last.run]
        return start < other_end and other_start < end


def _free(name: str, taken: dict[str, int]) -> str:
    """The name, with a number where it is taken."""
    free = name
    while free in taken:
        taken[name] = taken.get(name, 1) + 1
        free = f"{name} {taken[name]}"
    taken[free] = 1
    return free


def _identity(call: Call, atoms: Sequence[Atom]) -> tuple[str, ...]:
    """By what an agent is known: its name, or else how its system prompt begins, figures aside."""
    if call.agent:
        return ("agent", call.agent)
    texts = (text for atom in atoms if atom.is_system for _, text, _, _ in atom.key[1])
    return ("system", _DIGIT.sub("0", next(texts, "")[:_BEGINNING]))


def _spans(calls: Iterable[Call]) -> dict[str, tuple[int, int]]:
    """From when to when the calls of each run were made."""
    spans: dict[str, tuple[int, int]] = {}
    for call in calls:
        start, end = spans.get(call.run, (call.start, call.end))
        spans[call.run] = (min(start, call.start), max(end, call.end))
    return spans
