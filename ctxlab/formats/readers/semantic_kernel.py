"""Reads chat histories of Semantic Kernel: an object with messages in Python, a list of them in .NET."""

from __future__ import annotations

from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.dialects.semantic_kernel import (
    is_semantic_kernel,
    semantic_kernel_message,
    semantic_kernel_usage,
)
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import extra_set
from ctxlab.formats.noticing import with_strange
from ctxlab.formats.plain_talk import PlainTalk
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Place
from ctxlab.model.session import Session

_SAMPLE = 20
_SURE = 0.96


class SemanticKernelReader:
    """A chat history of the Semantic Kernel."""

    name = "semantic-kernel"
    title = "Semantic Kernel chat history"
    experimental = True

    def sniff(self, document: Document) -> float:
        """By the types of the items in the messages."""
        values = [record.value for record, _ in entries_of(document, _SAMPLE)]
        found = is_semantic_kernel(values) or any(is_semantic_kernel(_history(one)) for one in values)
        return _SURE if found else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session for each history, and one of bare messages."""
        sessions: list[Session] = []
        bare: list[tuple[Record, Place]] = []
        for record, place in entries_of(document):
            listed = _history(record.value)
            if not is_semantic_kernel(listed):
                bare.append((record, place))
                continue
            messages = [(one, inside(place, f"/messages/{i}")) for i, one in enumerate(listed)]
            sessions.append(_session(document, messages, extra_set(record.value, ("messages",))))
        values = [(record.value, place) for record, place in bare]
        if is_semantic_kernel([value for value, _ in values]):
            sessions.append(_session(document, values, ""))
            bare = []
        if not sessions:
            raise FormatError("there is no chat history in it", where=Where(document.file))
        return with_strange(sessions, [record for record, _ in bare])


def _history(value: Any) -> list[Any]:
    messages = value.get("messages") if is_object(value) else None
    return messages if is_list(messages) else []


def _session(document: Document, messages: list[tuple[Any, Place]], extra: str) -> Session:
    talk = PlainTalk(
        document, SemanticKernelReader.name, lambda one, pairing: [semantic_kernel_message(one, pairing)]
    )
    for value, place in messages:
        talk.add(value, place, usage=semantic_kernel_usage(value) if is_object(value) else None)
    return talk.finish(extra=extra)
