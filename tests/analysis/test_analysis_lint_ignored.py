"""Problems that a profile ignores are not told; a code that no problem has is."""

from __future__ import annotations

import pytest
from helpers.lint_bench import edits, found, is_cured, linted

from ctxlab.errors import ProfileError
from ctxlab.explain.problems import known_codes
from ctxlab.model.lint import Severity
from ctxlab.model.profile import LintSettings, Profile

TALK = "i1 user 7\ni2 assistant 17\ni3 user 2"
IDLE = "window.enforce_soft=yes"


def test_what_is_ignored_is_counted_and_not_told() -> None:
    told = linted(TALK, IDLE)
    quiet = linted(TALK, f"{IDLE} lint.ignore=soft_limit_missing")
    names = [one.name for one in told.problems if one.code != "soft_limit_missing"]
    assert len(names) == len(told.problems) - 1
    assert [one.name for one in quiet.problems] == names
    assert (told.ignored, quiet.ignored) == ((), (("soft_limit_missing", 1),))


def test_a_code_that_no_problem_has_is_told_with_the_nearest_and_cured() -> None:
    settings = "lint.ignore=soft_limit_mising"
    (one,) = found(TALK, settings, "ignored_unknown")
    assert (one.severity, one.key) == (Severity.NOTE, "lint.ignore")
    assert edits(one) == [{"lint.ignore": "soft_limit_missing"}]
    assert is_cured(TALK, settings, one)


def test_codes_of_notices_of_readers_are_known_too() -> None:
    assert {"cap_never_binds", "window_unknown", "must_keep_lost", "marks_broken"} <= known_codes()


def test_codes_are_read_with_commas_between_them() -> None:
    assert LintSettings(ignore=" a_b, c,,a_b ").codes == ("a_b", "c")
    with pytest.raises(ProfileError) as error:
        Profile().set("lint.ignore", "a b")
    assert error.value.hint.startswith("ctxlab lint names the codes")
