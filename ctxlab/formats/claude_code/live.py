"""What was live at the successive requests of one chain of a Claude Code transcript."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ctxlab.formats.claude_code.tree import Tree
from ctxlab.formats.message_tree import ROOT
from ctxlab.formats.requests import Ranges, extend_ranges


class LiveWalk:
    """Follows one chain from request to request; cheap while each request continues the one before.

    `positions` are the item positions of each line. Requests have to come in file order.
    """

    def __init__(self, tree: Tree, positions: Sequence[Sequence[int]]) -> None:
        self._tree = tree
        self._positions = positions
        self._tip = ROOT
        self._path: set[int] = set()
        self._live: set[int] = set()
        self._later: set[int] = set()
        self._ranges: list[tuple[int, int]] = []

    def ranges(self, leaf: int, before: int, *, tail: bool = False) -> Ranges:
        """The live positions at a request that follows line `leaf`, among the lines before index `before`.

        `tail` also takes in what hangs on the leaf: attachments and notes of the system.
        """
        fresh, met = self._climb(leaf)
        if met != self._tip:
            self._tip = ROOT
            self._path, self._live, self._later, self._ranges = set(), set(), set(), []
            fresh, _ = self._climb(leaf)
        self._tip = leaf
        self._path.update(fresh)
        found = self._beside(fresh)
        found |= self._later
        if tail:
            found.update(self._hung(leaf))
        self._later = {line for line in found if line >= before} if max(found, default=0) >= before else set()
        found -= self._later
        found -= self._live
        self._add(found)
        return tuple(self._ranges)

    def positions(self) -> list[int]:
        """The positions of the last request, ascending."""
        return [position for first, last in self._ranges for position in range(first, last + 1)]

    def _climb(self, leaf: int) -> tuple[list[int], int]:
        """The lines from the leaf back to the known path or to where the context begins, and the line met."""
        tree, fresh, index = self._tree, list[int](), leaf
        while index != ROOT and index not in self._path:
            fresh.append(index)
            if index in tree.stops:
                return [*fresh, *tree.preserved(index)], ROOT
            parent = tree.parent[index]
            for boundary in tree.keepers.get(parent, ()):
                if parent < boundary < index:
                    return [*fresh, *tree.head(boundary), *tree.preserved(boundary)], ROOT
            index = parent
        return fresh, index

    def _beside(self, lines: Collection[int]) -> set[int]:
        """Lines that belong to the path without being on it: the rest of its replies, their results."""
        tree, found, pieces = self._tree, set(lines), set[int]()
        for index in lines:
            line = tree.lines[index]
            if line.reply and index not in pieces:
                pieces.update(tree.replies[tree.chain[index], line.reply])
            elif line.calls:
                pieces.add(index)
        for piece in pieces:
            for call in tree.lines[piece].calls:
                found.update(self._results(tree.results.get((tree.chain[piece], call), ())))
        found |= pieces
        for index in found - self._path:
            if index in tree.hung:
                found.update(self._hung(index))
        return found

    def _results(self, answers: Sequence[int]) -> Sequence[int]:
        """Of several results of one call, those on the path, or else the first."""
        return [one for one in answers if one in self._path] or answers[:1]

    def _hung(self, index: int) -> set[int]:
        found: set[int] = set()
        todo = [index]
        while todo:
            for child in self._tree.hung.get(todo.pop(), ()):
                if child not in found:
                    found.add(child)
                    todo.append(child)
        return found

    def _add(self, lines: set[int]) -> None:
        self._live.update(lines)
        new = sorted([position for line in lines for position in self._positions[line]])
        if new and self._ranges and new[0] <= self._ranges[-1][1]:
            new = sorted([position for line in self._live for position in self._positions[line]])
            self._ranges = []
        for position in new:
            extend_ranges(self._ranges, position)
