"""Reader of Claude Code transcripts: one session a file, with its branches, side chains and compactions.

Items stand in file order, those of sub-agents with files of their own behind all others. The pieces of one
model reply are one message, that of the first piece, also where tool results stand between them. System
prompt and tool schemas are not in these files: they are unknown.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.claude_code.joining import joined
from ctxlab.formats.claude_code.lines import looks_like_line, transcript
from ctxlab.formats.claude_code.reading import Reading
from ctxlab.formats.protocol import Document
from ctxlab.formats.requests import Ranges
from ctxlab.formats.values import is_object
from ctxlab.model.items import Source
from ctxlab.model.session import Session

_VOTES = 20
_SURE = 0.95


class ClaudeCodeReader:
    """JSON lines of Claude Code: the main conversation, or a sub-agent's own file."""

    name = "claude-code"
    title = "Claude Code transcript"
    experimental = False

    def sniff(self, document: Document) -> float:
        """The share of lines that have a transcript's envelope, among the first objects."""
        objects = list(islice((one.value for one in document.records if is_object(one.value)), _VOTES))
        like = sum(looks_like_line(value) for value in objects)
        return _SURE * like / len(objects) if like else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """The one session of the file; raises FormatError where no line is one of a transcript."""
        if not any(looks_like_line(record.value) for record in document.records):
            raise FormatError("no line is one of a Claude Code transcript", where=Where(document.file))
        return (_session(document, self.name),)


def _session(document: Document, name: str) -> Session:
    """The session of the main file, behind which the items of its sub-agents' files stand."""
    found = transcript(document)
    build = SessionBuilder(document, name, wire="anthropic")
    main = Reading(found, build)
    main.add()
    owners: dict[str, tuple[Reading, str]] = {}
    for one in (main, *joined(document, main)):
        owners |= {chain: (one, own) for chain, own in one.chains.items()}

    def live(chain: str, end: int, _before: Ranges) -> Ranges:
        reading, own = owners.get(chain, (main, chain))
        return reading.live(own, end)

    session = build.finish(
        live=live,
        title=found.title,
        model=main.model,
        unknown=(Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS),
        branching=True,
    )
    return replace(session, diagnostics=(*main.notes, *session.diagnostics))
