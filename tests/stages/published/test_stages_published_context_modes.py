"""The published context modes: each fault shows and is told; under the recommended profiles none is there."""

from __future__ import annotations

import pytest
from helpers.check_trace import check_trace
from helpers.context_mode_faults import FAULTS, LONG, Fault, bare, has, message, modes
from helpers.context_mode_reference import tokens_of
from helpers.context_mode_runs import PUBLISHED, RECOMMENDED, build, noticed, published, session_of, told
from helpers.spec import session

from ctxlab.model.items import Row, Source
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin


def _run(fault: Fault, name: str) -> Trace:
    profile: Profile = builtin(name)
    return build(fault.make(), profile.set("mode.use", fault.mode) if fault.mode else profile)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_fault_shows_and_is_told(fault: Fault) -> None:
    trace = _run(fault, PUBLISHED)
    check_trace(trace, closing=0, valid=False)
    assert fault.lost(trace)
    assert fault.said(trace)


@pytest.mark.parametrize(
    ("fault", "name"),
    [(fault, name) for fault in FAULTS for name in fault.among],
    ids=lambda one: getattr(one, "name", one),
)
def test_the_recommended_profiles_do_not_have_it(fault: Fault, name: str) -> None:
    trace = _run(fault, name)
    check_trace(trace)
    assert not fault.lost(trace)


def test_a_mode_that_was_switched_to_and_back_loses_no_fact() -> None:
    talk = modes(key_facts=["Never moor at berth 9.", "The captain is called Ada."])()
    mixed = builtin("mixed")
    assert not has(build(talk, mixed.set("mode.use", "single")), "berth 9")
    assert has(build(talk, mixed.set("mode.use", "single").set("mode.use", "mixed")), "berth 9", "Ada")


def test_summaries_enter_up_to_their_share_of_the_running_total() -> None:
    # 30 % of 6000 is 1800: the instruction counts, the second summary is passed over, the third still fits.
    first, second, third = ("tide " * 900, "pier " * 900, "crane " * 800)
    sizes = [tokens_of(text) for text in ("rule " * 50, first, second, third)]
    assert sizes[0] + sizes[1] + sizes[2] > 1800 >= sizes[0] + sizes[1] + sizes[3]
    trace = build(
        session_of(
            {
                "messages": [
                    message("rule " * 50, "instruction", "system"),
                    *(message(text, "summary", "system") for text in (first, second, third)),
                ],
                "user_input": "go",
            }
        )
    )
    assert [told(trace, item)[1][1:] for item in ("i3", "i4", "i5")] == [
        ("kept", "fits"),
        ("dropped", "over_cap"),
        ("kept", "fits"),
    ]
    decision = trace.stages[1].decision(trace.position("i4") or 0)
    assert decision is not None
    used = sizes[0] + sizes[1]
    assert dict(decision.numbers) == {
        "cap": 1800,
        "used": used,
        "need": sizes[2],
        "left": 1800 - used,
        "count": 2,
    }


def test_documents_share_a_thousand_tokens_in_stored_order() -> None:
    docs = [message(text, "retrieval", "system") for text in ("tide " * 600, "pier " * 600, "crane " * 10)]
    trace = build(modes(*docs)())
    assert [told(trace, item)[1][1:] for item in ("i3", "i4", "i5")] == [
        ("kept", "fits"),
        ("truncated", "cut_to_cap"),
        ("dropped", "behind_overflow"),
    ]
    assert next(use.used for use in trace.rows if use.row is Row.RETRIEVED_DOC) == 1000


def test_the_last_thirty_by_time_and_none_behind_the_first_that_does_not_fit() -> None:
    talk = [message(f"word {at}", timestamp=40 - at) for at in range(35)]
    trace = build(modes(*talk)())
    reasons = [told(trace, f"i{3 + at}")[1][2] for at in range(35)]
    assert reasons == ["fits"] * 30 + ["over_count"] * 5
    assert [str(one["content"]) for one in trace.messages[1:4]] == ["word 0", "word 1", "word 2"]
    large = [
        message("old", timestamp=1),
        message("pier " * 5000, timestamp=2),
        message("tide " * 2000, timestamp=3),
    ]
    trace = build(modes(*large)())
    assert [told(trace, item)[1][1:] for item in ("i3", "i4", "i5")] == [
        ("dropped", "behind_overflow"),
        ("dropped", "over_window"),
        ("kept", "fits"),
    ]


def test_a_content_that_is_no_text_and_times_that_do_not_compare_are_named() -> None:
    listed = session_of({"messages": [{"role": "user", "content": ["a"]}], "user_input": "go"})
    trace = build(listed)
    assert [one["item"] for one in noticed(trace, "published_fails")] == ["i2"]
    assert [one["content"] for one in trace.messages] == ["", "go"]
    missing = session_of({"messages": [{"role": "user"}], "user_input": "go"})
    assert [one["item"] for one in noticed(build(missing), "published_fails")] == ["i2"]
    mixed = bare(message("a", timestamp=3), message("b", timestamp="2026-01-02"), message("c"))()
    assert [one["item"] for one in noticed(build(mixed), "published_fails")] == ["i3"]


def test_what_has_no_tag_has_no_place_and_pins_are_not_known() -> None:
    talk = session_of({"messages": [message("a")], "user_input": "go"})
    pinned = Marks(pins=("i2",))
    assert noticed(build(talk, marks=pinned), "pin_not_read") == [{"item": "i2"}]
    small = published().set("window.size", 2001)
    assert told(build(talk, small, pinned), "i2")[1][1] == "kept"
    assert told(build(modes(message(LONG))(), small, pinned), "i3")[1][2] == "over_window"


@pytest.mark.parametrize("name", RECOMMENDED)
def test_what_is_over_the_whole_window_is_said(name: str) -> None:
    trace = build(bare(message("hello"))(), builtin(name).set("window.size", 2004))
    assert noticed(trace, "over_limit")


def test_a_recorded_talk_is_read_by_its_roles() -> None:
    table = """
        p system 2
        u1 user 2
        c1 assistant 2 call:A
        r1 tool 2 result:A
        a1 assistant 2
        d1 system 2 doc
        n1 system 2 note
        u2 user 2
        a2 assistant 2
    """
    trace = build(session("\n".join(line.strip() for line in table.strip().splitlines())))
    check_trace(trace, closing=0, valid=False)
    assert [(str(one["role"]), str(one["content"])) for one in trace.messages] == [
        ("system", "p.1 p.2"),
        ("system", "d1.1 d1.2"),
        ("assistant", "a2.1 a2.2"),
        ("assistant", "a1.1 a1.2"),
        ("user", "u1.1 u1.2"),
        ("user", "u2.1 u2.2"),
    ]
    for item in ("c1", "r1", "n1"):
        assert told(trace, item) == [("gather", "dropped", "excluded_by_mode")]


def test_parts_of_the_input_are_one_message_and_another_input_has_no_place() -> None:
    trace = build(session("u1 user 1\nu2 user 1\nv2 user 1 &"))
    assert [str(one["content"]) for one in trace.messages] == ["u1.1", "u2.1\nv2.1"]
    check_trace(trace, closing=0, valid=False)
    marks = Marks(sources=(("u1", Source.USER_MESSAGE),))
    again = build(session("u1 user 1\na1 assistant 1\nu2 user 1"), marks=marks)
    check_trace(again, closing=0, valid=False)
    assert [told(again, item)[-1][2] for item in ("u1", "u2")] == ["not_rendered", "rendered"]
