"""Making the invisible visible, so that a text shows as what it is and acts on no terminal."""

from __future__ import annotations

import re

from ctxlab.text.graphemes import border_before

_PICTURES = 0x2400
_DELETE = 0x7F
_DELETE_PICTURE = "␡"
_REPLACEMENT = "\ufffd"
_ELLIPSIS = "…"

# C0 without tab and line feed, DEL, C1; soft hyphen, Arabic letter mark; zero-width and bidi controls; line
# and paragraph separators; interlinear marks; tags; lone surrogates. Joiners and variation selectors only
# where they join nothing: inside an emoji or between letters of scripts that need them they are part of the
# writing.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0000\U000e0001]"
    "|\r(?!\n)"
    "|(?<![\u0600-\u0dff\u1800-\u18af\u00a9\u00ae\u2190-\u3299\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]"
    "|[\u200c\u200d](?![\u0600-\u0dff\u1800-\u18af\u2190-\u3299\U0001f000-\U0001faff])"
    "|(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0020-\U000e007f]"
)
_BLANKS = re.compile("[ \t\n\u00a0\u3000\u2002-\u200a]+")
#: For each code point of a preview, so many of the text are looked at: blanks squeeze, signs expand.
_LOOK_AHEAD = 8


def visible(text: str) -> str:
    """The text with controls, bidi marks and zero-width characters as signs that can be seen.

    Control characters become their pictures (␛), others ⟨U+202E⟩, lone surrogates U+FFFD. Line feed, CR LF
    and tab stay as they are.
    """
    return _HIDDEN.sub(lambda found: _shown(found.group()), text)


def one_line(text: str, limit: int) -> str:
    """A preview: one visible line of at most `limit` code points, cut on the border of a grapheme cluster.

    Blanks and line ends are squeezed; a cut text ends in an ellipsis, which counts.
    """
    if limit < 1:
        return ""
    start = text[: limit * _LOOK_AHEAD + 64]
    line = visible(_BLANKS.sub(" ", _spaced(start)).strip())
    whole = len(start) == len(text)
    if whole and len(line) <= limit:
        return line
    kept = line[: border_before(line, limit - 1)] if len(line) >= limit else line
    return kept.rstrip() + _ELLIPSIS


def _spaced(text: str) -> str:
    """Line ends as blanks, but a carriage return within a line stays a thing to be shown."""
    return text.replace("\r\n", "\n")


def _shown(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(_PICTURES + code)
    if code == _DELETE:
        return _DELETE_PICTURE
    if 0xD800 <= code <= 0xDFFF:
        return _REPLACEMENT
    return f"⟨U+{code:04X}⟩"
