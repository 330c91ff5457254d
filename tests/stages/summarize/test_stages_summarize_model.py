"""Summaries of a model: taken from a shelf, checked against their source, all or nothing."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.check_trace import check_trace
from helpers.shelves import Answering, shelf_engine, stored
from helpers.spec import fates, numbers, profile, session, table_of
from helpers.word_counter import WordCounter

from ctxlab.engine.pipeline import Engine, Tools
from ctxlab.engine.summaries import SummaryMemory
from ctxlab.explain import diagnostic
from ctxlab.explain import history as why
from ctxlab.model.decision import Stage
from ctxlab.model.items import Source
from ctxlab.model.profile import Missing, Profile
from ctxlab.model.session import Session
from ctxlab.model.summary import SummaryAsk
from ctxlab.model.trace import Trace
from ctxlab.stages.registry import builtin_strategies
from ctxlab.stages.summarize.condensing import RefusingSummarizer
from ctxlab.stages.summarize.model import made_safe
from ctxlab.stages.summarize.shelves import Missing as MissingShelf

MODEL = (
    "summarize.strategy=model recent.rounds=0 history.order=newest history.overflow=compress history.cap=60 "
    "summarize.max_tokens=40"
)
FACT = "Never book the night train. "
WORDS = "the road goes on along the coast to the harbour and " * 3
TALK = session("i1 user 36\ni2 assistant 33\ni3 user 10\ni4 user 2", texts={"i1": FACT + WORDS, "i2": WORDS})
DOC = session(
    "d1 user 80 doc\ni2 user 5 user",
    texts={"d1": "The old town has a wall and a gate and a tower. " * 8, "i2": "Where may we walk?"},
)
SHORT = "The user forbids the night train: never book it. The road follows the coast."


def model(settings: str = "") -> Profile:
    return profile(f"{MODEL} {settings}")


def run(shelf: Any, of: Session = TALK, settings: str = "") -> Trace:
    return shelf_engine(shelf).run(of.at(), model(settings))


def codes(trace: Trace) -> list[tuple[str, str, dict[str, object]]]:
    return [
        (one.code, one.item, dict(one.numbers)) for one in trace.diagnostics if one.code.startswith("summary")
    ]


def test_what_is_not_at_hand_is_stood_in_for_and_says_so() -> None:
    shelf = MissingShelf(SummaryMemory())
    trace = run(shelf)
    assert fates(trace) == table_of("""
        i1 merged summarised
        i1~summary added summarised
        i2 merged summarised
        i3 kept fits
        i4 kept fits
    """)
    told = numbers(trace, "i1~summary", Stage.SUMMARIZE)
    assert (told["limit"], told["count"], told["stand_in"]) == (40, 2, "first-words")
    assert "first-words in the place of a model's" in why(trace, "i1~summary")
    (ask,) = shelf.asks
    assert codes(trace) == [
        ("summary_missing", "i1", {"count": 2, "limit": 40, "missing": 1, "key": ask.key[:12]})
    ]
    assert ask.texts == (("user", FACT + WORDS), ("assistant", WORDS))
    assert (ask.limit, ask.model, ask.task) == (40, "", "")
    check_trace(trace)


def test_a_summary_at_hand_stands_for_its_items() -> None:
    trace = run(Answering(lambda _: SHORT))
    assert fates(trace)["i1"] == "merged summarised"
    assert fates(trace)["i1~summary"] == "added summarised"
    assert numbers(trace, "i1~summary", Stage.SUMMARIZE) == {
        "limit": 40, "count": 2, "left_demands": 0, "left_numbers": 0, "appended": 0, "altered": 0,
    }  # fmt: skip
    assert SHORT in trace.messages[0]["content"]
    assert codes(trace) == []
    check_trace(trace)


def test_what_the_model_lost_stands_under_its_summary_word_for_word() -> None:
    trace = run(Answering(lambda _: "They talk about the road."))
    content = trace.messages[0]["content"]
    assert content.endswith("They talk about the road.\n\nKey facts:\n- user: Never book the night train.")
    assert numbers(trace, "i1~summary", Stage.SUMMARIZE) == {
        "limit": 40, "count": 2, "left_demands": 1, "left_numbers": 0, "appended": 1, "altered": 0,
    }  # fmt: skip
    check_trace(trace)


def test_the_profile_may_have_it_refused_or_only_shown() -> None:
    refused = run(Answering(lambda _: "They talk about the road."), settings="summarize.missing=refuse")
    assert numbers(refused, "i1~summary", Stage.SUMMARIZE)["stand_in"] == "first-words"
    assert "They talk" not in refused.messages[0]["content"]
    assert codes(refused) == [("summary_unsafe", "i1", {"count": 2, "limit": 40, "unsafe": 1})]
    shown = run(Answering(lambda _: "They talk about the road."), settings="summarize.missing=show")
    assert numbers(shown, "i1~summary", Stage.SUMMARIZE)["left_demands"] == 1
    assert "Key facts" not in shown.messages[0]["content"]


def test_what_is_said_otherwise_is_refused_since_facts_would_contradict_it() -> None:
    said = "Always book the night train. The road is fine."
    trace = run(Answering(lambda _: said))
    ((code, _item, told),) = codes(trace)
    assert (code, told["altered"]) == ("summary_unsafe", 1)
    (notice,) = [one for one in trace.diagnostics if one.code == code]
    assert diagnostic(notice, "en").endswith("it says 1 fact otherwise than its source")
    shown = run(Answering(lambda _: said), settings="summarize.missing=show")
    assert numbers(shown, "i1~summary", Stage.SUMMARIZE)["altered"] == 1


@pytest.mark.parametrize("words", [41, 70])
def test_a_summary_over_its_limit_is_not_used(words: int) -> None:
    trace = run(Answering(lambda _: "word " * words))
    assert "stand_in" in numbers(trace, "i1~summary", Stage.SUMMARIZE)
    ((code, _item, told),) = codes(trace)
    assert (code, told["limit"], told["held"]) == ("summary_too_long", 40, words)


def test_facts_that_do_not_fit_under_it_are_no_half_measure() -> None:
    trace = run(Answering(lambda _: "road " * 38))
    ((code, _item, told),) = codes(trace)
    assert (code, told["room"]) == ("summary_unsafe", 40)
    assert "stand_in" in numbers(trace, "i1~summary", Stage.SUMMARIZE)


def test_where_nothing_can_stand_in_the_items_go_and_say_why() -> None:
    tools = Tools(lambda _: WordCounter(), RefusingSummarizer(), SummaryMemory())
    trace = Engine(builtin_strategies(), tools).run(TALK.at(), model())
    assert fates(trace)["i1"] == fates(trace)["i2"] == "dropped summary_refused"
    assert numbers(trace, "i2", Stage.SUMMARIZE) == {"limit": 40, "missing": 1}
    check_trace(trace)


def test_a_document_is_summed_up_for_the_task() -> None:
    shelf = Answering(lambda _: "A wall, a gate and a tower.")
    settings = "retrieved_doc.per_item=50 retrieved_doc.per_item_action=compress"
    trace = run(shelf, DOC, settings)
    assert fates(trace)["d1"] == "compressed summarised"
    assert shelf.asked[0].task == "Where may we walk?"
    assert "bear on the task" in shelf.asked[0].instruction
    assert shelf.asked[0].limit == 38
    check_trace(trace)
    missing = run(Answering(lambda _: None), DOC, settings)
    assert fates(missing)["d1"] == "truncated cut_to_item_limit"
    assert codes(missing)[0][:2] == ("summary_missing", "d1")


def test_the_profile_says_what_a_model_is_told_and_which() -> None:
    shelf = Answering(lambda _: None)
    settings = model().set("summarize.model", "big").set("summarize.instructions.summary", "Keep only names.")
    shelf_engine(shelf).run(TALK.at(), settings)
    assert (shelf.asked[0].instruction, shelf.asked[0].model) == ("Keep only names.", "big")
    chinese = Answering(lambda _: None)
    shelf_engine(chinese).run(TALK.at(), model("construct.language=zh"))
    assert "按原话保留" in chinese.asked[0].instruction


def test_a_session_has_its_own_before_all_others() -> None:
    shelf = MissingShelf(SummaryMemory())
    run(shelf)
    (ask,) = shelf.asks
    from dataclasses import replace

    own = replace(TALK, summaries=(stored(ask, SHORT),))
    trace = run(Answering(lambda _: "Never book the night train, as was said."), own)
    assert SHORT in trace.messages[0]["content"]


def test_summaries_that_come_later_are_found_by_the_same_engine() -> None:
    memory = SummaryMemory()
    engine = shelf_engine(memory)
    before = engine.run(TALK.at(), model())
    noting = MissingShelf(memory)
    engine.looking_in(noting).run(TALK.at(), model())
    memory.add([stored(ask, SHORT) for ask in noting.asks])
    after = engine.run(TALK.at(), model())
    assert "stand_in" in numbers(before, "i1~summary", Stage.SUMMARIZE)
    assert "stand_in" not in numbers(after, "i1~summary", Stage.SUMMARIZE)
    assert after.to_json() == shelf_engine(memory).run(TALK.at(), model()).to_json()
    assert engine.run(TALK.at(), model()).to_json() == after.to_json()


def test_other_strategies_heed_no_setting_of_models() -> None:
    plain = profile(MODEL.replace("strategy=model", "strategy=extractive"))
    other = plain.set("summarize.missing", "refuse").set("summarize.model", "x")
    one, two = (shelf_engine().run(TALK.at(), chosen) for chosen in (plain, other))
    assert one.messages == two.messages


@pytest.mark.parametrize("missing", list(Missing))
def test_a_checked_summary_keeps_to_limit_and_source(missing: Missing) -> None:
    ask = SummaryAsk((("user", "Pay 30 yuan. " + WORDS),), "", 40)
    for text in ("They pay.", "They pay 31 yuan.", "They pay 30 yuan.", "word " * 39, "word " * 50):
        found = made_safe(ask, text.strip(), missing, WordCounter())
        assert bool(found.text) != bool(found.refused)
        assert WordCounter().count(found.text) <= 40
        if found.text and missing is not Missing.SHOW:
            assert "30 yuan" in found.text


def test_sources_of_one_row_have_one_instruction() -> None:
    shelf = Answering(lambda _: None)
    of = session("i1 user 3\ni2 assistant 5 call:c\ni3 tool 90 result:c\ni4 assistant 3")
    run(shelf, of, "tool_result.per_item=50 tool_result.per_item_action=compress")
    (ask,) = shelf.asked
    assert ask.instruction.startswith("This is the result of a tool call")
    assert Source.TOOL_RESULT
