from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.errors import FormatError
from ctxlab.formats.load import load, load_bytes
from ctxlab.formats.writers.native import dumps_session, session_to, snapshot_session
from ctxlab.model.constraint import Kind, Tier
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, PartKind, Place, Source
from ctxlab.model.marks import ConstraintMark, KeyFactMark, Marks, MustKeep, with_unique_ids
from ctxlab.model.session import Origin, Request, Session, Usage
from ctxlab.paths import resource

GOLDEN = Path(__file__).parents[1] / "golden" / "session.ctx.json"
BUGS = Path(__file__).parents[1] / "data" / "bugs"

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
word = st.text("abc_~é泊", min_size=1, max_size=4)
extra = st.sampled_from(["", '{"a":1}', '{"b":["x",null,1.5]}', '{ "spaced": 1 }'])
count = st.integers(0, 2**40)
part = st.builds(
    Part,
    kind=st.sampled_from(PartKind),
    text=text,
    name=text,
    call_id=text,
    signature=text,
    media_type=text,
    data=text,
    json=st.booleans(),
    extra=extra,
)
item = st.builds(
    Item,
    id=word,
    role=word,
    parts=st.lists(part, max_size=3).map(tuple),
    source=st.none() | st.sampled_from(Source),
    message=st.integers(-1, 9),
    part=st.integers(0, 9),
    place=st.builds(Place, count, text),
    priority=st.integers(0, 10),
    relevance=st.floats(-1e9, 1e9) | st.just(math.inf),
    stated_tokens=count,
    time=text,
    name=text,
    injected=st.booleans(),
    recent=st.none() | st.booleans(),
    chain=st.sampled_from(["", "", "side"]),
    superseded_by=text,
    extra=extra,
)
must_keep = st.builds(
    lambda name, value, id_, since: MustKeep(id=id_, since=since, **{name: value}),
    st.sampled_from(["text", "regex", "number", "item", "source"]),
    word,
    text,
    text,
)
marks = st.builds(
    Marks,
    pins=st.lists(text, max_size=2).map(tuple),
    must_keeps=st.lists(must_keep, max_size=2).map(with_unique_ids),
    key_facts=st.lists(st.builds(lambda i, n: KeyFactMark(i, n, n + 1), word, count), max_size=2).map(tuple),
    sources=st.dictionaries(word, st.sampled_from(Source), max_size=2).map(lambda d: tuple(d.items())),
)
usage = st.builds(
    Usage,
    input=st.none() | count,
    cache_read=st.none() | count,
    cache_write=st.none() | count,
    output=st.none() | count,
)


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    items = tuple(draw(st.lists(item, max_size=6, unique_by=lambda one: one.id)))
    requests: list[Request] = []
    for index in range(1, draw(st.integers(1, 4))):
        end = draw(st.integers(0, len(items)))
        cuts = sorted(draw(st.sets(st.integers(0, max(0, end - 1)), max_size=4))) if end else []
        live = tuple(zip(cuts[::2], cuts[1::2], strict=False))
        requests.append(
            Request(
                index,
                draw(count),
                end,
                live,
                draw(st.sampled_from(["", "side"])),
                draw(extra),
                draw(st.none() | usage),
            )
        )
    return Session(
        id=draw(word),
        items=items,
        requests=tuple(requests) or (Request(1, 0, 0, ()),),
        title=draw(word),
        model=draw(text),
        wire=draw(st.sampled_from(["openai-chat", "anthropic"])),
        form=draw(st.sampled_from(["", "build", "messages"])),
        origin=Origin(draw(word), draw(text), draw(text)),
        unknown=tuple(draw(st.lists(st.sampled_from(Source), max_size=2))),
        branching=draw(st.booleans()),
        marks=draw(marks),
        diagnostics=tuple(
            draw(st.lists(st.builds(Diagnostic, word, text, severity=word, line=count), max_size=2))
        ),
        extra=draw(extra),
    )


def full() -> Session:
    """A session in which every field of the model has a value of its own."""
    parts = (
        Part(PartKind.RESULT, "[1]", "look", "c1", json=True),
        Part(
            PartKind.IMAGE, media_type="image/png", data="data:image/png;base64,AA", extra='{"detail":"low"}'
        ),
        Part(PartKind.THINKING, "hm", signature="c2ln"),
    )
    return Session(
        id="s1",
        items=(
            Item("i1", "user", (Part(PartKind.TEXT, "预算三千以内"),), None, 0, 0, Place(3, "/message")),
            Item(
                "i2", "tool", parts, Source.TOOL_RESULT, 1, 2, Place(4, ""), 2, 0.25, 17, "2031-03-01",
                "look", injected=True, recent=False, chain="side", superseded_by="i3", extra='{"x":1}',
            ),
            Item("i3", "user", (), Source.SUMMARY),
        ),
        requests=(
            Request(1, 1, 1, ((0, 0),)),
            Request(2, 1, 3, ((0, 0), (2, 2)), "", '{"messages":[]}', Usage(1, 2, 3, 4)),
            Request(1, 0, 2, (), "side"),
        ),
        title="Trip",
        model="gpt-4o",
        wire="anthropic",
        form="build",
        origin=Origin("claude-code", "trip.jsonl", "0" * 64),
        unknown=(Source.SYSTEM_PROMPT,),
        branching=True,
        marks=Marks(
            ("i1",), (MustKeep("m1", number="3000", since="i1"),),
            (KeyFactMark("i1", 0, 6),), (("i3", Source.KEY_FACT),),
            (ConstraintMark("i1", 0, 6, Kind.BUDGET, Tier.SOFT, rejected=True),),
        ),
        diagnostics=(Diagnostic("line_cut", "i2", (("byte", 7), ("score", 0.5), ("text", "x")), "info", 9),),
        extra='{"version":"2.1"}',
    )  # fmt: skip


