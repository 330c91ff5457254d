"""The mode section of a profile: what it may state, and how it is written, set and refused."""

from __future__ import annotations

import pytest

from ctxlab.errors import ProfileError
from ctxlab.model.items import Row
from ctxlab.model.profile import Mode, ModeRule, ModeSettings, Profile
from ctxlab.model.profile_mode import LEFT_OUT
from ctxlab.profiles import dumps, parse, profile_sha256
from ctxlab.profiles.edit import edited

HEAD = 'schema = "ctxlab.profile/1"\n'


def test_no_mode_is_the_default_and_changes_no_digest() -> None:
    assert ModeSettings().use is Mode.NONE
    assert not ModeSettings().chooses
    assert parse(HEAD + '[mode]\nuse = ""\n') == Profile()
    assert profile_sha256(parse(HEAD + "[mode]\n")) == profile_sha256(Profile())


def test_what_each_mode_leaves_out() -> None:
    assert {
        Mode.NONE: frozenset(),
        Mode.LONG: {Row.RETRIEVED_DOC},
        Mode.SINGLE: {Row.RECENT, Row.HISTORY, Row.SUMMARY},
        Mode.MIXED: frozenset(),
    } == LEFT_OUT


def test_a_mode_with_rules_is_read_written_and_set() -> None:
    text = (
        HEAD + '[mode]\nuse = "single"\n\n[[mode.rule]]\nmode = "mixed"\ntools = true\n\n'
        '[[mode.rule]]\nmode = "long"\nretrieval = false\nturns_from = 8\ntext = "tell me"\n'
    )
    profile = parse(text)
    assert profile.mode.rule == (
        ModeRule(mode=Mode.MIXED, tools=True),
        ModeRule(mode=Mode.LONG, retrieval=False, turns_from=8, text="tell me"),
    )
    assert parse(dumps(profile)) == profile
    switched = profile.set("mode.use", "long")
    assert (switched.mode.use, switched.mode.rule) == (Mode.LONG, profile.mode.rule)
    assert parse(edited(text, switched)) == switched
    assert edited(text, switched) == text.replace('use = "single"', 'use = "long"')
    bare = profile.set("mode.rule", [])
    assert parse(edited(text, bare)) == bare
    assert profile.set("mode.use", "").mode.use is Mode.NONE


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('[mode]\nuse = "sideways"\n', "sideways"),
        ('[mode]\nused = "long"\n', "the nearest valid name is mode.use"),
        ("[[mode.rule]]\ntools = true\n", "is missing"),
        ('[[mode.rule]]\nmode = ""\n', "names one of long, single, mixed"),
        ('[[mode.rule]]\nmode = "long"\ntext = "("\n', "is no regular expression"),
        ('[[mode.rule]]\nmode = "long"\nturns_from = -1\n', "cannot be -1"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(lines: str, said: str) -> None:
    with pytest.raises(ProfileError, match=r"line \d") as caught:
        parse(HEAD + lines, "p.toml")
    assert said in str(caught.value) + "".join(one.hint for one in caught.value.problems)
