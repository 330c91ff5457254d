"""Calls of a model and runs of tools, as spans and observations of any trace format record them."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.formats.dialects.any import messages_of
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.retrieved import Retrieved
from ctxlab.model.items import NOWHERE, Part, Place
from ctxlab.model.session import Usage


class IdsAsRecorded(Pairing):
    """Leaves call ids as they were recorded; a conversation pairs them once it is put together."""

    def call(self, recorded: str, name: str) -> str:
        """The recorded id."""
        return recorded

    def result(self, recorded: str, name: str) -> tuple[str, str]:
        """The recorded id, and no name."""
        return recorded, ""


def as_recorded(values: object) -> tuple[Recorded, ...]:
    """The messages of a list in whatever dialect, call ids as they were recorded."""
    return messages_of(values, IdsAsRecorded())


@dataclass(frozen=True, slots=True)
class Schema:
    """One tool's schema as compact JSON, and the tool's name."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a model.

    `input` are all messages that were sent, `output` the answer (empty where not recorded), both with call
    ids as recorded (`as_recorded`). `session` is the id of the conversation, `agent` the agent's name, `run`
    the id of the agent's run that it is part of, `depth` how many runs that one is nested in; each empty or
    0 where unknown. `start` and `end` are in one unit throughout a file, 0 where unknown; `times` are the
    same as text, for items. `sent` is the JSON of what was sent, made from `input` where empty. `inferred`:
    what was sent is not recorded, `input` follows from what is around; then nothing is said to be sent.
    `without_tools`: that no tools were offered is recorded.
    `place` is that of the span; `extra` a JSON object kept with the answer.
    """

    input: tuple[Recorded, ...] = ()
    output: tuple[Recorded, ...] = ()
    schemas: tuple[Schema, ...] = ()
    session: str = ""
    agent: str = ""
    run: str = ""
    depth: int = 0
    start: int = 0
    end: int = 0
    times: tuple[str, str] = ("", "")
    model: str = ""
    usage: Usage | None = None
    sent: str = ""
    inferred: bool = False
    without_tools: bool = False
    place: Place = NOWHERE
    extra: str = ""

    @property
    def has_content(self) -> bool:
        """Whether anything of what was said is recorded."""
        return bool(self.input or self.output)


@dataclass(frozen=True, slots=True)
class ToolRun:
    """One execution of a tool: what it was given and what it gave, where a span records that.

    `parts` are its result (a part of kind result first). `session` and `run` are as in `Call`.
    """

    name: str
    parts: tuple[Part, ...]
    call_id: str = ""
    arguments: str = ""
    session: str = ""
    run: str = ""
    start: int = 0
    time: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What one search found. `session` and `run` are as in `Call`."""

    documents: tuple[Retrieved, ...]
    session: str = ""
    run: str = ""
    start: int = 0
    time: str = ""
    place: Place = NOWHERE


Event = ToolRun | Retrieval
