"""Random keyword arguments of the published build_context(), in Chinese and English, small and large."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

_PIECES = (
    "预算不要超过3000元。",
    "-5度以下不要安排户外活动。",
    "The total must stay under 3,000. ",
    "a",
    "\n",
    "\n\n",
    "\n\n\n\n",
    "---",
    "\n___ \n",
    "```py\nx = 1\n```\n",
    "![map](http://x/y.png)",
    "第一句。第二句。",
    "👨‍👩‍👧 é 𠮷",
    '{"rows": [1, 2]}',
    " \t ",
    "龘靐齉",
    "\ud83d",
    "\x00\u202e",
    "hotel ",
)
_SPECIAL = ("<|endoftext|>", "<|fim_middle|>", "<|endofprompt|>")

short = st.lists(st.sampled_from(_PIECES), max_size=5).map("".join) | st.text(max_size=12)
texts = st.builds(str.__mul__, short, st.sampled_from((1, 1, 1, 2, 5, 40)))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**20) | st.sampled_from((0.5, 1e30)) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=6,
)
roles = st.sampled_from(["user", "user", "assistant", "assistant", "system", "tool", ""])
contents = texts | texts | texts | values

history = st.lists(st.fixed_dictionaries({"role": roles}, optional={"content": contents}), max_size=14)
hits = st.lists(
    st.fixed_dictionaries(
        {
            "content": texts,
            "source": st.sampled_from(["wiki", "", "攻略"]) | st.none() | st.integers(0, 9),
            "score": st.floats(-2, 2) | st.sampled_from([0, 1, True, 0.9125]),
        }
    ),
    max_size=7,
)
_hotel_fields = ("name", "price_per_night", "rating", "short_description", "phone")
_flight_fields = ("flight_no", "departure_time", "arrival_time", "price", "airline", "gate")


def _rows(fields: tuple[str, ...]) -> st.SearchStrategy[Any]:
    row = st.fixed_dictionaries({}, optional={field: texts | st.none() for field in fields})
    return st.lists(row, max_size=12)


results = st.lists(
    st.fixed_dictionaries({"tool": st.sampled_from(["search", "查询", ""]), "result": values})
    | st.fixed_dictionaries(
        {"tool": st.just("search_hotels"), "result": st.fixed_dictionaries({"hotels": _rows(_hotel_fields)})}
    )
    | st.fixed_dictionaries(
        {
            "tool": st.just("search_flights"),
            "result": st.fixed_dictionaries({"flights": _rows(_flight_fields)}),
        }
    )
    | st.fixed_dictionaries({"tool": st.just("search_flights"), "result": st.just({"none": 1})}),
    max_size=4,
)


def context_inputs() -> st.SearchStrategy[dict[str, Any]]:
    """Arguments on which the published build_context() does not fail."""
    return st.fixed_dictionaries(
        {
            "user_input": texts,
            "conversation_history": history,
            "rag_results": hits | st.none(),
            "tool_results": results | st.none(),
        },
        optional={"system_prompt": texts},
    )


def broken_inputs() -> st.SearchStrategy[dict[str, Any]]:
    """Arguments of which many break the published build: missing keys, wrong kinds, special tokens."""
    odd = short | st.sampled_from(_SPECIAL)
    message = st.fixed_dictionaries({"content": odd}, optional={"role": st.just("user")})
    hit = st.fixed_dictionaries(
        {},
        optional={
            "content": odd | st.sampled_from([None, ["a"], 3]),
            "source": st.just("wiki"),
            "score": st.sampled_from([0.5, 0.5, "0.4", None]),
        },
    )
    result = st.fixed_dictionaries(
        {},
        optional={
            "tool": st.sampled_from(["search", "search_hotels"]),
            "result": odd
            | values
            | st.just({"hotels": [3]})
            | st.just({"hotels": [{"short_description": 7}]}),
        },
    )
    return st.fixed_dictionaries(
        {"user_input": st.just("hello")},
        optional={
            "system_prompt": odd | st.sampled_from([None, 7, ["a"], {}]),
            "conversation_history": st.lists(message, max_size=11),
            "rag_results": st.lists(hit, max_size=6),
            "tool_results": st.lists(result, max_size=3),
        },
    )
