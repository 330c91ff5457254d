from __future__ import annotations

import json

import pytest
from helpers.golden import Counts, counts, opened

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import Source
from ctxlab.model.session import Session

FILE = "15_benchmarks_dialogues/crosswoz_test.3dialogues.json"


def test_the_dialogues_hold_what_was_counted_in_them() -> None:
    sessions = opened(FILE)
    assert counts(sessions) == Counts(3, 24, {"user": 12, "assistant": 12}, 0, 0)
    assert {one.origin.format for one in sessions} == {"crosswoz"}
    assert [one.title for one in sessions] == ["2303", "11732", "10662"]


def test_what_the_traveller_wants_is_task_state_before_the_dialogue() -> None:
    first = opened(FILE)[0]
    tasks = [item for item in first.items if item.source is Source.TASK_STATE]
    starts = ("你要去一个餐馆(id=1)", "你要去id=1附近的景点", "你要去名叫桔子水晶酒店")
    assert all(item.text.startswith(start) for item, start in zip(tasks, starts, strict=True))
    assert tasks[1].text.endswith("你希望景点的评分是4.5分以上。你想知道这个景点的地址、电话。")
    assert str(tasks[1].place) == "/2303/task description/1"
    assert first.items[:3] == tuple(tasks)
    assert first.items[3].text == "你好，我想吃美食街，帮我推荐一个人均消费在50-100元的餐馆，谢谢。"
    # a request before each of the seven answers; all of the task is there from the first on
    assert [(request.turn, request.end) for request in first.requests] == [
        (n, 2 + 2 * n) for n in range(1, 8)
    ]
    assert first.requests[0].live == ((0, 3),)
    assert first.diagnostics == ()


def test_acts_and_states_are_kept_with_their_message() -> None:
    first = opened(FILE)[0]
    asked, answered = (json.loads(item.extra) for item in first.items[3:5])
    assert ["Inform", "餐馆", "推荐菜", "美食街"] in asked["dialog_act"]
    assert set(asked) == {"dialog_act", "user_state"}
    assert answered["sys_state"]["餐馆"]["selectedResults"] == ["鲜鱼口老字号美食街"]
    about = json.loads(first.extra)
    assert about["type"] == "不独立多领域"
    assert len(about["final_goal"]) == 11


def test_a_dialogue_may_stand_alone_or_in_a_list_and_others_are_named() -> None:
    told = {"messages": [{"role": "usr", "content": "a"}, {"role": "sys", "content": "b"}, 3], "goal": []}
    (alone,) = load_bytes(json.dumps(told).encode(), "x")
    (listed,) = load_bytes(json.dumps([told, {"x": 1}]).encode(), "x", format="crosswoz")
    (keyed,) = load_bytes(json.dumps({"a/b": told}).encode(), "x")

    def said(session: Session) -> list[tuple[str, str]]:
        return [(item.role, item.text) for item in session.items]

    assert said(alone) == said(listed) == said(keyed) == [("user", "a"), ("assistant", "b"), ("unknown", "3")]
    assert [one.code for one in listed.diagnostics] == ["message_unknown", "record_unknown"]
    assert keyed.title == "a/b"
    assert str(keyed.items[0].place) == "/a~1b/messages/0"


def test_what_holds_no_dialogue_is_refused() -> None:
    with pytest.raises(FormatError, match="no CrossWOZ dialogues"):
        load_bytes(b'{"a": {"messages": []}}', "x", format="crosswoz")
