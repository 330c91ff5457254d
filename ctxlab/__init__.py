"""A debugger for the context of LLM agents: sessions, profiles, builds and their traces.

Importing this package is cheap; what a name needs is loaded when the name is used.
"""

from __future__ import annotations

import importlib
from contextlib import closing
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from ctxlab.lab import Lab as Lab
    from ctxlab.model.constraint import Constraint as Constraint
    from ctxlab.model.constraint import Survival as Survival
    from ctxlab.model.marks import Marks as Marks
    from ctxlab.model.profile import Profile as Profile
    from ctxlab.model.session import Session as Session
    from ctxlab.model.session import Snapshot as Snapshot
    from ctxlab.model.trace import Trace as Trace

__version__ = "0.1.0"

__all__ = [
    "Constraint",
    "Lab",
    "Marks",
    "Profile",
    "Session",
    "Snapshot",
    "Survival",
    "Trace",
    "build",
    "find_constraints",
    "open",
    "profile",
    "survival",
    "why",
]

_HOMES = {
    "Constraint": "ctxlab.model.constraint",
    "Survival": "ctxlab.model.constraint",
    "Lab": "ctxlab.lab",
    "Marks": "ctxlab.model.marks",
    "Profile": "ctxlab.model.profile",
    "Session": "ctxlab.model.session",
    "Snapshot": "ctxlab.model.session",
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
    `conversation_history` and so on. Many builds in a row are faster through one `Lab`, which keeps counts
    and stage results. `record` True keeps the build's figures and what it was made from in the user's own
    store, where `ctxlab runs` finds it; by default nothing is kept.

    Raises:
        TypeError: Both a snapshot and keywords were given, or neither; or one that is none.
    """
    from ctxlab.lab import Lab

    if (snapshot is None) is not bool(parts):
        raise TypeError("build takes a snapshot or the keywords of a session, one of the two")
    if snapshot is None:
        snapshot = _snapshot_of(parts)
    elif not hasattr(snapshot, "candidates"):
        raise TypeError(
            f"build takes a snapshot, such as session.at(), not a {type(snapshot).__name__}; "
            "ctxlab.open(FILE) gives a session"
        )
    with closing(Lab(record=record)) as lab:
        return lab.build(snapshot, profile, marks=marks)


def _snapshot_of(parts: dict[str, Any]) -> Snapshot:
    """The one request of a call's keywords. Nobody would see a notice here: a slip of the pen is an error."""
    from ctxlab.model.keywords import KEYS, NAMING
    from ctxlab.model.session import Session

    known = dict.fromkeys(("form", *NAMING, *(key for keys in KEYS.values() for key in keys)))
    unknown = [key for key in parts if key not in known]
    if unknown:
        raise TypeError(f"build has no keyword {unknown[0]!r}; keywords of a session: {', '.join(known)}")
    return Session.from_parts(**parts).at()


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
