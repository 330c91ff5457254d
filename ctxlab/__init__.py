"""A debugger for the context of LLM agents: sessions, profiles, builds and their traces.

Importing this package is cheap; what a name needs is loaded when the name is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ctxlab.model.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    from ctxlab.builder import Builder as Builder
    from ctxlab.lab import Lab as Lab
    from ctxlab.model.constraint import Constraint as Constraint
    from ctxlab.model.constraint import Survival as Survival
    from ctxlab.model.marks import Marks as Marks
    from ctxlab.model.profile import Profile as Profile
    from ctxlab.model.session import Session as Session
    from ctxlab.model.session import Snapshot as Snapshot
    from ctxlab.model.solution import Solution as Solution
    from ctxlab.model.sweep import Requests
    from ctxlab.model.sweep import Sweep as Sweep
    from ctxlab.model.trace import Trace as Trace

__version__ = VERSION

__all__ = [
    "Builder",
    "Constraint",
    "Lab",
    "Marks",
    "Profile",
    "Session",
    "Snapshot",
    "Survival",
    "Sweep",
    "Trace",
    "build",
    "build_async",
    "find_constraints",
    "open",
    "profile",
    "read",
    "solve",
    "survival",
    "sweep",
    "why",
]

_HOMES = {
    "Builder": "ctxlab.builder",
    "Constraint": "ctxlab.model.constraint",
    "Survival": "ctxlab.model.constraint",
    "Lab": "ctxlab.lab",
    "Marks": "ctxlab.model.marks",
    "Profile": "ctxlab.model.profile",
    "Session": "ctxlab.model.session",
    "Snapshot": "ctxlab.model.session",
    "Solution": "ctxlab.model.solution",
    "Sweep": "ctxlab.model.sweep",
    "Trace": "ctxlab.model.trace",
}


def __getattr__(name: str) -> Any:
    """The public classes, loaded on first use."""
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'ctxlab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])


def open(path: str | Path, *, format: str | None = None) -> Session:
    """The first session of a file, in any supported format; `format` names a reader instead of finding one.

    Raises:
        FormatError: No reader takes the file, or the one that claims it cannot read it.
    """
    from ctxlab.lab import Lab

    return Lab().open(path, format=format)


def read(request: Mapping[str, Any] | Sequence[Any], *, format: str | None = None) -> Session:
    """The session of a request in memory: its body with `messages`, or a list of messages.

    It is read like a file that holds it as JSON, whichever format its messages are in; `format` names a
    reader, such as `openai-chat`, instead of finding one, which is faster.

    Raises:
        FormatError: No reader takes it.
        TypeError: Something in it is not for JSON.
    """
    import json

    from ctxlab.formats.load import load_bytes

    return load_bytes(json.dumps(request).encode("ascii"), "request", format=format)[0]


def profile(name: str | Path) -> Profile:
    """A built-in profile by name, or the one in a TOML file.

    Raises:
        ProfileError: There is no such profile, or it has a mistake.
    """
    from ctxlab.lab import Lab

    return Lab().profile(name)


def build(
    snapshot: Snapshot | None = None,
    profile: Profile | str | Path = "gssc",
    *,
    marks: Marks | None = None,
    record: bool = False,
    **parts: Any,
) -> Trace:
    """The context for a snapshot under a profile, with the record of how it came about.

    Instead of a snapshot, the keywords of the published call: `system_prompt`, `user_message`,
    `conversation_history` and so on. Many builds in a row are faster through one `Builder`, which keeps
    counts, or one `Lab`, which keeps stage results too. `record` True keeps the build's figures and what it
    was made from in the user's own store, where `ctxlab runs` finds it; by default nothing is kept.

    Raises:
        TypeError: Both a snapshot and keywords were given, or neither; or one that is none.
    """
    from ctxlab.builder import build_once

    return build_once(snapshot, profile, marks, parts, record=record)


async def build_async(
    snapshot: Snapshot | None = None,
    profile: Profile | str | Path = "gssc",
    *,
    marks: Marks | None = None,
    record: bool = False,
    **parts: Any,
) -> Trace:
    """The same as `build`, on another thread: the event loop goes on meanwhile.

    Any number may be awaited at once. Where the task that waits is cancelled, the build stops at its next
    step. Many builds in a row are faster through one `Builder`, which keeps counts.

    Raises:
        TypeError: As `build` raises it.
    """
    from ctxlab.builder import build_once, off_loop

    return await off_loop(
        parts,
        lambda given, stop: build_once(snapshot, profile, marks, given, record=record, cancelled=stop),
    )


def why(trace: Trace, item: str, language: str = "en") -> str:
    """What became of an item and why, stage by stage in words; `language` is `en` or `zh`.

    `item` is an id such as `i7`, or a text. Of a text the verdict comes first: whether the context has it,
    and the root cause. Then all items that hold it are told, a blank line between them.

    Raises:
        RequestError: The trace has no item of that id, and none that holds this text.
    """
    from ctxlab.errors import RequestError
    from ctxlab.explain import history, holding

    found = holding(trace, item)
    if not found:
        raise RequestError(f"no item at this request is named {item!r} or holds this text")
    told = [history(trace, trace.id(position), language) for position in found]
    if trace.position(item) is None:
        from ctxlab.analysis.trace_alone import diagnosed_alone
        from ctxlab.explain.causes import verdict

        told.insert(0, verdict(diagnosed_alone(trace, item.strip()), language))
    return "\n\n".join(told)


def find_constraints(text: str) -> tuple[Constraint, ...]:
    """The constraints that a text states, in order and apart: spans (code points), kind, tier, values, rules.

    English and Chinese. Each names the rules that found it; no model is asked.
    """
    from ctxlab.text.constraints import find_constraints as find

    return find(text)


def survival(constraint: Constraint | str, text: str, semantic: bool | None = None) -> Survival:
    """What became of a constraint in a later text: verdict, span of the evidence, reason.

    Numbers, units, currencies and polarity decide before any likeness of words. With the extra `semantic`
    other words for the same thing are known better; by default it is used where it is installed.
    """
    from ctxlab.text.survival import survival as judge

    return judge(constraint, text, semantic)


def solve(
    paths: str | Path | Sequence[str | Path],
    profile: Profile | str | Path = "gssc",
    *,
    rows: Sequence[str] | None = None,
    aim: str = "smallest",
    may_lose: int = 0,
    hold_out: float = 0.0,
    seed: int = 0,
    stated: bool = False,
    executor: Executor | None = None,
    workers: int | None = None,
    store: bool = True,
) -> Solution:
    """The smallest caps, or those nearest to the profile's, under which every must-keep survives.

    Each session is built before its last request, and what is found is shown by runs. `rows` are those whose
    caps are solved, by default all whose cap may bind. `may_lose` sessions may lose must-keeps. The share
    `hold_out` of the sessions, drawn by `seed`, is not solved on but only checked. `stated` takes hard
    constraints that sessions state for must-keeps, too. `executor` or so many `workers` run the jobs; without
    either they are run here.

    Raises:
        ProfileError: The profile is none, or a row cannot be solved.
        RequestError: There is no session in the files, or one cannot be read.
        ExecutorError: The workers died.
        ValueError: There is no such row or aim.
    """
    from ctxlab.batch.solve_run import solved

    return solved(
        paths,
        profile,
        rows=rows,
        aim=aim,
        may_lose=may_lose,
        hold_out=hold_out,
        seed=seed,
        stated=stated,
        executor=executor,
        workers=workers,
        store=store,
    )


def sweep(
    paths: str | Path | Sequence[str | Path],
    profile: Profile | str | Path | Sequence[Profile | str | Path] = "gssc",
    settings: Sequence[str] = (),
    *,
    requests: Requests = "last",
    prefix: bool = False,
    price: float | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    store: bool = True,
    fresh: bool = False,
) -> Sweep:
    """Builds the sessions of files and folders under every variant of profiles, in worker processes.

    Each of `settings` is `KEY=VALUES`: `budget.history.cap=2000:16000:500`, both ends included, or values
    with commas between; of several, every combination is a variant. `requests` is `last`, `all` or how many
    of the last. `prefix` tells how much of a context stays from the request before, `price` is that of a
    million input tokens. `executor` runs the jobs instead of processes of its own: any, such as a Dask
    client's; it reads the files itself. `store` keeps what is made in the user's own store and takes it from
    there when it is asked for again, unless `fresh`.

    Raises:
        ProfileError: A profile or a setting is none.
        RequestError: There is no session in the files.
        ExecutorError: There are no workers any more.
    """
    from ctxlab.batch.sweep_run import swept

    return swept(
        paths,
        profile,
        settings,
        requests=requests,
        prefix=prefix,
        price=price,
        executor=executor,
        workers=workers,
        store=store,
        fresh=fresh,
    )
