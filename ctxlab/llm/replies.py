"""Reading what an endpoint sent: a stream of pieces, or one JSON document from servers that do not stream."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from ctxlab.errors import ModelError
from ctxlab.llm.faults import Fault, failure

_PAGE = re.compile(r"\s*<(?:!doctype|html|head|body)\b", re.IGNORECASE)
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said. Tokens are as the endpoint states them, None where it does not.

    `calls` are the tools that it called: name and arguments, as it wrote them. The text may be empty then.
    """

    text: str
    model: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    calls: tuple[tuple[str, str], ...] = ()


class Pieces:
    """A reply in the making. `add` takes the chunks of a stream, or a whole completion.

    `tools` says whether the model was offered any: only then are calls an answer. `bound` says that we set
    how long the answer may be.
    """

    def __init__(self, *, tools: bool = False, bound: bool = False) -> None:
        self._tools = tools
        self._bound = bound
        self._texts: list[str] = []
        self._finish = self._model = ""
        self._refusal = ""
        self._calls: dict[int, list[str]] = {}
        self._choices = False
        self._tokens: tuple[int | None, int | None] = (None, None)

    def add(self, data: Any) -> None:
        """Takes one chunk as the client made it; fields that a server left out are None.

        Raises:
            ModelError: A field is of a type that none may have.
        """
        model = getattr(data, "model", None)
        self._model = (model if isinstance(model, str) else "") or self._model
        usage = getattr(data, "usage", None)
        if usage is not None:
            self._tokens = (_count(usage, "prompt_tokens"), _count(usage, "completion_tokens"))
        for choice in _listed(data, "choices")[:1]:
            self._choices = True
            said = getattr(choice, "delta", None) or getattr(choice, "message", None)
            self._texts.append(_text(said, "content"))
            self._refusal += _text(said, "refusal")
            self._finish = _text(choice, "finish_reason") or self._finish
            if self._tools:
                self._take_calls(_listed(said, "tool_calls"))

    def reply(self) -> Reply:
        """The whole reply.

        Raises:
            ModelError: It broke off, was declined, or holds nothing.
        """
        if not self._choices:
            raise failure(Fault.NO_CHOICES)
        if self._refusal or self._finish == "content_filter":
            raise failure(Fault.REFUSED, self._refusal[:_SHOWN])
        text = "".join(self._texts)
        if self._finish == "length" and self._bound:
            raise failure(Fault.LENGTH)
        if self._finish in ("", "length"):
            raise failure(Fault.CUT, "it reached the model's limit" if self._finish else "")
        if not (text.strip() or self._calls):
            raise failure(Fault.EMPTY)
        if _PAGE.match(text):
            raise failure(Fault.HTML)
        calls = tuple((name, arguments) for _, (name, arguments) in sorted(self._calls.items()))
        return Reply(text, self._model, *self._tokens, calls)

    def _take_calls(self, calls: list[object]) -> None:
        """Joins pieces of calls by their index; a completion gives each whole and in order."""
        for at, call in enumerate(calls):
            index = getattr(call, "index", None)
            known = self._calls.setdefault(index if isinstance(index, int) else at, ["", ""])
            function = getattr(call, "function", None)
            known[0] += _text(function, "name")
            known[1] += _text(function, "arguments")


def unreadable(body: str) -> ModelError:
    """What is wrong with a body that is neither a stream nor a completion."""
    if _PAGE.match(body):
        return failure(Fault.HTML)
    return failure(Fault.NOT_JSON if body.strip() else Fault.EMPTY)


def _listed(data: Any, name: str) -> list[object]:
    """A field that holds a list; an empty one where the server left it out."""
    found: Any = getattr(data, name, None) or []
    if not isinstance(found, list):
        raise failure(Fault.NO_CHOICES, f"{name} is no list")
    return cast("list[object]", found)


def _text(data: Any, name: str) -> str:
    """A field that holds a text, or a text in parts, as some servers send it."""
    found: Any = getattr(data, name, None) or ""
    parts = cast("list[object]", found) if isinstance(found, list) else [found]
    texts = [_part(part) for part in parts]
    if any(text is None for text in texts):
        raise failure(Fault.NO_CHOICES, f"{name} is no text")
    return "".join(text or "" for text in texts)


def _part(part: object) -> str | None:
    """The text of a part, empty for a part of another kind; None for what is no part."""
    if isinstance(part, Mapping):
        known = cast("Mapping[str, Any]", part)
        part = (known.get("text") or "") if known.get("type", "text") == "text" else ""
    return part if isinstance(part, str) else None


def _count(usage: Any, name: str) -> int | None:
    found = getattr(usage, name, None)
    return found if isinstance(found, int) else None
