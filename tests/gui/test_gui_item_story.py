"""An item's way through the stages in words."""

from __future__ import annotations

from gui.trace_builder import PROFILE
from gui.trip_sample import trip_trace
from helpers.spec import run, session
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.item_story import Passage, name_of, story
from ctxlab.model.decision import Fate
from ctxlab.model.profile import Profile

TRACE = trip_trace()


def rows(item: str, language: str = "en") -> list[tuple[str, str]]:
    position = TRACE.position(item)
    assert position is not None
    return [(step.pill, step.sentence) for step in story(TRACE, position, language, PROFILE)]


def test_a_dropped_item_failed_where_it_was_dropped(qtbot: QtBot) -> None:
    assert rows("i8") == [
        ("passed", "candidate 8 of 38, 38 tokens, history"),
        ("failed", "over its cap: 15 items before it hold 7,964 of 8,000; 36 left, 38 needed"),
        ("—", "never reached"),
        ("—", "never reached"),
    ]


def test_a_sentence_names_the_other_item_by_its_label(qtbot: QtBot) -> None:
    assert name_of(TRACE, "i8") == "“user · 2” (i8)"
    assert name_of(TRACE, "i999") == "i999"
    assert rows("i6")[1][1].startswith("its row stops at the first that does not fit, “user · 2” (i8)")


def test_a_cut_item_says_what_is_left_of_it(qtbot: QtBot) -> None:
    told = rows("i38")
    assert told[1][0] == "cut"
    assert told[1][1].endswith("6,204 → ≈1,500 tokens")
    assert told[3][1].startswith("message ")


def test_tools_stand_beside_the_messages(qtbot: QtBot) -> None:
    assert rows("i2")[3] == ("passed", "beside the messages, in tools")


def test_a_made_item_begins_where_it_was_made(qtbot: QtBot) -> None:
    position = TRACE.position("i18~summary")
    assert position is not None
    steps = story(TRACE, position, "en")
    assert [step.passage for step in steps] == [Passage.NEVER, Passage.NEVER, Passage.CHANGED, Passage.PASSED]
    assert steps[2].fate is Fate.ADDED


def test_chinese(qtbot: QtBot) -> None:
    assert "7,964" in rows("i8", "zh")[1][1]
    assert rows("i17", "zh")[2][0] == "压缩"


def test_what_gather_reduced_says_what_is_left_and_a_later_cut_goes_on_from_there(qtbot: QtBot) -> None:
    names = " ".join(f"word{at}" for at in range(100))
    text = f'{{"total": 2, "rows": [{{"name": "{names}", "id": 1}}, {{"name": "b", "id": 2}}]}}'
    chosen = Profile().set("gather.fields", [{"tool": "tool", "list": "rows", "fields": "name", "rows": 1}])
    opened = session("i1 user 1\ni2 assistant 2 call:a\ni3 tool 0 result:a\ni4 user 1", texts={"i3": text})
    trace = run(opened, chosen.set("budget.tool_result.per_item", 60))
    told = [(step.pill, step.sentence) for step in story(trace, 2, "en")]
    assert told[0] == (
        "cut",
        "reduced from 110 to the fields that the profile names, 1 of 2 rows; 110 → 105 tokens",
    )
    assert told[1][1].startswith("longer than one item may be: cut from 108 to 60; 105 → ")
    assert "只留下" not in story(trace, 2, "zh")[0].sentence
    assert "缩减到配置指定的字段" in story(trace, 2, "zh")[0].sentence
