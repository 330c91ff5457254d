"""Answers that break off or hold what none may hold, and calls that end before their answers."""

from __future__ import annotations

import gc
import json
import signal
import socket
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import sleep
from typing import Any

import pytest
from helpers.asked import ASKED, fault
from helpers.model_server import EVENTS, ModelServer, chunk, events, saying
from werkzeug import Response

from ctxlab.errors import ModelError
from ctxlab.llm.client import Client, Prompt
from ctxlab.llm.endpoint import Endpoint
from ctxlab.llm.replies import Reply

WHOLE = b"".join(events([chunk("good"), chunk(finish="stop")]))


def sent(kind: str, body: bytes, *, more: int = 0) -> bytes:
    """A response that announces `more` bytes than come."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body) + more}\r\n\r\n"
    return head.encode() + body


def chunked_and_broken() -> bytes:
    """A stream that is cut after two pieces, without the chunk that ends it."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {EVENTS}\r\nTransfer-Encoding: chunked\r\n\r\n"
    pieces = events([chunk("half "), chunk("a sen")], done=False)
    return head.encode() + b"".join(f"{len(one):x}\r\n".encode() + one + b"\r\n" for one in pieces)


@contextmanager
def raw_server(reply: Callable[[bytes], bytes]) -> Generator[str]:
    """Sends the bytes that `reply` makes of a request, then hangs up; yields its address."""
    ended = Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                peer, _ = listening.accept()
                with peer:
                    if ended.is_set():
                        return
                    asked = b""
                    while b"}]" not in asked.partition(b"\r\n\r\n")[2] and (got := peer.recv(65536)):
                        asked += got
                    peer.sendall(reply(asked))

        thread = Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        finally:
            ended.set()
            # the last visitor, that wakes it
            socket.create_connection(listening.getsockname()).close()
            thread.join(10)


def told(found: Reply | ModelError) -> str:
    return found.text if isinstance(found, Reply) else found.fault


@pytest.mark.parametrize(
    "broken",
    [
        sent("application/json", b'{"choices": [{"index": 0, "mess', more=50),
        sent(EVENTS, b"".join(events([chunk("half"), chunk("a sen")], done=False)), more=50),
        sent(EVENTS, b"data: {", more=50),
        chunked_and_broken(),
    ],
    ids=["json", "stream", "half a piece", "chunked"],
)
def test_a_body_cut_in_the_middle_is_the_fault_of_that_call_alone(broken: bytes) -> None:
    with raw_server(lambda asked: broken if b"bad" in asked else sent(EVENTS, WHOLE)) as address:
        client = Client(Endpoint(address, "m", "secret-key", timeout=10, parallel=1), first_wait=0.01)
        found = client.ask_all([[("user", word)] for word in ("fine", "bad", "fine")])
    assert [told(one) for one in found] == ["good", "cut", "good"]
    assert isinstance(found[1], ModelError)
    assert found[1].message == "the answer broke off"


def test_a_refusal_that_is_cut_is_a_cut() -> None:
    broken = sent("application/json", b'{"error": ', more=50).replace(b"200 OK", b"500 No")
    with raw_server(lambda _asked: broken) as address:
        client = Client(Endpoint(address, "m", "secret-key", timeout=10), first_wait=0.01)
        assert fault(client) == "cut"


def test_a_server_that_hangs_up_before_it_says_anything_is_unreachable() -> None:
    with raw_server(lambda _asked: b"") as address:
        client = Client(Endpoint(address, "m", "secret-key", timeout=10), first_wait=0.01)
        assert fault(client) == "unreachable"


