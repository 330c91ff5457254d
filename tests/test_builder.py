"""Building for an agent that runs: many at once, on an event loop, and what is kept between builds."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from helpers.chat import message
from helpers.tree import ROOT

import ctxlab
from ctxlab.builder import off_loop
from ctxlab.errors import ProfileError
from ctxlab.profiles import builtin
from ctxlab.settings import KEEP_BUILDS
from ctxlab.store.database import Database
from ctxlab.store.runs import RunStore
from ctxlab.tokens.models import encoding_for

MANY = 50


def parts(number: int, turns: int = 12) -> dict[str, Any]:
    """The keywords of one call, different for each number."""
    history = [
        message("user" if at % 2 == 0 else "assistant", f"{number}.{at}: city {at * number} costs {at} euros")
        for at in range(turns)
    ]
    return {
        "system_prompt": "You plan trips.",
        "user_message": f"What about city {number}?",
        "conversation_history": history,
        "tool_results": [{"tool": "search", "result": f"hotel {number} has {number} rooms"}],
    }


def large(turns: int = 3000) -> ctxlab.Session:
    """A session that takes long to build, since each text is another one."""
    return ctxlab.Session.from_parts(**parts(7, turns))


def recorded() -> int:
    """How many builds the user's store has."""
    with closing(RunStore(Database.default(), keep=KEEP_BUILDS)) as store:
        return len(store.builds())


def test_many_builds_at_once_are_those_made_one_by_one() -> None:
    asked = [parts(number) for number in range(MANY)]
    with ctxlab.Builder("gssc", store=False) as builder:

        async def all_at_once() -> list[ctxlab.Trace]:
            return await asyncio.gather(*(builder.build_async(**one) for one in asked))

        together = asyncio.run(all_at_once())
        assert [one.to_json() for one in together] == [builder.build(**one).to_json() for one in asked]
    with closing(ctxlab.Lab(store=False)) as lab:
        alone = [lab.build(ctxlab.Session.from_parts(**one).at(), "gssc").to_json() for one in asked]
    assert [one.to_json() for one in together] == alone


def test_the_free_function_builds_many_at_once_too() -> None:
    asked = [parts(number, turns=4) for number in range(MANY)]

    async def all_at_once() -> list[ctxlab.Trace]:
        return await asyncio.gather(*(ctxlab.build_async(profile="gssc", **one) for one in asked))

    together = asyncio.run(all_at_once())
    assert [one.to_json() for one in together] == [
        ctxlab.build(profile="gssc", **one).to_json() for one in asked
    ]


def test_sessions_and_keywords_are_both_taken_with_marks() -> None:
    session = ctxlab.open(ROOT / "sessions" / "trip-hangzhou.ctx.json")
    profile = ctxlab.profile(ROOT / "sessions" / "travel-agent.toml")

    async def both() -> tuple[ctxlab.Trace, ctxlab.Trace]:
        judged = await ctxlab.build_async(session.at(), profile)
        return judged, await ctxlab.build_async(session.at(), profile, marks=ctxlab.Marks())

    judged, plain = asyncio.run(both())
    assert judged.to_json() == ctxlab.build(session.at(), profile).to_json()
    assert judged.must_keeps
    assert not plain.must_keeps


def test_threads_may_share_a_builder() -> None:
    asked = [parts(number) for number in range(MANY)]
    with ctxlab.Builder(store=False) as builder, ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda one: builder.build(**one).to_json(), asked))
        assert together == [builder.build(**one).to_json() for one in asked]


def test_the_loop_goes_on_while_a_large_context_is_built() -> None:
    snapshot = large().at()
    ticks = 0

    async def ticking() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    async def build() -> int:
        ticker = asyncio.create_task(ticking())
        await asyncio.sleep(0)
        before = ticks
        await ctxlab.build_async(snapshot, "gssc")
        ticker.cancel()
        return ticks - before

    assert asyncio.run(build()) > 20


def test_lists_may_grow_while_they_are_built() -> None:
    asked = parts(3)
    whole = ctxlab.build(**asked).to_json()

    async def build() -> str:
        task = asyncio.create_task(ctxlab.build_async(**asked))
        await asyncio.sleep(0)
        asked["conversation_history"].append(message("user", "something else"))
        return (await task).to_json()

    assert asyncio.run(build()) == whole


def test_cancelling_who_waits_stops_the_build() -> None:
    snapshot = large().at()

    async def cancel(builder: ctxlab.Builder) -> None:
        task = asyncio.create_task(builder.build_async(snapshot))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with ctxlab.Builder("gssc", record=True) as builder:
        # the loop's threads have ended with the loop: what was not stopped would have been recorded
        asyncio.run(cancel(builder))
        assert recorded() == 0
        assert builder.build(**parts(1)).messages
    assert recorded() == 1


def test_the_work_hears_that_nobody_waits_any_more() -> None:
    started, heard = threading.Event(), threading.Event()

    def work(_given: Mapping[str, Any], stop: Callable[[], bool]) -> None:
        started.set()
        while not stop():
            heard.wait(0.001)
        heard.set()

    async def cancel() -> None:
        task = asyncio.create_task(off_loop({}, work))
        await asyncio.to_thread(started.wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert heard.is_set()


def test_errors_reach_who_waits() -> None:
    async def wrong(**given: Any) -> None:
        await ctxlab.build_async(**given)

    with pytest.raises(ProfileError, match="no profile 'gsc'"):
        asyncio.run(wrong(profile="gsc", user_message="Hi"))
    with pytest.raises(TypeError, match="no keyword 'user_massage'"):
        asyncio.run(wrong(user_massage="Hi"))
    with pytest.raises(TypeError, match="one of the two"):
        asyncio.run(wrong())
    with pytest.raises(ProfileError, match="no profile 'gsc'"):
        ctxlab.Builder("gsc")
    with pytest.raises(TypeError, match="not a str"), ctxlab.Builder(store=False) as builder:
        builder.build("Hi")  # type: ignore[arg-type]


def test_what_was_counted_is_known_to_the_next_builder() -> None:
    text = "a sentence that nobody has counted before"
    encoding = encoding_for(builtin("gssc")).value
    with ctxlab.Builder("gssc") as builder:
        builder.build(user_message=text)
    with closing(ctxlab.Lab()) as lab:
        assert lab.counter(encoding).missing([text, "another one"]) == ["another one"]


def test_a_builder_goes_on_after_it_was_closed() -> None:
    builder = ctxlab.Builder("gssc", record=True)
    first = builder.build(**parts(1)).to_json()
    builder.close()
    assert builder.build(**parts(1)).to_json() == first
    builder.close()
    assert recorded() == 2


def test_a_program_ends_at_once_whatever_is_still_being_built(tmp_path: Path) -> None:
    script = tmp_path / "agent.py"
    script.write_text(
        "import asyncio, ctxlab\n"
        "async def main():\n"
        "    builder = ctxlab.Builder(store=False)\n"
        "    history = [dict(role='user', content=f'message {n}') for n in range(20_000)]\n"
        "    asyncio.ensure_future(builder.build_async(user_message='Hi', conversation_history=history))\n"
        "    asyncio.ensure_future(ctxlab.build_async(user_message='Hi', conversation_history=history))\n"
        "    await asyncio.sleep(0)\n"
        "asyncio.run(main())\n"
        "import threading\n"
        "print([one.name for one in threading.enumerate()])\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "['MainThread']\n", "")
