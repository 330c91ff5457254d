"""The published Select: layers in a fixed order, each ending at the first item that does not fit."""

from __future__ import annotations

from dataclasses import replace

from stages.published.published_reference import Figures
from stages.published.published_runner import (
    Run,
    check_books,
    diagnostics_of,
    published_profile,
    run_keywords,
    run_published,
    told,
)

from ctxlab.model.decision import Value
from ctxlab.model.items import Row
from ctxlab.model.profile import Language
from ctxlab.model.session import Session

ZH, EN = Language.CHINESE, Language.ENGLISH
SMALL = Figures(task_state=10, agent_note=10, tool_result=20, retrieved_doc=20, history=20)


def _numbers(run: Run, item: str) -> dict[str, Value]:
    return dict(run[1].record.numbers(run[0].pool.index[item]))


def _order(run: Run) -> list[str]:
    return [run[0].pool.items[p].id for p in run[1].record.order]


def _doc(tokens: int, score: object) -> dict[str, object]:
    return {"content": "x" * (3 * tokens), "score": score}


def test_a_layer_ends_at_the_first_that_does_not_fit() -> None:
    docs = [_doc(12, 0.9), _doc(9, 0.8), _doc(2, 0.7), _doc(30, 0.6)]
    run = run_keywords({"retrieved_docs": docs}, ZH, SMALL)
    assert _order(run) == ["i1"]
    assert told(run, "i1")[1] == ("select", "kept", "fits")
    assert _numbers(run, "i1") == {"cap": 20, "used": 0, "need": 12, "left": 20, "count": 0}
    assert told(run, "i2")[1] == ("select", "dropped", "over_cap")
    assert _numbers(run, "i2") == {"cap": 20, "used": 12, "need": 9, "left": 8, "count": 1}
    # The third needs 2 of the 8 that are left, and goes all the same.
    assert told(run, "i3")[1] == ("select", "dropped", "behind_overflow")
    assert _numbers(run, "i3") == {"cap": 20, "used": 12, "need": 2, "left": 8, "count": 1, "by": "i2"}
    assert _numbers(run, "i4")["by"] == "i2"
    check_books(run)


def test_what_fills_the_cap_exactly_fits() -> None:
    run = run_keywords({"retrieved_docs": [_doc(12, 0.9), _doc(8, 0.8), _doc(0, 0.7)]}, ZH, SMALL)
    assert _order(run) == ["i1", "i2", "i3"]


def test_documents_go_by_score_and_equal_ones_stay_in_order() -> None:
    docs = [_doc(1, 0.1), _doc(1, 0.9), _doc(1, 0.5), _doc(1, 0.9), _doc(1, 1)]
    assert _order(run_keywords({"retrieved_docs": docs}, ZH)) == ["i5", "i2", "i4", "i3", "i1"]


def test_scores_that_are_all_texts_compare_as_texts() -> None:
    docs = [_doc(1, "0.10"), _doc(1, "0.9"), _doc(1, "0.85")]
    run = run_keywords({"retrieved_docs": docs}, ZH)
    assert _order(run) == ["i2", "i3", "i1"]
    assert [one.code for one in diagnostics_of(run)] == []


def test_recent_results_go_first_and_equal_ones_stay_in_order() -> None:
    flags = [None, True, False, True]
    results = [
        {"tool": "t", "result": str(n)} | ({} if flag is None else {"recent": flag})
        for n, flag in enumerate(flags)
    ]
    assert _order(run_keywords({"tool_results": results}, ZH)) == ["i2", "i4", "i1", "i3"]


def test_history_is_taken_newest_first() -> None:
    history = [{"role": "user", "content": "x" * 21} for _ in range(4)]  # 29 characters with the prefix: 9
    run = run_keywords({"conversation_history": history}, ZH, SMALL)
    assert _order(run) == ["i4", "i3"]
    assert told(run, "i2")[1] == ("select", "dropped", "over_cap")
    assert told(run, "i1")[1] == ("select", "dropped", "behind_overflow")


def test_the_output_stands_in_the_order_of_the_layers() -> None:
    run = run_keywords(
        {
            "system_prompt": "s",
            "user_message": "u",
            "conversation_history": [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}],
            "tool_results": [{"tool": "t", "result": "r"}],
            "retrieved_docs": [_doc(1, 1)],
            "task_state": {"a": 1},
            "agent_notes": "n",
        },
        ZH,
    )
    assert _order(run) == ["i1", "i2", "i7", "i8", "i5", "i6", "i4", "i3"]


def test_system_prompt_and_user_message_are_taken_whole() -> None:
    profile = published_profile(ZH).set("budget.system_prompt.cap", 3)
    run = run_published(
        Session.from_keywords({"system_prompt": "s" * 30, "user_message": "u" * 30}, "build"),
        ZH,
        profile=profile,
    )
    assert told(run, "i1")[1] == ("select", "kept", "kept_over_cap")
    assert _numbers(run, "i1") == {"cap": 3, "used": 0, "need": 10, "left": 3, "count": 0}
    assert told(run, "i2")[1] == ("select", "kept", "fits")
    assert _numbers(run, "i2") == {"used": 0, "need": 10, "count": 0}
    check_books(run)


def test_rows_tell_cap_used_and_kept_in_table_order() -> None:
    run = run_keywords({"system_prompt": "s" * 6, "retrieved_docs": [_doc(12, 1), _doc(9, 0)]}, ZH, SMALL)
    rows = {use.row: use for use in run[1].rows}
    assert [use.row for use in run[1].rows] == list(published_profile(ZH).table())
    doc = rows[Row.RETRIEVED_DOC]
    assert (doc.cap, doc.given, doc.used, doc.kept, doc.of) == (20, 20, 12, 1, 2)
    assert (rows[Row.SYSTEM_PROMPT].used, rows[Row.SYSTEM_PROMPT].cap) == (2, None)
    assert (rows[Row.RECENT].of, rows[Row.RECENT].used) == (0, 0)


def test_figures_that_the_code_never_reads_are_named_where_they_would_bind() -> None:
    history = [{"role": "user", "content": "x" * 5992}] * 11  # 6000 characters with the prefix: 2000 each
    run = run_keywords({"system_prompt": "s" * 6003, "conversation_history": history}, ZH)
    said = [dict(one.numbers) for one in run[1].diagnostics if one.code == "cap_not_enforced"]
    assert said == [
        {"figure": "system_prompt_max", "cap": 2000, "used": 2001},
        {"figure": "recent_conversation_max", "cap": 20000, "used": 22000},
    ]
    within = run_keywords({"system_prompt": "s" * 6002, "conversation_history": history[:10]}, ZH)
    assert within[1].diagnostics == ()


def test_without_a_cap_everything_fits() -> None:
    profile = replace(published_profile(EN), budget=())
    run = run_published(
        Session.from_keywords({"retrieved_docs": [_doc(90000, 1)]}, "build"), EN, profile=profile
    )
    assert told(run, "i1")[1] == ("select", "kept", "fits")
    check_books(run)
