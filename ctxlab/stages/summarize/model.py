"""Summarize with what a model wrote before: a run takes summaries from a shelf and never calls anything."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ctxlab.model.items import Item, Source
from ctxlab.model.profile import Language, Missing, SummarizeSettings
from ctxlab.model.summary import SummaryAsk
from ctxlab.stages.kept import counted_by
from ctxlab.stages.protocol import Gathered, Selected, StageContext, Summarizer, Summary, SummaryShelf
from ctxlab.stages.summarize.condensing import CondensingSummarize, condense
from ctxlab.stages.summarize.instructions import WITH_TASK, instruction_of
from ctxlab.tokens.protocols import Counter

if TYPE_CHECKING:
    from ctxlab.text.facts import Lost

_HEADINGS = {Language.ENGLISH: "Key facts:", Language.CHINESE: "关键事实："}
_KEPT_CHECKS = 4096
#: Tokens of the shortest line with a fact.
_LEAST_LINE = 2

#: Why there is no summary: codes of diagnostics.
MISSING, UNSAFE, TOO_LONG = "summary_missing", "summary_unsafe", "summary_too_long"
#: Digits of a key that a diagnostic names.
SHORT_KEY = 12


class ModelSummarize(CondensingSummarize):
    """Takes a model's summaries that were asked for before, and checks each against its source.

    A summary that is not at hand, or not safe, says so. A large item is then cut as by a refusal; for several
    that were to become one, the summariser that needs no model stands in, so that they are not simply gone.
    """

    version = "1"
    idle: tuple[str, ...] = ()

    def __init__(self) -> None:
        super().__init__("model")
        self._checked: dict[Hashable, Summary] = {}

    def _summariser(self, given: Selected, context: StageContext) -> Summarizer:
        settings = context.profile.summarize
        return _Shelved(settings, context.summaries, task_of(given.gathered), self._checked)

    def _stand_in(
        self, texts: Sequence[tuple[str, str]], limit: int, context: StageContext
    ) -> Summary | None:
        offline, language = context.summarizer, context.profile.construct.language
        made = offline.merge(texts, limit, context.counter, language)
        return None if made is None else replace(made, noted=(("stand_in", offline.name),))

    def _condensed(
        self, item: Item, source: Source, limit: int, summarizer: Summarizer, context: StageContext
    ) -> Summary | None:
        # the shelf is looked at anew each time: what is on it may change
        return condense(
            item.text, source, limit, summarizer, context.counter, context.profile.construct.language
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Shelved:
    """A summariser that has only what is on a shelf. `checked` remembers what was found out about answers."""

    settings: SummarizeSettings
    shelf: SummaryShelf
    task: str
    checked: dict[Hashable, Summary]
    name: str = "model"
    version: str = "1"

    def condense(
        self, text: str, source: Source, limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """What a model made of a text of that source, or a refusal that says why."""
        task = self.task if source in WITH_TASK else ""
        return self._found((("", text),), source, limit, task, counter, language)

    def merge(
        self, texts: Sequence[tuple[str, str]], limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """What a model made of several messages, or a refusal that says why."""
        return self._found(tuple(texts), Source.SUMMARY, limit, "", counter, language)

    def _found(
        self,
        texts: tuple[tuple[str, str], ...],
        source: Source,
        limit: int,
        task: str,
        counter: Counter,
        language: Language,
    ) -> Summary:
        instruction = instruction_of(source, self.settings.instructions, language)
        ask = SummaryAsk(texts, instruction, limit, self.settings.model, language, task)
        stored = self.shelf.find(ask)
        short = ("key", ask.key[:SHORT_KEY])
        if stored is None:
            return Summary("", noted=(("missing", 1), short), refused=MISSING)
        key = (ask.key, stored.text, self.settings.missing, counted_by(counter))
        found = self.checked.get(key)
        if found is None:
            if len(self.checked) >= _KEPT_CHECKS:
                self.checked.pop(next(iter(self.checked)))
            found = self.checked[key] = made_safe(ask, stored.text, self.settings.missing, counter)
        return found


def made_safe(ask: SummaryAsk, text: str, missing: Missing, counter: Counter) -> Summary:
    """A model's text with the facts that it lost beneath it, or a refusal, as the profile has it.

    `left_out` counts what the model's own words lost. A text that says something otherwise than its source is
    refused unless all is only shown: facts beneath it would contradict it.
    """
    # with it comes all that judges survival, which a build without models' summaries does not need
    from ctxlab.text.facts import Lost, lost

    sources = [said for _, said in ask.texts]
    held = counter.count(text)
    if held > ask.limit or not _longer(sources, held, counter):
        return Summary("", noted=(("held", held),), refused=TOO_LONG)
    found = lost(sources, text, _most_missing(missing, ask.limit))
    left = (("demands", found.demands), ("numbers", found.figures))
    if missing is Missing.SHOW or found == Lost():
        return Summary(text, left, (("appended", 0), ("altered", found.altered)))
    if missing is Missing.APPEND and not found.altered:
        whole = f"{text}\n\n{_facts(found, ask)}"
        held = counter.count(whole)
        if held <= ask.limit and _longer(sources, held, counter):
            return Summary(whole, left, (("appended", len(found.sentences)), ("altered", 0)))
    unsafe = ("unsafe", found.demands + found.figures + found.altered)
    if found.altered:
        return Summary("", noted=(unsafe, ("altered", found.altered)), refused=UNSAFE)
    room = (("room", ask.limit),) if missing is Missing.APPEND else ()
    return Summary("", noted=(unsafe, *room), refused=UNSAFE)


def _longer(sources: Sequence[str], than: int, counter: Counter) -> bool:
    """Whether texts hold more than so many tokens together; no more of them are counted than that takes."""
    held = 0
    for source in sources:
        held += counter.count(source.strip())
        if held > than:
            return True
    return False


def _most_missing(missing: Missing, limit: int) -> int | None:
    """How many sentences may be missing before the rest does not matter any more."""
    if missing is Missing.SHOW:
        return None
    return 0 if missing is Missing.REFUSE else limit // _LEAST_LINE


def _facts(found: Lost, ask: SummaryAsk) -> str:
    """Sentences of the sources under a heading, word for word, each with who said it where that is known."""
    lines = [_HEADINGS[ask.language]]
    for at, sentence in found.sentences:
        role = ask.texts[at][0]
        lines.append(f"- {role}: {sentence}" if role else f"- {sentence}")
    return "\n".join(lines)


def task_of(gathered: Gathered) -> str:
    """What the user asks for at this request: the user's message, else the last that the user typed."""
    pool = gathered.pool
    for position in range(len(pool) - 1, -1, -1):
        if pool.source[position] is Source.USER_MESSAGE and pool.items[position].text.strip():
            return pool.items[position].text
    typed = (item.text for item in reversed(pool.items) if item.opens_turn and item.text.strip())
    return next(typed, "")
