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
    "input_not_counted": SPLIT,
    "mode_not_read": SPLIT,
    "wire_not_read": REST,
    "summary_stand_in": REST,
    "constraints_stand_in": REST,
    "monitor_line": REST,
    "monitor_warns": SPLIT,
    "monitor_overwritten": REST,
    "monitor_fails": REST,
}

#: The settings that notices are about.
_KEYS = {
    "window_unknown": "window.size",
    "wire_not_read": "construct.wire",
    "rule_too_slow": "gather.rule",
    "mode_not_read": "mode.use",
    "mode_rule_too_slow": "mode.rule",
}

#: Figures of published tables that no code reads, and the caps that hold what they speak of.
_FIGURES = (
    ("system_prompt_max", "budget.system_prompt.cap"),
    ("recent_conversation_max", "budget.recent.cap"),
    ("system_prompt", "budget.system_prompt.cap"),
    ("conversation", "budget.recent.cap"),
    ("tool_results", "budget.tool_result.cap"),
    ("instruction", "budget.system_prompt.cap"),
    ("key_history_summary", "budget.summary.cap"),
    ("recent_conversation", "budget.recent.cap"),
    ("input", "budget.user_message.cap"),
)

#: What published stages do without a word, and the recommended ones do not do.
_MENDED = frozenset(
    {
        *("wire_not_read", "priorities_not_read", "media_left_out", "pin_not_read", "python_form"),
        *("published_fails", "input_not_added", "fields_filled", "item_limit_not_read", "character_split"),
        *("lone_mark", "none_as_constraint", "sign_stripped", "second_level_unpublished"),
        *("mode_not_read", "key_facts_destroyed", "stored_overwritten", "input_not_counted"),
        *("instructions_skipped", "history_as_one", "relevance_by_blanks", "output_lost"),
    }
)


#: Notices that tell how a request was built and that nothing is wrong with.
_NO_PROBLEMS = frozenset({"mode_chosen"})


def noticed(case: Case) -> Iterator[Problem]:
    """What the run and the session's reader noticed, each with what may cure it."""
    every = (*case.trace.diagnostics, *case.snapshot.session.diagnostics)
    found = dict.fromkeys(one for one in every if one.code not in _NO_PROBLEMS)
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
            stated = ((key, figures.get(figure)) for figure, key in _FIGURES)
            caps = [(key, cap) for key, cap in stated if isinstance(cap, int)]
            if caps:
                yield changes(profile, [*caps, *RECOMMENDED])
        case _ if code in _MENDED:
            yield changes(profile, RECOMMENDED)
        case _:
            return
