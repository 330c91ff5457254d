"""A trial with a model in words: what it asks for, what it would cost, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from ctxlab.gui.models.sending import Sending, sending_words
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.text import dotted
from ctxlab.model.trial import AbResult, Rate, Trial

translate = QCoreApplication.translate

#: Fewer sessions than this that differ cannot show a difference at 0.05.
ENOUGH = 6
#: Answers that are listed; the command line writes all of them.
LISTED = 200
#: So often at most each context is tried.
MOST_TIMES = 100
_ARMS = ("A", "B")


class Breach(StrEnum):
    """By what an answer can break what is asked for."""

    NOTHING = "nothing"
    REGEX = "regex"
    PATH = "path"
    BOUND = "bound"


@dataclass(frozen=True, slots=True)
class TrialForm:
    """What a person entered. `against` is the key of the first arm, `everywhere` means all open sessions."""

    against: str
    everywhere: bool
    expect: str
    breach: Breach
    broken_by: str
    times: int


def cost_words(sessions: int, sending: Sending) -> str:
    """What would be sent, in a line."""
    many = translate("Trial", "{0} sessions").format(f"{sessions:,}")
    return dotted([translate("Trial", "1 session") if sessions == 1 else many, *sending_words(sending)])


def rate_words(rate: Rate) -> str:
    """How often an arm held, with the interval: `3 of 5 · 60 % (23 to 88 %)`."""
    if rate.share is None:
        return translate("Trial", "nothing could be judged")
    held = translate("Trial", "{0} of {1} hold").format(rate.holds, rate.judged)
    shares = [round(100 * one) for one in (rate.share, rate.low, rate.high)]
    share = translate("Trial", "{0} % ({1} to {2} %)").format(*shares)
    failed = translate("Trial", "{0} failed").format(rate.failed) if rate.failed else ""
    return dotted([held, share, failed])


def paired_words(result: AbResult, times: int) -> str:
    """What the paired test says, and what it cannot say, a line each."""
    if result.p is None:
        return translate("Trial", "No session was judged under both, so that nothing can be compared.")
    both = sum(all(case.judged) for case in result.cases)
    same = both - result.better - result.worse
    counts = translate("Trial", "By session B is better in {0}, worse in {1}, alike in {2}.")
    said = [counts.format(result.better, result.worse, same), _verdict(result)]
    if result.better + result.worse < ENOUGH:
        said.append(
            translate("Trial", "Fewer than {0} sessions differ: p cannot fall below 0.05.").format(ENOUGH)
        )
    if times > 1:
        said.append(translate("Trial", "Trials of one session are alike: intervals hold for these alone."))
    return "\n".join(said)


def used_words(result: AbResult) -> str:
    """What it took."""
    return translate("Trial", "{0} tokens there, {1} back").format(
        f"{result.tokens_in:,}", f"{result.tokens_out:,}"
    )


def result_rows(result: AbResult) -> list[TextRow]:
    """A line a session, then the answers that broke it and the calls that failed."""
    rows = [
        TextRow(
            f"case {at}",
            translate("Trial", "session"),
            case.title,
            Sign.NEUTRAL,
            note=dotted(
                f"{letter} {held}/{of}"
                for letter, held, of in zip(_ARMS, case.holds, case.judged, strict=True)
            ),
        )
        for at, case in enumerate(result.cases)
    ]
    told = [trial for trial in result.trials if trial.holds is not True]
    return rows + [_row(at, trial, result) for at, trial in enumerate(_in_order(told)[:LISTED])]


def _verdict(result: AbResult) -> str:
    p = result.p or 0.0
    chance = translate("Trial", "Were both alike, chance would differ as much in {0} % of cases (p = {1}).")
    return chance.format(f"{100 * p:.3g}", f"{p:.3g}")


def _in_order(trials: Sequence[Trial]) -> list[Trial]:
    """Those that broke it before those that failed, B before A."""
    return sorted(trials, key=lambda one: (one.holds is None, -one.arm, one.case))


def _row(at: int, trial: Trial, result: AbResult) -> TextRow:
    failed = trial.holds is None
    pill = translate("Trial", "failed") if failed else translate("Trial", "breaks it")
    words = trial.words or translate("Trial", "an empty answer")
    return TextRow(
        f"trial {at}",
        pill,
        words,
        Sign.WARNING if failed else Sign.BAD,
        note=result.cases[trial.case].title if len(result.cases) > 1 else "",
        lead=_ARMS[trial.arm],
    )
