"""Problems of a session under a profile, with edits that cure them.

Each module is a family of checks: a check looks at a `case` (one request with its run) and yields problems
whose cures are candidates; a `trial` keeps those that a run shows to help and to do no harm. What shows only
over many requests is collected by a `survey` and told by `overall`. `linter` puts them together, step by
step.
"""

from __future__ import annotations

from ctxlab.analysis.lint.cures import Cure, applied
from ctxlab.analysis.lint.linter import Question, lint
from ctxlab.analysis.lint.noticed import as_problems
from ctxlab.analysis.lint.overall import OF_CAPS, OVER_REQUESTS, idle_caps, over_all

__all__ = [
    "OF_CAPS",
    "OVER_REQUESTS",
    "Cure",
    "Question",
    "applied",
    "as_problems",
    "idle_caps",
    "lint",
    "over_all",
]
