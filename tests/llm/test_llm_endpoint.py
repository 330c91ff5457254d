"""Where a model is asked: settings, environment, keys, cost."""

from __future__ import annotations

import pytest

from ctxlab.errors import ModelError
from ctxlab.llm.endpoint import OPENAI, Endpoint, endpoint_of, estimate
from ctxlab.llm.faults import LASTING, failure
from ctxlab.settings import EndpointSettings


def test_the_environment_comes_before_the_settings() -> None:
    settings = EndpointSettings(address="http://localhost:1/v1/", name="small")
    assert endpoint_of(settings, {}).address == "http://localhost:1/v1"
    known = {"CTXLAB_MODEL_ADDRESS": "http://localhost:2/v1", "CTXLAB_MODEL": "large", "OPENAI_API_KEY": "k"}
    found = endpoint_of(settings, known)
    assert (found.address, found.model, found.key) == ("http://localhost:2/v1", "large", "k")


def test_a_model_has_to_be_chosen() -> None:
    with pytest.raises(ModelError, match="CTXLAB_MODEL"):
        endpoint_of(EndpointSettings(), {})


def test_only_a_server_of_ones_own_may_do_without_a_key() -> None:
    with pytest.raises(ModelError, match="MY_KEY") as caught:
        endpoint_of(EndpointSettings(name="m", key="MY_KEY"), {})
    assert caught.value.fault == "no_key"
    assert endpoint_of(EndpointSettings(name="m", key="MY_KEY"), {"MY_KEY": "k"}).address == OPENAI
    assert endpoint_of(EndpointSettings(name="m", address="http://localhost/v1"), {}).key


def test_a_cost_is_known_only_with_both_prices() -> None:
    assert Endpoint("a", "m", "k").cost(5, 5) is None
    assert Endpoint("a", "m", "k", price_in=2.0).cost(5, 5) is None
    priced = Endpoint("a", "m", "k", price_in=2.0, price_out=10.0)
    assert priced.cost(500_000, 100_000) == pytest.approx(2.0)
    assert estimate(priced, 3, 1_000_000, 0).cost == pytest.approx(2.0)


def test_a_password_within_an_address_is_not_shown() -> None:
    endpoint = Endpoint("https://me:pass@word@host.example/v1", "m", "key")
    assert estimate(endpoint, 1, 2, 3).address == "https://host.example/v1"
    assert estimate(Endpoint(OPENAI, "m", "key"), 1, 2, 3).address == OPENAI


def test_what_every_call_would_meet_says_what_to_do() -> None:
    assert all(failure(one).hint for one in LASTING)
