"""A real HTTP server that speaks OpenAI's chat completions, well or badly, as a test says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from ctxlab.llm.endpoint import Endpoint

EVENTS = "text/event-stream; charset=utf-8"

#: A talk, and what a model says of it: a constraint that rules find, one that they miss, one nobody said.
TALK = [
    {"role": "user", "content": "Never use tabs here. The house style is two blanks."},
    {"role": "assistant", "content": "Very well."},
    {"role": "user", "content": "Now write the file."},
]
ANSWER = json.dumps(
    [
        {"text": 1, "quote": "Never use tabs", "kind": "format"},
        {"text": 1, "quote": "two blanks", "kind": "format", "tier": "soft"},
        {"text": 2, "quote": "write no file", "kind": "prohibition"},
    ]
)


def chunk(text: str = "", finish: str | None = None, **more: Any) -> dict[str, Any]:
    """One piece of a stream."""
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish}
    return {
        "id": "c",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "m",
        "choices": [choice],
        **more,
    }


def usage(prompt: int, completion: int) -> dict[str, Any]:
    """The last piece of a stream, that states tokens."""
    counts = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    return {**chunk(), "choices": [], "usage": counts}


def events(chunks: Iterable[object], *, done: bool = True) -> Iterator[bytes]:
    """A stream of events; without its last line it broke off."""
    for one in chunks:
        yield f"data: {json.dumps(one, ensure_ascii=False)}\n\n".encode()
    if done:
        yield b"data: [DONE]\n\n"


def saying(text: str) -> Response:
    """A good answer, in pieces of three characters."""
    pieces = [chunk(text[at : at + 3]) for at in range(0, len(text), 3)]
    return Response(events([*pieces, chunk(finish="stop"), usage(11, 7)]), content_type=EVENTS)


def status(code: int, said: str = "no", error: str = "", **headers: str) -> Response:
    """A refusal, as endpoints word it."""
    body = json.dumps({"error": {"message": said, "type": "t", "code": error or None}})
    return Response(
        body,
        status=code,
        content_type="application/json",
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    )


@dataclass(eq=False)
class ModelServer:
    """Answers one request after the other with `answers`, the last of them for all further ones.

    Where `reads` is set it makes the answer from what was asked.
    """

    server: HTTPServer
    answers: list[Callable[[], Response]] = field(default_factory=list[Callable[[], Response]])
    asked: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    reads: Callable[[dict[str, Any]], Response] | None = None

    @property
    def address(self) -> str:
        """Where it listens."""
        return self.server.url_for("/v1")

    def endpoint(self, **more: Any) -> Endpoint:
        """An endpoint that asks it."""
        return Endpoint(self.address, "m", "secret-key", **{"timeout": 10, **more})

    def will(self, *answers: Callable[[], Response] | Response | str) -> None:
        """Says what it answers from now on: a response, what makes one, or a text."""
        self.answers = [_maker(one) for one in answers]
        self.reads = None
        self.asked.clear()

    def answer(self, request: Request) -> Response:
        """The answer to one request, which is kept."""
        asked = json.loads(request.get_data())
        self.asked.append(asked)
        if self.reads is not None:
            return self.reads(asked)
        at = min(len(self.asked), len(self.answers)) - 1
        return self.answers[at]()


def _maker(answer: Callable[[], Response] | Response | str) -> Callable[[], Response]:
    if isinstance(answer, str):
        return lambda: saying(answer)
    return (lambda: answer) if isinstance(answer, Response) else answer


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """A server on a port of its own."""
    with HTTPServer(threaded=True) as server:
        made = ModelServer(server)
        server.expect_request("/v1/chat/completions", method="POST").respond_with_handler(made.answer)
        yield made
