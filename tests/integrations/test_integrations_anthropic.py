"""Anthropic's real client takes the exported settings and sends them on; nothing here applies them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from anthropic import Anthropic
from pytest_httpserver import HTTPServer

from ctxlab.export import export
from ctxlab.integrations.exported import run
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Order, Overflow, Pairs, Profile, RowBudget, SelectSettings, Window
from ctxlab.profiles import builtin

ANSWER = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "model": "c",
    "content": [{"type": "text", "text": "."}],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 1, "output_tokens": 1},
}


def sent(server: HTTPServer, profile: Profile, **asked: Any) -> tuple[dict[str, Any], str]:
    """The body and the betas of a request that the client makes with an exported file."""
    module = run(export(profile, "anthropic"))
    server.expect_request("/v1/messages").respond_with_json(ANSWER)
    with Anthropic(api_key="none", base_url=server.url_for("")) as client:
        client.beta.messages.create(
            model="some-model",
            messages=[{"role": "user", "content": "你好"}],
            max_tokens=module.MAX_OUTPUT,
            betas=module.BETAS,
            context_management=module.context_management(**asked),
        )
    request, _ = server.log[-1]
    return json.loads(request.get_data()), request.headers["anthropic-beta"]


def test_the_client_sends_the_edits_with_their_betas(httpserver: HTTPServer) -> None:
    body, betas = sent(httpserver, builtin("gssc"), thinking=True)
    assert body["max_tokens"] == 4096
    assert body["context_management"]["edits"] == [
        {"type": "clear_thinking_20251015", "keep": {"type": "thinking_turns", "value": 4}},
        {
            "type": "clear_tool_uses_20250919",
            "trigger": {"type": "input_tokens", "value": 118000},
            "keep": {"type": "tool_uses", "value": 20},
            "clear_tool_inputs": False,
            "exclude_tools": [],
        },
        {"type": "compact_20260112", "trigger": {"type": "input_tokens", "value": 118000}},
    ]
    assert betas == "context-management-2025-06-27,compact-2026-01-12"


def test_without_thinking_its_edit_is_left_out(httpserver: HTTPServer) -> None:
    body, _ = sent(httpserver, builtin("gssc"))
    kinds = [edit["type"] for edit in body["context_management"]["edits"]]
    assert kinds == ["clear_tool_uses_20250919", "compact_20260112"]


def test_a_number_of_results_and_an_instruction_go_over(httpserver: HTTPServer) -> None:
    rows = (
        (Row.HISTORY, RowBudget(cap=10, overflow=Overflow.COMPRESS, order=Order.NEWEST)),
        (Row.TOOL_RESULT, RowBudget(max_items=5)),
    )
    profile = Profile(
        window=Window(size=200_000, output_reserve=1000),
        budget=rows,
        select=SelectSettings(pairs=Pairs.DROP),
    ).set(f"summarize.instructions.{Source.SUMMARY}", '保留"不吃辣" {原文}')
    body, _ = sent(httpserver, profile)
    clear, compact = body["context_management"]["edits"]
    assert clear["trigger"] == {"type": "tool_uses", "value": 5}
    assert clear["keep"] == {"type": "tool_uses", "value": 5}
    assert clear["clear_tool_inputs"] is True
    assert compact["trigger"] == {"type": "input_tokens", "value": 199_000}
    assert compact["instructions"] == '保留"不吃辣" {原文}'


@pytest.mark.parametrize(("size", "trigger"), [(8_000, 50_000), (90_000, 90_000)])
def test_no_compaction_is_asked_for_below_what_the_server_takes(
    httpserver: HTTPServer, size: int, trigger: int
) -> None:
    rows = ((Row.HISTORY, RowBudget(overflow=Overflow.COMPRESS)),)
    body, _ = sent(httpserver, Profile(window=Window(size=size), budget=rows))
    assert body["context_management"]["edits"][-1]["trigger"]["value"] == trigger


def test_a_profile_without_limits_asks_for_nothing(httpserver: HTTPServer) -> None:
    body, betas = sent(httpserver, Profile())
    assert body["context_management"] == {"edits": []}
    assert betas == "context-management-2025-06-27"