def reread(session: Session) -> Session:
    (again,) = load_bytes(dumps_session(session).encode(), "x.ctx.json")
    return again


def hand(value: dict[str, Any]) -> Session:
    (session,) = load_bytes(json.dumps({"schema": "ctxlab.session/1", **value}).encode(), "hand.ctx.json")
    return session


def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(resource("schema", "session.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@given(sessions())
@settings(max_examples=60)
def test_writing_and_reading_is_the_identity(session: Session) -> None:
    assert reread(session) == session


@given(sessions())
@settings(max_examples=60)
def test_what_is_written_is_strict_json_of_the_published_schema(session: Session) -> None:
    def refuse(word: str) -> None:
        raise AssertionError(word)

    validator().validate(json.loads(dumps_session(session), parse_constant=refuse))


def test_the_schema_of_the_session_is_frozen() -> None:
    session = full()
    assert dumps_session(session) == GOLDEN.read_text(encoding="utf-8")
    assert load(GOLDEN) == (session,)
    validator().validate(json.loads(GOLDEN.read_bytes()))


def test_the_golden_session_leaves_no_field_at_its_default() -> None:
    # models' summaries lie in a file beside the session, never in it
    beside = {(Request, "chain"), (Session, "summaries")}
    session = full()
    whole: tuple[Any, ...] = (session, session.items[1], session.requests[1], *session.diagnostics)
    for one in whole:
        for field in dataclasses.fields(one):
            if field.default is not dataclasses.MISSING and (type(one), field.name) not in beside:
                assert getattr(one, field.name) != field.default, (type(one).__name__, field.name)


def test_a_small_session_is_a_small_file() -> None:
    session = Session(
        "s", (Item("i1", "user", (Part(PartKind.TEXT, "hi"),)),), (Request(1, 1, 1, ((0, 0),)),)
    )
    assert session_to(session) == {
        "schema": "ctxlab.session/1",
        "id": "s",
        "items": [{"role": "user", "text": "hi"}],
        "requests": [{"index": 1, "turn": 1, "end": 1}],
    }


def test_nan_is_written_as_a_word() -> None:
    item = Item("i1", "user", relevance=math.nan)
    again = reread(Session("s", (item,), (Request(1, 1, 1, ((0, 0),)),)))
    assert math.isnan(again.items[0].relevance)


@pytest.mark.parametrize("depth", [100, 190, 195, 199, 210, 400])
def test_unknown_fields_may_nest_as_deep_as_any_file(depth: int) -> None:
    deep = '{"a":' + "[" * depth + "]" * depth + "}"
    part = Part(PartKind.TEXT, "a", extra=deep)
    item = Item("i1", "user", (part,), extra=deep, message=0)
    session = Session("s", (item,), (Request(1, 1, 1, ((0, 0),), sent=deep),), title="t", extra=deep)
    session = dataclasses.replace(session, origin=Origin("openai-chat", "a.json", "0"))
    assert reread(session) == session


def test_a_file_written_by_hand_needs_little() -> None:
    session = hand(
        {
            "items": [
                {"role": "system", "text": "Be brief.", "source": "system_prompt"},
                {"role": "user", "text": "Hi"},
                {"role": "assistant", "text": "Ho"},
                {"role": "user", "text": "More"},
            ]
        }
    )
    assert [item.id for item in session.items] == ["i1", "i2", "i3", "i4"]
    assert [(one.index, one.turn, one.end, one.live) for one in session.requests] == [
        (1, 1, 2, ((0, 1),)),
        (2, 2, 4, ((0, 3),)),
    ]
    assert (session.title, session.origin.format, session.origin.file) == ("hand", "native", "hand.ctx.json")
    assert session.id
    assert session.diagnostics == ()


def test_requests_by_hand_may_leave_out_what_follows() -> None:
    items = [{"role": role, "text": "x"} for role in ("user", "assistant", "user")]
    session = hand({"items": items, "requests": [{"items": [["i1", "i1"]]}, {"end": 3}]})
    assert session.requests == (Request(1, 1, 1, ((0, 0),)), Request(2, 2, 3, ((0, 2),)))


def test_nothing_at_all_is_a_session() -> None:
    session = hand({})
    assert (session.items, session.requests) == ((), (Request(1, 0, 0, ()),))


def test_unknown_fields_are_kept_and_told() -> None:
    session = hand(
        {"colour": "red", "items": [{"role": "user", "text": "a", "mood": 1, "extra": {"old": 2}}]}
    )
    assert json.loads(session.extra) == {"colour": "red"}
    assert json.loads(session.items[0].extra) == {"old": 2, "mood": 1}
    told = {(one.code, one.item, dict(one.numbers)["key"]) for one in session.diagnostics}
    assert told == {("field_unknown", "", "colour"), ("field_unknown", "i1", "items[0].mood")}
    assert reread(session) == session


def test_wrong_types_are_kept_and_told_and_hide_nothing() -> None:
    session = hand(
        {
            "items": [
                {"role": "user", "text": "a", "priority": "high", "source": "gossip"},
                "loose",
                {"role": "user", "parts": [{"kind": "smell", "text": "b"}, 7]},
            ],
            "unknown": ["gossip"],
            "marks": {"pins": "i1"},
        }
    )
    first, second, third = session.items
    assert (first.text, first.priority, first.source) == ("a", 5, None)
    assert json.loads(first.extra) == {"priority": "high", "source": "gossip"}
    assert second.parts == (Part(PartKind.UNKNOWN, '"loose"', json=True),)
    assert [part.kind for part in third.parts] == [PartKind.UNKNOWN, PartKind.UNKNOWN]
    assert {one.code for one in session.diagnostics} == {
        "field_ignored", "item_unknown", "part_unknown", "marks_broken",
    }  # fmt: skip


def test_repeated_ids_are_made_different_and_told() -> None:
    session = hand({"items": [{"id": "i2", "role": "user"}, {"role": "user"}, {"id": "i2", "role": "user"}]})
    assert len({item.id for item in session.items}) == 3
    assert [one.code for one in session.diagnostics] == ["id_repeated", "id_repeated"]


def test_ranges_of_unknown_items_are_told() -> None:
    session = hand({"items": [{"role": "user"}], "requests": [{"items": [["i1", "i9"]], "end": 1}]})
    assert session.requests[0].live == ()
    assert [(one.code, dict(one.numbers)) for one in session.diagnostics] == [
        ("range_unknown", {"key": "requests[0].items[0]"})
    ]


@pytest.mark.parametrize(
    ("schema", "words"),
    [("ctxlab.session/2", "a newer ctxlab wrote this file"), ("ctxlab.session/x", "not 'ctxlab.session/1'")],
)
def test_other_versions_are_refused_in_words(schema: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        load_bytes(json.dumps({"schema": schema}).encode(), "x.ctx.json")


def test_one_request_becomes_a_session_of_its_own() -> None:
    (session,) = load(BUGS / "B152_deleted_range.json")
    marked = session.with_marks(Marks(pins=("i1", "i8"), must_keeps=(MustKeep("m", text="line"),)))
    one = snapshot_session(marked.at(4))
    assert [item.id for item in one.items] == ["i1", "i2", "i3", "i4", "i5", "i6", "i7"]
    assert one.requests == (Request(1, 4, 7, ((0, 1), (6, 6))),)
    assert one.marks == Marks(pins=("i1",), must_keeps=(MustKeep("m", text="line"),))
    assert one.at().candidates() == tuple(range(7))
    assert reread(one) == one


def test_a_request_of_a_side_chain_becomes_a_main_conversation() -> None:
    session = full()
    one = snapshot_session(session.at(chain="side"))
    assert [(item.id, item.chain, item.superseded_by) for item in one.items] == [("i2", "", "")]
    assert one.requests == (Request(1, 0, 1, ()),)


def test_a_session_is_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "旅行.ctx.json"
    path.write_text(dumps_session(full()), encoding="utf-8")
    assert load(path) == (full(),)
    assert [one.name for one in tmp_path.iterdir()] == ["旅行.ctx.json"]


@pytest.mark.parametrize("stated", ["no json", '["score"]', 7, ["score"]])
def test_an_extra_is_an_object_whatever_the_file_states(stated: Any) -> None:
    item = {"role": "system", "parts": [{"text": "x", "extra": stated}], "extra": stated}
    value = {"schema": "ctxlab.session/1", "items": [item], "extra": stated}
    (session,) = load_bytes(json.dumps(value).encode(), "x.ctx.json")
    for found in (session.extra, session.items[0].extra, session.items[0].parts[0].extra):
        assert list(json.loads(found)) == ["extra"]


def test_a_notice_names_the_item_by_its_own_id() -> None:
    value = {"schema": "ctxlab.session/1", "items": [{"id": "note", "role": "user", "mood": "good"}]}
    (session,) = load_bytes(json.dumps(value).encode(), "x.ctx.json")
    assert [(one.code, one.item) for one in session.diagnostics] == [("field_unknown", "note")]
