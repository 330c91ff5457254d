"""The extractive summariser's core: picks whole sentences, in a fixed order of worth, until a limit is full.

Order: sentences with hard demands, then sentences with numbers, then central ones. Within the first two,
newer items come before older ones and a text's sentences in their order; central ones are taken in rounds,
the best of each item, newest items first, then the second best. So a walk can stop as soon as the limit is
full. What was picked is put out in the order of the source. All of it follows from the texts and the limit
alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from ctxlab.text.analysis import Analysis
from ctxlab.text.sentences import is_cjk
from ctxlab.tokens.protocols import Counter

#: Below this many tokens no summary is worth its place.
LEAST = 32
#: With less room than this nothing more is tried.
_NEARLY_FULL = 6
#: So many sentences of one tier in a row that do not fit end the tier.
_MISSES = 24
#: So many sentences of one tier are tried at most beyond those taken, so that repeated words end it too.
_TRIES = 256
#: So many texts are remembered before all are forgotten.
_MOST_TEXTS = 100_000
_TIERS = 3
_COUNTS = tuple(map(attrgetter, ("demand_count", "number_count", "count")))


@dataclass(frozen=True, slots=True)
class Extract:
    """A summary's text, its tokens, and how many sentences it leaves out.

    `demands` and `numbers` of them held a hard demand, or a number and no demand; `sentences` are all left
    out.
    """

    text: str
    tokens: int
    demands: int
    numbers: int
    sentences: int


class Extractor:
    """Extracts, and remembers what it found out about each text."""

    def __init__(self) -> None:
        self._known: dict[str, Analysis] = {}

    def warm(self, texts: Iterable[str]) -> None:
        """Analyses texts ahead of time, so that extracts over them come at once."""
        for text in texts:
            self.analysis(text)

    def analysis(self, text: str) -> Analysis:
        """What is known of a text, found out when first asked for."""
        known = self._known.get(text)
        if known is None:
            if len(self._known) >= _MOST_TEXTS:
                self._known.clear()
            known = self._known[text] = Analysis(text)
        return known

    def extract(self, texts: Sequence[tuple[str, str]], limit: int, counter: Counter) -> Extract | None:
        """An extract of (role, text) pairs, oldest first, in at most `limit` tokens.

        Each item's sentences stand on a line behind its role; an empty role gives no mark. The extract
        counts no more than its source.

        Returns:
            None if the limit is under 32 tokens or no sentence fits.
        """
        if limit < LEAST:
            return None
        known = self._known
        try:
            items = [known[text] for _, text in texts]
        except KeyError:
            items = [self.analysis(text) for _, text in texts]
        pick = _Pick(items, texts, counter, limit)
        best = pick.run()
        # Where nearly all is in the extract, the marks of roles could make it longer than its source.
        if best is not None and best.sentences > _MISSES + len(pick.chosen):
            return best
        source = sum(counter.count(text) for _, text in texts)
        if best is not None and best.tokens <= source:
            return best
        return _Pick(items, texts, counter, min(limit, source), plain=True).run()


class _Pick:
    """One walk over the tiers. A `plain` extract of several items has neither marks of roles nor lines."""

    def __init__(
        self,
        items: Sequence[Analysis],
        texts: Sequence[tuple[str, str]],
        counter: Counter,
        limit: int,
        *,
        plain: bool = False,
    ) -> None:
        self.items = items
        self.texts = texts
        self.counter = counter
        self.limit = limit
        self.plain = plain
        self.room = limit
        self.chosen: dict[int, list[int]] = {}
        self.order: list[tuple[int, int, int]] = []
        self.said: set[str] = set()
        self.again = [0] * _TIERS
        self.marks: dict[str, int] = {}

    def run(self) -> Extract | None:
        """Walks the tiers, then drops the least worthy until the joined text fits."""
        for tier, walk in enumerate((self._with_demands(), self._with_numbers(), self._central())):
            misses = tries = 0
            for item, index in walk:
                if (self.order and self.room < _NEARLY_FULL) or misses >= _MISSES or tries >= _TRIES:
                    break
                if self._take(tier, item, index):
                    misses = 0
                else:
                    misses += 1
                    tries += 1
        while self.order:
            text = self._joined()
            tokens = self.counter.count(text)
            if tokens <= self.limit:
                return self._made(text, tokens)
            _, item, index = self.order.pop()
            self.chosen[item].remove(index)
        return None

    def _with_demands(self) -> Iterator[tuple[int, int]]:
        items = self.items
        for item in range(len(items) - 1, -1, -1):
            for index in items[item].demands:
                yield item, index

    def _with_numbers(self) -> Iterator[tuple[int, int]]:
        items = self.items
        for item in range(len(items) - 1, -1, -1):
            for index in items[item].numbers:
                yield item, index

    def _central(self) -> Iterator[tuple[int, int]]:
        left: Sequence[int] = range(len(self.items) - 1, -1, -1)
        turn = 0
        while left:
            for item in left:
                if len(self.items[item].rest) > turn:
                    yield item, self.items[item].central()[turn]
            turn += 1
            left = [item for item in left if len(self.items[item].rest) > turn]

    def _take(self, tier: int, item: int, index: int) -> bool:
        analysis = self.items[item]
        sentence = analysis.sentence(index)
        if sentence in self.said:
            self.again[tier] += 1
            return False
        cost = analysis.tokens(index, self.counter) + (0 if self.plain else 1)
        if item not in self.chosen:
            cost += self._mark(self._role(item))
        if cost > self.room:
            return False
        self.room -= cost
        self.said.add(sentence)
        self.chosen.setdefault(item, []).append(index)
        self.order.append((tier, item, index))
        return True

    def _role(self, item: int) -> str:
        return "" if self.plain else self.texts[item][0]

    def _mark(self, role: str) -> int:
        known = self.marks.get(role)
        if known is None:
            known = self.marks[role] = self.counter.count(f"{role}: ") if role else 0
        return known

    def _joined(self) -> str:
        lines: list[str] = []
        for item in sorted(self.chosen):
            indices = sorted(self.chosen[item])
            if indices:
                role = self._role(item)
                mark = f"{role}: " if role else ""
                lines.append(mark + _joined(self.items[item], indices, one_line=bool(mark)))
        if not self.plain:
            return "\n".join(lines)
        # As short as can be, since it must not be longer than its source: no token between Chinese sentences.
        text = ""
        for line in lines:
            text += line if not text or (is_cjk(text[-1]) and is_cjk(line[0])) else f" {line}"
        return text

    def _made(self, text: str, tokens: int) -> Extract:
        taken = list(self.again)
        for tier, _, _ in self.order:
            taken[tier] += 1
        demands, numbers, every = (sum(map(count, self.items)) for count in _COUNTS)
        return Extract(text, tokens, demands - taken[0], numbers - taken[1], every - sum(taken))


def _joined(analysis: Analysis, indices: Sequence[int], *, one_line: bool) -> str:
    """Sentences of one text, joined as they stood: by a line end, a blank, or nothing in Chinese."""
    parts: list[str] = []
    for place, index in enumerate(indices):
        start, end = analysis.spans[index]
        if place:
            before = analysis.spans[indices[place - 1]][1]
            gap = analysis.text[before:start]
            if "\n" in gap and not one_line:
                parts.append("\n")
            elif gap and not (is_cjk(analysis.text[before - 1]) and is_cjk(analysis.text[start])):
                parts.append(" ")
        parts.append(analysis.text[start:end])
    joined = "".join(parts)
    return " ".join(joined.split("\n")) if one_line and "\n" in joined else joined
