"""What a report is about, and how things of the session are called and found in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from ctxlab import explain
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import ProfileError
from ctxlab.explain import report as words
from ctxlab.explain.roles import role
from ctxlab.model.cause import Diagnosis
from ctxlab.model.diff import ContextDiff, TextSpan
from ctxlab.model.items import Item, Source
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.matrix import Matrix
from ctxlab.model.profile import Profile
from ctxlab.model.report import Phrase
from ctxlab.model.rescue import Rescues
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.trace import Trace
from ctxlab.report.phrases import own, said
from ctxlab.text.match import Matcher

#: Ids that ctxlab gives; others are the file's own words.
_PLAIN_ID = re.compile(r"[A-Za-z]{0,8}\d{1,9}(?:~[a-z]+)?")
_SPEAKERS = (Source.USER_MESSAGE, Source.CONVERSATION, Source.TOOL_RESULT)


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Two contexts around the loss: the diff, and the requests of its sides; None is without management."""

    diff: ContextDiff
    before: int | None
    after: int


@dataclass(frozen=True)
class Subject:
    """All that a report is made of.

    `trace` is the run at the request of `snapshot`, under `profile` and `marks`. `must_keep` is what the
    report is about, with its `diagnosis`; both are None where nothing is lost or asked for. `matrix`,
    `neighbours` and `rescues` are None where they were not made. `language` is `en` or `zh`.
    """

    snapshot: Snapshot
    profile: Profile
    marks: Marks
    trace: Trace
    language: str = "en"
    must_keep: MustKeep | None = None
    diagnosis: Diagnosis | None = None
    matrix: Matrix | None = None
    neighbours: Neighbours | None = None
    rescues: Rescues | None = None

    @property
    def session(self) -> Session:
        """The session."""
        return self.snapshot.session

    @property
    def recorded(self) -> bool:
        """Whether the context is the recorder's own, without any management."""
        return self.profile.name == "as-recorded"

    def word(self, key: str, **values: object) -> str:
        """A text of the report in its language."""
        return words.word(self.language, key, **values)

    def under(self) -> Phrase:
        """Under what the verdicts hold."""
        if self.recorded:
            return own(self.word("as_recorded"))
        before, _, after = self.word("under", profile="\0").partition("\0")
        return (*own(before), *said(self.profile.name), *own(after))

    def tokens(self, count: int) -> str:
        """A count of the run's, with `≈` before it where it is not exact."""
        return f"{count:,}" if self.trace.exact else f"≈{count:,}"

    def label(self, item_id: str) -> Phrase:
        """What to call an item: who speaks, the turn, and its id."""
        found = self._items.get(item_id.partition("~")[0])
        name = own(item_id) if _PLAIN_ID.fullmatch(item_id) else said(item_id)
        if found is None:
            return name
        position = self.trace.position(item_id)
        source = found.source if position is None else self.trace.source(position)
        who = self._speaker(found, source)
        key = "speaker" if source is None or source in _SPEAKERS else "named"
        before, middle, end = re.split(
            "[\0\1]", self.word(key, who="\0", turn=self.turn(found.id), item="\1")
        )
        return (*own(before), *who, *own(middle), *name, *own(end))

    def turn(self, item_id: str) -> int:
        """The turn of an item, 0 before the first and where it is not known."""
        position = self.trace.position(item_id)
        return self._turns.get(item_id, 0) if position is None else self.trace.turn(position)

    def _speaker(self, item: Item, source: Source | None) -> Phrase:
        tool = next((part.name for part in item.parts if part.name), item.name)
        if source in (Source.TOOL_RESULT, Source.TOOL_SCHEMAS) and tool:
            return said(tool)
        if source is None or source in _SPEAKERS:
            named = role(item.role, self.language)
            return said(item.role) if named == item.role else own(named)
        return own(explain.source(source, self.language))

    @cached_property
    def _items(self) -> dict[str, Item]:
        return {item.id: item for item in self.session.items}

    @cached_property
    def _turns(self) -> dict[str, int]:
        """The turn of each item before a request of the chain: that of the first request after it."""
        turns: dict[str, int] = {}
        at = 0
        for request in self.session.chain(self.snapshot.request.chain):
            turns.update((item.id, request.turn) for item in self.session.items[at : request.end])
            at = max(at, request.end)
        return turns

    @cached_property
    def _wanted(self) -> tuple[MustKeep, ...]:
        """All must-keeps that the report names."""
        asked = {one.id: one for one in must_keeps(self.profile, self.marks)}
        for row in self.matrix.rows if self.matrix else ():
            asked.setdefault(row.must_keep, MustKeep(row.must_keep, text=row.label))
        if self.must_keep is not None:
            asked.setdefault(self.must_keep.id, self.must_keep)
        return tuple(asked.values())

    def must_keep_label(self, key: str) -> str:
        """What to show for a must-keep of that id; the id itself where it is not known."""
        return next((one.label for one in self._wanted if one.id == key), key)

    @cached_property
    def _matchers(self) -> tuple[tuple[str, Matcher], ...]:
        found: list[tuple[str, Matcher]] = []
        for one in self._wanted:
            if one.text or one.number or one.regex:
                try:
                    found.append((one.id, Matcher(one)))
                except ProfileError:
                    continue
        return tuple(found)

    def kept_in(self, text: str) -> tuple[TextSpan, ...]:
        """The words of must-keeps in a text."""
        return tuple(span for _, matcher in self._matchers for span in matcher.spans(text))

    def stated_in(self, text: str) -> tuple[TextSpan, ...]:
        """The words in a text that state what the report is about, or state it otherwise."""
        if self.must_keep is None:
            return ()
        key = self.must_keep.id
        spans = [span for name, matcher in self._matchers if name == key for span in matcher.spans(text)]
        if not spans and self.evidence is not None:
            whole, start, end = self.evidence
            at = text.find(whole[start:end])
            spans += [(at, at + end - start)] if at >= 0 else []
        return tuple(spans)

    @cached_property
    def evidence(self) -> tuple[str, int, int] | None:
        """The text in the context that states it, or states it otherwise, and the span of the words."""
        found = self.diagnosis
        position = self.trace.position(found.evidence_item) if found else None
        if found is None or position is None or found.survival.end <= found.survival.start:
            return None
        changed = self.trace.altered.get(position)
        text = self.trace.item(position).text if changed is None else changed.text
        return text, found.survival.start, found.survival.end
