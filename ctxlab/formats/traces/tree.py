"""The tree of spans or observations by their parents' ids, whatever is broken in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


class SpanTree:
    """Which span is in which, by position. A parent that is not there, or that is a descendant, is none.

    Of several spans with one id the first is the parent of those that name it.
    """

    def __init__(self, ids: Sequence[str], parents: Sequence[str]) -> None:
        first: dict[str, int] = {}
        for index, id_ in enumerate(ids):
            if id_:
                first.setdefault(id_, index)
        self.parent = [first.get(parent, -1) if parent else -1 for parent in parents]
        self.cycles = self._break_cycles()

    def ancestors(self, index: int) -> Iterator[int]:
        """The spans around that one, the nearest first."""
        index = self.parent[index]
        while index >= 0:
            yield index
            index = self.parent[index]

    def _break_cycles(self) -> int:
        """Makes a root of one span in each cycle; says how many there were."""
        count = 0
        done: set[int] = set()
        for start in range(len(self.parent)):
            path: set[int] = set()
            index, last = start, -1
            while index >= 0 and index not in done:
                if index in path:
                    self.parent[last] = -1
                    count += 1
                    break
                path.add(index)
                last, index = index, self.parent[index]
            done |= path
        return count


def logical_calls(
    tree: SpanTree, is_call: Sequence[bool], is_border: Sequence[bool], has_content: Sequence[bool]
) -> list[tuple[int, ...]]:
    """The spans of each call of a model, the innermost first, where layers of libraries record one call each.

    A border (an agent's or a tool's run) parts what is in it from what is around it. A span with several
    calls in it is no call of its own, unless it alone has content.
    """
    inside: dict[int, list[int]] = {}
    for index, call in enumerate(is_call):
        if not call:
            continue
        for outer in tree.ancestors(index):
            if is_border[outer] and not is_call[outer]:
                break
            if is_call[outer]:
                inside.setdefault(outer, []).append(index)
                break
    nested = {index for found in inside.values() for index in found}
    groups: list[tuple[int, ...]] = []
    todo = [index for index, call in enumerate(is_call) if call and index not in nested]
    while todo:
        layers = [todo.pop()]
        while len(inside.get(layers[-1], ())) == 1:
            layers.append(inside[layers[-1]][0])
        several = inside.get(layers[-1], [])
        if several and not _only_outer(layers, several, inside, has_content):
            todo.extend(several)
        else:
            groups.append(tuple(reversed(layers)))
    return sorted(groups, key=lambda group: group[-1])


def _only_outer(
    layers: Sequence[int], several: Sequence[int], inside: dict[int, list[int]], has_content: Sequence[bool]
) -> bool:
    """Whether the outer layers have content, and nothing in them has."""
    todo, below = list(several), list[int]()
    while todo:
        below.append(todo.pop())
        todo.extend(inside.get(below[-1], ()))
    return any(has_content[one] for one in layers) and not any(has_content[one] for one in below)