PARTS = [
    {"type": "text", "text": "three "},
    {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
    {"type": "text", "text": "千"},
]


def completion(message: object, **more: Any) -> Response:
    """What a server that does not stream sends."""
    choice = {"index": 0, "message": message, "finish_reason": "stop", **more}
    return Response(json.dumps({"model": "m", "choices": [choice]}), content_type="application/json")


def test_a_content_in_parts_is_joined(server: ModelServer, client: Client) -> None:
    server.will(lambda: completion({"content": PARTS}))
    assert client.ask(ASKED).text == "three 千"
    piece = chunk()
    piece["choices"][0]["delta"] = {"content": PARTS}
    server.will(lambda: Response(events([piece, chunk(" yuan"), chunk(finish="stop")]), content_type=EVENTS))
    assert client.ask(ASKED).text == "three 千 yuan"


@pytest.mark.parametrize("content", [7, True, [7], [["a"]], [{"type": "text", "text": 7}]])
def test_a_content_that_is_no_text_is_no_answer(server: ModelServer, client: Client, content: object) -> None:
    piece = chunk()
    piece["choices"][0]["delta"] = {"content": content}
    server.will(lambda: completion({"content": content}))
    assert fault(client) == "no_choices"
    server.will(lambda: Response(events([piece, chunk(finish="stop")]), content_type=EVENTS))
    assert fault(client) == "no_choices"


@pytest.mark.parametrize(
    "body",
    [
        {"choices": 7},
        {"choices": {"a": 1}},
        {"choices": [{"message": {"content": "a", "refusal": 7}, "finish_reason": "stop"}]},
        {"choices": [{"message": {"content": "a"}, "finish_reason": 7}]},
        {"choices": [{"message": {"tool_calls": 7}, "finish_reason": "stop"}]},
        {
            "choices": [
                {"message": {"tool_calls": [{"function": {"name": 7}}]}, "finish_reason": "stop"},
            ]
        },
    ],
)
@pytest.mark.parametrize("streams", [False, True])
def test_a_field_of_a_strange_type_is_no_answer(
    server: ModelServer, client: Client, body: dict[str, Any], streams: bool
) -> None:
    said = json.dumps(body)
    if streams:
        said = f"data: {said}\n\ndata: [DONE]\n\n".replace('"message"', '"delta"')
    server.will(lambda: Response(said, content_type=EVENTS if streams else "application/json"))
    with pytest.raises(ModelError) as caught:
        client.ask(Prompt(({"role": "user", "content": "x"},), ({"type": "function"},)))
    assert caught.value.fault == "no_choices"


@pytest.mark.parametrize("piece", ["7", "[1]", '"a"', "null"])
def test_a_piece_that_is_no_object_is_no_answer(server: ModelServer, client: Client, piece: str) -> None:
    server.will(lambda: Response(f"data: {piece}\n\ndata: [DONE]\n\n", content_type=EVENTS))
    assert fault(client) in ("no_choices", "not_json")


def test_what_nobody_foresaw_in_one_call_leaves_the_others(
    server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    server.will("good")
    client = Client(server.endpoint(parallel=3), first_wait=0.01)
    unsendable = Prompt(({"role": "user", "content": object()},))
    found = client.ask_all([ASKED, unsendable, ASKED])
    assert [told(one) for one in found] == ["good", "unexpected", "good"]
    assert "TypeError" in str(found[1])
    gc.collect()
    assert not [one for one in caplog.records if one.name == "asyncio"]


def dripping(begun: Event, kind: str = EVENTS) -> Callable[[], Response]:
    """An answer that comes slowly and does not end while somebody reads it."""

    def pieces() -> Iterator[bytes]:
        for _ in range(200):
            begun.set()
            yield from events([chunk("a")], done=False)
            sleep(0.02)

    return lambda: Response(pieces(), content_type=kind)


@pytest.mark.parametrize("kind", [EVENTS, "application/json"])
def test_ctrl_c_in_the_middle_of_answers_ends_all_of_them(
    server: ModelServer, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    begun = Event()
    server.will(dripping(begun, kind))

    def pressed() -> bool:
        if begun.is_set():
            begun.clear()
            signal.raise_signal(signal.SIGINT)
        return False

    client = Client(server.endpoint(parallel=3), first_wait=0.01)
    with pytest.raises(KeyboardInterrupt):
        client.ask_all([ASKED] * 5, pressed)
    gc.collect()
    assert not [one for one in caplog.records if one.name == "asyncio"]


def test_a_caller_that_fails_ends_what_is_under_way(
    server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    slow = dripping(Event(), "application/json")
    server.will(lambda: saying("good") if len(server.asked) == 1 else slow())

    def full(_at: int, _found: Reply | ModelError) -> None:
        raise OSError("the disk is full")

    client = Client(server.endpoint(parallel=3), first_wait=0.01)
    with pytest.raises(OSError, match="the disk is full"):
        client.ask_all([ASKED] * 3, taken=full)
    gc.collect()
    assert not [one for one in caplog.records if one.name == "asyncio"]
