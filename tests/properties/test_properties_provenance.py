"""How a profile came about changes nothing of what it builds, and nothing is built again because of it."""

from __future__ import annotations

from helpers.any_profile import HISTORIES
from helpers.any_session import sessions
from helpers.engine import word_engine
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.engine.fingerprint import view_of
from ctxlab.model.provenance import Provenance
from ctxlab.model.session import Session
from ctxlab.profiles import builtin

CAPS = st.none() | st.sampled_from([0, 40, 100, 200])


@settings(max_examples=40)
@given(sessions(), CAPS, st.sampled_from(["gssc", "long", "as-recorded"]), HISTORIES)
def test_a_profile_builds_the_same_whatever_it_tells_of_itself(
    session: Session, cap: int | None, name: str, history: tuple[Provenance, ...]
) -> None:
    profile = builtin(name).set("budget.history.cap", cap)
    told = profile.with_parts(provenance=history)
    engine = word_engine()
    plain = engine.run(session.at(), profile)
    assert engine.run(session.at(), told).to_json() == plain.to_json()
    # the second run found every stage in the memory
    assert (engine._gathered.misses, engine._selected.misses) == (1, 1)
    assert word_engine().run(session.at(), told).to_json() == plain.to_json()
    assert view_of(told, ("select", "budget")).provenance == ()
