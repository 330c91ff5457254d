"""Whatever models answered: books balance, a summary is safe or not there at all, memory is sound."""

from __future__ import annotations

from collections.abc import Sequence

from helpers.any_session import sessions
from helpers.check_trace import check_trace
from helpers.shelves import Answering, shelf_engine, stored
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.engine.summaries import SummaryMemory
from ctxlab.model.decision import Fate, Reason
from ctxlab.model.items import Row
from ctxlab.model.profile import (
    ItemAction,
    Missing,
    Order,
    Overflow,
    Profile,
    RowBudget,
    SummarizeSettings,
    Window,
)
from ctxlab.model.session import Session
from ctxlab.model.summary import SummaryAsk
from ctxlab.model.trace import Trace
from ctxlab.stages.summarize.shelves import Missing as MissingShelf
from ctxlab.text.facts import Lost, lost

#: What a model may answer: nothing, little, what is too long, the beginning, all, an invented figure.
ANSWERS = ("none", "little", "long", "begin", "all", "figure", "good", "good")
#: What sessions of these tests say again and again.
GOOD = (
    "hotel rooms. do not book! no more than 5 的 住宿 不要 red-eye flights; path/to/file you must never pay "
    "3,000 for hotel rooms."
)


def answer(kind: str, ask: SummaryAsk) -> str | None:
    words = " ".join(text for _, text in ask.texts).split()
    return {
        "none": None,
        "little": "They talk.",
        "long": " ".join(words * 3 + ["more"] * ask.limit),
        "begin": " ".join(words[: ask.limit // 2]) or None,
        "all": " ".join(words) or None,
        "figure": "It costs 987 yuan.",
        "good": GOOD,
    }[kind]


def shelf_of(kinds: Sequence[str]) -> Answering:
    return Answering(lambda ask: answer(kinds[int(ask.key, 16) % len(kinds)], ask))


PROFILES = st.builds(
    lambda cap, per_item, missing, most, size: Profile(
        window=Window(size=size),
        budget=(
            (Row.RECENT, RowBudget(rounds=0)),
            (Row.HISTORY, RowBudget(cap=cap, overflow=Overflow.COMPRESS, order=Order.NEWEST)),
            (Row.TOOL_RESULT, RowBudget(per_item=per_item, per_item_action=ItemAction.COMPRESS)),
            (Row.RETRIEVED_DOC, RowBudget(per_item=per_item, per_item_action=ItemAction.COMPRESS)),
        ),
        summarize=SummarizeSettings(strategy="model", max_tokens=most, missing=missing),
    ),
    st.sampled_from([40, 60, 100]),
    st.sampled_from([None, 34, 40]),
    st.sampled_from(Missing),
    st.sampled_from([33, 40, 60]),
    st.sampled_from([None, 200, 400]),
)


@settings(max_examples=250)
@given(sessions(), PROFILES, st.lists(st.sampled_from(ANSWERS), min_size=1, max_size=4))
def test_the_books_balance_whatever_models_answered(
    session: Session, profile: Profile, kinds: list[str]
) -> None:
    trace = shelf_engine(shelf_of(kinds)).run(session.at(), profile)
    check_trace(trace)
    for position in trace.order():
        outcome = trace.outcome(position)
        if outcome.reason is not Reason.SUMMARISED or outcome.fate is Fate.MERGED:
            continue
        told = dict(outcome.numbers)
        assert outcome.tokens <= told["limit"]
        if "stand_in" in told:
            # no model's: what it leaves out is counted, as ever
            continue
        if profile.summarize.missing is Missing.REFUSE:
            assert (told["left_demands"], told["left_numbers"], told["altered"]) == (0, 0, 0)
        if profile.summarize.missing is not Missing.SHOW:
            assert told["altered"] == 0
            sources = [trace.item(one).text for one in trace.derived_from(position) or (position,)]
            assert lost([text for text in sources if text.strip()], _said(trace, position)) == Lost()


def _said(trace: Trace, position: int) -> str:
    altered = trace.altered.get(position)
    text = altered.text if altered is not None else trace.item(position).text
    return text.removeprefix("[Compressed] ")


@settings(max_examples=80)
@given(sessions(), PROFILES, st.lists(st.sampled_from(ANSWERS), min_size=2, max_size=4))
def test_answers_that_come_between_runs_give_what_a_cold_run_gives(
    session: Session, profile: Profile, kinds: list[str]
) -> None:
    memory = SummaryMemory()
    engine = shelf_engine(memory)
    snapshot = session.at()
    for kind in kinds:
        warm = engine.run(snapshot, profile)
        assert warm.to_json() == shelf_engine(memory).run(snapshot, profile).to_json()
        missing = MissingShelf(memory)
        engine.looking_in(missing).run(snapshot, profile)
        texts = [(ask, answer(kind, ask)) for ask in missing.asks]
        memory.add([stored(ask, text) for ask, text in texts if text is not None])
