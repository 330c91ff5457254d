"""The forms that a report is written in, and writing it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from ctxlab.model.report import Report
from ctxlab.paths import write_atomic
from ctxlab.report.html import to_html
from ctxlab.report.markdown import to_markdown


class Form(StrEnum):
    """How a report is written; the values are how names of such files end."""

    HTML = "html"
    MARKDOWN = "md"


def form_of(path: Path) -> Form:
    """The form that the name of a file asks for: Markdown where it says so, else HTML."""
    return Form.MARKDOWN if path.suffix.lower() in (".md", ".markdown") else Form.HTML


def written(report: Report, form: Form) -> str:
    """The report as text."""
    return to_markdown(report) if form is Form.MARKDOWN else to_html(report)


def write_report(report: Report, path: Path, form: Form | None = None) -> None:
    """Writes a report whole or not at all; without a form in the one that its name asks for.

    It is written as it is given: who wants secrets replaced gives the redacted one.

    Raises:
        SaveError: It cannot be written; what was there before is intact.
    """
    write_atomic(path, written(report, form or form_of(path)))
