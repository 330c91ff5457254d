"""A request that was read is written as it was: from each wire format, through a native session, and back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import FORMATS, opened
from helpers.wire_requests import REQUESTS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxlab.formats.load import load_bytes
from ctxlab.formats.writers.native import dumps_session
from ctxlab.formats.writers.request import written
from ctxlab.formats.writers.shapes import KEY
from ctxlab.model.session import Session

FOLDERS = ("01_openai_chat", "02_openai_responses", "03_anthropic_messages", "12_gemini")
FILES = sorted(
    str(file.relative_to(FORMATS)) for folder in FOLDERS for file in (FORMATS / folder).glob("*.request.json")
)


def read(value: Any, format: str | None = None) -> Session:
    return load_bytes(json.dumps(value).encode(), "request.json", format=format)[0]


def native(session: Session) -> Session:
    return load_bytes(dumps_session(session).encode(), "session.ctx.json")[0]


def again(session: Session, request: int | None = None) -> dict[str, Any]:
    return written(native(session).at(request), session.wire).body


@pytest.mark.parametrize("file", FILES)
def test_a_real_request_comes_back_equal(file: str) -> None:
    (session,) = opened(file)
    assert again(session) == json.loads((FORMATS / file).read_text())


def test_each_line_of_a_batch_comes_back_as_its_body() -> None:
    file = "01_openai_chat/openai_example_batch.jsonl"
    lines = [json.loads(line) for line in (FORMATS / file).read_text().splitlines()]
    assert [again(session) for session in opened(file)] == [line["body"] for line in lines]


def test_a_conversation_comes_back_up_to_the_request() -> None:
    file = "01_openai_chat/toy_chat_fine_tuning.jsonl"
    lines = [json.loads(line) for line in (FORMATS / file).read_text().splitlines()]
    for session, line in zip(opened(file), lines, strict=True):
        for request in session.chain():
            before = [item.message for item in session.items[: request.end]]
            messages = line["messages"][: max(before) + 1]
            assert again(session, request.index) == {"messages": messages}


@pytest.mark.parametrize("wire", REQUESTS)
def test_any_request_comes_back_equal_but_for_credentials(wire: str) -> None:
    format, requests = REQUESTS[wire]

    @settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
    @given(requests)
    def holds(request: dict[str, Any]) -> None:
        session = read(request, format)
        assert session.wire == wire
        body = again(session)
        assert _same_but_masks(body, request)

    holds()


def _same_but_masks(body: Any, request: Any) -> bool:
    """Whether they differ in nothing but what stands in place of credentials."""
    if isinstance(body, dict) and isinstance(request, dict):
        return body.keys() == request.keys() and all(_same_but_masks(body[k], request[k]) for k in body)
    if isinstance(body, list) and isinstance(request, list):
        return len(body) == len(request) and all(map(_same_but_masks, body, request))
    return bool(body == request) or body == "***"


@pytest.mark.parametrize("wire", REQUESTS)
def test_the_texts_of_a_form_are_those_of_the_items(wire: str) -> None:
    format, requests = REQUESTS[wire]

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(requests, st.text("xyz", min_size=50, max_size=60))
    def holds(request: dict[str, Any], long: str) -> None:
        field = {"openai-responses": "input", "gemini": "contents"}.get(wire, "messages")
        said = {"parts": [long], "role": "user"} if wire == "gemini" else {"role": "user", "content": [long]}
        listed = request[field] if isinstance(request[field], list) else []
        session = read({**request, field: [*listed, said]}, format)
        assert again(session)[field][-1] == said
        assert long not in session.extra

    holds()


def test_most_messages_need_no_form() -> None:
    session = read(
        {
            "model": "gpt-4o",
            "messages": [
                {"role": "system", "content": "You plan."},
                {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
                {"role": "assistant", "content": "Hello"},
                {"role": "user", "content": "Go"},
            ],
        }
    )
    assert KEY not in session.extra


def test_a_captured_call_comes_back_without_its_answer() -> None:
    asked = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hi"}], "temperature": 0.5}
    answer = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "Hello"}}]}
    session = read({"id": "x1", "request": asked, "response": {"object": "chat.completion", **answer}})
    assert again(session, 1) == asked


def test_a_credential_is_the_only_difference() -> None:
    asked = {
        "model": "gpt-4o",
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi", "api_key": "sk-1234"}]}],
        "extra_headers": {"Authorization": "Bearer abcdef"},
    }
    body = again(read(asked))
    assert body["extra_headers"] == {"Authorization": "***"}
    assert body["messages"][0]["content"] == [{"type": "text", "text": "Hi", "api_key": "***"}]


def test_a_wire_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no wire format 'smoke'"):
        written(read({"messages": [{"role": "user", "content": "Hi"}]}).at(), "smoke")
