"""Asking a model: several chats at a time, with attempts that wait as long as the endpoint says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from time import time
from typing import TYPE_CHECKING, Any, cast

from ctxlab.errors import CancelledError, ModelError
from ctxlab.llm.endpoint import Endpoint
from ctxlab.llm.faults import LASTING, PASSING, Fault, failure
from ctxlab.llm.replies import Pieces, Reply, unreadable
from ctxlab.stages.protocol import never

if TYPE_CHECKING:
    import openai

#: A chat message: role and content.
Message = tuple[str, str]
Chat = Sequence[Message]


@dataclass(frozen=True, slots=True)
class Prompt:
    """A whole context as the API takes it: messages with all their fields, and tool schemas.

    `most` bounds the answer, in the model's tokens.
    """

    messages: tuple[Mapping[str, Any], ...]
    tools: tuple[Mapping[str, Any], ...] = ()
    most: int | None = None


#: What most endpoints call the bound of an answer, and what some models want in its place.
_BOUND, _LATER_BOUND = "max_tokens", "max_completion_tokens"
_ATTEMPTS = 4
#: Seconds before the second attempt; each further one waits twice as long, none longer than the most.
_FIRST_WAIT, _MOST_WAIT = 0.5, 60.0
#: How often (seconds) it is looked whether the answers are still wanted.
_GLANCE = 0.05
_SHOWN = 200
#: A shorter one (code points) is a word that stands in for a key, and may stand in any text.
_SHORTEST_KEY = 6


def nobody(_done: int) -> None:
    """A progress that nobody wants to know."""


def at_the_end(_at: int, _found: Reply | ModelError) -> None:
    """An answer that nobody wants before all are there."""


class Client:
    """Asks one endpoint.

    `first_wait` is how long (seconds) to wait before a second attempt where the endpoint does not say.
    """

    def __init__(self, endpoint: Endpoint, *, first_wait: float = _FIRST_WAIT) -> None:
        self._endpoint = endpoint
        self._first_wait = first_wait

    def ask(self, chat: Chat | Prompt, cancelled: Callable[[], bool] = never) -> Reply:
        """The model's reply to one chat.

        Raises:
            ModelError: No attempt gave a reply that can be used.
            CancelledError: `cancelled` said so; what was under way is broken off.
        """
        (found,) = self.ask_all([chat], cancelled)
        if isinstance(found, ModelError):
            raise found
        return found

    def ask_all(
        self,
        chats: Sequence[Chat | Prompt],
        cancelled: Callable[[], bool] = never,
        progress: Callable[[int], None] = nobody,
        taken: Callable[[int, Reply | ModelError], None] = at_the_end,
    ) -> list[Reply | ModelError]:
        """The reply to each chat, or why there is none; as many at a time as the endpoint allows.

        Where one call ends in a fault that all further ones would meet (`LASTING`), these are not made.
        What nobody foresaw in one call is the fault of that one (`UNEXPECTED`), and the others go on.
        `progress` is told how many are done and `taken` each reply with its chat's place as it comes, on the
        thread of this call.

        Raises:
            CancelledError: `cancelled` said so; what was under way is broken off.
        """
        return asyncio.run(self._ask_all(chats, cancelled, progress, taken))

    async def _ask_all(
        self,
        chats: Sequence[Chat | Prompt],
        cancelled: Callable[[], bool],
        progress: Callable[[int], None],
        taken: Callable[[int, Reply | ModelError], None],
    ) -> list[Reply | ModelError]:
        import openai

        point = self._endpoint
        if cancelled():
            raise CancelledError("the call was cancelled")
        # attempts are made here: what the client would do by itself cannot be told from outside
        async with openai.AsyncOpenAI(base_url=point.address, api_key=point.key, max_retries=0) as api:
            shared = _Shared(asyncio.Semaphore(point.parallel))
            tasks = [asyncio.create_task(self._patiently(api, chat, shared)) for chat in chats]
            waiting = set(tasks)
            try:
                while waiting:
                    done, waiting = await asyncio.wait(
                        waiting, timeout=_GLANCE, return_when=asyncio.FIRST_COMPLETED
                    )
                    for at, task in enumerate(tasks if done else ()):
                        if task in done:
                            taken(at, self._found(task))
                    if done:
                        progress(len(tasks) - len(waiting))
                    if waiting and cancelled():
                        raise CancelledError("the call was cancelled")
            finally:
                # whatever ends it, Ctrl+C too, no call outlives the connections
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        return [self._found(task) for task in tasks]

    def _found(self, task: asyncio.Task[Reply | ModelError]) -> Reply | ModelError:
        """What a call that is done came to."""
        error = task.exception()
        if error is None:
            return task.result()
        found = failure(Fault.UNEXPECTED, _detail(f"{type(error).__name__}: {error}", self._endpoint.key))
        found.__cause__ = error
        return found

    async def _patiently(
        self, api: openai.AsyncOpenAI, chat: Chat | Prompt, shared: _Shared
    ) -> Reply | ModelError:
        async with shared.gate:
            for attempt in range(_ATTEMPTS):
                if shared.dead is not None:
                    return shared.dead
                bound = shared.bound
                found = await self._once(api, chat, bound)
                if isinstance(found, Reply):
                    return found
                last = attempt == _ATTEMPTS - 1
                if not last and bound != _LATER_BOUND and _LATER_BOUND in found.error.message:
                    shared.bound = _LATER_BOUND
                    continue
                if last or found.error.fault not in PASSING or found.wait > _MOST_WAIT:
                    if found.error.fault in LASTING:
                        shared.dead = found.error
                    return found.error
                await asyncio.sleep(found.wait or min(_MOST_WAIT, self._first_wait * 2**attempt))
        raise AssertionError("the last attempt ends it")

    async def _once(self, api: openai.AsyncOpenAI, chat: Chat | Prompt, bound: str) -> Reply | _Failed:
        import openai

        sent = _sent(chat, bound)
        begun = False
        try:
            async with asyncio.timeout(self._endpoint.timeout):
                stream: openai.AsyncStream[Any] = await api.chat.completions.create(
                    model=self._endpoint.model,
                    **sent,
                    stream=True,
                    stream_options={"include_usage": True},
                )
                begun = True
                async with stream:
                    return await _read(stream, tools="tools" in sent, bound=bound in sent)
        except TimeoutError:
            return _Failed(failure(Fault.TIMEOUT))
        except openai.OpenAIError as error:
            return _fault(error, self._endpoint.key, begun=begun)
        except (json.JSONDecodeError, UnicodeDecodeError):
            return _Failed(failure(Fault.NOT_JSON))
        except ModelError as error:
            return _Failed(error)
        except Exception as error:
            broken = _broken(error)
            if broken is None:
                raise
            return _Failed(failure(broken))


def _sent(chat: Chat | Prompt, bound: str) -> dict[str, Any]:
    """The fields of a request that say what is asked; one without tools or bound states none."""
    if isinstance(chat, Prompt):
        tools = {"tools": list(chat.tools)} if chat.tools else {}
        most = {bound: chat.most} if chat.most is not None else {}
        return {"messages": list(chat.messages), **tools, **most}
    return {"messages": [{"role": role, "content": content} for role, content in chat]}


@dataclass(slots=True)
class _Shared:
    """What the calls of one question share: how many may run, and the fault that ends all of them.

    `bound` is the field in which this endpoint takes the bound of an answer.
    """

    gate: asyncio.Semaphore
    dead: ModelError | None = None
    bound: str = _BOUND


@dataclass(frozen=True, slots=True)
class _Failed:
    """An attempt that failed, and how long (seconds) the endpoint asks to wait; 0 where it does not."""

    error: ModelError
    wait: float = 0.0


async def _read(stream: openai.AsyncStream[Any], *, tools: bool, bound: bool) -> Reply:
    """Reads a stream, or what a server that does not stream sent in its place."""
    from openai.types.chat import ChatCompletion

    pieces = Pieces(tools=tools, bound=bound)
    if "text/event-stream" not in stream.response.headers.get("content-type", "text/event-stream"):
        body = (await stream.response.aread()).decode("utf-8", "replace")
        try:
            data = json.loads(body)
        except ValueError:
            raise unreadable(body) from None
        if not isinstance(data, dict):
            raise failure(Fault.NO_CHOICES)
        pieces.add(ChatCompletion.construct(**cast("dict[str, Any]", data)))
        return pieces.reply()
    async for chunk in stream:
        pieces.add(chunk)
    return pieces.reply()


def _broken(error: Exception) -> Fault | None:
    """What an error of the connection below the client means; None for any other error.

    The client may be built on httpx or on httpx2, whose errors bear the same names.
    """
    kinds = [kind for kind in type(error).__mro__ if kind.__module__ in ("httpx", "httpx2")]
    names = {kind.__name__ for kind in kinds}
    if "TimeoutException" in names:
        return Fault.TIMEOUT
    return Fault.CUT if "RequestError" in names or isinstance(error, OSError) else None


def _fault(error: openai.OpenAIError, key: str, *, begun: bool) -> _Failed:
    """What an error of the client means, and how long it asks to wait.

    `begun` says that the answer had begun: a connection that fails then was cut.
    """
    import openai

    if isinstance(error, openai.APITimeoutError):
        return _Failed(failure(Fault.TIMEOUT))
    if isinstance(error, openai.APIConnectionError):
        return _Failed(failure(Fault.CUT if begun else Fault.UNREACHABLE))
    if not isinstance(error, openai.APIStatusError):
        return _Failed(failure(Fault.SERVER, _detail(str(error), key)))
    detail = _detail(f"{error.status_code} {error.message}", key)
    return _Failed(failure(_of_status(error), detail), _asked_wait(error.response.headers))


def _detail(said: str, key: str) -> str:
    """What an endpoint said, without the key, which some repeat when they refuse it."""
    return (said.replace(key, "[key]") if len(key) >= _SHORTEST_KEY else said)[:_SHOWN]


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
