"""What can go wrong with a call of a model, and which of it is worth another attempt."""

from __future__ import annotations

from enum import StrEnum

from ctxlab.errors import ModelError, Said


class Fault(StrEnum):
    """Why a call gave no answer that can be used."""

    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    RATE_LIMIT = "rate_limit"
    SERVER = "server"
    CUT = "cut"
    NOT_JSON = "not_json"
    HTML = "html"
    NO_CHOICES = "no_choices"
    EMPTY = "empty"
    NO_KEY = "no_key"
    KEY_REFUSED = "key_refused"
    QUOTA = "quota"
    NO_MODEL = "no_model"
    TOO_LONG = "too_long"
    BAD_REQUEST = "bad_request"
    REFUSED = "refused"
    NOT_WHAT_WAS_ASKED = "not_what_was_asked"
    LENGTH = "length"
    NOT_SHORTER = "not_shorter"
    ASKS_FOR_TEXT = "asks_for_text"
    UNEXPECTED = "unexpected"


#: Faults that often are gone a moment later.
PASSING = frozenset(
    (
        Fault.UNREACHABLE,
        Fault.TIMEOUT,
        Fault.RATE_LIMIT,
        Fault.SERVER,
        Fault.CUT,
        Fault.NOT_JSON,
        Fault.NO_CHOICES,
        Fault.EMPTY,
    )
)

#: Faults that every further call of the same endpoint would meet, too.
LASTING = frozenset((Fault.UNREACHABLE, Fault.KEY_REFUSED, Fault.QUOTA, Fault.NO_MODEL))

_MESSAGES = {
    Fault.UNREACHABLE: ("the endpoint cannot be reached", "is the address right, and does the server run?"),
    Fault.TIMEOUT: ("the model did not answer in time", "raise timeout of [endpoint] in the settings"),
    Fault.RATE_LIMIT: (
        "the endpoint takes no more requests for now",
        "try again later, with fewer at a time",
    ),
    Fault.SERVER: ("the endpoint failed", ""),
    Fault.CUT: ("the answer broke off", ""),
    Fault.NOT_JSON: ("the answer is no valid JSON", "does the address end with the part before /chat?"),
    Fault.HTML: ("the endpoint answered with a web page", "does the address end with the part before /chat?"),
    Fault.NO_CHOICES: ("the answer holds no choice", ""),
    Fault.EMPTY: ("the answer is empty", ""),
    Fault.NO_KEY: (
        "there is no key for the endpoint",
        "set the environment variable that the settings name, or keep it: keyring set ctxlab NAME",
    ),
    Fault.KEY_REFUSED: ("the endpoint refuses the key", "is it the key of this address, and still valid?"),
    Fault.QUOTA: ("the account has nothing left", "add credit, or name another endpoint in the settings"),
    Fault.NO_MODEL: ("the endpoint does not know the model", "is its name right, as this endpoint has it?"),
    Fault.TOO_LONG: ("the text is longer than the model can read", "choose a model that reads more"),
    Fault.BAD_REQUEST: ("the endpoint refuses the request", ""),
    Fault.REFUSED: ("the model declines to answer", ""),
    Fault.NOT_WHAT_WAS_ASKED: ("the answer is not what was asked for", ""),
    Fault.LENGTH: ("the answer is longer than it may be", ""),
    Fault.NOT_SHORTER: ("the summary is not shorter than its source", ""),
    Fault.ASKS_FOR_TEXT: ("the model asks for the text that it was given", ""),
    Fault.UNEXPECTED: (
        "the call failed in a way that ctxlab does not know",
        "try again; if it stays, report it",
    ),
}


def failure(fault: Fault, detail: str = "", *, hint: str = "", case: str = "") -> ModelError:
    """The error of a fault; `detail` is what the endpoint itself said, `hint` what to do in this case.

    A `case` that has words of its own in other languages is named (see `explain.faults`).
    """
    message, usual = _MESSAGES[fault]
    told = f"{message}: {detail}" if detail else message
    said = Said.of(f"fault.{case or fault.value}", detail=f"：{detail}" if detail else "")
    return ModelError(told, fault=fault.value, hint=hint or usual, said=said)
