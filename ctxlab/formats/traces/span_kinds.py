"""What a span is of: a call of a model, an agent's run, a tool's, a search, or anything else."""

from __future__ import annotations

from ctxlab.formats.fields import text_field
from ctxlab.formats.traces.observations import Kind
from ctxlab.formats.traces.spans import Attributes

_OPERATIONS = {
    "chat": Kind.MODEL,
    "text_completion": Kind.MODEL,
    "completion": Kind.MODEL,
    "generate_content": Kind.MODEL,
    "invoke_agent": Kind.AGENT,
    "run_agent": Kind.AGENT,
    "execute_tool": Kind.TOOL,
    "retrieval": Kind.RETRIEVER,
    "embeddings": Kind.OTHER,
    "create_agent": Kind.OTHER,
    "invoke_workflow": Kind.OTHER,
}
_KINDS = {
    "llm": Kind.MODEL,
    "generation": Kind.MODEL,
    "agent": Kind.AGENT,
    "tool": Kind.TOOL,
    "retriever": Kind.RETRIEVER,
    "reranker": Kind.RETRIEVER,
    "chain": Kind.OTHER,
    "embedding": Kind.OTHER,
    "guardrail": Kind.OTHER,
    "workflow": Kind.OTHER,
    "task": Kind.OTHER,
}
_AI_SDK = ("ai.generateText", "ai.streamText", "ai.generateObject", "ai.streamObject")

_MODELS = ("gen_ai.request.model", "gen_ai.response.model", "llm.model_name", "ai.model.id")
_AGENTS = ("gen_ai.agent.name", "agent.name", "traceloop.entity.name", "graph.node.id", "gen_ai.agent.id")
_TOOLS = ("gen_ai.tool.name", "tool.name", "ai.toolCall.name", "traceloop.entity.name")
_SESSIONS = (
    "gen_ai.conversation.id",
    "session.id",
    "gcp.vertex.agent.session_id",
    "langfuse.session.id",
    "traceloop.association.properties.session_id",
    "ai.telemetry.metadata.sessionId",
    "gen_ai.thread.id",
)


def kind_of(attributes: Attributes) -> Kind:
    """What a span with these attributes is of; the conventions' own name comes first."""
    operation = text_field(attributes, "gen_ai.operation.name").lower()
    if operation in _OPERATIONS:
        return _OPERATIONS[operation]
    named = text_field(
        attributes, "openinference.span.kind", "traceloop.span.kind", "langfuse.observation.type"
    )
    if named.lower() in _KINDS:
        return _KINDS[named.lower()]
    of_sdk = text_field(attributes, "ai.operationId")
    if of_sdk == "ai.toolCall":
        return Kind.TOOL
    if of_sdk.startswith(_AI_SDK) or text_field(attributes, "llm.request.type") in ("chat", "completion"):
        return Kind.MODEL
    if model_of(attributes) and any(_is_of_call(name) for name in attributes):
        return Kind.MODEL
    return Kind.OTHER


def model_of(attributes: Attributes) -> str:
    """The model that was asked, or that answered."""
    return text_field(attributes, *_MODELS)


def agent_of(attributes: Attributes) -> str:
    """The agent's name."""
    return text_field(attributes, *_AGENTS)


def tool_of(attributes: Attributes) -> str:
    """The tool's name."""
    return text_field(attributes, *_TOOLS)


def session_of(attributes: Attributes) -> str:
    """The id of the conversation."""
    return text_field(attributes, *_SESSIONS)


def _is_of_call(name: str) -> bool:
    return name.startswith(("gen_ai.usage.", "llm.token_count.", "gen_ai.prompt", "gen_ai.input.messages"))
