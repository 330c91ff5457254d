"""`ctxlab check`: judges files by their must-keeps and the limit, for scripts and CI."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab.analysis.row_stats import row_stats
from ctxlab.batch.corpus import without_marks
from ctxlab.cli.notes import must_keep_labels
from ctxlab.cli.options import (
    FILE,
    Command,
    choosing,
    chosen_profile,
    json_option,
    moment,
    open_lab,
    open_session,
    sessions_of,
)
from ctxlab.cli.render import note, number, say, say_json, table
from ctxlab.cli.since import Since, losses
from ctxlab.cli.state import UNJUDGED, Choices, State
from ctxlab.cli.verdict import Judgement, judge, word_of, worst
from ctxlab.cli.words import word
from ctxlab.errors import CtxlabError, NoReaderError
from ctxlab.formats.folders import session_files_in
from ctxlab.model.items import Row

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.row_stats import RowStats
    from ctxlab.model.session import Session
    from ctxlab.model.trace import Trace

SCHEMA = "ctxlab.check/1"


@click.command("check", cls=Command)
@click.argument("files", nargs=-1, required=True, type=FILE)
@choosing()
@click.option("--stats", is_flag=True, help="Also tell what each row asks for over all sessions, uncapped.")
@json_option
@click.pass_obj
def command(state: State, files: tuple[Path, ...], choices: Choices, stats: bool, as_json: bool) -> int:
    """Judge FILES: 0 holds, 1 does not hold, 2 cannot be judged.

    A build holds where all must-keeps of profile and session reach the context and it fits the limit. All
    sessions of a file are judged unless --session names one. Marks beside a named session are judged with it.
    Of a folder, all session files in it and below are judged; files of other kinds are passed over, and said.
    What cannot be read cannot be judged; one that fails decides.
    """
    results: list[dict[str, Any]] = []
    with open_lab() as lab:
        for file in without_marks(files):
            if file.is_dir():
                judged = _folder(lab, file, choices, state.language)
            else:
                judged = iter([_file(lab, file, file.name, choices, state.language)])
            for found in judged:
                results += found
                if not as_json:
                    _tell(found, state.language)
    code = worst([result["code"] for result in results])
    if as_json:
        say_json({"schema": SCHEMA, "code": code, "results": results, "stats": _stats_json(results)})
        return code
    if len(results) > 1:
        say(word_of(code, state.language))
    if stats:
        for line in _stats_lines(results, state.language):
            say(line)
    return code


def _stats(results: list[dict[str, Any]]) -> tuple[RowStats, ...]:
    """What each row asks for over the sessions that were built."""
    asked = [result["demand"] for result in results if "demand" in result]
    return row_stats([{Row(row): tokens for row, tokens in one.items()} for one in asked])


def _stats_json(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"row": one.row.value, "p50": one.p50, "p90": one.p90, "max": one.most, "sessions": one.sessions}
        for one in _stats(results)
    ]


def _stats_lines(results: list[dict[str, Any]], language: str) -> list[str]:
    rows = [(word(language, "row"), "p50", "p90", "max")]
    rows += [
        (one.row.value, number(one.p50), number(one.p90), number(one.most))
        for one in _stats(results)
        if one.most
    ]
    return table(rows, right=(1, 2, 3)) if len(rows) > 1 else []


def _tell(results: list[dict[str, Any]], language: str) -> None:
    for result in results:
        say(f"{result['file']}: {word_of(result['code'], language)}{_size(result, language)}")
        for ground in result["grounds"]:
            say(f"  {ground}")


def _size(result: dict[str, Any], language: str) -> str:
    if "total" not in result:
        return ""
    limit = "" if result["limit"] is None else f" / {number(result['limit'])}"
    kept = sum(keep["lost_at"] is None for keep in result["must_keeps"])
    total = number(result["total"], result["exact"])
    told = word(language, "kept_of", kept=kept, count=len(result["must_keeps"]))
    return f" · {word(language, 'tokens_of', tokens=total + limit)} · {told}"


def _folder(lab: Lab, folder: Path, choices: Choices, language: str) -> Iterator[list[dict[str, Any]]]:
    """The judgements on the session files in a folder and below; one without any cannot be judged."""
    found = session_files_in(folder)
    passed_over = judged = 0
    for file in found.files:
        name = f"{folder.name}/{file.relative_to(folder).as_posix()}".removeprefix("/")
        try:
            results = _file(lab, file, name, choices, language, among_others=True)
        except NoReaderError:
            passed_over += 1
            continue
        judged += 1
        yield results
    if found.left_out or not judged:
        key = "left_out" if found.left_out else "no_sessions"
        ground = word(language, key, count=f"{found.left_out:,}")
        yield [{"file": folder.name or str(folder), "code": UNJUDGED, "grounds": [ground]}]
    if passed_over:
        note(word(language, "passed_over", folder=folder.name or str(folder), count=f"{passed_over:,}"))


def _file(
    lab: Lab, file: Path, name: str, choices: Choices, language: str, *, among_others: bool = False
) -> list[dict[str, Any]]:
    """The judgement on each session of a file. A bad profile ends the command; a bad file does not.

    Raises:
        NoReaderError: `among_others` is set, and the file is no session.
    """
    if choices.profile is not None:
        lab.profile(choices.profile)
    try:
        if choices.session is not None or choices.branch is not None:
            return [_session(lab, name, open_session(lab, file, choices), choices, language)]
        sessions = sessions_of(lab, file, choices.format)
        if len(sessions) == 1:
            return [_session(lab, name, sessions[0], choices, language)]
        return [
            _session(lab, f"{name} #{i}", session, replace(choices, session=i), language)
            for i, session in enumerate(sessions, 1)
        ]
    except CtxlabError as error:
        if among_others and isinstance(error, NoReaderError):
            raise
        return [{"file": name, "code": UNJUDGED, "grounds": [str(error)]}]
    except OSError as error:
        return [{"file": name, "code": UNJUDGED, "grounds": [f"{error.filename}: {error.strerror}"]}]


def _grounds(judgement: Judgement, trace: Trace, since: Mapping[str, Since], language: str) -> list[str]:
    """What speaks against holding; of each lost must-keep since when, where requests stand before."""
    told = [since[keep.id].told(language) for keep in trace.must_keeps if keep.id in since]
    if trace.request == 1:
        return list(judgement.grounds)
    lost = [f"{ground} · {when}" for ground, when in zip(judgement.grounds, told, strict=False)]
    return [*lost, *judgement.grounds[len(lost) :]]


def _since_json(since: Since | None) -> dict[str, Any] | None:
    if since is None:
        return None
    return {"request": since.request.index, "turn": since.request.turn, "sure": since.sure}


def _session(lab: Lab, name: str, session: Session, choices: Choices, language: str) -> dict[str, Any]:
    if not session.items:
        return {
            "file": name,
            "session": session.id,
            "code": UNJUDGED,
            "grounds": [word(language, "empty_session")],
        }
    profile = chosen_profile(lab, session, choices)
    snapshot = moment(session, choices)
    trace = lab.build(snapshot, profile)
    labels = must_keep_labels(session, profile)
    since = losses(lab, snapshot, profile, trace)
    judgement = judge(trace, session, profile, labels, language)
    return {
        "file": name,
        "session": session.id,
        "request": trace.request,
        "profile": profile.name,
        "code": judgement.code,
        "holds": judgement.holds,
        "grounds": _grounds(judgement, trace, since, language),
        "total": trace.totals.counted,
        "exact": trace.exact,
        "limit": trace.totals.limit,
        "over": trace.totals.over,
        "demand": {row.value: tokens for row, tokens in lab.demand(trace).items()},
        "unknown": [source.value for source in trace.unknown],
        "must_keeps": [
            {
                "id": keep.id,
                "label": labels.get(keep.id, keep.id),
                "lost_at": keep.lost_at and keep.lost_at.value,
                "lost_since": _since_json(since.get(keep.id)),
            }
            for keep in trace.must_keeps
        ],
    }
