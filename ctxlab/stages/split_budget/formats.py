"""How hits and results of one gather stand in the published prompt, each found out once."""

from __future__ import annotations

from dataclasses import dataclass, field

from ctxlab.model.decision import Fate, Numbers, Reason
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.stages.kept import counted_by, kept_with
from ctxlab.stages.protocol import Gathered
from ctxlab.stages.split_budget.failures import known_failures
from ctxlab.stages.split_budget.rag import entry_of
from ctxlab.stages.split_budget.texts import special_token
from ctxlab.stages.split_budget.tools import Shown, shown
from ctxlab.tokens.protocols import Counter


@dataclass(frozen=True, slots=True)
class Formatted:
    """An item as the published code formats it.

    `text` is None where that is the recorded text; `charge` counts the head of a hit, too. `token` is the
    special token on which the published count fails, or empty.
    """

    text: str | None
    tokens: int
    charge: int
    fate: Fate
    reason: Reason
    numbers: Numbers = ()
    cuts: tuple[tuple[int, int], ...] = ()
    token: str = ""
    notices: tuple[Diagnostic, ...] = ()


@dataclass(eq=False)
class Formats:
    """The formatted items of a gather by position; None is one on which the published code fails."""

    given: Gathered
    per_item: int | None
    counter: Counter
    _docs: dict[int, Formatted | None] = field(default_factory=dict[int, Formatted | None])
    _results: dict[int, Formatted | None] = field(default_factory=dict[int, Formatted | None])

    def doc(self, position: int) -> Formatted | None:
        """A hit: its text without noise."""
        if position not in self._docs:
            self._docs[position] = self._doc(position)
        return self._docs[position]

    def result(self, position: int) -> Formatted | None:
        """A tool's result: its fields, or its JSON as far as it goes."""
        if position not in self._results:
            self._results[position] = self._result(position)
        return self._results[position]

    def _doc(self, position: int) -> Formatted | None:
        pool = self.given.pool
        item = pool.items[position]
        session = self.given.snapshot.session
        entry = None if item.id in known_failures(session) else entry_of(item, session.form)
        if entry is None:
            return None
        token = special_token(entry.text)
        charge = self.counter.count(entry.text)
        if entry.reduction.text == item.text:
            return Formatted(None, pool.tokens[position], charge, Fate.KEPT, Reason.FITS, token=token)
        tokens = self.counter.count(entry.reduction.text)
        numbers = (("need", pool.tokens[position]),)
        left = entry.reduction
        reason = Reason.NOISE_REMOVED
        return Formatted(left.text, tokens, charge, Fate.TRUNCATED, reason, numbers, left.cuts, token)

    def _result(self, position: int) -> Formatted | None:
        pool = self.given.pool
        item = pool.items[position]
        found = shown(item, self.given.snapshot.session.form, self.per_item, self.counter)
        if found is None:
            return None
        token = found.token
        if found.reason is None:
            tokens = pool.tokens[position]
            return Formatted(None, tokens, tokens, Fate.KEPT, Reason.FITS, token=token)
        tokens = self.counter.count(found.text)
        cut = found.reason is Reason.CUT_TO_ITEM_LIMIT
        return Formatted(
            found.text,
            tokens,
            tokens,
            Fate.KEPT if found.reason is Reason.TEXT_ALTERED else Fate.TRUNCATED,
            found.reason,
            _numbers(found, pool.tokens[position], self.per_item or 0),
            ((found.kept, len(item.text)),) if cut and found.same else (),
            token,
            tuple(self._notices(item.id, found)),
        )

    def _notices(self, item: str, found: Shown) -> list[Diagnostic]:
        """What is made of a result without a word."""
        notices: list[Diagnostic] = []
        if found.filled:
            notices.append(Diagnostic("fields_filled", item, (("count", found.filled),)))
        listed = found.reason is Reason.FIELDS_PROJECTED
        if listed and self.per_item is not None and found.need > self.per_item:
            numbers = (("limit", self.per_item), ("need", found.need))
            notices.append(Diagnostic("item_limit_not_read", item, numbers))
        if found.kept > 0 and found.text[found.kept - 1] == "\ufffd":
            notices.append(Diagnostic("character_split", item))
        return notices


def _numbers(found: Shown, held: int, limit: int) -> Numbers:
    """What the reason of a result tells; `held` are the tokens of the recorded one."""
    if found.reason is Reason.CUT_TO_ITEM_LIMIT:
        return (("limit", limit), ("need", found.need))
    if found.reason is Reason.FIELDS_PROJECTED:
        return (("need", held), ("rows", found.rows), ("of", found.of))
    return ()


def formats_of(given: Gathered, per_item: int | None, counter: Counter) -> Formats:
    """The formats of a gather under one limit of an item; kept with it."""
    return kept_with(given, Formats, lambda: Formats(given, per_item, counter), per_item, counted_by(counter))
