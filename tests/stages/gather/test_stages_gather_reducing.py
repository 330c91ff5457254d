"""What Gather takes out of single items: fields of tool results and noise of documents."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.check_trace import check_trace
from helpers.engine import word_engine
from helpers.spec import contents, fates, numbers, pins, run, session, used

from ctxlab.model.decision import Stage
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.marks import KeyFactMark, Marks, MustKeep
from ctxlab.model.profile import GatherFields, GatherSettings, Profile
from ctxlab.model.session import Request, Session
from ctxlab.model.trace import Trace

TABLE = """
i1 user 1
i2 assistant 2 call:a
i3 tool 0 result:a
i4 system 0 doc
i5 user 1
"""
RESULT = '{"query": "in Rome", "hotels": [{"name": "A b", "stars": 4}, {"name": "C", "stars": 5}]}'
DOC = "# Rome\n```txt\nopen daily\n```\n![a map](1.png)"
TEXTS = {"i3": RESULT, "i4": DOC}
NAMES = GatherFields(tool="tool", list="hotels", fields="name", rows=1)
#: What is left of the result: 13 words become 7.
NAMED = '{"hotels": [{"name": "A b"}, "…[1 rows omitted]…"]}'


def reducing(*fields: GatherFields, **settings: Any) -> Profile:
    return Profile(gather=GatherSettings(fields=fields, **settings))


def reduced(chosen: Profile, marks: Marks | None = None, texts: dict[str, str] = TEXTS) -> Trace:
    trace = run(session(TABLE, texts=texts), chosen, marks)
    check_trace(trace)
    return trace


def row(trace: Trace, item: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = json.loads(trace.to_json())["items"]
    return next(one for one in found if one["id"] == item)


def test_a_result_is_reduced_before_anything_is_counted() -> None:
    trace = reduced(reducing(NAMES))
    told = row(trace, "i3")
    assert (told["tokens"], told["tokens_after"]) == (13, 7)
    assert (told["fate"], told["stage"], told["reason"]) == ("truncated", "gather", "fields_projected")
    assert numbers(trace, "i3", Stage.GATHER) == {"need": 13, "rows": 1, "of": 2}
    assert [(one["stage"], one["tokens"]) for one in told["history"]] == [
        (stage, 7) for stage in ("gather", "select", "summarize", "construct")
    ]
    assert [RESULT[start:end] for start, end in told["cut"]] == [
        '"query": "in Rome", ',
        ', "stars": 4',
        ', {"name": "C", "stars": 5}',
    ]
    assert ("tool", NAMED) in contents(trace)
    # the row is charged what is left, and its framing
    assert used(trace, "tool_result") == 7 + 3
    assert trace.totals.gathered == 1 + 2 + 7 + 8 + 1


def test_the_item_stays_in_the_trace_as_it_was_recorded() -> None:
    trace = reduced(reducing(NAMES, clean_docs=True))
    for name, text in TEXTS.items():
        position = trace.position(name)
        assert position is not None
        assert trace.item(position).text == text
    assert trace.altered[2].text == NAMED
    assert trace.handed_on(2) == 7
    assert trace.charge(2) == 10
    plain = run(session(TABLE, texts=TEXTS), "")
    assert plain.pool.tokens == trace.pool.tokens


def test_noise_of_documents_goes() -> None:
    trace = reduced(reducing(clean_docs=True))
    assert fates(trace)["i4"] == "truncated noise_removed"
    assert numbers(trace, "i4", Stage.GATHER) == {"need": 8}
    assert "## Relevant Knowledge\n\n# Rome\nopen daily\n[image: a map]" in [
        text for _, text in contents(trace)
    ]
    chinese = reduced(reducing(clean_docs=True), texts={"i4": "罗马 ![图](1.png)"})
    assert "罗马 [图片]" in str(contents(chinese))


def test_a_later_cut_is_told_in_the_text_as_it_was_recorded() -> None:
    text = "```\nkept one two three\n```\n" + " ".join(f"w{at}" for at in range(200))
    table = "i1 system 0 doc\ni2 user 1"
    chosen = reducing(clean_docs=True).set("budget.retrieved_doc.cap", 40)
    chosen = chosen.set("budget.retrieved_doc.overflow", "truncate")
    trace = run(session(table, texts={"i1": text}), chosen)
    check_trace(trace)
    told = row(trace, "i1")
    # both are cuts; the later one decides
    assert (told["stage"], told["reason"]) == ("select", "cut_to_cap")
    (fence, closing, omitted) = told["cut"]
    assert text[: fence[1]] == "```\n"
    assert text[slice(*closing)] == "```\n"
    gone = text[slice(*omitted)].split()
    assert gone[0].startswith("w")
    assert text.endswith(trace.altered[0].text.rpartition("…")[2])
    left = trace.altered[0].text
    assert left.startswith("kept one two three\nw0 ")
    assert 4 + 200 - len(gone) == len(left.replace("…", " ").split()) - len(["[N", "tokens", "omitted]"])


def test_pinned_items_and_dropped_ones_stay_as_they_are() -> None:
    trace = reduced(reducing(NAMES, clean_docs=True), pins("i3", "i4"))
    assert [fates(trace)[item] for item in ("i3", "i4")] == ["kept pinned", "kept pinned"]
    # a pin on the call pins its result
    assert fates(reduced(reducing(NAMES), pins("i2")))["i3"] == "kept pinned"


def test_the_first_entry_whose_tool_matches_holds() -> None:
    stars = GatherFields(tool="to.l|other", list="hotels", fields="stars")
    assert "stars" in reduced(reducing(stars, NAMES)).altered[2].text
    assert "name" in reduced(reducing(NAMES, stars)).altered[2].text
    # a pattern matches the whole name
    assert fates(reduced(reducing(NAMES.model_copy(update={"tool": "too"}))))["i3"] == "kept fits"


def test_a_result_without_a_name_has_that_of_its_call() -> None:
    call = Part(PartKind.CALL, "{}", name="search_hotels", call_id="a")
    items = (
        Item("i1", "user", (Part(PartKind.TEXT, "go"),), message=0),
        Item("i2", "assistant", (call,), Source.CONVERSATION, message=1),
        Item("i3", "tool", (Part(PartKind.RESULT, RESULT, call_id="a"),), Source.TOOL_RESULT, message=2),
    )
    opened = Session("s", items, (Request(1, 1, 3, ((0, 2),)),))
    trace = run(opened, reducing(NAMES.model_copy(update={"tool": "search_.*"})))
    check_trace(trace)
    assert fates(trace)["i3"] == "truncated fields_projected"


def test_what_is_no_json_or_lacks_the_list_stays() -> None:
    for text in ("no rooms left", '{"error": "busy"}'):
        assert fates(reduced(reducing(NAMES), texts={"i3": text}))["i3"] == "kept fits"


def test_the_limit_of_single_items_bites_on_what_is_left() -> None:
    rows = ", ".join(f'{{"name": "h{at} of Rome", "stars": {at}}}' for at in range(40))
    text = f'{{"hotels": [{rows}]}}'
    all_names = NAMES.model_copy(update={"rows": None})
    chosen = reducing(all_names).set("budget.tool_result.per_item", 60)
    trace = reduced(chosen, texts={"i3": text})
    left = trace.altered[2]
    assert left.tokens <= 60
    assert all(row.keys() == {"name"} for row in json.loads(left.text)["hotels"] if isinstance(row, dict))
    assert row(trace, "i3")["reason"] == "cut_to_item_limit"


def test_a_must_keep_that_stood_in_a_field_is_lost_in_gather() -> None:
    marks = Marks(must_keeps=(MustKeep("m1", text="in Rome"), MustKeep("m2", text="A b")))
    trace = reduced(reducing(NAMES), marks)
    assert {one.id: one.lost_at for one in trace.must_keeps} == {"m1": Stage.GATHER, "m2": None}


def test_key_facts_and_rules_read_what_was_recorded() -> None:
    marks = Marks(key_facts=(KeyFactMark("i3", 11, 18),))
    trace = reduced(reducing(NAMES), marks)
    assert trace.item(len(trace.pool) - 1).text == "in Rome"
    excluded = reducing(NAMES).set("gather.rule", [{"regex": "in Rome", "exclude": True}])
    assert fates(reduced(excluded))["i3"] == "dropped excluded_by_rule"


@pytest.mark.parametrize("source", [Source.RETRIEVED_DOC, Source.AGENT_NOTE])
def test_the_source_at_this_request_decides(source: Source) -> None:
    marks = Marks(sources=(("i3", source),))
    assert "fields_projected" not in fates(reduced(reducing(NAMES), marks))["i3"]


def test_edits_of_one_engine_give_what_a_fresh_one_gives() -> None:
    engine, opened = word_engine(), session(TABLE, texts=TEXTS)
    fewer = NAMES.model_copy(update={"rows": 0})
    chosen = [reducing(NAMES), reducing(), reducing(NAMES, clean_docs=True), reducing(fewer)]
    for profile in [*chosen, *chosen]:
        for marks in (Marks(), pins("i3")):
            warm = engine.run(opened.at(), profile, marks).to_json()
            assert warm == word_engine().run(opened.at(), profile, marks).to_json()
