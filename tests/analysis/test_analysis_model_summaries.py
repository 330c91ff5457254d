"""Asking a model for summaries, against a real server: all of an answer or nothing, and never twice."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Event
from time import monotonic, sleep

import pytest
from helpers.model_server import EVENTS, ModelServer, chunk, events, saying, status
from helpers.summaries import DOC, GOOD, OLD, profile, talk
from werkzeug import Response

from ctxlab.analysis.model_summaries import (
    Asking,
    SummaryAnswer,
    SummaryPlan,
    ask_summaries,
    endpoint_for,
    summary_estimate,
)
from ctxlab.errors import CancelledError, ModelError
from ctxlab.lab import Lab
from ctxlab.llm.client import Client
from ctxlab.llm.endpoint import Endpoint, endpoint_of
from ctxlab.model.session import Session
from ctxlab.settings import EndpointSettings


@pytest.fixture
def lab() -> Lab:
    return Lab(store=False)


def plan(lab: Lab, session: Session) -> SummaryPlan:
    return lab.missing_summaries([session.at()], profile(lab))


def ask(
    lab: Lab,
    endpoint: Endpoint,
    session: Session | None = None,
    *,
    cancelled: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda _done, _calls: None,
) -> SummaryAnswer:
    of = session or talk(doc=False)
    chosen = profile(lab)

    def again(passed_over: frozenset[str] = frozenset()) -> SummaryPlan:
        return lab.missing_summaries([of.at()], chosen, passed_over=passed_over)

    asking = Asking(
        Client(endpoint, first_wait=0.01),
        chosen,
        lab.counter("o200k_base"),
        lambda one: lab.summaries.add([one]),
        again,
        cancelled,
        progress,
    )
    return ask_summaries(again(), asking)


def answer(server: ModelServer) -> Response:
    """What suits the text that was asked about."""
    said = server.asked[-1]["messages"][1]["content"]
    return saying(OLD if "market in the long square" in said else GOOD)


def test_a_plan_names_what_is_missing_and_what_it_comes_to(lab: Lab) -> None:
    found = plan(lab, talk())
    assert found.items == ("i3", "i7")
    talked, document = found.asks
    assert talked.texts[0] == ("user", "Plan the trip. Never book the night train.")
    assert (document.texts, document.task) == ((("", DOC),), "Which towns are old?")
    endpoint = Endpoint("http://x/v1", "m", "k", price_in=1.0, price_out=2.0)
    comes_to = summary_estimate(found, endpoint, lab.counter("o200k_base"))
    assert (comes_to.calls, comes_to.tokens_out) == (2, 2 * sum(one.limit for one in found.asks))
    assert comes_to.tokens_in > 1000
    assert comes_to.cost == pytest.approx((comes_to.tokens_in + 2 * comes_to.tokens_out) / 1e6)


def test_what_came_is_kept_and_nothing_is_asked_twice(lab: Lab, server: ModelServer) -> None:
    server.will(lambda: answer(server))
    done: list[tuple[int, int]] = []
    found = ask(lab, server.endpoint(), talk(), progress=lambda at, of: done.append((at, of)))
    assert (len(found.taken), found.notices, found.calls, found.rounds) == (2, (), 2, 1)
    assert (found.tokens_in, found.tokens_out) == (22, 14)
    assert done[-1] == (2, 2)
    assert len(server.asked) == 2
    assert ask(lab, server.endpoint(), talk()) == SummaryAnswer((), (), 0, 0, 0, 0)
    assert len(server.asked) == 2
    trace = lab.build(talk().at(), profile(lab))
    text = json.dumps(trace.messages)
    assert GOOD in text
    assert OLD in text
    assert not any(one.code.startswith("summary") for one in trace.diagnostics)


def test_another_start_finds_them_in_the_store(server: ModelServer) -> None:
    server.will(lambda: answer(server))
    first = Lab()
    ask(first, server.endpoint())
    first.close()
    second = Lab()
    assert plan(second, talk(doc=False)).asks == ()
    second.close()


def test_summaries_beside_a_session_need_no_model(server: ModelServer, lab: Lab) -> None:
    server.will(lambda: answer(server))
    found = ask(lab, server.endpoint(), talk())
    beside = replace(talk(), summaries=found.taken)
    other = Lab(store=False)
    assert plan(other, talk()).asks != ()
    assert plan(other, beside).asks == ()
    chosen = profile(lab)
    assert other.build(beside.at(), chosen).to_json() == lab.build(talk().at(), chosen).to_json()


def test_a_busy_endpoint_is_waited_for_as_long_as_it_says(lab: Lab, server: ModelServer) -> None:
    server.will(status(429, Retry_After="1"), GOOD)
    began = monotonic()
    assert len(ask(lab, server.endpoint()).taken) == 1
    assert monotonic() - began >= 1


def test_a_server_that_fails_once_is_asked_again(lab: Lab, server: ModelServer) -> None:
    server.will(status(500), GOOD)
    assert len(ask(lab, server.endpoint()).taken) == 1


def _slow() -> Response:
    def pieces() -> Iterator[bytes]:
        for _ in range(20):
            yield from events([chunk("a")], done=False)
            sleep(0.1)

    return Response(pieces(), content_type=EVENTS)


def _json(body: object) -> Response:
    return Response(json.dumps(body), content_type="application/json")


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (lambda: status(401), "key_refused"),
        (lambda: Response("<html><body>Sign in</body></html>", content_type="text/html"), "html"),
        (lambda: saying("<!doctype html><html><body>Sign in</body></html>"), "html"),
        (lambda: Response('{"choices": [', content_type="application/json"), "not_json"),
        (lambda: _json({"choices": []}), "no_choices"),
        (lambda: _json({"error": {"message": "overloaded"}}), "no_choices"),
        (lambda: Response(events([chunk("half a")], done=False), content_type=EVENTS), "cut"),
        (lambda: saying(" \n"), "empty"),
        (lambda: saying("I'm sorry, but I cannot help with that."), "refused"),
        (lambda: saying("Please provide the text to summarise."), "asks_for_text"),
        (lambda: saying("Error: upstream overloaded"), "not_what_was_asked"),
        (lambda: saying("word " * 400), "not_shorter"),
        (lambda: saying("word " * 200), "length"),
        (_slow, "timeout"),
    ],
)
def test_anything_but_a_summary_leaves_all_as_it_was(
    lab: Lab, server: ModelServer, made: Callable[[], Response], fault: str
) -> None:
    before = lab.build(talk(doc=False).at(), profile(lab)).to_json()
    server.will(made)
    endpoint = server.endpoint(timeout=0.3 if fault == "timeout" else 10)
    if fault == "key_refused":
        with pytest.raises(ModelError) as caught:
            ask(lab, endpoint)
        assert caught.value.fault == fault
    else:
        found = ask(lab, endpoint)
        assert [dict(one.numbers) for one in found.notices] == [{"fault": fault}]
        assert found.taken == ()
    assert lab.build(talk(doc=False).at(), profile(lab)).to_json() == before
    assert plan(lab, talk(doc=False)).found == ()


def test_one_that_fails_leaves_the_other(lab: Lab, server: ModelServer) -> None:
    server.will(
        lambda: (
            saying(OLD)
            if "market in the long square" in server.asked[-1]["messages"][1]["content"]
            else saying("I'm sorry, but I cannot do that.")
        )
    )
    found = ask(lab, server.endpoint(), talk())
    assert [one.text for one in found.taken] == [OLD]
    assert [(one.code, one.item, dict(one.numbers)) for one in found.notices] == [
        ("summary_failed", "i3", {"fault": "refused"})
    ]
    assert found.failed == 1
    assert len(server.asked) == 2, "it is not asked for again in the next round"


def test_a_port_where_nobody_listens_is_told(lab: Lab) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with pytest.raises(ModelError) as caught:
        ask(lab, Endpoint(f"http://127.0.0.1:{port}/v1", "m", "k", timeout=5))
    assert caught.value.fault == "unreachable"


def test_an_answer_that_is_too_long_is_asked_for_once_more_and_shorter(lab: Lab, server: ModelServer) -> None:
    server.will("word " * 200, GOOD)
    found = ask(lab, server.endpoint())
    assert (len(found.taken), found.calls, found.notices) == (1, 2, ())
    first, second = (one["messages"][0]["content"] for one in server.asked)
    assert "at most 90 tokens" in first
    assert "at most 54 tokens" in second


def test_a_summary_that_loses_more_than_fits_is_kept_and_refused_by_the_run(
    lab: Lab, server: ModelServer
) -> None:
    server.will("Always book the night train.")
    found = ask(lab, server.endpoint())
    assert [(one.code, one.item) for one in found.notices] == [("summary_unsafe", "i3")]
    assert (len(found.taken), found.calls, found.failed) == (1, 2, 0)
    trace = lab.build(talk(doc=False).at(), profile(lab))
    assert "Always book" not in json.dumps(trace.messages)
    assert [one.code for one in trace.diagnostics if one.code.startswith("summary")] == ["summary_unsafe"]


def test_cancelling_in_the_middle_keeps_what_came(lab: Lab, server: ModelServer) -> None:
    go = Event()

    def first_only() -> Response:
        if len(server.asked) > 1:
            go.wait(20)
        return answer(server)

    server.will(first_only)
    kept: list[int] = []
    with pytest.raises(CancelledError):
        ask(
            lab,
            server.endpoint(parallel=1),
            talk(),
            cancelled=lambda: bool(kept),
            progress=lambda done, _: kept.append(done) if done else None,
        )
    go.set()
    left = plan(lab, talk())
    assert (len(left.asks), len(left.found)) == (1, 1)


def test_chinese_comes_through_in_pieces(lab: Lab, server: ModelServer) -> None:
    said = "用户计划旅行，不要夜车：never book the night train。沿海公路有许多小镇。👍🏽"
    server.will(said)
    assert [one.text for one in ask(lab, server.endpoint()).taken] == [said]


def test_what_answers_lead_to_is_asked_for_too_and_not_without_end(lab: Lab, server: ModelServer) -> None:
    first, second = plan(lab, talk()), plan(lab, talk(doc=False))
    server.will(lambda: answer(server))
    plans = iter([replace(first, asks=first.asks[1:], items=("i7",)), second, second, second])
    kept: list[str] = []
    asking = Asking(
        Client(server.endpoint()),
        profile(lab),
        lab.counter("o200k_base"),
        lambda one: kept.append(one.key),
        lambda _: next(plans),
    )
    one = replace(first, asks=first.asks[:1], items=("i3",))
    found = ask_summaries(one, asking)
    assert found.rounds == 3, "a round that gives nothing new ends it"
    assert len(set(kept)) == 2


def test_the_profile_may_name_the_model(lab: Lab) -> None:
    known = {"CTXLAB_MODEL": "small", "CTXLAB_MODEL_ADDRESS": "http://x/v1"}

    def endpoint(settings: EndpointSettings) -> Endpoint:
        return endpoint_of(settings, known)

    chosen = profile(lab)
    assert endpoint_for(chosen, EndpointSettings(), endpoint).model == "small"
    named = chosen.set("summarize.model", "large")
    assert endpoint_for(named, EndpointSettings(), endpoint).model == "large"
    known.pop("CTXLAB_MODEL")
    assert endpoint_for(named, EndpointSettings(), endpoint).model == "large"
    with pytest.raises(ModelError):
        endpoint_for(chosen, EndpointSettings(), endpoint)
