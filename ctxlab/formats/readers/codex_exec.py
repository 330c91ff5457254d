"""Reads what `codex exec --json` writes: what the model said and did, without what it was asked."""

from __future__ import annotations

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.codex.exec import is_event, stream_of
from ctxlab.formats.noticing import with_strange
from ctxlab.formats.protocol import Document
from ctxlab.formats.responses.log import ItemLog
from ctxlab.formats.writers.written import OPENAI_RESPONSES
from ctxlab.model.items import Source
from ctxlab.model.session import Session

_SAMPLE = 20
_SURE = 0.95


class CodexExecReader:
    """The stream of events of a run of Codex without its window."""

    name = "codex-exec"
    title = "Codex exec events"
    experimental = True

    def sniff(self, document: Document) -> float:
        """The share of events among the first lines."""
        values = [record.value for record in document.records[:_SAMPLE]]
        found = sum(1 for value in values if is_event(value))
        return _SURE * found / len(values) if found else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """The one session of the stream; raises FormatError where no line is an event of it."""
        if not any(is_event(record.value) for record in document.records):
            raise FormatError("no line is an event of codex exec", where=Where(document.file))
        stream = stream_of(document)
        builder = SessionBuilder(document, self.name, wire=OPENAI_RESPONSES)
        log = ItemLog(builder)
        for one in stream.said:
            log.add(one.item, one.place, usage=one.usage)
        log.close()
        builder.note("input_not_recorded")
        session = builder.finish(
            title=stream.thread, unknown=(Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS, Source.USER_MESSAGE)
        )
        return with_strange((session,), (one for one in document.records if not is_event(one.value)))
