"""Markup in retrieved texts that says nothing to a model: fences, pictures, rules, runs of empty lines."""

from __future__ import annotations

import re

from ctxlab.text.reduction import Reduction, Steps

#: Stands for a picture that was named in Markdown, by the language of headings.
IMAGES = {"en": "[image]", "zh": "[图片]"}

# A fence takes a line of its own; what stands between two of them stays.
_FENCE = re.compile(r"^[ \t]*```[\w+#.-]*[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
# Bounded, since each opening bracket looks for its end anew.
_IMAGE = re.compile(r"!\[[^\]\n]{0,500}\]\([^)\n]{0,4000}\)")
_RULE = re.compile(r"^[ \t]*(?:-{3,}|={3,}|_{3,})[ \t]*$", re.MULTILINE)
_LINES = re.compile(r"(?:(?<=\n\n)|(?<=\n\r\n))(?:\r?\n)+")


def clean(text: str, image: str) -> Reduction | None:
    """The text without its noise; None where there is none, or where nothing else is in it.

    In this order: lines of three backticks with a word or none go, their code stays; `![...](...)` within
    a line becomes `image`; lines of three or more `-`, `=` or `_` are emptied; of three and more line ends
    in a row two stay; blanks at both ends go. What that uncovers goes too: cleaning twice changes nothing.
    """
    kept = Steps(text)
    before = None
    while kept.text != before:
        before = kept.text
        for pattern, stands in ((_FENCE, ""), (_IMAGE, image), (_RULE, ""), (_LINES, "")):
            kept.replace(pattern, stands)
        kept.strip()
    return kept.reduction() if kept.changed and kept.text else None
