"""A report as Markdown that can be pasted into an issue."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from ctxlab.explain import report as words
from ctxlab.model.report import (
    Block,
    Cell,
    Cells,
    DiffRow,
    Excerpt,
    Listing,
    Look,
    MatrixBlock,
    Paragraph,
    Passage,
    Phrase,
    Report,
    Section,
    Table,
    Verdict,
)
from ctxlab.report.pieces import plain

_SPECIAL = re.compile(r"([\\`*_~\[\]<>|])")
_TICKS = re.compile("`+")
_BREAKS = re.compile(r"\s*\n\s*")
_BOLD = re.compile(r"^(\s*)(.*?)(\s*)$", re.DOTALL)


def to_markdown(report: Report) -> str:
    """The whole report."""
    made_by = words.word(report.language, "made_by")
    parts = [f"## {made_by}{words.word(report.language, 'colon')}{_phrase(report.title)}"]
    parts.append(" · ".join(_phrase(line) for line in report.lines))
    parts.append(_verdict(report.verdict))
    for section in report.sections:
        parts.extend(_section(section, report.language))
    return "\n\n".join(parts) + "\n"


def _verdict(verdict: Verdict) -> str:
    return f"> **{verdict.sign} {verdict.word}** — {_phrase(verdict.phrase)} — {_phrase(verdict.under)}"


def _section(section: Section, language: str) -> Iterator[str]:
    listings = all(isinstance(block, Listing) for block in section.blocks)
    if listings:
        # GitHub folds it, so that a long profile does not hide what comes after
        yield f"<details><summary>{section.title}</summary>"
    else:
        yield f"### {section.title}"
    for block in section.blocks:
        yield _block(block, language)
    if listings:
        yield "</details>"


def _block(block: Block, language: str) -> str:
    match block:
        case Paragraph():
            return _phrase(block.phrase)
        case Table():
            return _table([_cells(block.head), *map(_cells, block.rows)], [one.number for one in block.head])
        case MatrixBlock():
            return _matrix(block, language)
        case Excerpt():
            return _excerpt(block, language)
        case Listing():
            return _fenced("".join(map(plain, block.phrase)), block.language)


def _table(rows: Sequence[Sequence[str]], numbers: Sequence[bool]) -> str:
    head, *others = rows
    rule = ["---:" if number else "---" for number in numbers]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *others))


def _cells(row: Cells) -> list[str]:
    return [_cell(cell) for cell in row]


def _cell(cell: Cell) -> str:
    text = f"{cell.sign} {_phrase(cell.phrase)}".strip()
    return f"{text} ({_phrase(cell.note)})" if cell.note else text


def _matrix(block: MatrixBlock, language: str) -> str:
    """A row a must-keep with the runs of columns at which it fares alike: `✓ 2–24, − 25–47`."""
    chosen = block.columns[block.chosen] if block.chosen >= 0 else ""
    head = [block.corner, *([chosen] if chosen else []), words.word(language, "all_columns")]
    rows = [head]
    for row in block.rows:
        first, *cells = row
        here = [cells[block.chosen].sign] if chosen else []
        rows.append([_cell(first), *here, _runs(cells, block.columns, language)])
    legend = " · ".join(
        f"{cell.sign} {_phrase(cell.phrase)}" for cell in block.legend if not (cell.first or cell.deep)
    )
    return f"{_table(rows, [False] * len(head))}\n\n{legend}"


def _runs(cells: Sequence[Cell], columns: Sequence[str], language: str) -> str:
    told: list[str] = []
    for sign, group in groupby(zip(cells, columns, strict=True), key=lambda pair: pair[0].sign):
        names = [name for _, name in group]
        span = names[0] if len(names) == 1 else f"{names[0]}–{names[-1]}"
        told.append(f"{sign} {span}")
    return words.word(language, "list").join(told)


def _excerpt(block: Excerpt, language: str) -> str:
    lines: list[str] = []
    for row in block.rows:
        lines += _diff_lines(row, language)
    before, after = (_phrase(title) for title in (block.before_title, block.after_title))
    return f"− {before}  \n+ {after}\n\n{_fenced(chr(10).join(lines), 'diff')}"


def _diff_lines(row: DiffRow, language: str) -> list[str]:
    """A message as lines of a diff: what is only before behind `-`, what is only after behind `+`."""
    if row.fold:
        return [f"  … {row.fold} …"]
    why = [f"! {_text(row.why)}"] if row.why else []
    if row.sign == "~":
        return [
            *_lines("-", row.before_head, row.before, language),
            *_lines("+", row.after_head, row.after, language),
            *why,
        ]
    if row.sign == "−":
        return [*_lines("-", row.before_head, row.before, language), *why]
    if row.sign == "+":
        return [*_lines("+", row.after_head, row.after, language), *why]
    moved = f" ({words.word(language, 'moved_here')})" if row.sign else ""
    return [*_lines(" ", row.after_head, row.after, language, moved), *why]


def _lines(sign: str, head: Phrase, text: Phrase, language: str, more: str = "") -> list[str]:
    first = f"{_text(head)}{more}{words.word(language, 'colon')}"
    said = _text(text).splitlines() or [""]
    indent = " " * 4
    return [f"{sign} {first}{said[0]}", *(f"{sign} {indent}{line}" for line in said[1:])]


def _text(phrase: Phrase) -> str:
    """A phrase without any marking, for fenced text."""
    return "".join(map(plain, phrase))


def _fenced(text: str, language: str) -> str:
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _phrase(phrase: Phrase) -> str:
    return "".join(map(_passage, phrase))


def _passage(passage: Passage) -> str:
    """Words of the session as code: nothing in them is a link, a mention or a mark-up then."""
    text = _BREAKS.sub(" ", plain(passage))
    looks = {mark.look for mark in passage.marks if mark.start == 0 and mark.end == len(passage.text)}
    if passage.session or Look.CODE in looks:
        return _code(text)
    escaped = _SPECIAL.sub(r"\\\1", text)
    return _BOLD.sub(r"\1**\2**\3", escaped, count=1) if Look.STRONG in looks and text.strip() else escaped


def _code(text: str) -> str:
    """A code span; in a table a bar would end the cell, whatever stands around it."""
    if not text.strip():
        return text
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    space = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{space}{text}{space}{fence}".replace("|", "\\|")
