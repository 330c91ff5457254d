"""Rows, sources and reasons as lines name them: in English as options and filters do, in Chinese in words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ctxlab import explain
from ctxlab.model.decision import Reason
from ctxlab.profiles import builtin_names

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


def profile_title(name: str) -> str:
    """What to call a profile that was named: built-in ones by name, others by that of their file."""
    return name if name in builtin_names() else Path(name).stem
