"""Rows, sources and reasons as lines name them: in English as options and filters do, in Chinese in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxlab import explain
from ctxlab.model.decision import Reason

if TYPE_CHECKING:
    from ctxlab.model.items import Row, Source


def row_name(row: Row, language: str) -> str:
    """A budget row; in English by the name that `--set` takes."""
    return row.value if language == "en" else explain.row(row, language)


def source_name(source: Source, language: str) -> str:
    """A source; in English by the name that filters and `--set` take."""
    return source.value if language == "en" else explain.source(source, language)


def reason_name(code: str, language: str) -> str:
    """A reason without its numbers; in English by the code that filters take."""
    return code if language == "en" else explain.reason(Reason[code.upper()], language)
