"""Observations, which spans and runs of all kinds of traces become: with input and output of any shape."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property
from typing import Any

from ctxlab.formats.recorded import Recorded, placed
from ctxlab.formats.traces.contents import Content
from ctxlab.formats.traces.prompts import Prompt, prompt_of
from ctxlab.formats.traces.replies import answer_of
from ctxlab.model.items import NOWHERE, Place
from ctxlab.model.session import Usage


class Kind(Enum):
    """What an observation is of."""

    MODEL = auto()
    AGENT = auto()
    TOOL = auto()
    RETRIEVER = auto()
    OTHER = auto()


@dataclass(frozen=True, eq=False)
class Observation:
    """One observation.

    `beside` is what stands in other places than input and output, for where these have nothing. `agent` is
    the name of the agent that it is, or works for. Times are nanoseconds, 0 where unknown. `error` is what it
    ended with. `output_place` is only set where the output stands elsewhere than the rest. All other fields
    mean what they mean in `Call` and `ToolRun`.
    """

    id: str
    parent: str = ""
    kind: Kind = Kind.OTHER
    name: str = ""
    input: Any = None
    output: Any = None
    beside: Content = field(default_factory=Content)
    session: str = ""
    agent: str = ""
    start: int = 0
    end: int = 0
    times: tuple[str, str] = ("", "")
    model: str = ""
    usage: Usage | None = None
    call_id: str = ""
    error: str = ""
    place: Place = NOWHERE
    output_place: Place = NOWHERE
    extra: str = ""

    @cached_property
    def prompt(self) -> Prompt:
        """What was asked, and with which tools."""
        found = prompt_of(self.input)
        messages = found.messages or self.beside.input
        if not found.has_system:
            messages = replace(self.beside, input=messages).messages
        return Prompt(messages, found.schemas or self.beside.schemas)

    @cached_property
    def answer(self) -> tuple[Recorded, ...]:
        """What was answered."""
        return placed(answer_of(self.output), self.output_place) or self.beside.output

    @property
    def given_at(self) -> Place:
        """Where its output stands."""
        return self.place if self.output_place == NOWHERE else self.output_place

    @property
    def places(self) -> tuple[Place, ...]:
        """Where it stands, and where its output does."""
        return (self.place, self.given_at)

    @property
    def is_border(self) -> bool:
        """Whether it is an agent's or a tool's run, which has a context of its own."""
        return self.kind in (Kind.AGENT, Kind.TOOL)
