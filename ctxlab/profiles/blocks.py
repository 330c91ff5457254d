"""The text of a TOML file as blocks: each table with the comments directly over its head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.profiles.locate import Path, split_lines, statements


@dataclass(frozen=True, slots=True)
class Block:
    """One table as it stands in the text, or a new one. The path of what stands before the first is empty."""

    path: Path
    text: str
    new: bool = False


def blocks_of(text: str) -> list[Block]:
    """All blocks of a valid TOML text, in order; their texts joined are the text."""
    lines = split_lines(text)
    heads = [(statement.path, statement.first - 1) for statement in statements(text) if statement.head]
    starts = [_with_comments(lines, first) for _, first in heads]
    ends = [*starts[1:], len(lines)] if starts else []
    before = Block((), "".join(lines[: starts[0] if starts else len(lines)]))
    tables = zip(heads, starts, ends, strict=True)
    return [before, *(Block(path, "".join(lines[start:end])) for (path, _), start, end in tables)]


def joined(blocks: Sequence[Block]) -> str:
    """The text of the blocks, one after the other; new ones stand between blank lines."""
    out = ""
    beside_new = False
    for block in blocks:
        if out and (block.new or beside_new):
            out = out.rstrip("\n") + "\n\n"
        elif out and not out.endswith("\n"):
            out += "\n"
        out += block.text
        beside_new = block.new
    return out


def new_block(path: Path, lines: Sequence[str]) -> Block:
    """A block of new lines."""
    return Block(path, "\n".join(lines) + "\n", new=True)


def put_together(blocks: Sequence[Block], inserted: Sequence[Block], taken: set[Path]) -> list[Block]:
    """The blocks with those of certain paths taken out and others put in where the first of them stood.

    Where none stood, they are put at the end.
    """
    first = next((i for i, block in enumerate(blocks) if block.path in taken), len(blocks))
    before = [block for block in blocks[:first] if block.path not in taken]
    after = [block for block in blocks[first:] if block.path not in taken]
    return [*before, *inserted, *after]


def put_after(blocks: Sequence[Block], table: Path, inserted: Block) -> list[Block]:
    """The blocks with another one behind the last that belongs to a table, or at the end."""
    belonging = [i for i, block in enumerate(blocks) if table and block.path[: len(table)] == table]
    place = belonging[-1] + 1 if belonging else len(blocks)
    return [*blocks[:place], inserted, *blocks[place:]]


def _with_comments(lines: Sequence[str], first: int) -> int:
    while first > 0 and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return first
