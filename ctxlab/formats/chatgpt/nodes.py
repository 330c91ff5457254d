"""The tree of a ChatGPT conversation: its nodes, which follows which, and which way is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ctxlab.formats.message_tree import ROOT, newest_leaf, without_rings
from ctxlab.formats.values import is_list, is_object

#: So many nodes are looked at.
_SAMPLE = 50
#: What a conversation has beside its mapping.
_FIELDS = ("current_node", "conversation_id", "create_time", "title")


@dataclass(frozen=True, slots=True)
class Nodes:
    """The nodes of a conversation in file order, by index: keys, messages (None of none), parents.

    `tip` is the end of the way that is shown, `cut` are nodes that were their own ancestors and `strange` the
    keys of what is no node.
    """

    keys: list[str]
    messages: list[Any]
    parents: list[int]
    tip: int
    cut: list[int]
    strange: list[str]


def has_nodes(value: Any) -> bool:
    """Whether the value is a conversation with a mapping of nodes."""
    mapping = value.get("mapping") if is_object(value) else None
    nodes = [one for one in mapping.values() if is_object(one)] if is_object(mapping) else []
    return any("message" in one or ("parent" in one and "children" in one) for one in nodes[:_SAMPLE])


def reason_against(value: Any) -> str:
    """Why the value is no conversation, in words; empty where it is one, maybe without any node."""
    if not is_object(value):
        return "it is no object"
    mapping = value.get("mapping")
    if not is_object(mapping):
        return "its mapping is no object" if "mapping" in value else "it has no mapping"
    if not mapping:
        return "" if any(key in value for key in _FIELDS) else "its mapping is empty"
    return "" if has_nodes(value) else "its mapping holds no nodes"


def nodes_of(conversation: Mapping[str, Any]) -> Nodes:
    """The nodes of that conversation. Parents are those that are named, or else whose children name the node.

    Where no node is named as current, the newest message that none follows is the end of what is shown.
    """
    mapping: dict[str, Any] = conversation["mapping"]
    keys = [key for key, one in mapping.items() if is_object(one)]
    where = {key: index for index, key in enumerate(keys)}
    messages = [mapping[key].get("message") for key in keys]
    stated = _parents(mapping, keys, where)
    parents, cut = without_rings(stated)
    current = conversation.get("current_node")
    tip = where.get(current, ROOT) if isinstance(current, str) else ROOT
    if tip == ROOT:
        tip = newest_leaf(parents, [_time(message) for message in messages])
    strange = [key for key, one in mapping.items() if not is_object(one)]
    return Nodes(keys, messages, parents, tip, cut, strange)


def _parents(mapping: Mapping[str, Any], keys: list[str], where: Mapping[str, int]) -> list[int]:
    by_children: dict[str, int] = {}
    for index, key in enumerate(keys):
        children = mapping[key].get("children")
        for child in children if is_list(children) else ():
            if isinstance(child, str):
                by_children.setdefault(child, index)
    found: list[int] = []
    for key in keys:
        parent = mapping[key].get("parent")
        stated = where.get(parent, ROOT) if isinstance(parent, str) else ROOT
        found.append(by_children.get(key, ROOT) if stated == ROOT else stated)
    return found


def _time(message: Any) -> float:
    time = message.get("create_time") if is_object(message) else None
    if isinstance(time, bool) or not isinstance(time, (int, float)):
        return 0.0
    return float(time) if -1e15 < time < 1e15 else 0.0
