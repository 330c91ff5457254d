"""Reads message trees of Open Assistant: a session a tree, with all its branches.

A tree is one nested object, or lies flat as messages that name their parents. Each message was written for
the way that leads to it; which way is meant is not recorded: it is taken to be that of the best-ranked
replies, or of the first where there are no ranks, and stands last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import compact, count_field, extra_of, text_field
from ctxlab.formats.message_tree import ROOT, TreeRule, children_of, has_fork, walk, without_rings
from ctxlab.formats.noticing import note_items, with_strange
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Place
from ctxlab.model.session import Session

_VOTES = 20
_SURE = 0.95
_ROLES = {"prompter": "user", "assistant": "assistant"}
_KNOWN = ("text", "role", "replies", "created_date")
#: Replies without a rank come behind those that have one.
_UNRANKED = 1 << 30
_TITLE = 60


@dataclass(slots=True)
class _Tree:
    """The messages of a tree, each with its place and its parent's index; and what else is said of it."""

    messages: list[Any] = field(default_factory=list[Any])
    places: list[Place] = field(default_factory=list[Place])
    parents: list[int] = field(default_factory=list[int])
    about: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def add(self, message: Any, place: Place, parent: int) -> int:
        """Adds a message and returns its index."""
        self.messages.append(message)
        self.places.append(place)
        self.parents.append(parent)
        return len(self.messages) - 1


class OasstReader:
    """Message trees of Open Assistant, nested or as flat messages."""

    name = "oasst"
    title = "Open Assistant message trees"
    experimental = False

    def sniff(self, document: Document) -> float:
        """The share of records that are a tree or a message of one, among the first."""
        values = [record.value for record, _ in entries_of(document, _VOTES)]
        like = sum(_is_tree(value) or _is_flat(value) for value in values)
        return _SURE * like / len(values) if like else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of each tree, in the order in which they begin in the file."""
        trees, strange = _trees(document)
        if not trees:
            raise FormatError("there are no messages of Open Assistant in it", where=Where(document.file))
        sessions = [_session(SessionBuilder(document, self.name), tree) for tree in trees]
        return with_strange(sessions, strange)


def _is_tree(value: Any) -> bool:
    prompt = value.get("prompt") if is_object(value) else None
    return is_object(prompt) and isinstance(prompt.get("text"), str) and prompt.get("role") in tuple(_ROLES)


def _is_flat(value: Any) -> bool:
    return (
        is_object(value)
        and isinstance(value.get("text"), str)
        and value.get("role") in tuple(_ROLES)
        and "message_id" in value
    )


def _trees(document: Document) -> tuple[list[_Tree], list[Record]]:
    trees: list[_Tree] = []
    flat: dict[str, _Tree] = {}
    strange: list[Record] = []
    for record, place in entries_of(document):
        value = record.value
        if _is_tree(value):
            trees.append(_nested(value, place))
        elif _is_flat(value):
            key = text_field(value, "message_tree_id")
            if key not in flat:
                flat[key] = _Tree(about={"message_tree_id": key})
                trees.append(flat[key])
            flat[key].add(value, place, ROOT)
            for i, reply in enumerate(_replies(value)):
                _hang(flat[key], reply, inside(place, f"/replies/{i}"), len(flat[key].messages) - 1)
        else:
            strange.append(record)
    for tree in flat.values():
        _join(tree)
    return trees, strange


def _nested(value: Mapping[str, Any], place: Place) -> _Tree:
    tree = _Tree(about={key: one for key, one in value.items() if key != "prompt"})
    _hang(tree, value["prompt"], inside(place, "/prompt"), ROOT)
    return tree


def _hang(tree: _Tree, message: Any, place: Place, parent: int) -> None:
    """Adds a message and all replies in it, in the order of the file."""
    todo = [(message, place, parent)]
    while todo:
        one, at, above = todo.pop()
        index = tree.add(one, at, above)
        replies = [(reply, inside(at, f"/replies/{i}"), index) for i, reply in enumerate(_replies(one))]
        todo += reversed(replies)


def _replies(message: Any) -> list[Any]:
    replies = message.get("replies") if is_object(message) else None
    return replies if is_list(replies) else []


def _join(tree: _Tree) -> None:
    """Hangs flat messages under the parents that they name, where these are in the file."""
    objects = [(index, one) for index, one in enumerate(tree.messages) if is_object(one)]
    where = {text_field(one, "message_id"): index for index, one in objects}
    for index, one in objects:
        if tree.parents[index] == ROOT:
            tree.parents[index] = where.get(text_field(one, "parent_id"), ROOT)


def _session(builder: SessionBuilder, tree: _Tree) -> Session:
    parents, cut = without_rings(tree.parents)
    tip = _best_tip(tree, parents)
    owners: list[int] = []
    model = ""
    for index in walk(parents, tip):
        message = tree.messages[index]
        builder.add(_recorded(message), place=tree.places[index])
        owners += [index] * (len(builder) - len(owners))
        if is_object(message) and message.get("role") == "assistant":
            model = text_field(message, "model_name") or model
    forked = has_fork(parents)
    if forked:
        ways = len(parents) - len(set(parents) - {ROOT})
        builder.note("way_chosen", severity="info", count=ways)
    for index in cut:
        builder.note("parent_cycle", line=tree.places[index].line)
    note_items(builder)
    return builder.finish(
        live=TreeRule(parents, owners, set()),
        title=_title(tree, parents),
        model=model,
        extra=extra_of(tree.about, ()),
        branching=forked,
    )


def _title(tree: _Tree, parents: list[int]) -> str:
    """The beginning of the prompt, by which people know a tree better than by its id."""
    first = tree.messages[parents.index(ROOT)]
    prompt = text_field(first, "text") if is_object(first) else ""
    return " ".join(prompt[: 10 * _TITLE].split())[:_TITLE]


def _recorded(message: Any) -> Recorded:
    if not is_object(message):
        return unknown_message(message)
    role, text = text_field(message, "role"), message.get("text")
    parts = () if text is None else (_text(text),)
    known = [key for key in _KNOWN if key != "replies" or is_list(message.get(key))]
    return Recorded(
        _ROLES.get(role, role or "unknown"),
        parts,
        time=text_field(message, "created_date"),
        extra=extra_of(message, known),
    )


def _text(text: Any) -> Part:
    is_text = isinstance(text, str)
    return Part(PartKind.TEXT, text if is_text else compact(text), json=not is_text)


def _best_tip(tree: _Tree, parents: list[int]) -> int:
    """The end of the way on which each reply is the best-ranked one that is not deleted."""
    children, tip = children_of(parents), ROOT
    while following := list(_ranked(tree, children.get(tip, ()))):
        tip = min(following)[1]
    return tip


def _ranked(tree: _Tree, indices: list[int] | tuple[int, ...]) -> Iterator[tuple[tuple[bool, int], int]]:
    for index in indices:
        message = tree.messages[index]
        fields: Mapping[str, Any] = message if is_object(message) else {}
        rank = count_field(fields, "rank")
        yield (fields.get("deleted") is True, _UNRANKED if rank is None else rank), index
