"""Random keyword arguments of the published build(), small and large, in Chinese and English."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

_PIECES = (
    "预算三千以内。",
    "不吃辣，也不要红眼航班",
    "The total must stay under 3,000. ",
    "a",
    "\n",
    "---",
    "[user]: ",
    "[工具: 搜索]\n",
    "## 执行笔记\n",
    "👨‍👩‍👧 é",
    '{"rows": [1, 2]}',
    " \t ",
    "<|endoftext|>",
    "\ud800",
    "\x00\u202e",
)

#: How often a text is repeated: most stay short, some go over an item's limit, a few over a layer's cap.
_TIMES = (1, 1, 1, 1, 2, 7, 90, 1400, 9000)

short_texts = st.lists(st.sampled_from(_PIECES), max_size=4).map("".join) | st.text(max_size=12)
texts = st.builds(str.__mul__, short_texts, st.sampled_from(_TIMES))

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=6,
)
contents = texts | texts | json_values
roles = st.sampled_from(["user", "assistant", "system", "tool", "", "用户", "[x]: ", "Developer"])
composites = st.lists(json_values, max_size=4) | st.dictionaries(st.text(max_size=6), json_values, max_size=4)
parts = st.lists(
    st.fixed_dictionaries({"type": st.just("text"), "text": texts})
    | st.just({"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}),
    min_size=1,
    max_size=3,
)

history = st.lists(st.fixed_dictionaries({"role": roles, "content": contents}), max_size=7)
results = st.lists(
    st.fixed_dictionaries(
        {"tool": st.sampled_from(["search", "查询", "", "a]b"]) | st.text(max_size=5), "result": contents},
        optional={"recent": st.booleans()},
    ),
    max_size=6,
)
scores = st.sampled_from([0.0, 0.5, 0.5, 0.9, 1.0, 1, 0, True]) | st.floats(-2, 2)
docs = st.lists(
    st.fixed_dictionaries(
        {"content": texts, "score": scores}, optional={"id": st.just("d1"), "source": st.just("wiki")}
    ),
    max_size=6,
)
notes = texts | composites | st.none()
user_messages = texts | texts | parts | composites


def keyword_inputs() -> st.SearchStrategy[dict[str, Any]]:
    """Arguments on which the published build() does not fail."""
    return st.fixed_dictionaries(
        {
            "conversation_history": history | st.none(),
            "tool_results": results | st.none(),
            "retrieved_docs": docs | st.none(),
        },
        optional={
            "system_prompt": texts,
            "user_message": user_messages,
            "task_state": json_values,
            "agent_notes": notes,
        },
    )


def _maybe_broken(good: st.SearchStrategy[Any], *broken: Any) -> st.SearchStrategy[Any]:
    return st.one_of(good, good, good, st.sampled_from(broken))


def broken_inputs() -> st.SearchStrategy[dict[str, Any]]:
    """Arguments of which many break the published build(): nulls, lists, missing keys, mixed scores."""
    message = st.fixed_dictionaries({}, optional={"role": roles, "content": st.text(max_size=9)})
    result = st.fixed_dictionaries({}, optional={"tool": st.just("search"), "result": st.text(max_size=9)})
    doc = st.fixed_dictionaries(
        {},
        optional={
            "content": _maybe_broken(st.text(max_size=9), None, ["a"], {"a": 1}, 3),
            "score": _maybe_broken(st.floats(0, 1), "0.4", None),
        },
    )
    return st.fixed_dictionaries(
        {},
        optional={
            "system_prompt": _maybe_broken(st.text(max_size=9), None, 7),
            "user_message": _maybe_broken(st.text(max_size=9), None, 7, False),
            "conversation_history": st.lists(message, max_size=3),
            "tool_results": st.lists(result, max_size=3),
            "retrieved_docs": st.lists(doc, max_size=3),
            "agent_notes": _maybe_broken(st.text(max_size=9), None, 7, True),
        },
    )
