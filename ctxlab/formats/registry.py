"""The readers that there are. Adding one: its file under readers/, and its line here."""

from __future__ import annotations

from contextlib import suppress
from difflib import get_close_matches
from typing import TypeGuard

from ctxlab.errors import FormatError, Where
from ctxlab.formats.protocol import Document, Reader
from ctxlab.formats.readers.ai_studio import AiStudioReader
from ctxlab.formats.readers.aider import AiderReader
from ctxlab.formats.readers.anthropic_messages import AnthropicMessagesReader
from ctxlab.formats.readers.autogen import AutoGenReader
from ctxlab.formats.readers.chatgpt_export import ChatGptExportReader
from ctxlab.formats.readers.claude_code import ClaudeCodeReader
from ctxlab.formats.readers.claude_export import ClaudeExportReader
from ctxlab.formats.readers.claude_stream_json import ClaudeStreamJsonReader
from ctxlab.formats.readers.cline import ClineReader
from ctxlab.formats.readers.codex_exec import CodexExecReader
from ctxlab.formats.readers.codex_rollout import CodexRolloutReader
from ctxlab.formats.readers.continue_dev import ContinueReader
from ctxlab.formats.readers.crosswoz import CrossWozReader
from ctxlab.formats.readers.gemini import GeminiReader
from ctxlab.formats.readers.gemini_cli import GeminiCliReader
from ctxlab.formats.readers.inspect import InspectReader
from ctxlab.formats.readers.keyword_build import KeywordBuildReader
from ctxlab.formats.readers.keyword_context import KeywordContextReader
from ctxlab.formats.readers.keyword_messages import KeywordMessagesReader
from ctxlab.formats.readers.langchain import LangChainReader
from ctxlab.formats.readers.langfuse import LangfuseReader
from ctxlab.formats.readers.langsmith import LangSmithReader
from ctxlab.formats.readers.letta import LettaReader
from ctxlab.formats.readers.llamaindex import LlamaIndexReader
from ctxlab.formats.readers.locomo import LocomoReader
from ctxlab.formats.readers.mini_swe_agent import MiniSweAgentReader
from ctxlab.formats.readers.mlflow import MlflowReader
from ctxlab.formats.readers.native import NativeReader
from ctxlab.formats.readers.oasst import OasstReader
from ctxlab.formats.readers.openai_agents import OpenAIAgentsReader
from ctxlab.formats.readers.openai_chat import OpenAIChatReader
from ctxlab.formats.readers.openai_responses import OpenAIResponsesReader
from ctxlab.formats.readers.opencode import OpencodeReader
from ctxlab.formats.readers.openhands import OpenHandsReader
from ctxlab.formats.readers.otel import OtelReader
from ctxlab.formats.readers.pydantic_ai import PydanticAiReader
from ctxlab.formats.readers.semantic_kernel import SemanticKernelReader
from ctxlab.formats.readers.sharegpt import ShareGptReader
from ctxlab.formats.readers.swe_agent import SweAgentReader
from ctxlab.formats.readers.tau_bench import TauBenchReader
from ctxlab.formats.readers.vercel_ai_sdk import VercelAiSdkReader
from ctxlab.model.session import Session
from ctxlab.plugins import load_plugins, made

#: Entry points of this group add readers: an object, or a class to be called without arguments.
GROUP = "ctxlab.readers"


def builtin_readers() -> tuple[Reader, ...]:
    """The readers that ctxlab brings; where two are equally sure, the earlier takes the file."""
    return (
        NativeReader(),
        KeywordBuildReader(),
        KeywordContextReader(),
        KeywordMessagesReader(),
        OpenAIChatReader(),
        InspectReader(),
        TauBenchReader(),
        OpenAIResponsesReader(),
        OpenAIAgentsReader(),
        AnthropicMessagesReader(),
        ClaudeCodeReader(),
        ClaudeStreamJsonReader(),
        CodexRolloutReader(),
        CodexExecReader(),
        GeminiReader(),
        GeminiCliReader(),
        AiStudioReader(),
        VercelAiSdkReader(),
        LangChainReader(),
        LangSmithReader(),
        LangfuseReader(),
        MlflowReader(),
        OtelReader(),
        SweAgentReader(),
        MiniSweAgentReader(),
        OpenHandsReader(),
        AiderReader(),
        LettaReader(),
        LlamaIndexReader(),
        AutoGenReader(),
        PydanticAiReader(),
        SemanticKernelReader(),
        ClineReader(),
        ContinueReader(),
        OpencodeReader(),
        ShareGptReader(),
        ChatGptExportReader(),
        ClaudeExportReader(),
        OasstReader(),
        CrossWozReader(),
        LocomoReader(),
    )


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
    raise FormatError(f"there is no format {name!r}", hint=hint)


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
