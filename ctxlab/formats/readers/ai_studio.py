"""Reads what Google's AI Studio keeps of a prompt: one session an object, several where a list holds them.

Chunks in a row with the same role are one message. A branch is a prompt of its own, which the chunk's `extra`
names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.ai_studio_chunks import chunk_extra, chunk_groups
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.dialects.gemini import contents_of, gemini_content
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import count_field, extra_of, text_field
from ctxlab.formats.lookups import as_object
from ctxlab.formats.noticing import has_call, note_items, note_pairing, with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import unknown_message
from ctxlab.formats.values import is_list, is_object
from ctxlab.formats.writers.written import GEMINI
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session

_ROLES = {"model": "assistant"}
_SYSTEM = "systemInstruction"


class AiStudioReader:
    """Prompts of Google's AI Studio, as they are saved to a drive."""

    name = "ai-studio"
    title = "Google AI Studio prompt"
    experimental = True

    def sniff(self, document: Document) -> float:
        """Sure where a prompt has chunks."""
        return 0.95 if any(_is_prompt(record.value) for record, _ in entries_of(document, 20)) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of each prompt, in file order."""
        entries = entries_of(document)
        prompts = [(record, place) for record, place in entries if _is_prompt(record.value)]
        if not prompts:
            raise FormatError("there is no prompt with chunks in it", where=Where(document.file))
        sessions = [_session(document, record.value, place) for record, place in prompts]
        return with_strange(sessions, (record for record, _ in entries if not _is_prompt(record.value)))


def _is_prompt(value: Any) -> bool:
    chunked = as_object(value).get("chunkedPrompt")
    return is_object(chunked) and is_list(chunked.get("chunks"))


def _session(document: Document, prompt: Mapping[str, Any], place: Place) -> Session:
    builder = SessionBuilder(document, AiStudioReader.name, wire=GEMINI)
    pairing = Pairing()
    instruction = prompt.get(_SYSTEM)
    for content, pointer in contents_of(instruction if instruction != {} else None):
        at = inside(place, f"/{_SYSTEM}{pointer}")
        if is_object(content):
            builder.add(gemini_content({**content, "role": "system"}, pairing), place=at)
        else:
            builder.add(unknown_message(content), place=at)
    _add_chunks(builder, prompt["chunkedPrompt"]["chunks"], pairing, place)
    note_items(builder)
    note_pairing(builder, pairing)
    settings = prompt.get("runSettings")
    return builder.finish(
        title=text_field(prompt, "title", "displayName"),
        model=text_field(settings, "model").rpartition("models/")[2] if is_object(settings) else "",
        unknown=(Source.TOOL_SCHEMAS,) if has_call(builder) else (),
        extra=_extra(prompt),
    )


def _add_chunks(builder: SessionBuilder, chunks: list[Any], pairing: Pairing, place: Place) -> None:
    last, ordinal = "", -1
    for i, chunk in enumerate(chunks):
        at = inside(place, f"/chunkedPrompt/chunks/{i}")
        if not is_object(chunk):
            last = ""
            builder.add(unknown_message(chunk), place=at)
            continue
        recorded = text_field(chunk, "role") or "user"
        ordinal = builder.add_message(
            _ROLES.get(recorded, recorded),
            chunk_groups(chunk, pairing),
            time=text_field(chunk, "createTime"),
            place=at,
            extra=chunk_extra(chunk),
            stated_tokens=count_field(chunk, "tokenCount") or 0,
            into=ordinal if recorded == last else None,
        )
        last = recorded


def _extra(prompt: Mapping[str, Any]) -> str:
    """All else of the prompt; what was typed and not yet sent is such, too."""
    chunked = {key: one for key, one in prompt["chunkedPrompt"].items() if key != "chunks"}
    pending = chunked.get("pendingInputs")
    if is_list(pending) and not any(is_object(one) and one.get("text") for one in pending):
        del chunked["pendingInputs"]
    rest = {key: one for key, one in prompt.items() if key not in (_SYSTEM, "chunkedPrompt", "title")}
    return extra_of({**rest, **({"chunkedPrompt": chunked} if chunked else {})}, ())
