"""A small talk under profiles that differ, compared by the real engine with one word a token."""

from __future__ import annotations

from collections.abc import Sequence

from helpers.engine import word_engine
from helpers.spec import profile, session

from ctxlab.analysis.survival import Judge
from ctxlab.analysis.systems import compare_systems
from ctxlab.errors import StageError
from ctxlab.gui.models.system_choices import OWN, UNMANAGED
from ctxlab.gui.models.systems_answers import SystemColumn
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.systems import SystemsTable
from ctxlab.model.trace import Trace

TALK = session(
    """
    i1 system 5
    i2 user 10
    i3 assistant 20
    i4 user 10
    i5 assistant 20
    i6 user 4
    """
)
#: A cap of 36 holds i5 (20 and 3 a message) and i4 (10 and 3); one of 20 holds nothing of the history.
PROFILES = {
    UNMANAGED: profile("recent.rounds=0"),
    OWN: profile("recent.rounds=0 history.cap=36 history.overflow=stop history.order=newest"),
    "none": profile("recent.rounds=0 history.cap=20 history.overflow=stop history.order=newest"),
    "broken": profile("recent.rounds=0"),
}
COLUMNS = (
    SystemColumn(UNMANAGED, "unmanaged", "no profile"),
    SystemColumn(OWN, "mine", "in use", own=True),
    SystemColumn("none", "none", "built in"),
)
BROKEN = SystemColumn("broken", "broken", "file", "/tmp/broken.toml")
KEEPS = (MustKeep("first", text="i2.3"), MustKeep("last", text="i5.20"))


def compared(keys: Sequence[str] = (UNMANAGED, OWN, "none")) -> list[SystemsTable]:
    """The comparison under these profiles, longer by one run each time; `broken` cannot be built."""
    engine, snapshot = word_engine(), TALK.at()

    def run(one: Profile) -> Trace:
        if one is PROFILES["broken"]:
            raise StageError("the strategy gave up")
        return engine.run(snapshot, one)

    profiles = [(key, PROFILES[key]) for key in keys]
    return list(compare_systems(run, profiles, KEEPS, Judge(), snapshot=snapshot))
