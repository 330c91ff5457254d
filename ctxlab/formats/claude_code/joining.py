"""Files of a Claude Code session's sub-agents, joined to it as side chains of the calls that made them.

The result of such a call names the agent; where it never came, the call is told by what stands beside the
agent's file, or by the prompt that both have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ctxlab.errors import FormatError
from ctxlab.formats.archive import shown_name
from ctxlab.formats.claude_code.lines import Line, Transcript, looks_like_line, transcript
from ctxlab.formats.claude_code.reading import Reading
from ctxlab.formats.claude_code.side_files import agent_in, meta_name
from ctxlab.formats.decode import decode
from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import as_list, as_object
from ctxlab.formats.protocol import Beside, Document
from ctxlab.formats.values import ParseError, parse

_MOST_NAMED = 12


@dataclass(slots=True)
class _Side:
    """A sub-agent's file: its lines, its agent, what stands beside it, and whether anything in it is odd."""

    name: str
    agent: str
    lines: Transcript
    about: dict[str, Any]
    odd: bool


@dataclass(slots=True)
class _Calls:
    """The calls that made agents: by the agent, and by the prompt."""

    of_agent: dict[str, str] = field(default_factory=dict[str, str])
    of_prompt: dict[str, str] = field(default_factory=dict[str, str])

    def gather(self, lines: Iterable[Line]) -> None:
        """Takes in what these lines say."""
        for line in lines:
            if line.results:
                agent = text_field(as_object(line.record.get("toolUseResult")), "agentId")
                if agent:
                    self.of_agent.setdefault(agent, line.results[0])
            elif line.calls:
                for block in as_list(line.message.get("content")):
                    prompt = text_field(as_object(as_object(block).get("input")), "prompt")
                    if prompt:
                        self.of_prompt.setdefault(prompt.strip(), text_field(as_object(block), "id"))

    def made(self, side: _Side) -> str:
        """The id of the call that made the agent, or empty."""
        stated = self.of_agent.get(side.agent) or text_field(side.about, "toolUseId")
        return stated or self.of_prompt.get(_prompt(side.lines.lines), "")


def joined(document: Document, main: Reading) -> list[Reading]:
    """What the files of the session's sub-agents add to it; what became of them is noted.

    A file whose agent is in the main one already is left out: versions between wrote both.
    """
    if document.beside is None:
        return []
    build, beside = main.build, document.beside
    taken = set(main.chains)
    sides: list[_Side] = []
    unread: list[str] = []
    for name in beside.names:
        side = _side(beside, name)
        if side is None:
            unread.append(name)
        elif side.agent not in taken:
            taken.add(side.agent)
            sides.append(side)
    calls = _Calls()
    for lines in (main.lines, *(side.lines.lines for side in sides)):
        calls.gather(lines)
    found = [_added(main, side, calls.made(side)) for side in sides]
    if sides:
        build.note("side_files_joined", severity="info", count=len(sides))
    if beside.left_out:
        build.note("side_files_left", severity="info", count=beside.left_out)
    _tell(main, "side_files_without_call", [one.name for one in sides if not calls.made(one)], "info")
    _tell(main, "side_files_odd", [one.name for one in sides if one.odd])
    _tell(main, "side_files_unread", unread)
    return found


def _side(beside: Beside, name: str) -> _Side | None:
    """A sub-agent's file; None where it cannot be read as one."""
    try:
        document = decode(beside.read(name), name)
    except FormatError:
        return None
    if not any(looks_like_line(record.value) for record in document.records):
        return None
    found = transcript(document)
    agent = next((line.agent for line in found.lines if line.agent), "") or agent_in(name)
    odd = bool(document.diagnostics or any(note.severity != "info" for note in found.notes))
    return _Side(name, agent, found, _meta(beside, name), odd)


def _meta(beside: Beside, name: str) -> dict[str, Any]:
    """What the recorder noted of an agent beside its file, where it did."""
    try:
        text = beside.read(meta_name(name)).decode("utf-8", "replace")
        return as_object(parse(text))
    except (FormatError, ParseError):
        return {}


def _added(main: Reading, side: _Side, call: str) -> Reading:
    about = {"agent": side.agent, **side.about, **({"made_by_call": call} if call else {})}
    reading = Reading(side.lines, main.build, agent=side.agent, file=shown_name(side.name), about=about)
    reading.add()
    return reading


def _prompt(lines: Sequence[Line]) -> str:
    """The text that a sub-agent was given."""
    for line in lines:
        if line.kind == "user":
            content: Any = line.message.get("content")
            if isinstance(content, str):
                return content.strip()
            return text_field(as_object(next(iter(as_list(content)), None)), "text").strip()
    return ""


def _tell(main: Reading, code: str, names: Sequence[str], severity: str = "warning") -> None:
    if names:
        listed = ", ".join(shown_name(name) for name in names[:_MOST_NAMED])
        more = len(names) - _MOST_NAMED
        told = f"{listed} … +{more:,}" if more > 0 else listed
        main.build.note(code, severity=severity, count=len(names), names=told)
