"""The report of a gate for GitHub: annotations on files, and a summary of the job in Markdown."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from ctxlab.explain import gate as words
from ctxlab.model.gate import HOLDS, GateFinding, GateReport, GateResult, Severity
from ctxlab.model.profile_keys import Path as KeyPath
from ctxlab.text.visible import one_line, visible

_KINDS = {
    Severity.ERROR: "error",
    Severity.UNJUDGED: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "notice",
}
_ORDER = tuple(_KINDS)
#: GitHub shows ten annotations of a kind; a step that prints far more is slow to look at.
_MOST = 50
#: Rows of the table in the summary, which GitHub holds to a megabyte.
_MOST_ROWS = 500
_CELL = 300
#: What Markdown or HTML would read as something else inside a cell.
_MARKDOWN = str.maketrans(
    {char: f"\\{char}" for char in "\\`*_{}[]()#+!|~$"}
    | {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "@\u200b"}
)


def annotation_lines(
    report: GateReport,
    language: str,
    root: Path,
    profile: Path | None = None,
    lines: Mapping[KeyPath, int] | None = None,
) -> list[str]:
    """Workflow commands that annotate the files of sessions, what fails first.

    Files are named as seen from `root`, the repository. What is found over all sessions is said of the
    `profile` where it is a file; `lines` says where its settings stand.
    """
    found = [(one, result) for result in report.results for one in result.findings]
    told: list[tuple[GateFinding, str, str]] = [
        (one, _relative(Path(result.place.file), root), result.place.title) for one, result in found
    ]
    named = "" if profile is None else _relative(profile, root)
    told += [(_at_its_cap(one, lines or {}), named, "") for one in report.findings]
    told.sort(key=lambda one: _ORDER.index(one[0].severity))
    return [_command(one, file, title, language) for one, file, title in told[:_MOST]]


def repository_root(environment: Mapping[str, str], start: Path) -> Path:
    """The folder that GitHub checked out, else that of the git repository around `start`, else `start`."""
    if stated := environment.get("GITHUB_WORKSPACE"):
        return Path(stated)
    here = start.absolute()
    return next((one for one in (here, *here.parents) if (one / ".git").exists()), here)


def summary(report: GateReport, language: str) -> str:
    """The report as a table in Markdown, what fails first; texts of sessions show as they are."""
    zh = language == "zh"
    verdict = words.code(report.code, language)
    heads = ("会话", "判定", "token", "基线", "必留项", "发现") if zh else _HEADS
    rows = sorted(report.results, key=lambda one: one.code == HOLDS)
    lines = [f"### ctxlab check: {verdict}", "", _row(heads), _row(["---"] * len(heads))]
    lines += [_row(_cells(one, language)) for one in islice(rows, _MOST_ROWS)]
    if len(rows) > _MOST_ROWS:
        more = len(rows) - _MOST_ROWS
        lines += ["", f"另有 {more:,} 个会话" if zh else f"and {more:,} sessions more"]
    lines += ["", *(f"- {_cell(words.finding(one, language))}" for one in report.findings)]
    return "\n".join(lines).rstrip() + "\n"


_HEADS = ("session", "verdict", "tokens", "baseline", "must-keeps", "found")


def append_summary(path: Path, text: str) -> None:
    """Adds the summary to those of the job's earlier steps.

    Raises:
        OSError: The file cannot be written.
    """
    with path.open("a", encoding="utf-8", errors="replace") as file:
        file.write(text + "\n")


def _cells(result: GateResult, language: str) -> Iterator[str]:
    built, before = result.built, result.before
    yield _cell(result.place.title)
    yield words.code(result.code, language)
    limit = f" / {built.limit:,}" if built and built.limit is not None else ""
    yield f"{'' if built.exact else '≈'}{built.tokens:,}{limit}" if built else ""
    yield f"{before.tokens:,}" if before else ""
    yield f"{built.kept}/{len(built.must_keeps)}" if built else ""
    yield "<br>".join(_cell(words.finding(one, language)) for one in result.findings[:10])


def _row(cells: Sequence[str] | Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    return one_line(text, _CELL).translate(_MARKDOWN)


def _command(found: GateFinding, file: str, title: str, language: str) -> str:
    why = words.why(found, language)
    text = words.finding(found, language) + (f"\n{why}" if why else "")
    named = {"file": file, "line": str(max(1, found.line)) if file else ""}
    named["title"] = words.title(found, language) + (f": {title}" if title else "")
    properties = ",".join(f"{name}={_property(value)}" for name, value in named.items() if value)
    return f"::{_KINDS[found.severity]} {properties}::{_data(text)}"


def _at_its_cap(found: GateFinding, lines: Mapping[KeyPath, int]) -> GateFinding:
    """A finding on a cap, with the line of the profile where that is stated."""
    row = dict(found.numbers).get("row")
    line = lines.get(("budget", str(row), "cap"), 0) if row is not None else 0
    return replace(found, line=line) if line else found


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _relative(file: Path, root: Path) -> str:
    try:
        return Path(os.path.relpath(file, root)).as_posix()
    except ValueError:  # another drive
        return file.as_posix()
