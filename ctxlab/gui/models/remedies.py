"""What pushed an item out, and what would keep it: lines that the inspector is given."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DisplacerLine:
    """An item that has the room that another one lacks: its root id, its label, and its tokens."""

    item: str
    label: str
    tokens: int
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Remedy:
    """One edit that would keep the item.

    Attributes:
        key: Says which one it is when it is to be applied; unique in its list.
        words: The edit, such as `history cap 8,000 → 8,002`.
        cost: What it adds to the context, such as `+38 tokens`; empty where it is not known.
        note: What else it does, such as what is lost by it; empty where nothing is.
        enabled: Whether it can be applied; the note then says why not.
    """

    key: str
    words: str
    cost: str = ""
    note: str = ""
    enabled: bool = True
