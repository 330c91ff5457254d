"""A comparison of profiles as text to be pasted: in columns, or as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from unicodedata import east_asian_width

from PySide6.QtCore import QCoreApplication

from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.survived_words import brief
from ctxlab.gui.models.systems_cells import NOTHING, CellKind, SystemCell
from ctxlab.gui.models.systems_lines import LineKind, SystemLine
from ctxlab.gui.models.systems_model import SystemsModel

translate = QCoreApplication.translate

#: Columns of a terminal that a line's name takes at most in text.
_WIDEST = 48
#: What a spreadsheet takes for the beginning of a formula.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def as_text(model: SystemsModel) -> str:
    """The lines that are shown, in columns of characters of one width."""
    rows = _rows(model, words=False)
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)] if rows else []
    lines: list[str] = []
    for row in rows:
        first = row[0] + " " * (widths[0] - _width(row[0]))
        rest = (" " * (width - _width(one)) + one for one, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join([first, *rest]).rstrip())
    return "\n".join(lines) + "\n" if lines else ""


def as_csv(model: SystemsModel) -> str:
    """The lines that are shown as CSV, with verdicts and fates in words and whole numbers without commas."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(_rows(model, words=True))
    return out.getvalue()


def _rows(model: SystemsModel, *, words: bool) -> list[Sequence[str]]:
    if not model.rowCount():
        return []
    names = [column.name for column in model.columns]
    rows: list[Sequence[str]] = [[translate("Systems", "profile"), *map(_safe if words else str, names)]]
    for row in range(model.rowCount()):
        line = model.line(row)
        if line is not None:
            rows.append([_label(line, words=words), *(_cells(model, row, words=words))])
    return rows


def _label(line: SystemLine, *, words: bool) -> str:
    label = line.label
    if line.kind is LineKind.ITEM:
        label = f"{line.target} {line.label}"
    if words:
        return _safe(label)
    while _width(label) > _WIDEST:
        label = label[: max(1, len(label) * _WIDEST // _width(label) - 1)].rstrip() + "…"
    return label if line.kind is not LineKind.SECTION else f"# {label}"


def _cells(model: SystemsModel, row: int, *, words: bool) -> list[str]:
    found: list[str] = []
    for column in range(model.columnCount()):
        cell = model.data(model.index(row, column), Role.CELL)
        found.append(_text(cell, words=words) if isinstance(cell, SystemCell) else "")
    return found


def _text(cell: SystemCell, *, words: bool) -> str:
    if cell.kind is CellKind.NUMBER and words:
        plain = cell.text.replace(",", "").removeprefix("+")
        # a spreadsheet would take 3/4 for a day in March
        if "/" in plain:
            return translate("Systems", "{0} of {1}").format(*plain.split("/"))
        return "" if plain == NOTHING else plain
    if cell.kind is CellKind.KEEP and cell.verdict is not None and not words:
        return brief(cell.verdict)
    if cell.kind is CellKind.FATE and cell.fate is not None and not words:
        return cell.fate.mark or "="
    if cell.section:
        return ""
    if cell.kind in (CellKind.KEEP, CellKind.FATE) and not cell.text:
        return cell.said if words else "."
    return cell.text


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULAS) else text


def _width(text: str) -> int:
    return sum(2 if east_asian_width(one) in "WF" else 1 for one in text)
