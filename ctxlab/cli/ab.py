"""The outcome of an A/B in a terminal, and as JSON."""

from __future__ import annotations

from typing import Any

from ctxlab.cli.render import number, shortened, table
from ctxlab.cli.words import word
from ctxlab.model.trial import AbResult, Rate

SCHEMA = "ctxlab.ab/1"

#: Fewer sessions than this that differ cannot show a difference at 0.05 (`analysis.paired`).
_ENOUGH = 6

#: Sessions and broken answers that are listed; --json has all.
_LISTED = 40


def ab_lines(result: AbResult, times: int, language: str) -> list[str]:
    """A line an arm with its rate, the paired test, then the sessions."""
    head = (
        word(language, "ab_arm"),
        word(language, "ab_holds"),
        word(language, "ab_share"),
        word(language, "ab_interval"),
        word(language, "ab_failed"),
    )
    lines = table([head, *(_rate_row(rate) for rate in result.rates)], right=(1, 2, 3, 4))
    lines += _test(result, language)
    if times > 1:
        lines.append(word(language, "ab_alike"))
    rows = [(word(language, "ab_case"), *(rate.arm for rate in result.rates))]
    rows += [
        (case.title, *(f"{held}/{of}" for held, of in zip(case.holds, case.judged, strict=True)))
        for case in result.cases[:_LISTED]
    ]
    lines += ["", *table(rows, right=(1, 2))]
    used = {"there": number(result.tokens_in), "back": number(result.tokens_out)}
    return [*lines, "", word(language, "ab_used", **used)]


def ab_json(result: AbResult, times: int) -> dict[str, Any]:
    """The document of schema `ctxlab.ab/1`, with every answer."""
    return {
        "schema": SCHEMA,
        "times": times,
        "arms": [
            {
                "name": rate.arm,
                "holds": rate.holds,
                "judged": rate.judged,
                "failed": rate.failed,
                "share": rate.share,
                "low": rate.low,
                "high": rate.high,
            }
            for rate in result.rates
        ],
        "p": result.p,
        "better": result.better,
        "worse": result.worse,
        "sessions": [
            {"title": case.title, "holds": list(case.holds), "judged": list(case.judged)}
            for case in result.cases
        ],
        "trials": [
            {
                "session": result.cases[trial.case].title,
                "arm": result.rates[trial.arm].arm,
                "holds": trial.holds,
                "breaks": trial.breaks,
                "answer": trial.words,
            }
            for trial in result.trials
        ],
        "tokens": {"in": result.tokens_in, "out": result.tokens_out},
    }


def _rate_row(rate: Rate) -> tuple[str, ...]:
    share = "–" if rate.share is None else f"{rate.share:.2f}"
    between = "–" if rate.share is None else f"{rate.low:.2f}-{rate.high:.2f}"
    failed = number(rate.failed) if rate.failed else "–"
    return (rate.arm, f"{rate.holds}/{rate.judged}", share, between, failed)


def _test(result: AbResult, language: str) -> list[str]:
    if result.p is None:
        return [word(language, "ab_unpaired")]
    both = sum(all(case.judged) for case in result.cases)
    differ = result.better + result.worse
    lines = [
        word(
            language,
            "ab_paired",
            better=result.better,
            worse=result.worse,
            same=both - differ,
            second=result.rates[1].arm,
            p=f"{result.p:.3g}",
        )
    ]
    if differ < _ENOUGH:
        lines.append(word(language, "ab_few"))
    for trial in result.trials:
        if trial.holds is False and trial.arm == 1 and len(lines) < _LISTED:
            title = result.cases[trial.case].title
            key = "ab_breaks" if trial.breaks else "ab_lacks"
            lines.append(f"  {title} · " + word(language, key, words=shortened(trial.words)))
    return lines
