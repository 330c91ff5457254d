"""Asserting in a test what a context has to hold, by the same gate as `ctxlab check`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ctxlab.batch.gate import judge
from ctxlab.batch.gate_baseline import baseline_of
from ctxlab.errors import RequestError
from ctxlab.explain.gate_lines import session_lines
from ctxlab.lab import Lab
from ctxlab.model.gate import HOLDS, NO_WIRE, GateRules
from ctxlab.model.language import language_of
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.sweep import Place

if TYPE_CHECKING:
    from ctxlab.model.session import Snapshot
    from ctxlab.model.trace import Trace

#: Something that a context has to hold: a text, a compiled pattern, or a must-keep of any kind.
Keep = str | re.Pattern[str] | MustKeep

_FLAGS = ((re.IGNORECASE, "i"), (re.MULTILINE, "m"), (re.DOTALL, "s"), (re.VERBOSE, "x"), (re.ASCII, "a"))


def assert_context(
    session: str | Path | Session | None = None,
    profile: str | Path | Profile = "gssc",
    *,
    keeps: Iterable[Keep] = (),
    max_tokens: int | None = None,
    max_level: int | None = None,
    max_growth: float | None = None,
    valid_wire: bool = True,
    wire: str = "",
    baseline: str | Path | Profile | None = None,
    strict: bool = False,
    number: int | None = None,
    request: int | None = None,
    turn: int | None = None,
    language: str = "",
    lab: Lab | None = None,
    **parts: Any,
) -> Trace:
    """Asserts that a session's context holds under a profile, and gives its trace.

    The must-keeps of profile and session have to be there, the context has to fit its limit, an API has to
    take the request, and what else is asked for has to be so. What cannot be judged does not hold.

    Args:
        session: A session, or the path of one; or instead the keywords of the published call.
        profile: A profile, its built-in name, or the path of a TOML file.
        keeps: What the context has to hold beside its must-keeps.
        max_tokens: The largest context, in tokens.
        max_level: The deepest level of degradation.
        max_growth: The percent that the context may have grown against the baseline.
        valid_wire: Whether an API has to take the request.
        wire: Which one, such as `anthropic`; by default that of the run.
        baseline: A profile, or the path of one or of an answer of `ctxlab check --json`: only what it did
            better fails, unless `strict`.
        strict: What the baseline did no better fails, too.
        number: Which session of a file with several, 1-based; such a file is not judged without it.
        request: The call of the model, 1-based; by default the last.
        turn: The last request of this turn, instead.
        language: Of the message: `en` or `zh`, by default that of the locale.
        lab: What builds; one for many tests counts each text once.
        parts: The keywords of the published call.

    Raises:
        AssertionError: It does not hold, or cannot be judged; the message says why, with stage and numbers.
        TypeError: Both a session and keywords are given, or neither.
        CtxlabError: Session, profile or baseline cannot be read.
    """
    __tracebackhide__ = True
    with closing(Lab(store=False)) if lab is None else nullcontext(lab) as used:
        one, name = _session(used, session, number, parts)
        snapshot = _with_keeps(one, keeps).at(request, turn=turn)
        api = wire if valid_wire else NO_WIRE
        rules = GateRules(max_level, max_growth, max_tokens, wire=api, strict=strict)
        found, told = used.profile(profile), language or language_of(os.environ)
        _hold(used, name, snapshot, found, rules, baseline, told)
        return used.build(snapshot, found)


def _hold(
    lab: Lab,
    name: str,
    snapshot: Snapshot,
    profile: Profile,
    rules: GateRules,
    baseline: str | Path | Profile | None,
    language: str,
) -> None:
    """Judges a context.

    Raises:
        AssertionError: It does not hold, or cannot be judged.
    """
    __tracebackhide__ = True
    origin = snapshot.session.origin
    known = None if baseline is None else baseline_of(lab, baseline)
    result = judge(lab, Place(origin.file, 0, name, origin.sha256), snapshot, profile, rules, known)
    if result.code != HOLDS:
        raise AssertionError("\n".join(session_lines(result, language)))


def _session(
    lab: Lab, session: str | Path | Session | None, number: int | None, parts: dict[str, Any]
) -> tuple[Session, str]:
    """The session, and what to call it.

    Raises:
        RequestError: The file has several sessions and none is chosen, or not that many.
    """
    if (session is None) is not bool(parts):
        raise TypeError("assert_context takes a session or the keywords of one, one of the two")
    if session is None:
        return Session.from_parts(**parts), "context"
    if isinstance(session, Session):
        return session, session.title or session.id or "session"
    found, name = lab.open_all(session), Path(session).name
    if number is None and len(found) > 1:
        raise RequestError(f"{name} has {len(found)} sessions", hint="number= chooses the one to judge")
    if number is not None and not 1 <= number <= len(found):
        raise RequestError(f"there is no session {number}", hint=f"{name} has {len(found)}")
    return found[(number or 1) - 1], name if len(found) == 1 else f"{name} #{number}"


def _with_keeps(session: Session, keeps: Iterable[Keep]) -> Session:
    # a single text would be taken for its letters
    listed = (keeps,) if isinstance(keeps, str) else keeps
    asked = tuple(_must_keep(one, at) for at, one in enumerate(listed, 1))
    marks = session.marks
    return session.with_marks(replace(marks, must_keeps=(*marks.must_keeps, *asked))) if asked else session


def _must_keep(keep: object, number: int) -> MustKeep:
    """The must-keep that is meant.

    Raises:
        TypeError: It is none, or a text without any words.
    """
    if isinstance(keep, MustKeep):
        return keep
    if isinstance(keep, re.Pattern):
        pattern = cast("re.Pattern[str]", keep)
        flags = "".join(letter for flag, letter in _FLAGS if pattern.flags & flag)
        return MustKeep(f"keeps:{number}", regex=(f"(?{flags})" if flags else "") + pattern.pattern)
    if isinstance(keep, str) and keep.strip():
        return MustKeep(f"keeps:{number}", text=keep)
    raise TypeError(f"keeps takes texts with words, patterns and must-keeps, not {keep!r}")
