"""What `check` prints over all sessions: the verdict, what is to be known beside it, what rows ask for."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ctxlab.analysis.row_stats import row_stats
from ctxlab.batch.gate_report import built_of_all, estimates
from ctxlab.cli.render import number, table
from ctxlab.cli.sizes import estimate_lines
from ctxlab.cli.words import word
from ctxlab.explain import gate as gate_words
from ctxlab.explain.gate_lines import finding_lines
from ctxlab.model.gate import FAILS, HOLDS, UNJUDGED, Code, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ctxlab.model.gate import GateFinding, GateReport, GateResult
    from ctxlab.model.row_stats import RowStats


def summary_lines(report: GateReport, language: str) -> list[str]:
    """The verdict on all of several sessions, and how many came to which."""
    if len(report.results) < 2:
        return []
    codes = Counter(one.code for one in report.results)
    told = word(
        language,
        "check_sum",
        count=len(report.results),
        holds=codes[HOLDS],
        fails=codes[FAILS],
        unjudged=codes[UNJUDGED],
    )
    return [f"{gate_words.code(report.code, language)} · {told}"]


def over_all_lines(report: GateReport, language: str) -> list[str]:
    """What fails over all sessions."""
    failing = [one for one in report.findings if one.severity is Severity.ERROR]
    return [line for one in failing for line in finding_lines(one, language)]


def remark_lines(report: GateReport, language: str) -> list[str]:
    """What is to be known beside the verdict: warnings, and estimates that were reckoned with."""
    warnings = [one for one in report.findings if one.severity is not Severity.ERROR]
    idle = [one for one in warnings if one.code is Code.CAP_IDLE]
    lines = [line for one in warnings if one not in idle for line in finding_lines(one, language)]
    if idle:
        lines.append(_idle_line(idle, language))
    return [*lines, *estimate_lines(estimates(report.results), language)]


def _idle_line(idle: Sequence[GateFinding], language: str) -> str:
    """All caps that bind in no session on one line, each with the most that is asked for."""
    told = (dict(one.numbers) for one in idle)
    rows = [f"{one['row']} {number(int(one['most']))}/{number(int(one['cap']))}" for one in told]
    return "! " + word(language, "caps_idle", rows=", ".join(dict.fromkeys(rows)), code=Code.CAP_IDLE.value)


def stats_json(report: GateReport) -> list[dict[str, Any]]:
    """What rows ask for over all sessions that were built."""
    return [
        {"row": one.row.value, "p50": one.p50, "p90": one.p90, "max": one.most, "sessions": one.sessions}
        for one in _stats(report.results)
    ]


def stats_lines(report: GateReport, language: str) -> list[str]:
    """The same as a table, without rows that nobody asks anything for."""
    rows = [(word(language, "row"), "p50", "p90", "max")]
    rows += [
        (one.row.value, number(one.p50), number(one.p90), number(one.most))
        for one in _stats(report.results)
        if one.most
    ]
    return table(rows, right=(1, 2, 3)) if len(rows) > 1 else []


def _stats(results: Sequence[GateResult]) -> tuple[RowStats, ...]:
    return row_stats([dict(built.demand) for built in built_of_all(results)])
