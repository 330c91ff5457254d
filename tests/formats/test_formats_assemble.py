from __future__ import annotations

from dataclasses import fields, replace

import pytest

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.requests import Ranges, to_ranges
from ctxlab.model.items import Item, Part, PartKind, Place, Source
from ctxlab.model.session import Session, Usage

DOCUMENT = Document("x.json", "f" * 64, 0, False, (), "")


def builder() -> SessionBuilder:
    return SessionBuilder(DOCUMENT, "test")


def text(words: str) -> Part:
    return Part(PartKind.TEXT, words)


def call(id_: str) -> Part:
    return Part(PartKind.CALL, "{}", name="f", call_id=id_)


def result(id_: str) -> Part:
    return Part(PartKind.RESULT, "r", name="f", call_id=id_)


def talk(roles: str) -> Session:
    """A session of one-part messages: s system, u user, i injected, a assistant, t tool."""
    made = builder()
    names = {"s": "system", "u": "user", "i": "user", "a": "assistant", "t": "tool"}
    for role in roles:
        part = result("c") if role == "t" else text(role)
        made.add_message(names[role], [part], injected=role == "i")
    return made.finish()


def shape(session: Session) -> list[tuple[int, int, int]]:
    return [(one.index, one.turn, one.end) for one in session.requests]


@pytest.mark.parametrize(
    ("roles", "requests"),
    [
        ("", [(1, 0, 0)]),
        ("s", [(1, 0, 1)]),
        ("u", [(1, 1, 1)]),
        ("ua", [(1, 1, 1)]),
        ("sua", [(1, 1, 2)]),
        ("suau", [(1, 1, 2), (2, 2, 4)]),
        ("a", [(1, 0, 0)]),
        ("uu", [(1, 2, 2)]),
        ("uiau", [(1, 1, 2), (2, 2, 4)]),
        ("uata", [(1, 1, 1), (2, 1, 3)]),
        ("uat", [(1, 1, 1), (2, 1, 3)]),
        ("uaau", [(1, 1, 1), (2, 1, 2), (3, 2, 4)]),
    ],
)
def test_a_request_stands_before_each_answer_and_at_an_open_end(
    roles: str, requests: list[tuple[int, int, int]]
) -> None:
    session = talk(roles)
    assert shape(session) == requests
    assert [item.id for item in session.items] == [f"i{i + 1}" for i in range(len(roles))]
    for one in session.requests:
        assert one.live == (((0, one.end - 1),) if one.end else ())


def test_each_part_is_an_item_and_one_message_one_answer() -> None:
    made = builder()
    made.add_message("user", [text("go")])
    made.add_message("assistant", [text("I look"), call("a"), call("b")], name="bot", extra='{"x":1}')
    made.add_message("tool", [(result("a"), Part(PartKind.IMAGE, data="u"))])
    session = made.finish()
    assert [(item.message, item.part) for item in session.items] == [(0, 0), (1, 0), (1, 1), (1, 2), (2, 0)]
    assert [item.extra for item in session.items] == ["", '{"x":1}', "", "", ""]
    assert [item.name for item in session.items] == ["", "bot", "bot", "bot", ""]
    assert [part.kind for part in session.items[4].parts] == [PartKind.RESULT, PartKind.IMAGE]
    assert shape(session) == [(1, 1, 1), (2, 1, 5)]


def test_sources_follow_from_role_and_kind() -> None:
    made = builder()
    made.add_tool_schema('{"name":"f"}', name="f")
    for role in ("system", "developer", "user", "assistant", "tool", "function", "narrator"):
        made.add_message(role, [text("x")])
    made.add_message("user", [text("reminder")], injected=True)
    assert [item.source for item in made.items] == [
        Source.TOOL_SCHEMAS,
        Source.SYSTEM_PROMPT,
        Source.SYSTEM_PROMPT,
        None,
        Source.CONVERSATION,
        Source.TOOL_RESULT,
        Source.TOOL_RESULT,
        Source.CONVERSATION,
        Source.CONVERSATION,
    ]
    assert made.items[0].message == -1


def test_a_user_message_with_a_result_opens_no_turn() -> None:
    made = builder()
    made.add_message("user", [text("go")])
    made.add_message("assistant", [call("a")])
    made.add_message("user", [result("a"), text("by the way")])
    session = made.finish()
    assert [item.source for item in session.items[2:]] == [Source.TOOL_RESULT, Source.CONVERSATION]
    assert session.items[3].injected
    assert shape(session) == [(1, 1, 1), (2, 1, 4)]


