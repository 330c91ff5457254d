"""A conversation's requests: since when an item is gone, and the rule of builders that are known here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from helpers.sent import Messages, built, call, recorded, result, say
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.forensic.course import course
from ctxlab.errors import CancelledError
from ctxlab.model.forensic import Basis, Course, GuessedRule, How, RuleCode, SentFate

Builder = Callable[[list[dict[str, Any]], int], Messages]


def talk(turns: int = 8) -> list[dict[str, Any]]:
    """Turns of a question, a tool and an answer: five items and two requests each."""
    messages = [say("system", "You look after a shop.")]
    for turn in range(1, turns + 1):
        log = "\n".join(f"{turn}-{line} order {line * 37} took {line % 9} ms" for line in range(90))
        messages += [
            say("user", f"Question {turn}: what about order {turn * 37}?"),
            call(turn, json.dumps({"order": turn * 37})),
            result(turn, log),
            say("assistant", f"Answer {turn}: order {turn * 37} was slow by {turn * 9} ms."),
        ]
    return messages


def of(builder: Builder, turns: int = 8) -> Course:
    return course(built(talk(turns), builder))


def rules(found: Course) -> dict[RuleCode, GuessedRule]:
    return {one.code: one for one in found.rules}


def starts(messages: list[dict[str, Any]]) -> list[int]:
    return [at for at, one in enumerate(messages) if one["role"] == "user"]


def test_who_sends_everything_is_known() -> None:
    found = of(lambda messages, _: messages)
    assert found.changes == ()
    assert found.rules == (GuessedRule(RuleCode.ALL_KEPT, 0, 16, 16, 0),)
    assert found.requests == tuple(range(1, 17))


def test_the_last_turns() -> None:
    def last_three(messages: list[dict[str, Any]], _request: int) -> Messages:
        return [messages[0], *messages[starts(messages)[-3:][0] :]]

    found = of(last_three)
    rule = rules(found)[RuleCode.LAST_TURNS]
    # turns 4 to 8 with two requests each
    assert (rule.number, rule.agree, rule.of) == (3, 10, 10)
    since = {one.item: one.since for one in found.changes}
    # the first turn is gone since the first request of the fourth
    assert (since["i2"], since["i5"], since["i6"]) == (7, 7, 9)
    assert all(one.fate.fate is SentFate.DROPPED for one in found.changes)


def test_results_that_are_cut() -> None:
    def cut(messages: list[dict[str, Any]], _request: int) -> Messages:
        return [
            {**one, "content": one["content"][:1024] + "\n[truncated]"} if one["role"] == "tool" else one
            for one in messages
        ]

    rule = rules(of(cut))[RuleCode.CUT_RESULTS]
    # all but the first request have a result
    assert (rule.number, rule.agree, rule.of) == (1024, 15, 15)


def test_the_last_results() -> None:
    def clear(messages: list[dict[str, Any]], _request: int) -> Messages:
        tools = [at for at, one in enumerate(messages) if one["role"] == "tool"]
        old = set(tools[:-2])
        return [{**one, "content": "[cleared]"} if at in old else one for at, one in enumerate(messages)]

    found = of(clear)
    rule = rules(found)[RuleCode.LAST_RESULTS]
    assert rule.number == 2
    assert rule.agree == rule.of == 11
    assert RuleCode.LAST_TURNS not in rules(found)
    assert {one.fate.how for one in found.changes} == {How.CLEARED}


def test_old_results() -> None:
    def fresh(messages: list[dict[str, Any]], request: int) -> Messages:
        # turn t brings its result before request 2 t: it stands at that one and at the next three
        return [one for one in messages if one["role"] != "tool" or request - 2 * int(one["content"][0]) < 4]

    rule = rules(of(fresh))[RuleCode.RESULTS_OLDER]
    # the first result is gone at request 6
    assert (rule.number, rule.agree, rule.of) == (4, 11, 11)


def test_no_results_at_all() -> None:
    found = of(lambda messages, _: [one for one in messages if one["role"] != "tool"])
    rule = rules(found)[RuleCode.NO_RESULTS]
    assert (rule.agree, rule.of) == (15, 15)
    assert RuleCode.LAST_RESULTS not in rules(found)


def test_a_summary_at_one_request() -> None:
    def compact(messages: list[dict[str, Any]], request: int) -> Messages:
        if request < 9:
            return messages
        end = starts(messages)[4]
        gone = " ".join(
            one["content"]
            for one in messages[1:end]
            if one["role"] in ("user", "assistant") and one["content"]
        )
        return [messages[0], say("user", f"Summary of the conversation so far: {gone}"), *messages[end:]]

    found = of(compact)
    rule = rules(found)[RuleCode.SUMMARISED]
    # questions and answers of four turns
    assert (rule.number, rule.agree, rule.of, rule.count) == (9, 8, 8, 8)
    by_item = {one.item: one for one in found.changes}
    assert by_item["i2"].fate.how is How.SUMMARISED
    assert by_item["i2"].since == 9
    assert by_item["i4"].fate.fate is SentFate.DROPPED


def test_without_a_rule_none_is_made_up() -> None:
    def odd(messages: list[dict[str, Any]], request: int) -> Messages:
        return [one for at, one in enumerate(messages) if (at * 7 + request * 3) % 5 or at == 0]

    assert not [one for one in of(odd).rules if one.agree == one.of and one.of > 3]


def test_what_cannot_be_read_is_told() -> None:
    session = built(talk(2), lambda messages, request: messages)
    requests = (replace(session.requests[0], sent="{broken"), *session.requests[1:])
    found = course(replace(session, requests=requests))
    assert found.unread == (1,)
    assert found.requests == (2, 3, 4)


def test_without_what_was_sent_the_recorder_is_asked() -> None:
    found = course(recorded(talk(2)))
    assert found.basis is Basis.RECORD
    assert found.changes == ()


def test_it_can_be_cancelled() -> None:
    with pytest.raises(CancelledError):
        course(built(talk(2), lambda messages, _: messages), cancelled=lambda: True)


@settings(max_examples=25, deadline=None)
@given(number=st.integers(1, 5), turns=st.integers(1, 8), limit=st.none() | st.integers(50, 800))
def test_last_n_and_cut_at_n_are_found_for_any_n(number: int, turns: int, limit: int | None) -> None:
    def builder(messages: list[dict[str, Any]], _request: int) -> Messages:
        sent = [messages[0], *messages[starts(messages)[-number:][0] :]]
        return [
            {**one, "content": one["content"][:limit] + "[cut]"} if limit and one["role"] == "tool" else one
            for one in sent
        ]

    told = rules(of(builder, turns))
    last, cut = told.get(RuleCode.LAST_TURNS), told.get(RuleCode.CUT_RESULTS)
    assert (last is not None) == (turns > number)
    if last is not None:
        assert (last.number, last.agree) == (number, last.of)
    if limit:
        assert cut is not None
        assert (cut.number, cut.agree) == (limit, cut.of)
    else:
        assert cut is None
