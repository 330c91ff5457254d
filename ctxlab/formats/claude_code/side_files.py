"""Which files hold what the sub-agents of a Claude Code session said, by their names and session ids.

Newer versions keep them in `SESSION/subagents`, and in folders there; older ones beside the session's file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ctxlab.formats.fields import text_field
from ctxlab.formats.values import ParseError, is_object, parse

_SIDE = re.compile(r"(?:.*/)?agent-(?P<agent>[^/]+)\.jsonl", re.DOTALL)
_ENDING = ".jsonl"


def is_side_name(name: str) -> bool:
    """Whether a file of that name may be a sub-agent's."""
    return _SIDE.fullmatch(name) is not None


def agent_in(name: str) -> str:
    """The id of the sub-agent in the name of its file."""
    found = _SIDE.fullmatch(name)
    return found["agent"] if found else name


def meta_name(name: str) -> str:
    """The name of the file that tells what a sub-agent is, beside its own of that name."""
    return f"{name.removesuffix(_ENDING)}.meta.json"


def folder_of(main: str) -> str:
    """The folder of a session's sub-agents, with a slash at its end; empty for what is no session's file."""
    if not main.endswith(_ENDING) or is_side_name(main):
        return ""
    return f"{main[: -len(_ENDING)]}/subagents/"


def side_names(main: str, names: Iterable[str], session_of: Callable[[str], str]) -> list[str]:
    """Those of the names that are files of the session's sub-agents, in the order of their names.

    `session_of` gives the id of the session that the lines of a file state; it is asked only where there are
    such files. One whose main file states none is no transcript, and has none.
    """
    inside = folder_of(main)
    if not inside:
        return []
    parent, _, own = main.rpartition("/")
    near = [
        one
        for one in names
        if is_side_name(one) and (one.startswith(inside) or one.rpartition("/")[0] == parent)
    ]
    stated = session_of(main) if near else ""
    if not stated:
        return []
    ids = {own[: -len(_ENDING)], stated}
    return sorted(one for one in near if one.startswith(inside) or session_of(one) in ids)


def session_in(head: bytes) -> str:
    """The id of the session that the first lines of a file state, or empty."""
    for line in head.split(b"\n"):
        try:
            value = parse(line.decode("utf-8", "replace"))
        except ParseError:
            continue
        if is_object(value) and text_field(value, "sessionId"):
            return text_field(value, "sessionId")
    return ""
