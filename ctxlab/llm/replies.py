"""Reading what an endpoint sent: a stream of pieces, or one JSON document from servers that do not stream."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ctxlab.errors import ModelError
from ctxlab.llm.faults import Fault, failure

_PAGE = re.compile(r"\s*<(?:!doctype|html|head|body)\b", re.IGNORECASE)
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said. Tokens are as the endpoint states them, None where it does not."""

    text: str
    model: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None


class Pieces:
    """A reply in the making. `add` takes the chunks of a stream, or a whole completion."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._finish = self._model = ""
        self._refusal = ""
        self._choices = False
        self._tokens: tuple[int | None, int | None] = (None, None)

    def add(self, data: Any) -> None:
        """Takes one chunk as the client made it; fields that a server left out are None."""
        self._model = getattr(data, "model", None) or self._model
        usage = getattr(data, "usage", None)
        if usage is not None:
            self._tokens = (_count(usage, "prompt_tokens"), _count(usage, "completion_tokens"))
        for choice in (getattr(data, "choices", None) or ())[:1]:
            self._choices = True
            said = getattr(choice, "delta", None) or getattr(choice, "message", None)
            self._texts.append(getattr(said, "content", None) or "")
            self._refusal += getattr(said, "refusal", None) or ""
            self._finish = getattr(choice, "finish_reason", None) or self._finish

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
        if self._finish in ("", "length"):
            raise failure(Fault.CUT, "it reached the model's limit" if self._finish else "")
        if not text.strip():
            raise failure(Fault.EMPTY)
        if _PAGE.match(text):
            raise failure(Fault.HTML)
        return Reply(text, self._model, *self._tokens)


def unreadable(body: str) -> ModelError:
    """What is wrong with a body that is neither a stream nor a completion."""
    if _PAGE.match(body):
        return failure(Fault.HTML)
    return failure(Fault.NOT_JSON if body.strip() else Fault.EMPTY)


def _count(usage: Any, name: str) -> int | None:
    found = getattr(usage, name, None)
    return found if isinstance(found, int) else None
