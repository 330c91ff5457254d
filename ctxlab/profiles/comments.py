"""Taking the comments of one profile's text over into another text that states much the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxlab.profiles.locate import Path, Statement, comments, split_lines, statements


@dataclass(slots=True)
class _Place:
    """The comments that belong to one line of the new text: those over it, and those at its end."""

    above: list[str] = field(default_factory=list[str])
    behind: list[str] = field(default_factory=list[str])


def with_comments(text: str, old: str) -> str:
    """A TOML text with the comments of an older one, each at the setting or table that it stood at.

    What stood over a setting that is gone stands over the table around it, or at the end; what stood behind
    it on its line is gone with it.
    """
    lines, new = split_lines(text), statements(text)
    places: dict[int, _Place] = {}
    tail: list[str] = []
    for path, above, behind in _owned(old):
        exact = next((one for one in new if one.path == path), None)
        near = exact or _nearest(new, path)
        if near is None:
            tail += above
            continue
        place = places.setdefault(near.first, _Place())
        place.above += above
        if exact is not None:
            place.behind += behind
        elif len(near.path) > len(path):
            place.above += behind
    for number, place in places.items():
        end = next(one.last for one in new if one.first == number) - 1
        if place.behind:
            lines[end] = "  ".join([lines[end].rstrip("\n"), *place.behind]) + "\n"
        lines[number - 1] = "".join(f"{one}\n" for one in place.above) + lines[number - 1]
    return "".join([*lines, *(f"{one}\n" for one in tail)])


def _owned(text: str) -> list[tuple[Path, list[str], list[str]]]:
    """The comments by what they stand at: a key path, those over or inside it, those at its end.

    The path of what stands at the end of the file is empty. Empty lines between comments, and between them
    and what they stand over, are among them.
    """
    lines = split_lines(text.replace("\r\n", "\n"))
    found = dict(comments(text))
    out: list[tuple[Path, list[str], list[str]]] = []
    line = 1
    for one in statements(text):
        over = _from_first_comment(lines[line - 1 : one.first - 1])
        inside = [found[at] for at in range(one.first, one.last) if at in found]
        behind = [found[one.last]] if one.last in found else []
        if over or inside or behind:
            out.append((one.path, over + inside, behind))
        line = one.last + 1
    if rest := _from_first_comment(lines[line - 1 :]):
        out.append(((), rest, []))
    return out


def _from_first_comment(lines: Sequence[str]) -> list[str]:
    bare = [line.strip() for line in lines]
    first = next((at for at, line in enumerate(bare) if line), len(bare))
    return bare[first:]


def _nearest(new: Sequence[Statement], path: Path) -> Statement | None:
    """The first statement inside a key path, or inside the nearest table around it."""
    for end in range(len(path), 0, -1):
        for one in new:
            if one.path[:end] == path[:end]:
                return one
    return None
