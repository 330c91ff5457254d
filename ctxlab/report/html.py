"""A report as one HTML page that asks for nothing: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape

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
    Tone,
    Verdict,
)
from ctxlab.paths import resource
from ctxlab.report.pieces import Piece, pieces, plain

#: Nothing may be loaded, whatever the session's text holds.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

#: A matrix with more columns than this has smaller squares.
_ROOMY = 32

_LANGUAGES = {"en": "en", "zh": "zh-CN"}

#: The element of each look, from the outermost.
_ELEMENTS = {
    Look.STRONG: ("<strong>", "</strong>"),
    Look.CODE: ("<code>", "</code>"),
    Look.GONE: ("<del>", "</del>"),
    Look.NEW: ("<ins>", "</ins>"),
    Look.KEPT: ("<mark>", "</mark>"),
    Look.HIDDEN: ('<span class="hidden">', "</span>"),
}


def to_html(report: Report) -> str:
    """The whole page."""
    title = escape("".join(map(plain, report.title)) + " · " + words.word(report.language, "made_by"))
    sections = "\n".join(_section(section, report.language) for section in report.sections)
    lines = "".join(f"<li>{_phrase(line)}</li>" for line in report.lines)
    return f"""<!DOCTYPE html>
<html lang="{_LANGUAGES.get(report.language, report.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{_style()}</style>
</head>
<body>
<header>
<p class="brand">{escape(words.word(report.language, "made_by"))}</p>
<h1>{_phrase(report.title)}</h1>
<ul class="moment">{lines}</ul>
</header>
<main>
{_verdict(report.verdict)}
{sections}
</main>
</body>
</html>
"""


@cache
def _style() -> str:
    """The style sheet, read once."""
    return resource("report", "report.css").read_text(encoding="utf-8")


def _verdict(verdict: Verdict) -> str:
    pill = _pill(verdict.sign, escape(verdict.word), verdict.tone)
    under = f'<span class="under">{_phrase(verdict.under)}</span>'
    return (
        f'<section class="verdict {verdict.tone}"><p>{pill} {_phrase(verdict.phrase)} {under}</p></section>'
    )


def _section(section: Section, language: str) -> str:
    blocks = "\n".join(_block(block, section.id, language) for block in section.blocks)
    return f'<section id="{section.id}">\n<h2>{escape(section.title)}</h2>\n{blocks}\n</section>'


def _block(block: Block, name: str, language: str) -> str:
    match block:
        case Paragraph():
            return f'<p class="{"quiet" if block.quiet else "plain"}">{_phrase(block.phrase)}</p>'
        case Table():
            return _table(block, name)
        case MatrixBlock():
            return _matrix(block)
        case Excerpt():
            return _excerpt(block, language)
        case Listing():
            return f'<pre tabindex="0"><code class="{block.language}">{_phrase(block.phrase)}</code></pre>'


def _table(table: Table, name: str) -> str:
    head = "".join(f'<th scope="col"{_number(cell)}>{_phrase(cell.phrase)}</th>' for cell in table.head)
    rows = "\n".join(f"<tr>{_cells(row)}</tr>" for row in table.rows)
    return (
        f'<div class="wide"><table class="{name}"><caption class="unseen">{escape(table.caption)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"
    )


def _cells(row: Cells) -> str:
    first, *others = row
    return f'<th scope="row">{_cell(first)}</th>' + "".join(
        f"<td{_number(cell)}>{_cell(cell)}</td>" for cell in others
    )


def _number(cell: Cell) -> str:
    return ' class="number"' if cell.number else ""


def _cell(cell: Cell) -> str:
    text = _phrase(cell.phrase)
    if cell.sign:
        text = _pill(cell.sign, text, cell.tone)
    return f'{text}<div class="note">{_phrase(cell.note)}</div>' if cell.note else text


def _pill(sign: str, text: str, tone: Tone) -> str:
    """A sign and a word; to a reader of the screen the word is enough."""
    return f'<span class="pill {tone}"><span aria-hidden="true">{escape(sign)}</span> {text}</span>'


def _matrix(block: MatrixBlock) -> str:
    head = "".join(
        f'<th scope="col"{_column(at, block)}>{escape(name)}</th>' for at, name in enumerate(block.columns)
    )
    rows = "\n".join(f"<tr>{_matrix_row(row, block)}</tr>" for row in block.rows)
    kind = "matrix dense" if len(block.columns) > _ROOMY else "matrix"
    legend = "".join(f"<li>{_square(cell)} {_phrase(cell.phrase)}</li>" for cell in block.legend)
    return (
        f'<div class="wide" tabindex="0"><table class="{kind}">'
        f'<caption class="unseen">{escape(block.caption)}</caption>\n'
        f'<thead><tr><th scope="col" class="corner">{escape(block.corner)}</th>{head}</tr></thead>\n'
        f'<tbody>\n{rows}\n</tbody></table></div>\n<ul class="legend">{legend}</ul>'
    )


def _column(at: int, block: MatrixBlock) -> str:
    return ' class="chosen" aria-current="true"' if at == block.chosen else ""


def _matrix_row(row: Cells, block: MatrixBlock) -> str:
    first, *cells = row
    squares = "".join(
        f'<td{_column(at, block)}>{_square(cell)}<span class="unseen">{_phrase(cell.hint)}</span></td>'
        for at, cell in enumerate(cells)
    )
    return f'<th scope="row">{_cell(first)}</th>{squares}'


def _square(cell: Cell) -> str:
    more = " deep" * cell.deep + " first" * cell.first
    title = escape("".join(map(plain, cell.hint)), quote=True)
    told = f' title="{title}"' if title else ""
    sign = "" if cell.deep and cell.sign == "◥" else escape(cell.sign)
    return f'<span class="square {cell.tone}{more}" aria-hidden="true"{told}>{sign}</span>'


def _excerpt(block: Excerpt, language: str) -> str:
    head = "".join(
        f'<th scope="col">{_phrase(title)}</th>' for title in (block.before_title, block.after_title)
    )
    rows = "\n".join(_diff_row(row, language) for row in block.rows)
    return (
        f'<div class="wide"><table class="excerpt">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody></table></div>"
    )


def _diff_row(row: DiffRow, language: str) -> str:
    if row.fold:
        return f'<tr class="fold"><td colspan="2">… {escape(row.fold)} …</td></tr>'
    kind = {"−": "gone", "+": "new", "~": "changed", "→": "moved"}.get(row.sign, "equal")
    sides = (
        _side(row.before_head, row.before, row, language, old=True),
        _side(row.after_head, row.after, row, language, old=False),
    )
    return f'<tr class="{kind}">{"".join(sides)}</tr>'


def _side(head: Phrase, text: Phrase, row: DiffRow, language: str, *, old: bool) -> str:
    why = f'<div class="why">{_phrase(row.why)}</div>' if row.why else ""
    if not head:
        nothing = why or f'<div class="why">{escape(words.word(language, "not_here"))}</div>'
        return f'<td class="none">{nothing}</td>'
    sign = row.sign if row.sign in ("−" if old else "+", "~", "→") else ""
    mark = f'<span class="sign">{sign}</span> ' if sign else ""
    both = bool(row.before_head and row.after_head)
    told = why if both and not old else ""
    who = f'{mark}<span class="who">{_phrase(head)}</span>'
    return f'<td>{who}<div class="text">{_phrase(text)}</div>{told}</td>'


def _phrase(phrase: Phrase) -> str:
    return "".join(map(_passage, phrase))


def _passage(passage: Passage) -> str:
    inside = "".join(map(_piece, pieces(passage)))
    # what the session says must not turn the sentence around it
    return f"<bdi>{inside}</bdi>" if passage.session else inside


def _piece(piece: Piece) -> str:
    text = escape(piece.text)
    for look in _inner_first(piece.looks):
        before, after = _ELEMENTS[look]
        text = f"{before}{text}{after}"
    return text


def _inner_first(looks: Iterable[Look]) -> list[Look]:
    order = list(_ELEMENTS)
    return sorted(looks, key=order.index, reverse=True)
