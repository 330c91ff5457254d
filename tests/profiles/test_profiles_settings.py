"""Several settings at once, given as text."""

from __future__ import annotations

import pytest

from ctxlab.errors import ProfileError
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile, Window
from ctxlab.profiles import builtin
from ctxlab.profiles.settings import PUBLISHED, with_settings


def test_settings_that_go_only_together_go_in_any_order() -> None:
    profile = Profile(window=Window(size=64_000, output_reserve=8_000))
    small = {"window.size": "4000", "window.output_reserve": "500"}
    for settings in (small, dict(reversed(small.items()))):
        found = with_settings(profile, settings)
        assert (found.window.size, found.window.output_reserve) == (4000, 500)


def test_a_line_of_the_published_table_can_be_taken() -> None:
    found = with_settings(Profile(), {"budget.history": "published"})
    assert found.row(Row.HISTORY) == builtin(PUBLISHED).row(Row.HISTORY)


def test_what_cannot_be_set_is_told() -> None:
    with pytest.raises(ProfileError, match="histroy"):
        with_settings(Profile(), {"budget.recent.cap": "5", "budget.histroy.cap": "5"})
