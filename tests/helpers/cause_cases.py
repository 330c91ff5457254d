"""Small sessions and profiles, one or more for each root cause, run through the real engine.

A token is a word. The rule that gets lost has four words, so that a message with it is charged 4 + 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxlab.analysis.causes import diagnose
from ctxlab.analysis.stated import Statements
from ctxlab.analysis.survival import Judge
from ctxlab.model.cause import Cause, Diagnosis
from ctxlab.model.decision import Fate, Reason
from ctxlab.model.items import Source
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import GatherRule, GatherSettings, Language, Profile
from ctxlab.model.session import Session
from ctxlab.profiles import builtin
from ctxlab.stages.protocol import Summary
from ctxlab.tokens.protocols import Counter
from helpers.engine import word_engine
from helpers.forced_select import Forced, forced_engine
from helpers.spec import profile, session

RULE = "Never suggest spicy food."
BUDGET = "The budget is at most 3000 yuan."
NEWEST = "recent.rounds=0 history.order=newest"


SAID_IN_I1 = MustKeep("rule", text=RULE, since="i1")


@dataclass(frozen=True)
class Case:
    """A table of `helpers.spec` with texts, settings, and what the diagnosis has to say of the must-keep."""

    cause: Cause
    table: str
    settings: str | Profile = ""
    texts: dict[str, str] = field(default_factory=dict)
    keep: MustKeep = SAID_IN_I1
    chain: str = ""
    end: int = 0
    says: str = ""
    forced: Forced = field(default_factory=dict)


@dataclass(frozen=True)
class Saying:
    """A summariser that writes the same text whatever it is given."""

    text: str
    name: str = "saying"
    version: str = "1"

    def condense(
        self, text: str, source: Source, limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """The text."""
        del text, source, limit, counter, language
        return Summary(self.text)

    def merge(
        self, texts: Sequence[tuple[str, str]], limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """The text."""
        del texts, limit, counter, language
        return Summary(self.text)


def _said(**more: str) -> dict[str, str]:
    return {"i1": RULE, **more}


#: The rule in the midst of a message of 84 words, which head and tail of a cut leave out.
LONG = " ".join([*["word"] * 40, RULE, *["word"] * 40])
TALK = "i1 user 4\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 3\ni6 user 1"
RULED = Profile().with_parts(gather=GatherSettings(rule=(GatherRule(regex="spicy", exclude=True),)))

CASES = {
    "never_said": Case(Cause.NEVER_GATHERED, "i1 user 4\ni2 user 2", keep=MustKeep("rule", text=RULE)),
    "said_later": Case(
        Cause.NEVER_GATHERED,
        "i1 user 2\ni2 user 4",
        texts={"i2": RULE},
        end=1,
        keep=MustKeep("rule", text=RULE, since="i2"),
    ),
    "branched_off": Case(Cause.NEVER_GATHERED, "i1 user 4 gone\ni2 user 2", texts=_said()),
    "not_handed_over": Case(
        Cause.NOT_HANDED_OVER,
        "i1 user 4\ni2 user 9 chain:sub\ni3 assistant 4 chain:sub\ni4 user 3 chain:sub",
        texts=_said(),
        chain="sub",
    ),
    "excluded_by_rule": Case(Cause.FILTERED, "i1 user 4\ni2 user 2", RULED, _said()),
    "over_count": Case(Cause.OUTRANKED, TALK, f"{NEWEST} history.max_items=2", _said()),
    # Charges 7 and 13 under 15: the doc of relevance 0.2 comes second.
    "less_relevant": Case(
        Cause.OUTRANKED,
        "i1 system 4 doc rel:0.2\ni2 system 13 doc rel:0.9\ni3 user 1",
        "retrieved_doc.cap=15 retrieved_doc.order=relevance retrieved_doc.overflow=skip",
        _said(),
    ),
    # Newest first: 6, 8, 5 and 20 are served before its 7; 39 of 45 are used.
    "over_cap": Case(Cause.OVER_CAP, TALK, f"{NEWEST} history.cap=45 history.overflow=stop", _said()),
    # A summary in fewer than 32 tokens is not worth its place.
    "no_summary": Case(
        Cause.OVER_CAP,
        TALK,
        f"{NEWEST} history.cap=45 history.overflow=compress summarize.max_tokens=20",
        _said(),
    ),
    # 46 for the talk, 4 for the question, 3 at the end.
    "over_window": Case(Cause.OVER_WINDOW, TALK, f"{NEWEST} window.size=52 history.tier=3", _said()),
    # 6, 8 and 5 are served; 20 does not fit 38, and its 7 would.
    "behind_overflow": Case(
        Cause.BEHIND_OVERFLOW, TALK, f"{NEWEST} history.cap=38 history.overflow=stop", _said()
    ),
    # 4 and 30 of documents in a message of 3 with 5 more, 5 for the question, 3 at the end: 50.
    "degraded": Case(
        Cause.DEGRADED,
        "i1 system 4 doc rel:0.1\ni2 system 30 doc rel:0.9\ni3 user 2",
        "window.size=49 degrade.levels=1 degrade.docs=1 retrieved_doc.order=relevance",
        _said(),
    ),
    "superseded": Case(Cause.SUPERSEDED, "i1 user 4 gone by:i2\ni2 user 8 summary\ni3 user 2", texts=_said()),
    "replaced_by_the_user": Case(
        Cause.SUPERSEDED,
        "i1 user 7\ni2 assistant 2\ni3 user 9",
        texts={"i1": BUDGET, "i3": "Make the budget at most 5000 yuan instead of 3000 yuan."},
        keep=MustKeep("budget", text=BUDGET, since="i1"),
    ),
    "duplicate": Case(
        Cause.DUPLICATE,
        "i1 user 4\ni2 user 3\ni3 user 1",
        "select.strategy=forced",
        _said(i2="Suggest spicy food."),
        forced={"i1": (Fate.MERGED, Reason.DUPLICATE, (("by", "i2"),))},
    ),
    "excluded_by_mode": Case(
        Cause.EXCLUDED_BY_MODE,
        "i0 system 3\ni1 system 4 summary\ni2 user 2",
        builtin("gssc-published-en"),
        _said(),
    ),
    # The call is charged 20 + 3 of a cap of 10, and takes its result along.
    "pair_broken": Case(
        Cause.PAIR_BROKEN,
        "i0 user 2\ni2 assistant 20 call:a\ni1 tool 4 result:a\ni3 user 1",
        "recent.rounds=0 history.cap=10 history.overflow=skip history.order=newest",
        _said(),
    ),
    "cut_to_item_limit": Case(
        Cause.CUT, "i1 user 84\ni2 user 1", f"{NEWEST} history.per_item=40", {"i1": LONG}
    ),
    "cut_to_cap": Case(
        Cause.CUT, "i1 user 84\ni2 user 1", f"{NEWEST} history.cap=50 history.overflow=truncate", {"i1": LONG}
    ),
    "merged_away": Case(
        Cause.SUMMARISED_AWAY,
        TALK,
        f"{NEWEST} history.cap=45 history.overflow=compress summarize.max_tokens=40",
        _said(),
        says="They spoke about many things and found a place for dinner.",
    ),
    "condensed_away": Case(
        Cause.SUMMARISED_AWAY,
        "i1 user 84\ni2 user 1",
        f"{NEWEST} history.per_item=50 history.per_item_action=compress",
        {"i1": LONG},
        says="Words.",
    ),
    "value_changed": Case(
        Cause.VALUE_CHANGED,
        "i1 user 7\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 1",
        f"{NEWEST} history.cap=42 history.overflow=compress summarize.max_tokens=40",
        {"i1": BUDGET},
        MustKeep("budget", text=BUDGET, since="i1"),
        says="The budget is at most 5000 yuan.",
    ),
    # Of two system prompts the published Construct renders the first.
    "not_rendered": Case(
        Cause.NOT_RENDERED, "i0 system 3\ni1 system 4\ni2 user 2", builtin("gssc-published-en"), _said()
    ),
    # 7 of its own, 23 + 5 after it, 3 at the end.
    "deep": Case(Cause.DEEP, "i1 user 4\ni2 assistant 20\ni3 user 2", texts=_said()),
    "present": Case(Cause.PRESENT, "i0 user 30\ni1 user 4\ni2 user 2", texts=_said()),
}


def opened(case: Case) -> Session:
    """The session of a case."""
    return session(case.table, texts=case.texts, end=case.end)


def diagnosed(case: Case) -> Diagnosis:
    """The diagnosis of a case: a cold run, and a judge of its own."""
    found = opened(case)
    snapshot = found.at(chain=case.chain)
    chosen = profile(case.settings) if isinstance(case.settings, str) else case.settings
    engine = (
        forced_engine(case.forced) if case.forced else word_engine(Saying(case.says) if case.says else None)
    )
    trace = engine.run(snapshot, chosen)
    stated = Statements().of(found, found.marks)
    return diagnose(trace, snapshot, chosen, case.keep, Judge(), stated)
