"""Every real file under the eyes of every reader: one is sure of it, and no other nearly as much."""

from __future__ import annotations

import pytest
from helpers.golden import FORMATS

from ctxlab.formats.detect import SURE
from ctxlab.formats.registry import builtin_readers
from ctxlab.formats.unpack import document_of

#: Who reads the files of a folder, or one file of it.
READERS = {
    "01_openai_chat": "openai-chat",
    "02_openai_responses": "openai-responses",
    "03_anthropic_messages": "anthropic-messages",
    "04_claude_code": "claude-code",
    "05_codex_rollout": "codex-rollout",
    "06_langchain/langgraph-python-2025-08-22.trace.json": "langfuse",
    "06_langchain/langgraph_js_state_lc1.json": "langchain",
    "06_langchain/langsmith_js_wrap_openai_default.json": "langsmith",
    "07_langfuse": "langfuse",
    "08_otel_genai": "otel",
    "09_inspect": "inspect",
    "10_sharegpt_chatgpt_oasst/chatgpt_2026_sample.json": "chatgpt-export",
    "10_sharegpt_chatgpt_oasst/claude_2026_sample.json": "claude-export",
    "10_sharegpt_chatgpt_oasst/gemini_2026_sample.json": "ai-studio",
    "10_sharegpt_chatgpt_oasst/glaive_toolcall_zh.first100.json": "sharegpt",
    "10_sharegpt_chatgpt_oasst/mllm_demo.json": "openai-chat",
    "10_sharegpt_chatgpt_oasst/oasst_en_100_tree.first25.jsonl": "oasst",
    "10_sharegpt_chatgpt_oasst/reason_tool_use_demo_50.jsonl": "openai-chat",
    "11_vercel_ai_sdk": "langfuse",
    "12_gemini": "gemini",
    "12_gemini/gemini_cli_edit_and_run.jsonl": "gemini-cli",
    "13_agent_trajectories/aider_chat_history.redacted.md": "aider",
    "13_agent_trajectories/mini_swe_agent_local.traj.json": "mini-swe-agent",
    "13_agent_trajectories/openhands_fncall_messages.redacted.json": "openai-chat",
    "13_agent_trajectories/openhands_goal_events.jsonl": "openhands",
    "13_agent_trajectories/sweagent_marshmallow_function_calling.traj": "swe-agent",
    "13_agent_trajectories/sweagent_old_test-repo-i1.redacted.traj": "swe-agent",
    "14_frameworks/autogen-2025-06-06.trace.json": "langfuse",
    "14_frameworks/crewai-2025-07-11.trace.json": "langfuse",
    "14_frameworks/letta_customer_service_double_encoded.af": "letta",
    "14_frameworks/letta_memgpt_agent_with_convo.af": "letta",
    "14_frameworks/litellm_completion_log.redacted.json": "openai-chat",
    "14_frameworks/llamaindex_context_duplicate_addition.json": "llamaindex",
    "14_frameworks/memgpt_0.2.11_agent_state.json": "letta",
    "14_frameworks/openai_agents_runstate_pending_approval.json": "openai-agents",
    "15_benchmarks_dialogues": "tau-bench",
    "15_benchmarks_dialogues/crosswoz_test.3dialogues.json": "crosswoz",
    "16_generated_by_libraries/autogen_assistant_agent_state.json": "autogen",
    "16_generated_by_libraries/langchain_dumps_lc1.json": "langchain",
    "16_generated_by_libraries/langchain_dumps_lc1_pretty_escaped.json": "langchain",
    "16_generated_by_libraries/langchain_messages_to_dict.json": "langchain",
    "16_generated_by_libraries/llamaindex_simple_chat_store.json": "llamaindex",
    "16_generated_by_libraries/mlflow_trace.json": "mlflow",
    "16_generated_by_libraries/openai_agents_session.sqlite": "openai-agents",
    "16_generated_by_libraries/pydantic_ai_messages.json": "pydantic-ai",
    "16_generated_by_libraries/semantic_kernel_chat_history.json": "semantic-kernel",
}
#: A container, and what it holds, which alone would be a file of the other: the container wins by this much.
CONTAINED = {("letta", "openai-chat"): 0.1, ("mini-swe-agent", "openai-chat"): 0.05}

FILES = [
    one.relative_to(FORMATS).as_posix()
    for one in sorted(FORMATS.rglob("*"))
    if one.is_file() and one.name != "README.md"
]


@pytest.mark.parametrize("path", FILES)
def test_one_reader_takes_a_file_and_all_others_are_not_sure(path: str) -> None:
    file = FORMATS / path
    document = document_of(file.read_bytes(), file.name)
    sure = {reader.name: reader.sniff(document) for reader in builtin_readers()}
    if path.endswith(".truth.json"):  # what is expected of a trace, which is no session
        assert max(sure.values()) < SURE
        return
    best = READERS.get(path) or READERS[path.split("/", 1)[0]]
    mine = sure.pop(best)
    assert mine >= SURE
    for name, other in sure.items():
        ahead = CONTAINED.get((best, name))
        assert other < SURE if ahead is None else mine - other > ahead, (name, other)
