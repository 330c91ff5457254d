"""Asking a model: one question at a time, with attempts that wait as long as the endpoint says."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from time import monotonic, sleep, time
from typing import TYPE_CHECKING, Any, cast

from ctxlab.errors import CancelledError, ModelError
from ctxlab.llm.endpoint import Endpoint
from ctxlab.llm.faults import PASSING, Fault, failure
from ctxlab.llm.replies import Pieces, Reply, unreadable

if TYPE_CHECKING:
    import openai

#: A chat message: role and content.
Message = tuple[str, str]

_ATTEMPTS = 4
#: Seconds before the second attempt; each further one waits twice as long, none longer than the most.
_FIRST_WAIT, _MOST_WAIT = 0.5, 60.0
#: How often (seconds) a wait looks whether it is still wanted.
_GLANCE = 0.05
_SHOWN = 200


def never() -> bool:
    """A cancel test that never cancels."""
    return False


class Client:
    """Asks one endpoint; safe to share between threads.

    `first_wait` is how long (seconds) to wait before a second attempt where the endpoint does not say.
    """

    def __init__(self, endpoint: Endpoint, *, first_wait: float = _FIRST_WAIT) -> None:
        import openai

        self._endpoint = endpoint
        self._first_wait = first_wait
        # attempts are made here, where a wait can be cancelled
        self._api = openai.OpenAI(
            base_url=endpoint.address, api_key=endpoint.key, timeout=endpoint.timeout, max_retries=0
        )

    def close(self) -> None:
        """Ends all calls that are under way."""
        self._api.close()

    def ask(self, messages: Sequence[Message], cancelled: Callable[[], bool] = never) -> Reply:
        """The model's reply to a chat.

        Raises:
            ModelError: No attempt gave a reply that can be used.
            CancelledError: `cancelled` said so, between two pieces of the reply or while waiting.
        """
        for attempt in range(_ATTEMPTS):
            found = self._once(messages, cancelled)
            if isinstance(found, Reply):
                return found
            if cancelled():
                break
            if attempt == _ATTEMPTS - 1 or found.error.fault not in PASSING or found.wait > _MOST_WAIT:
                raise found.error
            _wait(found.wait or min(_MOST_WAIT, self._first_wait * 2**attempt), cancelled)
        raise _cancelled()

    def _once(self, messages: Sequence[Message], cancelled: Callable[[], bool]) -> Reply | _Failed:
        import openai

        if cancelled():
            raise _cancelled()
        ends = monotonic() + self._endpoint.timeout
        try:
            with closing(self._open(messages)) as response:
                return _read(response, ends, cancelled)
        except openai.OpenAIError as error:
            return _fault(error)
        except (json.JSONDecodeError, UnicodeDecodeError):
            return _Failed(failure(Fault.NOT_JSON))
        except ModelError as error:
            return _Failed(error)

    def _open(self, messages: Sequence[Message]) -> openai.Stream[Any]:
        chat: Any = [{"role": role, "content": content} for role, content in messages]
        return self._api.chat.completions.create(
            model=self._endpoint.model, messages=chat, stream=True, stream_options={"include_usage": True}
        )


@dataclass(frozen=True, slots=True)
class _Failed:
    """An attempt that failed, and how long (seconds) the endpoint asks to wait; 0 where it does not."""

    error: ModelError
    wait: float = 0.0


def _cancelled() -> CancelledError:
    return CancelledError("the call was cancelled")


def _read(stream: openai.Stream[Any], ends: float, cancelled: Callable[[], bool]) -> Reply:
    """Reads a stream, or what a server that does not stream sent in its place."""
    from openai.types.chat import ChatCompletion

    pieces = Pieces()
    if "text/event-stream" not in stream.response.headers.get("content-type", "text/event-stream"):
        body = stream.response.read().decode("utf-8", "replace")
        try:
            data = json.loads(body)
        except ValueError:
            raise unreadable(body) from None
        if not isinstance(data, dict):
            raise failure(Fault.NO_CHOICES)
        pieces.add(ChatCompletion.construct(**cast("dict[str, Any]", data)))
        return pieces.reply()
    for chunk in stream:
        if cancelled():
            raise _cancelled()
        if monotonic() > ends:
            raise failure(Fault.TIMEOUT)
        pieces.add(chunk)
    return pieces.reply()


def _fault(error: openai.OpenAIError) -> _Failed:
    """What an error of the client means, and how long it asks to wait."""
    import openai

    if isinstance(error, openai.APITimeoutError):
        return _Failed(failure(Fault.TIMEOUT))
    if isinstance(error, openai.APIConnectionError):
        return _Failed(failure(Fault.UNREACHABLE))
    if not isinstance(error, openai.APIStatusError):
        return _Failed(failure(Fault.SERVER, str(error)[:_SHOWN]))
    detail = f"{error.status_code} {error.message}"[:_SHOWN]
    return _Failed(failure(_of_status(error), detail), _asked_wait(error.response.headers))


def _of_status(error: openai.APIStatusError) -> Fault:
    status, code = error.status_code, str(error.code or "")
    if status == 429:
        return Fault.QUOTA if code == "insufficient_quota" else Fault.RATE_LIMIT
    if status in (408, 409) or status >= 500:
        return Fault.SERVER
    if status in (401, 403):
        return Fault.KEY_REFUSED
    if status == 404:
        return Fault.NO_MODEL
    long = code == "context_length_exceeded" or "context" in error.message.lower()
    return Fault.TOO_LONG if status == 413 or (status == 400 and long) else Fault.BAD_REQUEST


def _asked_wait(headers: Any) -> float:
    """Seconds that `Retry-After` asks for, as a number or as a date; 0 where it does not."""
    milliseconds, said = headers.get("retry-after-ms", ""), headers.get("retry-after", "")
    try:
        return max(0.0, float(milliseconds) / 1000 if milliseconds else float(said))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time())
    except (TypeError, ValueError):
        return 0.0


def _wait(seconds: float, cancelled: Callable[[], bool]) -> None:
    ends = monotonic() + seconds
    while (left := ends - monotonic()) > 0:
        if cancelled():
            raise _cancelled()
        sleep(min(left, _GLANCE))
