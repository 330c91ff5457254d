"""The client of models, against a real server that does all that real ones do."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from email.utils import formatdate
from threading import Barrier, Event, Thread
from time import monotonic, sleep, time

import pytest
from helpers.asked import ASKED, fault
from helpers.model_server import EVENTS, ModelServer, chunk, events, saying, status, usage
from werkzeug import Response

from ctxlab.errors import CancelledError, ModelError
from ctxlab.llm.client import Client, Prompt
from ctxlab.llm.endpoint import Endpoint
from ctxlab.llm.replies import Reply


def test_a_streamed_answer_comes_whole_with_its_tokens(server: ModelServer, client: Client) -> None:
    server.will("最多三千元，不要超过。👍🏽")
    reply = client.ask(ASKED)
    assert (reply.text, reply.model) == ("最多三千元，不要超过。👍🏽", "m")
    assert (reply.tokens_in, reply.tokens_out) == (11, 7)
    (asked,) = server.asked
    assert asked["messages"] == [
        {"role": "system", "content": "Answer."},
        {"role": "user", "content": "上限多少？"},
    ]
    assert asked["model"] == "m"


def test_a_server_that_does_not_stream_is_understood(server: ModelServer, client: Client) -> None:
    choice = {"index": 0, "message": {"role": "assistant", "content": "3000"}, "finish_reason": "stop"}
    body = {"id": "c", "object": "chat.completion", "created": 0, "model": "n", "choices": [choice]}
    server.will(Response(json.dumps(body), content_type="application/json"))
    reply = client.ask(ASKED)
    assert (reply.text, reply.model, reply.tokens_in) == ("3000", "n", None)


def test_a_limit_of_requests_is_waited_out_as_long_as_it_says(server: ModelServer, client: Client) -> None:
    server.will(status(429, Retry_After="1"), "yes")
    began = monotonic()
    assert client.ask(ASKED).text == "yes"
    assert monotonic() - began >= 1
    assert len(server.asked) == 2


def test_the_time_to_wait_may_be_a_date(server: ModelServer, client: Client) -> None:
    server.will(lambda: status(503, Retry_After=formatdate(time() + 2, usegmt=True)), "yes")
    began = monotonic()
    assert client.ask(ASKED).text == "yes"
    assert monotonic() - began >= 0.9, "a date has whole seconds"


def test_a_wait_of_many_minutes_is_told_and_not_waited_out(server: ModelServer, client: Client) -> None:
    server.will(status(429, Retry_After="600"))
    assert fault(client) == "rate_limit"
    assert len(server.asked) == 1


def test_a_server_that_fails_is_asked_again_and_then_given_up(server: ModelServer, client: Client) -> None:
    server.will(status(500), status(502), "yes")
    assert client.ask(ASKED).text == "yes"
    server.will(status(500))
    assert fault(client) == "server"
    assert len(server.asked) == 4


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        (status(401), "key_refused"),
        (status(403), "key_refused"),
        (status(404), "no_model"),
        (status(400), "bad_request"),
        (status(400, "maximum context length is 8192 tokens"), "too_long"),
        (status(400, error="context_length_exceeded"), "too_long"),
        (status(413), "too_long"),
        (status(429, error="insufficient_quota"), "quota"),
        (Response("<!DOCTYPE html><html><body>Sign in</body></html>", content_type="text/html"), "html"),
    ],
)
def test_what_will_not_pass_is_told_at_once(
    server: ModelServer, client: Client, answer: Response, wanted: str
) -> None:
    server.will(answer)
    assert fault(client) == wanted
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("body", "kind", "wanted"),
    [
        ('{"choices": [', "application/json", "not_json"),
        ("", "application/json", "empty"),
        ("[]", "application/json", "no_choices"),
        ('{"id": "x"}', "application/json", "no_choices"),
        ('{"choices": []}', "application/json", "no_choices"),
        ("data: {broken\n\n", EVENTS, "not_json"),
        ("data: [DONE]\n\n", EVENTS, "no_choices"),
        (b"".join(events([chunk(" \n"), chunk(finish="stop")])), EVENTS, "empty"),
        (b"".join(events([chunk("half a sen")], done=False)), EVENTS, "cut"),
        (b"".join(events([chunk("half a sen"), chunk(finish="length")])), EVENTS, "cut"),
        (b"".join(events([chunk("half"), {"error": {"message": "overloaded"}}])), EVENTS, "server"),
    ],
)
def test_an_answer_that_is_none_is_asked_for_again_and_never_taken(
    server: ModelServer, client: Client, body: str | bytes, kind: str, wanted: str
) -> None:
    server.will(lambda: Response(body, content_type=kind))
    assert fault(client) == wanted
    assert len(server.asked) == 4
    server.will(lambda: Response(body, content_type=kind), "good")
    assert client.ask(ASKED).text == "good"


def test_a_model_that_declines_is_not_asked_again(server: ModelServer, client: Client) -> None:
    declined = chunk()
    declined["choices"][0]["delta"] = {"refusal": "I cannot help with that."}
    server.will(lambda: Response(events([declined, chunk(finish="stop")]), content_type=EVENTS))
    assert fault(client) == "refused"
    server.will(lambda: Response(events([chunk("a"), chunk(finish="content_filter")]), content_type=EVENTS))
    assert fault(client) == "refused"
    assert len(server.asked) == 1


def test_a_connection_that_breaks_in_the_middle_is_a_cut(server: ModelServer, client: Client) -> None:
    def broken() -> Response:
        # more is announced than comes
        body = b"".join(events([chunk("half")], done=False))
        return Response(body, content_type=EVENTS, headers={"Content-Length": str(len(body) + 50)})

    server.will(broken, "whole")
    assert client.ask(ASKED).text == "whole"


def test_a_model_that_takes_too_long_is_given_up(server: ModelServer) -> None:
    def slow() -> Response:
        def pieces() -> Iterator[bytes]:
            for _ in range(20):
                yield from events([chunk("a")], done=False)
                sleep(0.1)

        return Response(pieces(), content_type=EVENTS)

    impatient = Client(server.endpoint(timeout=0.3), first_wait=0.01)
    server.will(slow)
    assert fault(impatient) == "timeout"


def test_a_port_where_nobody_listens_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    client = Client(Endpoint(f"http://127.0.0.1:{port}/v1", "m", "k", timeout=5), first_wait=0.01)
    assert fault(client) == "unreachable"


def test_a_call_is_cancelled_in_the_middle_of_the_answer(server: ModelServer, client: Client) -> None:
    begun, wanted = Event(), Event()

    def endless() -> Response:
        def pieces() -> Iterator[bytes]:
            for _ in range(200):
                begun.set()
                yield from events([chunk("a")], done=False)
                sleep(0.02)

        return Response(pieces(), content_type=EVENTS)

    server.will(endless)
    ended: list[BaseException] = []

    def ask() -> None:
        try:
            client.ask(ASKED, wanted.is_set)
        except CancelledError as error:
            ended.append(error)

    thread = Thread(target=ask)
    thread.start()
    assert begun.wait(10)
    wanted.set()
    thread.join(10)
    assert len(ended) == 1
    assert len(server.asked) == 1


def test_a_call_is_cancelled_before_the_first_word(server: ModelServer, client: Client) -> None:
    go = Event()

    def silent() -> Response:
        go.wait(20)
        return saying("too late")

    server.will(silent)
    began = monotonic()
    with pytest.raises(CancelledError):
        client.ask(ASKED, lambda: len(server.asked) == 1)
    assert monotonic() - began < 5
    go.set()


def test_chats_are_asked_side_by_side(server: ModelServer) -> None:
    together = Barrier(3, timeout=20)

    def reply() -> Response:
        # none is answered before three are asked
        together.wait()
        return saying("good")

    server.will(reply)
    done: list[int] = []
    client = Client(server.endpoint(parallel=3), first_wait=0.01)
    found = client.ask_all([[("user", str(at))] for at in range(3)], progress=done.append)
    assert all(isinstance(one, Reply) for one in found)
    assert done[-1] == 3


def test_one_chat_that_fails_leaves_the_others(server: ModelServer) -> None:
    server.will(
        lambda: status(400) if server.asked[-1]["messages"][0]["content"] == "bad" else saying("good")
    )
    client = Client(server.endpoint(parallel=1), first_wait=0.01)
    first, second, third = client.ask_all([[("user", word)] for word in ("fine", "bad", "fine")])
    assert isinstance(second, ModelError)
    assert second.fault == "bad_request"
    assert [one.text for one in (first, third) if isinstance(one, Reply)] == ["good", "good"]


def test_a_wait_is_cancelled(server: ModelServer, client: Client) -> None:
    server.will(status(429, Retry_After="30"))
    began = monotonic()
    with pytest.raises(CancelledError):
        client.ask(ASKED, lambda: monotonic() - began > 0.3)
    assert monotonic() - began < 10


def test_a_key_is_in_no_error_and_no_text(server: ModelServer, client: Client) -> None:
    key = server.endpoint().key
    assert len(key) >= 6
    server.will(status(401, f"Incorrect API key provided: {key}."))
    with pytest.raises(ModelError) as caught:
        client.ask(ASKED)
    assert "provided: [key]." in str(caught.value)
    assert key not in str(caught.value) + repr(server.endpoint())


def test_tokens_alone_are_no_answer(server: ModelServer, client: Client) -> None:
    server.will(lambda: Response(events([usage(3, 0)]), content_type=EVENTS))
    assert fault(client) == "no_choices"


def test_a_whole_context_goes_as_it_is_and_calls_are_an_answer(server: ModelServer, client: Client) -> None:
    first = {"index": 0, "id": "a", "function": {"name": "book", "arguments": '{"price"'}}
    rest = {"index": 0, "function": {"arguments": ": 5000}"}}
    other = {"index": 1, "id": "b", "function": {"name": "look", "arguments": "{}"}}
    pieces = [chunk(), chunk(), chunk(), chunk(finish="tool_calls")]
    for piece, call in zip(pieces, (first, rest, other), strict=False):
        piece["choices"][0]["delta"] = {"tool_calls": [call]}
    server.will(lambda: Response(events(pieces), content_type=EVENTS))
    tools = ({"type": "function", "function": {"name": "book", "parameters": {"type": "object"}}},)
    reply = client.ask(Prompt(({"role": "user", "content": "书", "name": "li"},), tools))
    assert (reply.text, reply.calls) == ("", (("book", '{"price": 5000}'), ("look", "{}")))
    (asked,) = server.asked
    assert asked["messages"] == [{"role": "user", "content": "书", "name": "li"}]
    assert asked["tools"] == list(tools)


def test_calls_of_a_model_that_was_offered_no_tools_are_no_answer(
    server: ModelServer, client: Client
) -> None:
    piece = chunk(finish="tool_calls")
    piece["choices"][0]["delta"] = {"tool_calls": [{"index": 0, "function": {"name": "x", "arguments": ""}}]}
    server.will(lambda: Response(events([piece]), content_type=EVENTS))
    assert fault(client) == "empty"
    assert "tools" not in server.asked[0]


def test_a_fault_that_all_would_meet_ends_the_others(server: ModelServer) -> None:
    server.will(status(401, "no such key"))
    one_by_one = Client(server.endpoint(parallel=1), first_wait=0.01)
    answers = one_by_one.ask_all([ASKED] * 5)
    assert [isinstance(one, ModelError) and one.fault for one in answers] == ["key_refused"] * 5
    assert len(server.asked) == 1


def test_each_answer_is_handed_over_as_it_comes_with_the_place_of_its_chat(server: ModelServer) -> None:
    server.will(
        lambda: status(400) if server.asked[-1]["messages"][0]["content"] == "bad" else saying("good")
    )
    came: dict[int, str] = {}

    def take(at: int, found: Reply | ModelError) -> None:
        came[at] = found.text if isinstance(found, Reply) else found.fault

    client = Client(server.endpoint(parallel=2), first_wait=0.01)
    client.ask_all([[("user", word)] for word in ("fine", "bad", "fine")], taken=take)
    assert came == {0: "good", 1: "bad_request", 2: "good"}


def test_an_answer_that_reaches_our_bound_is_not_asked_for_again(server: ModelServer, client: Client) -> None:
    server.will(lambda: Response(events([chunk("half"), chunk(finish="length")]), content_type=EVENTS))
    with pytest.raises(ModelError) as caught:
        client.ask(Prompt(({"role": "user", "content": "x"},), most=5))
    assert caught.value.fault == "length"
    assert [one["max_tokens"] for one in server.asked] == [5]


def test_the_bound_goes_under_the_name_that_the_model_wants(server: ModelServer, client: Client) -> None:
    said = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    server.will(status(400, said), "yes")
    assert client.ask(Prompt(({"role": "user", "content": "x"},), most=5)).text == "yes"
    assert "max_tokens" not in server.asked[1]
    assert server.asked[1]["max_completion_tokens"] == 5
