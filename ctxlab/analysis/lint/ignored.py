"""Codes that a profile ignores and that no problem has."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.lint.cures import changes
from ctxlab.explain.problems import known_codes
from ctxlab.model.lint import SPLIT, Problem, Severity

KEY = "lint.ignore"

#: From this likeness on (0 to 1) another code was meant.
_ALIKE = 0.8


def unknown_codes(case: Case) -> Iterator[Problem]:
    """Tells of each code in `lint.ignore` that ctxlab knows no problem by; a plugin may have such a one."""
    codes, known = case.profile.lint.codes, known_codes()
    for code in codes:
        if code in known:
            continue
        near = get_close_matches(code, known, 1, _ALIKE)
        rest = [*(one for one in codes if one != code), *near]
        yield Problem(
            "ignored_unknown",
            Severity.NOTE,
            key=KEY,
            numbers=(("id", code), ("code", code), *((("near", near[0]),) if near else ())),
            cures=(changes(case.profile, [(KEY, ", ".join(rest))]),),
            step=SPLIT,
        )
