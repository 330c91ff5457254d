"""What readers and stages noticed, as problems among the others; alike notices are told once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.lint.cures import RECOMMENDED, Cure, changes
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.lint import REST, SNAPSHOT, SPLIT, Number, Problem, Severity
from ctxlab.model.profile import Profile

_SEVERITIES = {"info": Severity.NOTE, "warning": Severity.WARNING}

#: The place in the order of investigation of notices that are not about what the model saw.
_STEPS = {
    "over_limit": SPLIT,
    "window_unknown": SPLIT,
    "cap_not_enforced": SPLIT,
    "priorities_not_read": SPLIT,
    "wire_not_read": REST,
    "summary_stand_in": REST,
}

#: The settings that notices are about.
_KEYS = {
    "window_unknown": "window.size",
    "wire_not_read": "construct.wire",
    "rule_too_slow": "gather.rule",
}


def noticed(case: Case) -> Iterator[Problem]:
    """What the run and the session's reader noticed, each with what may cure it."""
    found = dict.fromkeys((*case.trace.diagnostics, *case.snapshot.session.diagnostics))
    yield from as_problems(found, case.profile, case.request)


def as_problems(
    diagnostics: Iterable[Diagnostic], profile: Profile | None = None, request: int = 0
) -> Iterator[Problem]:
    """Notices as problems, in order; those that say the same of several items or lines once, with `times`.

    Without a profile they have no cures.
    """
    alike: dict[tuple[str, str, tuple[tuple[str, Number], ...]], list[Diagnostic]] = {}
    for one in diagnostics:
        alike.setdefault((one.code, one.severity, one.numbers), []).append(one)
    for (code, severity, numbers), found in alike.items():
        first = found[0]
        said: list[tuple[str, Number]] = [*numbers]
        if first.line:
            said.append(("line", first.line))
        if len(found) > 1:
            said.append(("times", len(found)))
        yield Problem(
            code,
            _SEVERITIES.get(severity, Severity.ERROR),
            item=first.item,
            key=_key(code, dict(numbers)),
            request=request,
            numbers=tuple(said),
            cures=() if profile is None else tuple(_cures(code, profile)),
            step=_STEPS.get(code, SNAPSHOT),
        )


def _key(code: str, numbers: Mapping[str, Number]) -> str:
    """The setting that a notice is about, or an empty text."""
    if code == "unknown_source" and "where" not in numbers:
        return f"window.unknown.{numbers.get('source', '')}"
    return _KEYS.get(code, "")


def _cures(code: str, profile: Profile) -> Iterator[Cure]:
    match code:
        case "over_limit":
            yield changes(profile, [("window.enforce", True)])
            yield changes(profile, [("window.enforce", True), *RECOMMENDED])
        case "cap_not_enforced":
            figures = dict(profile.published)
            cap = figures.get("system_prompt_max")
            recent = figures.get("recent_conversation_max")
            if isinstance(cap, int) and isinstance(recent, int):
                caps = (("budget.system_prompt.cap", cap), ("budget.recent.cap", recent))
                yield changes(profile, [*caps, *RECOMMENDED])
        case "wire_not_read" | "priorities_not_read" | "media_left_out" | "pin_not_read" | "python_form":
            yield changes(profile, RECOMMENDED)
        case "published_fails":
            yield changes(profile, RECOMMENDED)
        case _:
            return
