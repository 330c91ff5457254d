"""Chat models of LangChain's that ask nobody: one takes down what it is given, one writes summaries."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field

#: How the summarising middleware writes the messages into its prompt.
_MESSAGE = re.compile(r'<message type="([^"]*)">(.*?)</message>', re.DOTALL)
_TAG = re.compile(r"<[^<>]+>")


class _StandIn(BaseChatModel):
    """Answers at once, and calls no tools."""

    @property
    def _llm_type(self) -> str:
        return "ctxlab-stand-in"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Any:
        """The model itself."""
        del tools, kwargs
        return self

    def answer(self, messages: list[BaseMessage]) -> str:
        """What it says to these messages."""
        raise NotImplementedError

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        del stop, run_manager, kwargs
        said = AIMessage(content=self.answer(messages))
        return ChatResult(generations=[ChatGeneration(message=said)])


class Recorder(_StandIn):
    """Says nothing of interest; `given` are the messages of each call."""

    given: list[list[BaseMessage]] = Field(default_factory=list[list[BaseMessage]])

    def answer(self, messages: list[BaseMessage]) -> str:
        """A full stop."""
        self.given.append(messages)
        return "."


class Summarizer(_StandIn):
    """Says what `summarize` makes of the (role, text) pairs in the prompt of the summarising middleware."""

    summarize: Callable[[Sequence[tuple[str, str]]], str]

    def answer(self, messages: list[BaseMessage]) -> str:
        """The summary."""
        found = _MESSAGE.findall(messages[-1].text)
        return self.summarize([(role, html.unescape(_TAG.sub("", text)).strip()) for role, text in found])
