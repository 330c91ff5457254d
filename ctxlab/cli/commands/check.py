"""`ctxlab check`: the gate for scripts and CI, over files, under a profile and beside a baseline."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.corpus import passed_over_json, tell_passed_over
from ctxlab.cli.options import (
    FILE,
    STDIN,
    Command,
    changed_by,
    choosing,
    chosen_profile,
    json_option,
    moment,
    open_lab,
    open_session,
    sessions_of,
)
from ctxlab.cli.output import check_output, save
from ctxlab.cli.render import note, say, say_json
from ctxlab.cli.state import Choices, State
from ctxlab.model.gate import NO_WIRE, GateReport, GateRules
from ctxlab.model.wire_view import MESSAGES

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ctxlab.batch.gate_baseline import Baseline
    from ctxlab.batch.gate_files import Picked
    from ctxlab.lab import Lab
    from ctxlab.model.gate import GateResult
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session, Snapshot


@dataclass(frozen=True, slots=True)
class _Forms:
    """How the answer is given."""

    stats: bool
    as_json: bool
    junit: Path | None
    summary: Path | None
    github: bool


@click.command("check", cls=Command)
@click.argument("files", nargs=-1, required=True, type=FILE)
@choosing()
@click.option(
    "--baseline",
    metavar="FILE|NAME",
    help="A profile, or the answer of an earlier check --json: only what it did better fails.",
)
@click.option(
    "--baseline-rev",
    metavar="REV",
    help="The baseline is the file of --profile as it was in this git revision.",
)
@click.option("--strict", is_flag=True, help="What the baseline did no better fails too.")
@click.option("--max-level", type=click.IntRange(min=0), help="The deepest level of degradation allowed.")
@click.option(
    "--max-growth",
    type=click.FloatRange(min=0),
    metavar="PERCENT",
    help="A context may have grown by so much against the baseline.",
)
@click.option(
    "--wire",
    type=click.Choice([*MESSAGES, NO_WIRE]),
    help="The API that has to take the request, by default that of the wire format it is built in.",
)
@click.option("--stats", is_flag=True, help="Also tell what each row asks for over all sessions, uncapped.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, help="Judge in so many processes.")
@click.option("--junit", type=FILE, help="Also write the answer to this file as JUnit XML.")
@click.option(
    "--github",
    is_flag=True,
    help="Also annotate the files for GitHub, and add a table to the summary of the job.",
)
@json_option
@click.pass_obj
def command(
    state: State,
    files: tuple[Path, ...],
    choices: Choices,
    baseline: str | None,
    baseline_rev: str | None,
    strict: bool,
    max_level: int | None,
    max_growth: float | None,
    wire: str | None,
    stats: bool,
    jobs: int,
    junit: Path | None,
    github: bool,
    as_json: bool,
) -> int:
    """Judge FILES: 0 holds, 1 does not hold, 2 cannot be judged.

    A build holds where all must-keeps of profile and session reach the context, it fits the limit, and an
    API takes its request. All sessions of a file are judged unless --session names one. Marks beside a named
    session are judged with it. Of a folder, all session files in it and below are judged; files of other
    kinds are passed over, and said. What cannot be read cannot be judged; one that fails decides.

    With a baseline a must-keep that it loses too is told and does not fail, and so for the limit, the level
    and mistakes in the request; --strict makes them fail. A session that the baseline does not have is judged
    by itself. Caps that bind in no session are warned of.
    """
    if max_growth is not None and not isfinite(max_growth):
        raise click.UsageError(f"--max-growth is a number of percent, not {max_growth}")
    rules = GateRules(max_level=max_level, max_growth=max_growth, wire=wire or "", strict=strict)
    forms = _Forms(stats, as_json, junit, _summary_file() if github else None, github)
    check_output(junit, (*files, choices.profile, baseline))
    if forms.summary is not None:
        # it is added to, which its folder need not allow otherwise
        forms.summary.open("a").close()
    with open_lab() as lab, _workers(jobs) as executor:
        if executor is not None and Path(STDIN) in files:
            raise click.UsageError("what comes in on stdin is judged by one process: leave out --jobs")
        known = _baseline(lab, choices, baseline, baseline_rev)
        if known is None and (strict or max_growth is not None):
            raise click.UsageError("--strict and --max-growth compare with a baseline: add --baseline")
        report = _judged(lab, files, choices, rules, known, executor, state.language, quiet=as_json)
    _answer(state, report, choices, forms)
    return report.code


def _judged(
    lab: Lab,
    files: tuple[Path, ...],
    choices: Choices,
    rules: GateRules,
    baseline: Baseline | None,
    executor: Executor | None,
    language: str,
    *,
    quiet: bool,
) -> GateReport:
    """The report on all files, of which each session is told as soon as it is judged."""
    from ctxlab.batch.gate_files import PassedOver, Task, gate
    from ctxlab.batch.gate_report import report_of
    from ctxlab.explain.gate_lines import session_lines

    # a profile with mistakes ends the command; a file that is broken does not
    profile = None if choices.profile is None else changed_by(lab.profile(choices.profile), choices)
    task = Task(partial(_pick, choices), partial(_moment, choices, profile), rules, baseline)
    results: list[GateResult] = []
    passed_over: list[str] = []
    advised: set[str] = set()
    for found in gate(files, task, lab, executor):
        if isinstance(found, PassedOver):
            passed_over += found.files
            continue
        results += found
        lines = [line for one in found for line in session_lines(one, language, advised)]
        for line in [] if quiet else lines:
            say(line)
    tell_passed_over(passed_over, language)
    return report_of(results, rules, tuple(passed_over))


def _answer(state: State, report: GateReport, choices: Choices, forms: _Forms) -> None:
    """What is said after the sessions, and the files that are written."""
    from ctxlab.batch.gate_json import gate_document
    from ctxlab.cli.gate import over_all_lines, remark_lines, stats_json, stats_lines, summary_lines

    language = state.language
    if forms.as_json:
        passed_over = passed_over_json(report.passed_over)
        document = gate_document(report, language)
        say_json({**document, "passed_over": passed_over, "stats": stats_json(report)})
    else:
        for line in (*over_all_lines(report, language), *summary_lines(report, language)):
            say(line)
        for line in stats_lines(report, language) if forms.stats else ():
            say(line)
    for line in remark_lines(report, language):
        note(line)
    if forms.junit is not None:
        from ctxlab.batch.gate_junit import junit_xml

        save(state, forms.junit, junit_xml(report, language), ())
    if forms.github:
        _tell_github(report, choices, forms, language)


def _tell_github(report: GateReport, choices: Choices, forms: _Forms, language: str) -> None:
    """The annotations, on stderr where stdout holds a document, and the summary where the job has one."""
    from ctxlab.batch import gate_github
    from ctxlab.profiles.load import lines_in

    profile = Path(choices.profile) if choices.profile and Path(choices.profile).is_file() else None
    root = gate_github.repository_root(os.environ, Path())
    lines = None if profile is None else lines_in(profile)
    for line in gate_github.annotation_lines(report, language, root, profile, lines):
        (note if forms.as_json else say)(line)
    if forms.summary is not None:
        gate_github.append_summary(forms.summary, gate_github.summary(report, language))


def _summary_file() -> Path | None:
    """The file that GitHub makes the summary of a job of."""
    named = os.environ.get("GITHUB_STEP_SUMMARY")
    return Path(named) if named else None


def _baseline(lab: Lab, choices: Choices, named: str | None, revision: str | None) -> Baseline | None:
    """The baseline that is asked for.

    Raises:
        UsageError: Two are named, or a revision of what is no file.
        CtxlabError: It cannot be read.
    """
    from ctxlab.batch.gate_baseline import ProfileBaseline, baseline_of, profile_at

    if named is not None and revision is not None:
        raise click.UsageError("--baseline and --baseline-rev name the same thing; give one of the two")
    if revision is not None:
        if choices.profile is None or not Path(choices.profile).suffix:
            raise click.UsageError("--baseline-rev takes the file of --profile; name one")
        return ProfileBaseline(profile_at(Path(choices.profile), revision))
    return None if named is None else baseline_of(lab, named)


def _pick(choices: Choices, lab: Lab, file: Path) -> list[Picked]:
    """The sessions of a file that were asked for."""
    from ctxlab.batch.gate_files import Picked

    if choices.session is not None or choices.branch is not None:
        return [Picked(open_session(lab, file, choices), (choices.session or 1) - 1, "")]
    sessions = sessions_of(lab, file, choices.format)
    several = len(sessions) > 1
    return [Picked(one, at, f" #{at + 1}" if several else "") for at, one in enumerate(sessions)]


def _moment(
    choices: Choices, profile: Profile | None, lab: Lab, session: Session
) -> tuple[Snapshot, Profile]:
    """The moment of a session that was asked for, and the profile: the one named, or that which suits it."""
    one = replace(choices, session=None)
    return moment(session, one), chosen_profile(lab, session, one) if profile is None else profile


def _workers(jobs: int) -> AbstractContextManager[Executor | None]:
    """Worker processes where more than one is asked for."""
    if jobs == 1:
        return nullcontext()
    from ctxlab.batch.pool import process_pool

    return process_pool(jobs)
