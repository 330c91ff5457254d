"""One file of a Claude Code session on its way into the session: its main file, or a sub-agent's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.claude_code.content import Content, content_of
from ctxlab.formats.claude_code.lines import Line, Transcript
from ctxlab.formats.claude_code.live import LiveWalk
from ctxlab.formats.claude_code.tree import Tree
from ctxlab.formats.fields import extra_with, text_field
from ctxlab.formats.message_tree import ROOT
from ctxlab.formats.parts.anthropic import usage_of
from ctxlab.formats.requests import Ranges
from ctxlab.model.items import Place, Source
from ctxlab.model.making import maker

_place = maker(Place)
_NOWHERE = range(0)


class Reading:
    """One pass over one file. `positions` and `at` map lines to item positions and answers back to lines.

    Of a sub-agent's file `agent` names the side chain that all of it is, `file` the file itself, and `about`
    is what its first item bears.
    """

    def __init__(
        self,
        found: Transcript,
        build: SessionBuilder,
        *,
        agent: str = "",
        file: str = "",
        about: Mapping[str, Any] | None = None,
    ) -> None:
        self.lines = found.lines
        self.tree = Tree(self.lines)
        self.build = build
        self.items = build.items
        self.notes = sorted([*found.notes, *self.tree.notes], key=lambda note: note.line)
        self.agent = agent
        self.pointer = f"{file}#" if file else ""
        self.about = dict(about or {})
        self.positions: list[range] = []
        self.at: dict[int, int] = {}
        self.replies: dict[tuple[str, str], int] = {}
        self.walks: dict[str, LiveWalk] = {}
        self.tools: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self.model = ""
        self.previews: list[int] = []

    def add(self) -> None:
        """Adds all items, and says what each compaction replaced."""
        for index, line in enumerate(self.lines):
            self.positions.append(self._add(index, line))
        self._supersede()
        self._note_previews()

    @property
    def chains(self) -> dict[str, str]:
        """The session's names of the chains here, with those that they have in the file."""
        return {self._named(chain): chain for chain in self.tree.chain}

    def _named(self, chain: str) -> str:
        return "/".join(filter(None, (self.agent, chain)))

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
            self.build.note("content_missing", item=f"i{first + 1}", line=0 if self.agent else line.number)
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
            line = 0 if self.agent else first.place.line
            count = len(self.previews)
            self.build.note("results_previewed", item=first.id, severity="info", line=line, count=count)

    def _message(self, line: Line, content: Content, chain: str, into: int | None = None) -> int:
        if content.answer:
            self.model = text_field(line.message, "model") or self.model
        return self.build.add_message(
            content.role,
            content.groups,
            time=text_field(line.record, "timestamp"),
            place=_place(line.number, self.pointer),
            injected=content.injected,
            source=_source(line),
            extra=self._extra(content),
            chain=self._named(chain) if self.agent else chain,
            answer=content.answer,
            usage=usage_of(line.message.get("usage")) if content.answer else None,
            into=into,
        )

    def _extra(self, content: Content) -> str:
        about, self.about = self.about, {}
        return extra_with(content.extra, about) if about else content.extra

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

    def live(self, chain: str, end: int) -> Ranges:
        """What was live at a request of a chain of the file, which stands before that position."""
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
