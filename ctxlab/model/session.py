"""Sessions, requests and snapshots: what was recorded, and what stood at the builder's disposal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from ctxlab.errors import RequestError, Said
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Source
from ctxlab.model.keywords import read_keywords
from ctxlab.model.marks import Marks
from ctxlab.model.summary import StoredSummary


@dataclass(frozen=True, slots=True)
class Origin:
    """The file that a session was read from: format name, file name without folders, sha256 of its bytes."""

    format: str = ""
    file: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """What the provider said that one call used, in tokens; None where it said nothing."""

    input: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    output: int | None = None

    @property
    def occupancy(self) -> int | None:
        """Tokens in the window at this call: fresh input, cache reads and cache writes together."""
        known = [n for n in (self.input, self.cache_read, self.cache_write) if n is not None]
        return sum(known) if known else None


@dataclass(frozen=True, slots=True)
class Request:
    """One call of the model.

    `end` is the number of session items that stand before it in the file. `live` are inclusive ranges of
    positions (0-based, ascending, disjoint) that the recorder really had in its context; what lies before
    `end` on the same chain but in no range was superseded or excluded by the recorder. `sent` is the JSON
    text of what was really sent, where recorded, or empty.
    """

    index: int
    turn: int
    end: int
    live: tuple[tuple[int, int], ...]
    chain: str = ""
    sent: str = ""
    usage: Usage | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """Everything recorded of one agent conversation, items in file order.

    `wire` names the recorded messages' wire format (`openai-chat`, `openai-responses`, `anthropic`, `gemini`,
    or the name of a framework that has its own). `form` is the keyword form it came from (`build`,
    `build_context`, `messages`) or empty. `unknown` are sources that the format cannot know. `extra` is a
    JSON object of top-level fields that were not understood, or empty; beside them it may hold the form in
    which a request was written (`formats.writers.shapes`). `summaries` are those that stand beside its file;
    they come before what else is kept. `branching` says that the recorder could take the conversation up
    again further back (`model/branches`).
    """

    id: str
    items: tuple[Item, ...]
    requests: tuple[Request, ...]
    title: str = ""
    model: str = ""
    wire: str = "openai-chat"
    form: str = ""
    origin: Origin = field(default_factory=Origin)
    unknown: tuple[Source, ...] = ()
    marks: Marks = field(default_factory=Marks)
    diagnostics: tuple[Diagnostic, ...] = ()
    extra: str = ""
    summaries: tuple[StoredSummary, ...] = ()
    branching: bool = False

    @classmethod
    def from_parts(cls, form: str = "", **keywords: Any) -> Session:
        """The session of the keywords of build(), build_context() or a mode's messages.

        Which of the three it is shows in the names of the keywords, unless `form` says it (`build`,
        `build_context`, `messages`). Unknown keywords go to `extra` and are reported.
        """
        return cls.from_keywords(keywords, form)

    @classmethod
    def from_keywords(
        cls, keywords: Mapping[str, Any], form: str = "", *, id: str = "", origin: Origin | None = None
    ) -> Session:
        """The same from a mapping; never raises. `id` stands in where the keywords give none."""
        parts = read_keywords(keywords, form)
        count = len(parts.items)
        live = ((0, count - 1),) if count else ()
        return Session(
            id=parts.id or id,
            items=parts.items,
            requests=(Request(1, parts.turns, count, live),),
            title=parts.title,
            model=parts.model,
            form=parts.form,
            origin=origin or Origin(),
            diagnostics=parts.diagnostics,
            extra=parts.extra,
        )

    def chain(self, name: str = "") -> tuple[Request, ...]:
        """The requests of the main conversation, or of the side chain of that name."""
        return tuple(request for request in self.requests if request.chain == name)

    def at(self, request: int | None = None, *, turn: int | None = None, chain: str = "") -> Snapshot:
        """The snapshot before that request (1-based); of a turn, its last request; by default the last one.

        Raises:
            RequestError: The chain has no such request or turn.
        """
        requests = self.chain(chain)
        if turn is not None:
            requests = tuple(one for one in requests if one.turn == turn)
            if not requests:
                raise self._nothing_at("turn", turn, chain)
        elif request is not None:
            requests = tuple(one for one in requests if one.index == request)
            if not requests:
                raise self._nothing_at("request", request, chain)
        if not requests:
            raise RequestError(f"there is no side chain {chain!r}" if chain else "the session has no request")
        return Snapshot(self, requests[-1])

    def with_marks(self, marks: Marks) -> Self:
        """The same session under other marks."""
        return replace(self, marks=marks)

    def _nothing_at(self, what: str, number: int, chain: str) -> RequestError:
        """The error of a request or turn that the chain does not have, with those that it has."""
        requests = self.chain(chain)
        message = f"there is no {what} {number}"
        if not requests:
            said = Said.of(f"no_{what}_at_all", number=number)
            return RequestError(message, hint="the session has none", said=said)
        last, first_turn, last_turn = requests[-1].index, requests[0].turn, requests[-1].turn
        said = Said.of(f"no_{what}", number=number, last=last, first_turn=first_turn, last_turn=last_turn)
        hint = f"requests 1 to {last}, turns {first_turn} to {last_turn}"
        return RequestError(message, hint=hint, said=said)


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """What stood at the builder's disposal at one request: the session up to there."""

    session: Session
    request: Request

    def candidates(self) -> tuple[int, ...]:
        """Positions of all items before the request on its chain, in file order."""
        chain = self.request.chain
        items = self.session.items
        return tuple(i for i in range(self.request.end) if items[i].chain == chain)