def test_a_message_without_content_is_an_item_without_parts() -> None:
    made = builder()
    made.add_message("user", [])
    assert made.finish().items == (Item("i1", "user", (), None, 0),)


def test_a_user_message_of_several_parts_opens_one_turn() -> None:
    made = builder()
    made.add_message("user", [text("a"), text("b")])
    assert shape(made.finish()) == [(1, 1, 2)]


def test_a_message_can_be_continued_later() -> None:
    made = builder()
    made.add_message("user", [text("go")])
    answer = made.add_message("assistant", [call("a")], usage=Usage(input=5))
    made.add_message("tool", [result("a")])
    made.add_message("assistant", [call("b")], into=answer)
    session = made.finish()
    assert [(item.message, item.part) for item in session.items] == [(0, 0), (1, 0), (2, 0), (1, 1)]
    assert shape(session) == [(1, 1, 1)]
    assert session.requests[0].usage == Usage(input=5)


def test_pieces_of_a_reply_that_follow_each_other_are_one_message() -> None:
    made = builder()
    piece = Recorded("assistant", (text("a"),), piece=True)
    said = Recorded("user", (text("u"),))
    assert [made.add(one) for one in (said, piece, piece, said, piece)] == [0, 1, 1, 2, 3]
    # what was captured is another answer than what was sent, and a whole message is no piece
    assert [made.add(piece, answer=False), made.add(piece, answer=False)] == [4, 4]
    assert [made.add(Recorded("assistant", (text("a"),))), made.add(piece)] == [5, 6]
    made.add_message("user", [text("u")])
    assert made.add(piece) == 8
    session = made.finish()
    assert [(one.message, one.part) for one in session.items[:4]] == [(0, 0), (1, 0), (1, 1), (2, 0)]
    assert [one.end for one in session.requests] == [1, 4, 7, 8, 10]


def test_side_chains_count_their_own_requests_and_turns() -> None:
    made = builder()
    made.add_message("user", [text("go")])
    made.add_message("user", [text("sub task")], chain="s")
    made.add_message("assistant", [text("sub answer")], chain="s")
    made.add_message("user", [text("more")], chain="s")
    made.add_message("assistant", [text("done")])
    session = made.finish()
    main, side = session.chain(), session.chain("s")
    assert [(one.index, one.turn, one.end, one.live) for one in main] == [(1, 1, 4, ((0, 0),))]
    assert [(one.index, one.turn, one.end, one.live) for one in side] == [
        (1, 1, 2, ((1, 1),)),
        (2, 2, 4, ((1, 3),)),
    ]


def test_a_single_request_stands_after_the_last_item() -> None:
    made = builder()
    made.add_message("user", [text("a")])
    made.add_message("assistant", [text("b")])
    assert shape(made.finish(single=True)) == [(1, 1, 2)]


def test_a_rule_says_what_was_live() -> None:
    def rule(_chain: str, end: int, before: Ranges) -> Ranges:
        return before if end < 3 else ((2, end - 1),)

    made = builder()
    for role in ("user", "assistant", "user"):
        made.add_message(role, [text("x")])
    assert [one.live for one in made.finish(live=rule).requests] == [((0, 0),), ((2, 2),)]


def test_superseded_items_name_their_summary() -> None:
    made = builder()
    for role in ("user", "assistant", "user"):
        made.add_message(role, [text("x")])
    made.supersede([0, 1], by=2)
    assert [item.superseded_by for item in made.items] == ["i3", "i3", ""]


def test_superseding_changes_nothing_else() -> None:
    made = builder()
    made.add_message("user", [text("a")], name="n", time="t", injected=True, chain="c", stated_tokens=3)
    made.add_fragment(
        "system",
        [text("b")],
        Source.AGENT_NOTE,
        place=Place(4, "/x"),
        priority=9,
        relevance=0.5,
        recent=True,
        extra="{}",
    )
    before = list(made.items)
    made.supersede([0, 1], by=1)
    assert list(made.items) == [replace(one, superseded_by="i2") for one in before]
    # a field that is added to items has to be copied there, too, and to be set above
    assert len(fields(Item)) == 17


def test_positions_become_ranges() -> None:
    assert to_ranges([0, 1, 4, 6, 7]) == ((0, 1), (4, 4), (6, 7))
    assert to_ranges([]) == ()


def test_another_choice_stands_beside_the_one_before_it() -> None:
    made = builder()
    made.add_message("user", [text("a")])
    made.add_message("assistant", [text("b")])
    made.stand_beside(made.add_message("assistant", [text("c")]))
    made.add_message("user", [text("d")])
    assert [(one.index, one.end) for one in made.finish().requests] == [(1, 1), (2, 4)]
