"""Where a model is asked, with what key, and what that costs."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ctxlab.llm.faults import Fault, failure
from ctxlab.llm.keys import key_of
from ctxlab.settings import EndpointSettings

#: OpenAI's own; the settings leave it out.
OPENAI = "https://api.openai.com/v1"
#: What servers that ask for no key are given, since the protocol wants one.
_ANY_KEY = "none"
#: Variables of the environment that come before the settings.
ADDRESS, NAME = "CTXLAB_MODEL_ADDRESS", "CTXLAB_MODEL"
_MILLION = 1_000_000
#: Who is asking, within an address: what stands before the last @ of the host.
_USER = re.compile(r"(?<=://)[^/?#]*@")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model at an address. `key` is a secret: it is neither shown nor stored.

    `timeout` is in seconds, `parallel` how many calls may run at a time, prices are for a million tokens.
    """

    address: str
    model: str
    key: str = field(repr=False)
    timeout: float = 60
    parallel: int = 4
    price_in: float | None = None
    price_out: float | None = None
    currency: str = "USD"

    def cost(self, tokens_in: int, tokens_out: int) -> float | None:
        """What so many tokens cost, in `currency`; None where a price is not known."""
        if self.price_in is None or self.price_out is None:
            return None
        return (tokens_in * self.price_in + tokens_out * self.price_out) / _MILLION


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is asked of a model, before it is asked: calls, tokens there and back (at most), the cost.

    `address` is without a user's name and password, as it is to be shown.
    """

    address: str
    model: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    currency: str


def endpoint_of(settings: EndpointSettings, environment: Mapping[str, str] | None = None) -> Endpoint:
    """The endpoint of the settings, under `CTXLAB_MODEL_ADDRESS` and `CTXLAB_MODEL` of the environment.

    The key is in the environment, else in the keyring (see `keys`).

    Raises:
        ModelError: No model is chosen, or OpenAI's own endpoint is asked without a key.
    """
    known = os.environ if environment is None else environment
    address = known.get(ADDRESS) or settings.address or OPENAI
    model = known.get(NAME) or settings.name
    if not model:
        hint = f"set {NAME} or `name` of [endpoint] in the settings"
        raise failure(Fault.NO_MODEL, "none is chosen", hint=hint, case="none_chosen")
    key = key_of(settings, environment)
    if not key and address.startswith(OPENAI):
        raise failure(Fault.NO_KEY, settings.key)
    made = Endpoint(address.rstrip("/"), model, key or _ANY_KEY, settings.timeout, settings.parallel)
    return replace(made, price_in=settings.price_in, price_out=settings.price_out, currency=settings.currency)


def estimate(endpoint: Endpoint, calls: int, tokens_in: int, tokens_out: int) -> Estimate:
    """What calls of these sizes come to."""
    cost = endpoint.cost(tokens_in, tokens_out)
    shown = _USER.sub("", endpoint.address)
    return Estimate(shown, endpoint.model, calls, tokens_in, tokens_out, cost, endpoint.currency)
