"""What is wrong with a request, a line each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.model.wire_view import Finding


def finding_lines(findings: Iterable[Finding], language: str) -> list[str]:
    """Each finding with the number of its message; `!` marks what the API would refuse."""
    return [f"{'!' if one.severity == 'error' else 'i'} {_told(one, language)}" for one in findings]


def _told(finding: Finding, language: str) -> str:
    from ctxlab.explain.findings import finding as worded

    text = worded(finding, language)
    return word(language, "at_message", number=finding.message, text=text) if finding.message else text
