"""Adds up all that a trace says, from its JSON alone, as the rules of the trace have it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ctxlab.model.decision import Reason
from ctxlab.model.trace import LEDGER, Trace
from helpers.check_wire import check_wire

STAGES = ("gather", "select", "summarize", "construct")
RANK = {
    name: rank for rank, name in enumerate(("kept", "added", "truncated", "compressed", "merged", "dropped"))
}
LEAVES = ("merged", "dropped")
CLOSING = 3


def check_trace(trace: Trace, *, closing: int = CLOSING, valid: bool = True) -> dict[str, Any]:
    """Asserts every sum and rule of the trace.

    `valid` also that its messages are ones that the wire takes.
    """
    text = trace.to_json()
    assert trace.to_json() == text
    told: dict[str, Any] = json.loads(text)
    assert told["schema"] == "ctxlab.trace/1"
    _check_items(told)
    _check_stages(told)
    _check_sums(told, closing)
    _check_context(told)
    _check_rows(told)
    _check_limit(told)
    _check_spans(trace)
    if valid:
        check_wire(told["wire"], told["messages"])
    return told


def _check_items(told: Mapping[str, Any]) -> None:
    ids = [item["id"] for item in told["items"]]
    assert len(set(ids)) == len(ids)
    known = set(ids)
    for item in told["items"]:
        history = item["history"]
        assert [one["stage"] for one in history] == _stages_reached(item), item["id"]
        for one in history[:-1]:
            assert one["fate"] not in LEAVES
        if history[-1]["fate"] in LEAVES:
            assert history[-1]["tokens"] == 0
        else:
            assert history[-1]["stage"] == "construct"
        for one in history:
            assert set(one["numbers"]) <= set(Reason[one["reason"].upper()].numbers), one
            if "left" in one["numbers"]:
                assert one["numbers"]["left"] == one["numbers"]["cap"] - one["numbers"]["used"]
            if "by" in one["numbers"]:
                assert one["numbers"]["by"] in known
        best = history[0]
        for one in history[1:]:
            higher = RANK[one["fate"]] > RANK[best["fate"]]
            tie = RANK[one["fate"]] == RANK[best["fate"]]
            if higher or (tie and (one["fate"] != "kept" or one["stage"] == "select")):
                best = one
        assert (item["fate"], item["stage"], item["reason"]) == (best["fate"], best["stage"], best["reason"])
        assert item["tokens_after"] == history[-1]["tokens"]
        assert all(origin in known for origin in item["derived_from"])
        assert (item["by"] is not None) == (history[-1]["fate"] == "merged"), item["id"]


def _stages_reached(item: Mapping[str, Any]) -> list[str]:
    first = item["history"][0]["stage"]
    begin = STAGES.index(first)
    if begin:
        assert item["history"][0]["fate"] == "added"
    return list(STAGES[begin : begin + len(item["history"])])


def _check_stages(told: Mapping[str, Any]) -> None:
    for name in STAGES:
        entries = [
            (item["id"], one) for item in told["items"] for one in item["history"] if one["stage"] == name
        ]
        assert told["stages"][name]["tokens"] == sum(one["tokens"] for _, one in entries), name
        going_on = sorted(found for found, one in entries if one["fate"] not in LEAVES)
        assert sorted(told["stages"][name]["order"]) == going_on, name


def _check_sums(told: Mapping[str, Any], closing: int) -> None:
    totals, ledger = told["totals"], told["ledger"]
    for name, stage in zip(("gathered", "selected", "summarized"), STAGES, strict=False):
        assert totals[name] == told["stages"][stage]["tokens"]
    assert tuple(row["row"] for row in ledger) == LEDGER
    held = sum(item["tokens_after"] for item in told["items"])
    assert held + sum(row["tokens"] for row in ledger) == totals["constructed"]
    last = closing if told["messages"] else 0
    outside = sum(one["tokens"] for one in told["outside"])
    assert sum(told["message_tokens"]) + outside + last == totals["constructed"]
    if totals["limit"] is None:
        assert totals["over"] is None
    else:
        assert totals["over"] == max(0, totals["counted"] - totals["limit"])


def _check_context(told: Mapping[str, Any]) -> None:
    lengths = {len(told[key]) for key in ("messages", "message_tokens", "message_items", "message_spans")}
    assert len(lengths) == 1
    order = [one for outside in told["outside"] for one in outside["items"]]
    order += [one for items in told["message_items"] for one in items]
    assert told["stages"]["construct"]["order"] == order
    for spans, items in zip(told["message_spans"], told["message_items"], strict=True):
        assert {span[3] for span in spans} <= set(items)


def _check_rows(told: Mapping[str, Any]) -> None:
    for use in told["rows"]:
        mine = [item for item in told["items"] if item["row"] == use["row"]]
        reached = [one for item in mine for one in item["history"] if one["stage"] == "select"]
        reached = [one for one in reached if one["reason"] != "placeholder"]
        assert use["of"] == len(reached), use
        assert use["kept"] == sum(1 for one in reached if one["fate"] not in LEAVES), use
        assert use["used"] >= 0, use
        assert (use["cap"] is None) == (use["given"] is None)


def _check_limit(told: Mapping[str, Any]) -> None:
    totals = told["totals"]
    said = [one for one in told["diagnostics"] if one["code"] in ("over_limit", "limit_not_enforced")]
    if totals["over"]:
        assert said, "the run says that it is over"


def _check_spans(trace: Trace) -> None:
    for message in trace.context:
        for pointer, start, end, position in message.spans:
            value = resolve(message.value, pointer)
            if start == end:
                continue
            altered = trace.altered.get(position)
            parts = altered.parts if altered else trace.item(position).parts
            texts = ["\n".join(part.text for part in parts if part.text), *(part.text for part in parts)]
            prefix = trace.pool.prefix.get(position, 0)
            assert value[start:end] in [*texts, *(text[prefix:] for text in texts)], (
                trace.id(position),
                pointer,
            )


def resolve(value: Any, pointer: str) -> Any:
    """What a JSON pointer names."""
    for key in pointer.split("/")[1:]:
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def texts_of(messages: Iterable[Mapping[str, Any]]) -> str:
    """All text of messages, for looking whether something is in it."""
    return json.dumps(list(messages), ensure_ascii=False)
