"""The tree of a Claude Code transcript: chains, branches, compactions, and what was live at a request.

A line's parent is the line before it in the model's context. Forks come from edits and retries, and also from
parallel tool results, which hang under their own call: results of calls on the live path belong to it. A
parent that is not in the file makes a root, which is joined to the line before it on its chain; so are lines
that state no parent, except for a user's line in a file that has links (a conversation begun anew).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxlab.formats.claude_code.lines import Line
from ctxlab.formats.fields import text_field
from ctxlab.formats.message_tree import ROOT, rings
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.diagnostics import Diagnostic


class Tree:
    """Parents and chains of lines, by index into `lines`."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.notes: list[Diagnostic] = []
        self._by_uuid: dict[str, int] = {}
        for index, line in enumerate(lines):
            if line.uuid:
                self._by_uuid.setdefault(line.uuid, index)
        stated = [self._stated(index) for index in range(len(lines))]
        self.linked = any(parent not in (ROOT, index) for index, parent in enumerate(stated))
        self._cut_cycles(stated)
        self.chain = self._chains(stated)
        self.parent = self._joined(stated)
        self.replies: dict[tuple[str, str], list[int]] = {}
        self.results: dict[tuple[str, str], list[int]] = {}
        self.hung: dict[int, list[int]] = {}
        self.keepers: dict[int, list[int]] = {}
        self._preserved: dict[int, list[int]] = {}
        #: Lines before which nothing was live after them: boundaries, and summaries that have none.
        self.stops = {index for index, line in enumerate(lines) if self._stops(index, line)}
        self._index()

    def preserved(self, boundary: int) -> Sequence[int]:
        """The lines before a boundary that stayed live after it."""
        return self._preserved.get(boundary, ())

    def before(self, index: int) -> int:
        """The line before this one on its chain, in file order, or ROOT."""
        chain = self.chain[index]
        return next((other for other in range(index - 1, -1, -1) if self.chain[other] == chain), ROOT)

    def logical_parent(self, index: int) -> int:
        """The last line of the context that a compaction at this line replaced, or ROOT."""
        stated = self._by_uuid.get(text_field(self.lines[index].record, "logicalParentUuid"), ROOT)
        if stated == ROOT and not self.lines[index].is_boundary:
            stated = self.parent[index]
        return stated if ROOT < stated < index else self.before(index)

    def head(self, boundary: int) -> Iterator[int]:
        """A boundary, its summary, and what was put into the context with it."""
        yield boundary
        todo = [boundary]
        while todo:
            for child in self.hung.get(todo.pop(), ()):
                yield child
                todo.append(child)

    def _stops(self, index: int, line: Line) -> bool:
        if not line.is_summary:
            return line.is_boundary
        parent = self.parent[index]
        return parent == ROOT or not self.lines[parent].is_boundary

    def _stated(self, index: int) -> int:
        line = self.lines[index]
        return ROOT if line.is_boundary else self._by_uuid.get(line.parent, ROOT)

    def _cut_cycles(self, stated: list[int]) -> None:
        """Lines that are their own ancestors lose their parents; file order is all that is left of theirs."""
        for ring in rings(stated):
            for index in ring:
                stated[index] = ROOT
            self.notes.append(Diagnostic("parent_cycle", line=self.lines[min(ring)].number))

    def _chains(self, stated: Sequence[int]) -> list[str]:
        """The chain of each line: empty for the main one, else the agent's id or the uuid of its root."""
        chains: list[str | None] = [None] * len(self.lines)
        last = ""
        for index in range(len(self.lines)):
            for one in reversed(_ascent(index, stated, chains)):
                chains[one] = last = self._chain(one, stated[one], chains, last)
        named = [chain or "" for chain in chains]
        if named and all(line.sidechain for line in self.lines if line.kind != "other"):
            return ["" if chain == named[0] else chain for chain in named]
        return named

    def _chain(self, index: int, parent: int, chains: Sequence[str | None], last: str) -> str:
        line = self.lines[index]
        if not line.sidechain:
            return ""
        if line.agent:
            return line.agent
        if parent != ROOT and self.lines[parent].sidechain:
            return chains[parent] or ""
        return last if last and not self.linked else line.uuid or f"line {line.number}"

    def _joined(self, stated: Sequence[int]) -> list[int]:
        parents = list(stated)
        previous: dict[str, int] = {}
        for index, line in enumerate(self.lines):
            chain, parent = self.chain[index], stated[index]
            if parent != ROOT and self.chain[parent] != chain:
                parent = parents[index] = ROOT
            if parent == ROOT and not line.is_boundary:
                if line.parent and line.parent not in self._by_uuid:
                    self.notes.append(Diagnostic("missing_parent", line=line.number))
                if line.parent or not (self.linked and _begins(line)):
                    parents[index] = previous.get(chain, ROOT)
            previous[chain] = index
        for ring in rings(parents):
            parents[min(ring)] = ROOT
        return parents

    def _index(self) -> None:
        for index, line in enumerate(self.lines):
            chain = self.chain[index]
            if line.reply:
                self.replies.setdefault((chain, line.reply), []).append(index)
            for call in line.results:
                self.results.setdefault((chain, call), []).append(index)
            if line.kind in ("attachment", "system", "other") or line.is_summary:
                self.hung.setdefault(self.parent[index], []).append(index)
            if line.is_boundary:
                self._preserved[index] = sorted(self._kept(index))
                for kept in self._preserved[index]:
                    self.keepers.setdefault(kept, []).append(index)

    def _kept(self, boundary: int) -> set[int]:
        """The lines that a boundary says it left: a list of uuids, or a stretch of the tree."""
        about = self.lines[boundary].record.get("compactMetadata")
        if not is_object(about):
            return set()
        listed = about.get("preservedMessages")
        uuids = [*_texts(listed)]
        if is_object(listed):
            uuids += [*_texts(listed.get("uuids")), *_texts(listed.get("allUuids"))]
        kept = {self._by_uuid[uuid] for uuid in uuids if uuid in self._by_uuid}
        segment = about.get("preservedSegment")
        if is_object(segment):
            kept.update(self._stretch(text_field(segment, "headUuid"), text_field(segment, "tailUuid")))
        return {index for index in kept if index < boundary and self.chain[index] == self.chain[boundary]}

    def _stretch(self, head: str, tail: str) -> list[int]:
        first, index = self._by_uuid.get(head, ROOT), self._by_uuid.get(tail, ROOT)
        walked: list[int] = []
        while index != ROOT:
            walked.append(index)
            if index == first:
                return walked
            index = self.parent[index]
        return []


def _begins(line: Line) -> bool:
    return line.kind == "user" and line.record.get("isMeta") is not True


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if is_list(value) else []


def _ascent(index: int, parents: Sequence[int], done: Sequence[object]) -> list[int]:
    """The line and its ancestors up to the first that is done."""
    walked: list[int] = []
    while index != ROOT and done[index] is None:
        walked.append(index)
        index = parents[index]
    return walked
