"""Where a session broke a constraint, and the request before each place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from helpers.chat import message, write_json
from helpers.spec import session
from helpers.tree import ROOT

from ctxlab.analysis.violation import find_violations
from ctxlab.errors import ProfileError, RequestError
from ctxlab.lab import Lab
from ctxlab.model.constraint import Comparator
from ctxlab.model.session import Request, Session
from ctxlab.model.violation import Sign

OVER_3000 = Sign(bound=Decimal(3000), unit="CNY")


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    made = Lab(store=False)
    yield made
    made.close()


def _call(name: str, arguments: Any) -> dict[str, Any]:
    recorded = arguments if isinstance(arguments, str) else json.dumps(arguments)
    calls = [
        {"id": f"c{len(recorded)}", "type": "function", "function": {"name": name, "arguments": recorded}}
    ]
    return message("assistant", None, tool_calls=calls)


def _talk(lab: Lab, tmp_path: Path, *messages: dict[str, Any]) -> Session:
    return lab.open(write_json(tmp_path / "talk.json", {"messages": list(messages)}))


def _found(lab: Lab, opened: Session, sign: Sign) -> list[tuple[str, int, str]]:
    found = lab.violations(opened, sign)
    texts = {item.id: item.text for item in opened.items}
    assert all(texts[one.item][one.start : one.end] == one.words for one in found)
    return [(one.item, one.request, one.words) for one in found]


@pytest.fixture
def trip(lab: Lab, tmp_path: Path) -> Session:
    """i1 asks, i2 answers (request 1), i3 asks, i4 calls (2), i5 is its result, i6 answers (3)."""
    calls = [{"id": "c1", "type": "function", "function": {"name": "book", "arguments": '{"price": 5200}'}}]
    lines = [
        message("user", "At most 3000 yuan. Is 9000 yuan usual?"),
        message("assistant", "I will stay under 3,000 yuan."),
        message("user", "Book it."),
        message("assistant", None, tool_calls=calls),
        message("tool", "booked for 5,200 yuan", tool_call_id="c1"),
        message("assistant", "Booked: 总价 五千二百元, that is 5,200 yuan, of 6200 steps."),
    ]
    file = tmp_path / "trip.jsonl"
    file.write_text(json.dumps({"messages": lines}), encoding="utf-8")
    return lab.open(file)


def test_a_number_beyond_its_bound_in_answers_and_calls(lab: Lab, trip: Session) -> None:
    """What the user and the tool said is no answer; a bare number in a field named for money is money."""
    assert _found(lab, trip, OVER_3000) == [
        ("i4", 2, "5200"),
        ("i6", 3, "五千二百元"),
        ("i6", 3, "5,200 yuan"),
    ]


def test_without_a_unit_every_number_counts(lab: Lab, trip: Session) -> None:
    every = _found(lab, trip, Sign(bound=Decimal(6000)))
    assert [item for item, _, _ in every] == ["i6"]
    assert "6200" in every[0][2]


def test_without_a_unit_dates_times_and_durations_do_not_count(lab: Lab, tmp_path: Path) -> None:
    said = (
        "On 2031-04-12, a Saturday, at 20:00, it takes two hours or a day; 三天 and 4 nights; it costs 5200."
    )
    talk = _talk(lab, tmp_path, message("user", "Where?"), message("assistant", said))
    assert [words for _, _, words in _found(lab, talk, Sign(bound=Decimal(3)))] == ["4 nights", "5200"]


@pytest.mark.parametrize(
    ("comparator", "bound", "items"),
    [
        (Comparator.ABOVE, 5200, []),
        (Comparator.AT_LEAST, 5200, ["i4", "i6", "i6"]),
        (Comparator.BELOW, 3000, []),
        (Comparator.AT_MOST, 3000, ["i2"]),
        (Comparator.EQUAL, 5200, ["i4", "i6", "i6"]),
    ],
)
def test_a_bound_compares_as_it_says(
    lab: Lab, trip: Session, comparator: Comparator, bound: int, items: list[str]
) -> None:
    sign = Sign(bound=Decimal(bound), comparator=comparator, unit="CNY")
    assert [item for item, _, _ in _found(lab, trip, sign)] == items


def test_of_a_range_the_end_that_reaches_further_counts(lab: Lab, tmp_path: Path) -> None:
    talk = _talk(
        lab, tmp_path, message("user", "Where?"), message("assistant", "It costs 2800 to 3400 yuan.")
    )
    assert len(_found(lab, talk, OVER_3000)) == 1
    assert len(_found(lab, talk, Sign(bound=Decimal(2900), comparator=Comparator.BELOW, unit="CNY"))) == 1


def test_another_currency_is_no_breach(lab: Lab, tmp_path: Path) -> None:
    talk = _talk(lab, tmp_path, message("user", "Where?"), message("assistant", "It costs 5000 USD."))
    assert _found(lab, talk, OVER_3000) == []


def test_a_bound_in_an_unsaid_currency_is_broken_in_any(lab: Lab, trip: Session) -> None:
    """As that of "总共预算三千以内", which names none."""
    assert _found(lab, trip, Sign(bound=Decimal(3000), unit="money")) == _found(lab, trip, OVER_3000)


def test_an_answer_or_a_call_by_its_id(lab: Lab, trip: Session) -> None:
    assert _found(lab, trip, Sign(item="i4")) == [("i4", 2, '{"price": 5200}')]
    for other in ("i1", "i5", "i99"):
        with pytest.raises(RequestError, match=f"no answer or call '{other}'"):
            lab.violations(trip, Sign(item=other))


def test_a_pattern_in_answers_and_arguments(lab: Lab, trip: Session) -> None:
    assert _found(lab, trip, Sign(regex=r"5,?200")) == [("i4", 2, "5200"), ("i6", 3, "5,200")]
    with pytest.raises(ProfileError):
        lab.violations(trip, Sign(regex="("))


def test_a_pattern_finds_what_the_arguments_escape(lab: Lab, tmp_path: Path) -> None:
    talk = _talk(lab, tmp_path, message("user", "Go."), _call("note", '{"text": "\\u8fa3\\u5b50\\n x"}'))
    assert _found(lab, talk, Sign(regex="辣子")) == [("i2", 1, r"\u8fa3\u5b50")]


def test_a_pattern_that_takes_too_long_is_said(lab: Lab, tmp_path: Path) -> None:
    talk = _talk(lab, tmp_path, message("user", "Go."), message("assistant", "a" * 60 + "!"))
    with pytest.raises(RequestError, match="too long"):
        lab.violations(talk, Sign(regex=r"(a|aa|aaa)+$"))


def test_a_path_that_a_call_touches_and_not_one_that_it_reads(lab: Lab) -> None:
    opened = lab.open(ROOT / "sessions" / "migrations.claude.jsonl")
    edit, applied = _found(lab, opened, Sign(path="db/migrations/**"))
    assert edit == ("i56", 16, "/srv/ledgerly/db/migrations/0007_refund_reasons.sql")
    assert applied == ("i58", 17, "db/migrations/0007_refund_reasons.sql")
    read, *others = _found(lab, opened, Sign(path="db/migrations/**", reads=True))
    assert read[:2] == ("i53", 15)
    assert others == [edit, applied]


def test_the_request_is_that_of_the_answers_own_chain() -> None:
    sub = "i3 user 2 chain:sub\ni4 assistant 2 chain:sub\ni5 assistant 2 chain:sub"
    table = f"i1 user 2\ni2 assistant 2\n{sub}\ni6 user 1"
    requests = (
        Request(1, 1, 1, ((0, 0),)),
        Request(1, 1, 3, ((2, 2),), "sub"),
        Request(2, 1, 4, ((2, 3),), "sub"),
        Request(2, 2, 6, ((0, 1), (5, 5))),
    )
    opened = replace(session(table), requests=requests)
    found = find_violations(opened, Sign(regex="i.[.]1"))
    assert [(one.item, one.chain, one.request) for one in found] == [
        ("i2", "", 1),
        ("i4", "sub", 1),
        ("i5", "sub", 2),
    ]


def test_the_pieces_of_one_answer_have_one_request() -> None:
    table = "i1 user 1\ni2 assistant 2\ni3 assistant 2 & call:a\ni4 tool 1 result:a\ni5 assistant 1"
    requests = (Request(1, 1, 1, ((0, 0),)), Request(2, 1, 4, ((0, 3),)))
    found = find_violations(replace(session(table), requests=requests), Sign(regex="i[35]"))
    assert {(one.item, one.request) for one in found} == {("i3", 1), ("i5", 2)}


def test_thinking_and_what_programs_wrote_are_no_answers() -> None:
    table = "i1 user 1\ni2 assistant 2 thinking\ni3 assistant 2 injected\ni4 assistant 2"
    opened = replace(session(table), requests=(Request(1, 1, 1, ((0, 0),)),))
    assert [one.item for one in find_violations(opened, Sign(regex="i.[.]2"))] == ["i4"]


def test_an_answer_without_a_recorded_request_has_none() -> None:
    (one,) = find_violations(session("i1 user 1\ni2 assistant 1\ni3 user 1"), Sign(item="i2"))
    assert one.request == 0
