"""The readers that there are. Adding one: its file under readers/, and its line here."""

from __future__ import annotations

from contextlib import suppress
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from typing import TypeGuard

from ctxlab.errors import FormatError, Said, Where
from ctxlab.formats.protocol import Document, Reader
from ctxlab.model.session import Session
from ctxlab.plugins import load_plugins, made

#: Entry points of this group add readers: an object, or a class to be called without arguments.
GROUP = "ctxlab.readers"

#: Our readers by name: module under readers/ and class. Of equally sure ones the first takes the file.
_OURS = {
    "native": "native:NativeReader",
    "keyword-build": "keyword_build:KeywordBuildReader",
    "keyword-build-context": "keyword_context:KeywordContextReader",
    "keyword-messages": "keyword_messages:KeywordMessagesReader",
    "openai-chat": "openai_chat:OpenAIChatReader",
    "inspect": "inspect:InspectReader",
    "tau-bench": "tau_bench:TauBenchReader",
    "openai-responses": "openai_responses:OpenAIResponsesReader",
    "openai-agents": "openai_agents:OpenAIAgentsReader",
    "anthropic-messages": "anthropic_messages:AnthropicMessagesReader",
    "claude-code": "claude_code:ClaudeCodeReader",
    "claude-stream-json": "claude_stream_json:ClaudeStreamJsonReader",
    "codex-rollout": "codex_rollout:CodexRolloutReader",
    "codex-exec": "codex_exec:CodexExecReader",
    "gemini": "gemini:GeminiReader",
    "gemini-cli": "gemini_cli:GeminiCliReader",
    "ai-studio": "ai_studio:AiStudioReader",
    "vercel-ai-sdk": "vercel_ai_sdk:VercelAiSdkReader",
    "langchain": "langchain:LangChainReader",
    "langsmith": "langsmith:LangSmithReader",
    "langfuse": "langfuse:LangfuseReader",
    "mlflow": "mlflow:MlflowReader",
    "otel": "otel:OtelReader",
    "swe-agent": "swe_agent:SweAgentReader",
    "mini-swe-agent": "mini_swe_agent:MiniSweAgentReader",
    "openhands": "openhands:OpenHandsReader",
    "atif": "atif:AtifReader",
    "aider": "aider:AiderReader",
    "letta": "letta:LettaReader",
    "llamaindex": "llamaindex:LlamaIndexReader",
    "autogen": "autogen:AutoGenReader",
    "pydantic-ai": "pydantic_ai:PydanticAiReader",
    "semantic-kernel": "semantic_kernel:SemanticKernelReader",
    "cline": "cline:ClineReader",
    "continue": "continue_dev:ContinueReader",
    "opencode": "opencode:OpencodeReader",
    "sharegpt": "sharegpt:ShareGptReader",
    "chatgpt-export": "chatgpt_export:ChatGptExportReader",
    "claude-export": "claude_export:ClaudeExportReader",
    "oasst": "oasst:OasstReader",
    "crosswoz": "crosswoz:CrossWozReader",
    "locomo": "locomo:LocomoReader",
}


def builtin_readers() -> tuple[Reader, ...]:
    """The readers that ctxlab brings, none of them loaded yet."""
    return tuple(_Deferred(name, place) for name, place in _OURS.items())


def readers(outside: tuple[object, ...] | None = None) -> tuple[Reader, ...]:
    """Our readers, then those that other packages bring under free names; `outside` replaces the latter.

    What is no reader, or a class that cannot be called, is passed over.
    """
    found = list(builtin_readers())
    names = {reader.name for reader in found}
    for one in load_plugins(GROUP)[0] if outside is None else outside:
        reader = made(one)[0]
        if _is_reader(reader) and reader.name not in names:
            names.add(reader.name)
            found.append(_Guarded(reader))
    return tuple(found)


def reader_named(name: str, among: tuple[Reader, ...]) -> Reader:
    """The reader of that name.

    Raises:
        FormatError: There is none.
    """
    for reader in among:
        if reader.name == name:
            return reader
    near = get_close_matches(name, [one.name for one in among], 3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`ctxlab formats` lists them"
    said = Said.of("no_format_near" if near else "no_format", name=name, near=" / ".join(near))
    raise FormatError(f"there is no format {name!r}", hint=hint, said=said)


class _Deferred:
    """One of our readers, loaded when it is first asked: opening a file takes only those before its own."""

    def __init__(self, name: str, place: str) -> None:
        self.name = name
        self._place = place

    @cached_property
    def _reader(self) -> Reader:
        module, _, kind = self._place.partition(":")
        reader: Reader = getattr(import_module(f"ctxlab.formats.readers.{module}"), kind)()
        return reader

    @property
    def title(self) -> str:
        """The reader's title."""
        return self._reader.title

    @property
    def experimental(self) -> bool:
        """Whether the reader was never tried on a real file."""
        return self._reader.experimental

    def sniff(self, document: Document) -> float:
        """How sure the reader is."""
        return self._reader.sniff(document)

    def read(self, document: Document) -> tuple[Session, ...]:
        """What the reader makes of the document."""
        return self._reader.read(document)


class _Guarded:
    """A reader from elsewhere that, whatever it raises, spoils no more than its own files."""

    def __init__(self, reader: Reader) -> None:
        self.name = reader.name
        self.title = str(getattr(reader, "title", reader.name))
        self.experimental = bool(getattr(reader, "experimental", True))
        self._reader = reader

    def sniff(self, document: Document) -> float:
        """What the reader says, or 0 where it fails."""
        with suppress(Exception):
            return float(self._reader.sniff(document))
        return 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """What the reader makes of the document; raises FormatError for everything that goes wrong in it."""
        try:
            return tuple(self._reader.read(document))
        except FormatError:
            raise
        except Exception as error:
            message = f"the reader {self.name!r} failed: {type(error).__name__}: {error}"
            raise FormatError(message, where=Where(document.file)) from error


def _is_reader(value: object) -> TypeGuard[Reader]:
    name = getattr(value, "name", None)
    return isinstance(name, str) and all(callable(getattr(value, one, None)) for one in ("sniff", "read"))
