"""What a build is made from goes into texts and comes back equal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers.any_profile import PROFILES
from helpers.any_session import marks_for, sessions
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.errors import FormatError, ProfileError
from ctxlab.formats.run_state import StateTexts, read_state
from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import MustKeepRule, Profile
from ctxlab.model.session import Session
from ctxlab.store.kept import KeptText
from ctxlab.store.runs import KeptState

PASSWORD = "Tr0ub4dor" + "3xkcd"


def unknown(_digest: bytes) -> int | None:
    """Nothing is kept yet."""
    return None


def state_of(texts: tuple[KeptText, KeptText, KeptText]) -> KeptState:
    session, profile, marks = (one.text for one in texts)
    assert session is not None
    assert profile is not None
    assert marks is not None
    return KeptState(session, profile, marks)


@given(st.data(), sessions(), PROFILES)
def test_session_profile_and_marks_come_back_equal(data: Any, session: Session, profile: Profile) -> None:
    marks = data.draw(marks_for(session))
    texts = StateTexts(unknown).of(session, profile, marks)
    found, other, own = read_state(state_of(texts), session.id, session.title)
    assert (own, other, found.marks) == (marks, profile, marks)
    assert found.items == session.items
    assert found.requests == session.requests
    assert found.id == session.id


def test_the_digest_of_a_session_does_not_depend_on_marks() -> None:
    session = Session("s", (Item("i1", "user", (Part(PartKind.TEXT, "hello"),)),), ())
    texts = StateTexts(unknown)
    one = texts.of(session, Profile(), Marks())
    other = texts.of(session.with_marks(Marks(("i1",))), Profile(), Marks(("i1",)))
    assert one[0].digest == other[0].digest
    assert one[2].digest != other[2].digest


def test_a_session_that_is_kept_is_neither_written_nor_looked_through_again() -> None:
    session = Session("s", (Item("i1", "user", (Part(PartKind.TEXT, "hello"),)),), ())
    kept: dict[bytes, int] = {}
    texts = StateTexts(kept.get)
    first = texts.of(session, Profile(), Marks())[0]
    assert first.text is not None
    kept[first.digest] = 0
    assert texts.of(session, Profile(), Marks())[0] == KeptText(first.digest)
    # another one that says the same, as after opening the file again
    again = replace(session, items=tuple(session.items))
    assert StateTexts(kept.get).of(again, Profile(), Marks())[0] == KeptText(first.digest)
    # what was pruned since is written again
    kept.clear()
    assert texts.of(session, Profile(), Marks())[0].text == first.text


def test_secrets_are_kept_nowhere() -> None:
    said = (Part(PartKind.TEXT, f"password: {PASSWORD}"),)
    session = Session("s", (Item("i1", "user", said),), (), title=f"on {PASSWORD}")
    marks = Marks(must_keeps=(MustKeep("m1", text=PASSWORD),))
    profile = Profile(name="p", must_keep=(MustKeepRule(text=f"use {PASSWORD}"), MustKeepRule(number="3")))
    texts = StateTexts(unknown).of(session, profile, marks)
    assert [one.text for one in texts if one.text is None or PASSWORD in one.text] == []
    assert texts[0].hidden == 1
    found, other, own = read_state(state_of(texts), "s", "")
    assert found.items[0].text == "password: [password 1]"
    assert own.must_keeps[0].text == "[password 1]"
    assert [rule.text for rule in other.must_keep] == ["use [password 1]", ""]


@pytest.mark.parametrize("marks", ["[", "[]", '{"pins": 3}'])
def test_marks_that_cannot_be_read_are_an_error(marks: str) -> None:
    with pytest.raises(FormatError):
        read_state(
            KeptState('{"schema": "ctxlab.session/1"}', 'schema = "ctxlab.profile/1"\n', marks), "", ""
        )


def test_a_session_or_profile_of_a_later_ctxlab_is_an_error() -> None:
    profile = 'schema = "ctxlab.profile/1"\n'
    with pytest.raises(FormatError):
        read_state(KeptState('{"schema": "ctxlab.session/99"}', profile, "{}"), "", "")
    with pytest.raises(ProfileError):
        read_state(KeptState('{"schema": "ctxlab.session/1"}', profile + "[later]\nx = 1\n", "{}"), "", "")
