"""Constraints that a model finds where rules found none: which texts are asked about, and what is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ctxlab.analysis.rules_files import speakers
from ctxlab.errors import ModelError
from ctxlab.llm.client import Client, nobody
from ctxlab.llm.constraint_list import (
    ANSWER_TOKENS,
    QUESTION_TOKENS,
    Doubted,
    Text,
    question,
    read_answer,
)
from ctxlab.llm.endpoint import Endpoint, Estimate, estimate
from ctxlab.llm.replies import Reply
from ctxlab.model.constraint import Stated
from ctxlab.model.marks import ConstraintMark, Marks
from ctxlab.model.session import Session
from ctxlab.stages.protocol import never
from ctxlab.tokens.protocols import Counter

#: Tokens of the texts of one call; a longer text is asked about alone.
_CALL_TOKENS = 3_000
#: A longer text (code points) is a document rather than something said, and is not sent.
_LONGEST = 40_000


@dataclass(frozen=True, slots=True)
class ModelQuestion:
    """What a model would be asked about a session: its calls, and what they come to at most, as a rule.

    `known` are the places of what rules or marks say of constraints already: item, start and end. `left_out`
    are items that are documents rather than something said: they are too long to be asked about.
    """

    calls: tuple[tuple[Text, ...], ...]
    estimate: Estimate
    known: frozenset[tuple[str, int, int]] = frozenset()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What came of it.

    `marks` are constraints in places where neither rules nor marks had any. `known` counts those that were
    known, `doubted` what is not believed. `failed` are calls that gave nothing.
    """

    marks: tuple[ConstraintMark, ...]
    known: int
    doubted: tuple[Doubted, ...]
    failed: tuple[ModelError, ...]
    tokens_in: int
    tokens_out: int


def model_question(
    session: Session, marks: Marks, stated: Sequence[Stated], endpoint: Endpoint, counter: Counter
) -> ModelQuestion:
    """Which texts a model is asked about: those in which rules look for constraints, each once.

    `stated` are the constraints of the session under these marks.
    """
    stating = tuple(_texts(session, marks))
    texts = tuple(one for one in stating if len(one.text) <= _LONGEST)
    left_out = tuple(one.item for one in stating if len(one.text) > _LONGEST)
    calls = tuple(_batches(texts, counter))
    there = sum(counter.count(one.text) for one in texts) + QUESTION_TOKENS * len(calls)
    # what the user rejected is known, too
    known = {(one.item, one.start, one.end) for one in marks.constraints}
    known |= {(one.item, one.constraint.start, one.constraint.end) for one in stated}
    asked = estimate(endpoint, len(calls), there, ANSWER_TOKENS * len(texts))
    return ModelQuestion(calls, asked, frozenset(known), left_out)


def ask_model(
    asked: ModelQuestion,
    endpoint: Endpoint,
    *,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[int], None] = nobody,
) -> ModelAnswer:
    """Asks the model; a call that fails takes nothing from the others.

    `progress` is told how many calls are done, on the thread of this call.

    Raises:
        ModelError: All calls failed; it is the first error.
        CancelledError: `cancelled` said so.
    """
    chats = [question(texts) for texts in asked.calls]
    answers = Client(endpoint).ask_all(chats, cancelled, progress)
    replies = [_read(answer, texts) for answer, texts in zip(answers, asked.calls, strict=True)]
    failed = tuple(one.error for one in replies if one.error is not None)
    if failed and len(failed) == len(replies):
        raise failed[0]
    found = [mark for one in replies for mark in one.found]
    new = [mark for mark in found if not any(mark.touches(*place) for place in asked.known)]
    return ModelAnswer(
        tuple(new),
        len(found) - len(new),
        tuple(doubt for one in replies for doubt in one.doubted),
        failed,
        sum(one.tokens_in for one in replies),
        sum(one.tokens_out for one in replies),
    )


@dataclass(frozen=True, slots=True)
class _Taken:
    found: Sequence[ConstraintMark] = ()
    doubted: Sequence[Doubted] = ()
    error: ModelError | None = None
    tokens_in: int = 0
    tokens_out: int = 0


def _read(answer: Reply | ModelError, texts: tuple[Text, ...]) -> _Taken:
    if isinstance(answer, ModelError):
        return _Taken(error=answer)
    tokens = (answer.tokens_in or 0, answer.tokens_out or 0)
    try:
        found, doubted = read_answer(answer.text, texts)
    except ModelError as error:
        return _Taken((), (), error, *tokens)
    return _Taken(found, doubted, None, *tokens)


def _texts(session: Session, marks: Marks) -> Iterator[Text]:
    """The texts that may state constraints; one that is said twice is asked about where it is said first."""
    said: set[str] = set()
    for position in speakers(session, marks):
        item = session.items[position]
        text = item.text
        if text.strip() and text not in said:
            said.add(text)
            yield Text(item.id, text)


def _batches(texts: Sequence[Text], counter: Counter) -> Iterator[tuple[Text, ...]]:
    batch: list[Text] = []
    held = 0
    for one in texts:
        tokens = counter.count(one.text)
        if batch and held + tokens > _CALL_TOKENS:
            yield tuple(batch)
            batch, held = [], 0
        batch.append(one)
        held += tokens
    if batch:
        yield tuple(batch)
