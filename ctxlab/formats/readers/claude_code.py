"""Reader of Claude Code transcripts: one session a file, with its branches, side chains and compactions.

Items stand in file order. The pieces of one model reply are one message, that of the first piece, also where
tool results stand between them. System prompt and tool schemas are not in these files: they are unknown.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import islice

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.claude_code.content import Content, content_of
from ctxlab.formats.claude_code.lines import Line, looks_like_line, transcript
from ctxlab.formats.claude_code.live import LiveWalk
from ctxlab.formats.claude_code.tree import Tree
from ctxlab.formats.fields import text_field
from ctxlab.formats.message_tree import ROOT
from ctxlab.formats.parts.anthropic import usage_of
from ctxlab.formats.protocol import Document
from ctxlab.formats.requests import Ranges
from ctxlab.formats.values import is_object
from ctxlab.model.items import Place, Source
from ctxlab.model.making import maker
from ctxlab.model.session import Session

_place = maker(Place)
_VOTES = 20
_SURE = 0.95
_NOWHERE = range(0)


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
        return (_Reading(document, self.name).session(),)


class _Reading:
    """One pass over one file. `positions` and `at` map lines to item positions and answers back to lines."""

    def __init__(self, document: Document, name: str) -> None:
        found = transcript(document)
        self.title = found.title
        self.lines = found.lines
        self.tree = Tree(self.lines)
        self.build = SessionBuilder(document, name, wire="anthropic")
        self.items = self.build.items
        self.notes = sorted([*found.notes, *self.tree.notes], key=lambda note: note.line)
        self.positions: list[range] = []
        self.at: dict[int, int] = {}
        self.replies: dict[tuple[str, str], int] = {}
        self.walks: dict[str, LiveWalk] = {}
        self.tools: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self.model = ""
        self.previews: list[int] = []

    def session(self) -> Session:
        """Adds all items, then says what each compaction replaced and what was live at each request."""
        for index, line in enumerate(self.lines):
            self.positions.append(self._add(index, line))
        self._supersede()
        self._note_previews()
        session = self.build.finish(
            live=self._live,
            title=self.title,
            model=self.model,
            unknown=(Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS),
            branching=True,
        )
        return replace(session, diagnostics=(*self.notes, *session.diagnostics))

    def _add(self, index: int, line: Line) -> range:
        """Adds a line's items; gives the positions that the model saw."""
        chain = self.tree.chain[index]
        content = content_of(line, self.tools[chain])
        if content is None:
            return _NOWHERE
        first = len(self.items)
        self.at[first] = index
        if content.previewed:
            self.previews.append(first)
        if line.kind in ("user", "assistant") and "content" not in line.message:
            self.build.note("content_missing", item=f"i{first + 1}", line=line.number)
        if line.reply:
            key = (chain, line.reply)
            self.replies[key] = self._message(line, content, chain, self.replies.get(key))
        else:
            self._message(line, content, chain)
        return range(first, len(self.items)) if content.sent else _NOWHERE

    def _note_previews(self) -> None:
        """Says that results are not whole, as the model saw them: the rest is in files beside the session."""
        if self.previews:
            first = self.items[self.previews[0]]
            count = len(self.previews)
            self.build.note(
                "results_previewed", item=first.id, severity="info", line=first.place.line, count=count
            )

    def _message(self, line: Line, content: Content, chain: str, into: int | None = None) -> int:
        if content.answer:
            self.model = text_field(line.message, "model") or self.model
        return self.build.add_message(
            content.role,
            content.groups,
            time=text_field(line.record, "timestamp"),
            place=_place(line.number),
            injected=content.injected,
            source=_source(line),
            extra=content.extra,
            chain=chain,
            answer=content.answer,
            usage=usage_of(line.message.get("usage")) if content.answer else None,
            into=into,
        )

    def _supersede(self) -> None:
        """Items that a compaction replaced name its summary: what was live there, less what it preserved."""
        for index, line in enumerate(self.lines):
            if not line.is_summary or not self.positions[index]:
                continue
            parent = self.tree.parent[index]
            boundary = index if index in self.tree.stops else parent
            walk = LiveWalk(self.tree, self.positions)
            walk.ranges(self.tree.logical_parent(boundary), boundary, tail=True)
            kept = {one for line in self.tree.preserved(boundary) for one in self.positions[line]}
            self.build.supersede(
                (one for one in walk.positions() if one not in kept), self.positions[index][0]
            )

    def _live(self, chain: str, end: int, _before: Ranges) -> Ranges:
        walk = self.walks.get(chain) or self.walks.setdefault(chain, LiveWalk(self.tree, self.positions))
        line = self.at.get(end, ROOT)
        if line != ROOT and self.tree.chain[line] == chain:
            return walk.ranges(self.tree.parent[line], line)
        return walk.ranges(self._leaf(chain), len(self.lines), tail=True)

    def _leaf(self, chain: str) -> int:
        """The end of the live branch: the chain's last line of a user or the model, or else its last line."""
        own = [index for index in range(len(self.lines)) if self.tree.chain[index] == chain]
        spoken = [index for index in own if self.lines[index].kind in ("user", "assistant")]
        return next(iter(spoken[-1:] or own[-1:]), ROOT)


def _source(line: Line) -> Source | None:
    """A summary is one; what the program wrote is conversation; the rest follows from role and kind."""
    if line.is_summary:
        return Source.SUMMARY
    return Source.CONVERSATION if line.kind == "system" else None
