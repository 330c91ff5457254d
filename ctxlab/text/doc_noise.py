"""Markup in retrieved texts that says nothing to a model: fences, pictures, rules, runs of empty lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxlab.text.reduction import Edit, Reduction, Span, Steps

#: Stands for a picture that was named in Markdown, by the language of headings.
IMAGES = {"en": "[image]", "zh": "[图片]"}

# A fence takes a line of its own. Any blank may stand around it, since blanks at the ends of a text go.
_FENCE = re.compile(r"^[^\S\n]*(?P<mark>`{3,})(?P<info>[^`\n]*)(?:\n|\Z)", re.MULTILINE)
_LANGUAGE = re.compile(r"[\w+#.-]*")
# Bounded, since each opening bracket looks for its end anew.
_IMAGE = re.compile(r"!\[([^\]\n]{0,500})\]\([^)\n]{0,4000}\)")
# What the name of a picture is where it tells nothing of it: a file's, or a word for any picture.
_UNTOLD = re.compile(
    r"\W*|img|image|picture|图|图片|\S*\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|ico|avif|heic|pdf)",
    re.IGNORECASE,
)
_RULE = re.compile(r"^[ \t]*(?:-{3,}|={3,}|_{3,})[ \t]*$", re.MULTILINE)
_LINES = re.compile(r"(?:(?<=\n\n)|(?<=\n\r\n))(?:\r?\n)+")


def clean(text: str, image: str) -> Reduction | None:
    """The text without its noise; None where there is none, or where nothing else is in it.

    First lines of three or more backticks with a word or none go; the code between two of them, or from the
    last to the end, stays as it is. Elsewhere, in this order: `![...](...)` within a line becomes `image`,
    with its words in it where they say something; lines of three or more `-`, `=` or `_` are emptied; of
    three and more line ends in a row two stay; blanks at both ends go. What that uncovers goes too: cleaning
    twice changes nothing but code, which has lost its fence.
    """
    kept = Steps(text)
    marks, code = _fenced(text)
    kept.edit(marks)
    kept.hold(code)
    before = None
    while kept.text != before:
        before = kept.text
        kept.edit([edit for one in _IMAGE.finditer(kept.text) for edit in _pictured(one, image)])
        kept.replace(_RULE, "")
        kept.replace(_LINES, "")
        kept.strip()
    return kept.reduction() if kept.changed and kept.text.strip() else None


def _fenced(text: str) -> tuple[list[Edit], list[Span]]:
    """The fences that go, and where code is; a fence that says more than a language stays with its code."""
    marks: list[Edit] = []
    code: list[Span] = []
    for opening, closing in _blocks(text):
        begin, end = opening.end(), closing.start() if closing else len(text)
        if _LANGUAGE.fullmatch(opening["info"].strip()):
            marks += [Edit(*mark.span()) for mark in (opening, closing) if mark]
        else:
            begin, end = opening.start(), closing.end() if closing else len(text)
        # The line end before a fence is not the code's own.
        end -= next((len(one) for one in ("\r\n", "\n") if text.endswith(one, begin, end)), 0)
        if text[begin:end].strip():
            code.append((begin, end))
    return marks, code


def _blocks(text: str) -> Iterator[tuple[re.Match[str], re.Match[str] | None]]:
    """Each fence that opens, with that which closes it: no shorter, and without a word."""
    opening: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opening is None:
            opening = fence
        elif not fence["info"].strip() and len(fence["mark"]) >= len(opening["mark"]):
            yield opening, fence
            opening = None
    if opening is not None:
        yield opening, None


def _pictured(found: re.Match[str], image: str) -> tuple[Edit, ...]:
    """What becomes of a picture: its words stay in their place."""
    words = found[1].strip()
    if _UNTOLD.fullmatch(words):
        return (Edit(*found.span(), image),)
    begin = found.start(1) + found[1].index(words)
    told = f"{image[:-1]}: "
    # A mark before a picture makes another one of what stands for it.
    opening = "[" if words.startswith(told[1:]) else told
    return Edit(found.start(), begin, opening), Edit(begin + len(words), found.end(), image[-1])
