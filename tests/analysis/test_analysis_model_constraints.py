"""Constraints that a model finds: what is sent, what is taken, and what an error costs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.model_server import ModelServer, saying, status
from helpers.spec import session

from ctxlab.analysis.model_constraints import ModelQuestion, ask_model, model_question
from ctxlab.analysis.stated import Statements
from ctxlab.errors import CancelledError, ModelError
from ctxlab.llm.endpoint import Endpoint
from ctxlab.model.constraint import Kind
from ctxlab.model.marks import ConstraintMark, Marks
from ctxlab.model.session import Session
from ctxlab.tokens.estimate import DivisionCounter

TABLE = "i1 user 1\ni2 assistant 1\ni3 tool 1\ni4 user 1\ni5 user 1"
SAID = {
    "i1": "Never use tabs here. The house style is two blanks.",
    "i2": "You must be joking.",
    "i3": "must not be sent",
    "i4": "And keep the blue one.",
    "i5": "And keep the blue one.",
}


def talk(said: dict[str, str] | None = None) -> Session:
    return session(TABLE, texts=said or SAID)


def answer(*entries: tuple[int, str, str]) -> str:
    return json.dumps([{"text": at, "quote": quote, "kind": kind} for at, quote, kind in entries])


def question(one: Session, endpoint: Endpoint, marks: Marks) -> ModelQuestion:
    stated = Statements().of(one, marks)
    return model_question(one, marks, stated, endpoint, DivisionCounter(4))


def ask(server: ModelServer, one: Session, marks: Marks | None = None, **more: Any) -> Any:
    endpoint = server.endpoint()
    return ask_model(question(one, endpoint, marks or Marks()), endpoint, **more)


def test_only_what_users_and_rules_say_is_sent_and_each_text_once(server: ModelServer) -> None:
    server.will("[]")
    ask(server, talk())
    (sent,) = [one["messages"][1]["content"] for one in server.asked]
    assert "tabs" in sent
    assert sent.count("the blue one") == 1
    assert "joking" not in sent
    assert "must not be sent" not in sent


def test_what_rules_or_the_user_know_is_left_as_it_is(server: ModelServer) -> None:
    server.will(
        answer(
            (1, "Never use tabs", "format"),
            (1, "two blanks", "format"),
            (2, "keep the blue one", "requirement"),
            (2, "keep the red one", "requirement"),
        )
    )
    rejected = Marks(constraints=(ConstraintMark("i4", 4, 21, rejected=True),))
    found = ask(server, talk(), rejected)
    start = SAID["i1"].index("two blanks")
    assert found.marks == (ConstraintMark("i1", start, start + 10, Kind.FORMAT),)
    assert found.known == 2
    assert [one.quote for one in found.doubted] == ["keep the red one"]
    assert (found.tokens_in, found.tokens_out) == (11, 7)


def test_a_long_session_is_asked_about_in_several_calls(server: ModelServer) -> None:
    said = {**SAID, "i1": "word " * 2_500, "i4": "word " * 2_300, "i5": "the end"}
    endpoint = server.endpoint(price_in=1.0, price_out=1.0)
    asked = question(talk(said), endpoint, Marks())
    assert [[one.item for one in call] for call in asked.calls] == [["i1"], ["i4", "i5"]]
    assert asked.estimate.calls == 2
    assert asked.estimate.tokens_in >= 6_000
    assert asked.estimate.cost == pytest.approx((asked.estimate.tokens_in + asked.estimate.tokens_out) / 1e6)


def test_a_call_that_fails_takes_nothing_from_the_others(server: ModelServer) -> None:
    said = {**SAID, "i1": "word " * 2_500 + "stay calm", "i4": "word " * 2_300, "i5": "the end"}

    def of_first(text: str) -> Any:
        return saying(answer((1, "stay calm", "format"))) if "stay calm" in text else status(401)

    def reply() -> Any:
        return of_first(server.asked[-1]["messages"][1]["content"])

    server.will(reply)
    done: list[int] = []
    one = talk(said)
    endpoint = server.endpoint(parallel=1)
    asked = question(one, endpoint, Marks())
    found = ask_model(asked, endpoint, progress=done.append)
    assert [said["i1"][mark.start : mark.end] for mark in found.marks] == ["stay calm"]
    assert [error.fault for error in found.failed] == ["key_refused"]
    assert done == [1, 2]


def test_where_all_calls_fail_the_first_error_is_told(server: ModelServer) -> None:
    server.will(status(401))
    with pytest.raises(ModelError) as caught:
        ask(server, talk())
    assert caught.value.fault == "key_refused"
    server.will("I found nothing.")
    with pytest.raises(ModelError) as caught:
        ask(server, talk())
    assert caught.value.fault == "not_what_was_asked"


def test_nothing_is_sent_once_it_is_cancelled(server: ModelServer) -> None:
    server.will("[]")
    with pytest.raises(CancelledError):
        ask(server, talk(), cancelled=lambda: True)
    assert server.asked == []


def test_a_session_without_texts_asks_nothing(server: ModelServer) -> None:
    server.will("[]")
    found = ask(server, session("i1 assistant 3"))
    assert found.marks == ()
    assert server.asked == []
