"""A text as Qt is handed it, a part at a time, and the way between its offsets and those of the text.

Qt lays out one long line in more than linear time, and a text of megabytes in seconds. So a text begins with
its first part, in which long lines end in an ellipsis; what is asked for later comes whole, in broken lines.
"""

from __future__ import annotations

from bisect import bisect_right

from ctxlab.gui.text import MAX_LINE, utf16_length
from ctxlab.text.visible import visible

ELLIPSIS = "…"


class ShownItem:
    """The display lines of a text so far: where each begins in Qt's UTF-16 offsets and in code points.

    `cut_lines` says whether a line over `MAX_LINE` characters ends in an ellipsis there, or goes on in the
    next display line.
    """

    def __init__(self, text: str, *, cut_lines: bool = True) -> None:
        self._text = text
        self._cut_lines = cut_lines
        self._at = 0
        self._behind = 0
        self._lines: list[tuple[int, int]] = []
        self._starts: list[int] = []
        self._offsets: list[int] = []
        self.shown = 0
        self.has_cut_lines = False

    @property
    def left_out(self) -> int:
        """How many code points are not shown."""
        return len(self._text) - self.shown

    @property
    def finished(self) -> bool:
        """Whether no line is to come."""
        return self._at > len(self._text)

    def go_on_whole(self) -> None:
        """From here on no line is cut."""
        self._cut_lines = False

    def grow(self, amount: int) -> str:
        """Add display lines of at least so many code points together; their text, to be put behind."""
        fresh: list[str] = []
        wanted = self.shown + amount
        while self.shown < wanted and not self.finished:
            fresh.append(self._next_line())
        if not fresh:
            return ""
        joined = "\n".join(fresh)
        return joined if len(self._lines) == len(fresh) else "\n" + joined

    def display(self, at: int) -> int:
        """The UTF-16 offset at which a code point is shown; the nearest one where it is left out."""
        line = bisect_right(self._starts, at) - 1
        if line < 0:
            return 0
        start, end = self._lines[line]
        return self._offsets[line] + utf16_length(visible(self._text[start : min(at, end)]))

    def source(self, offset: int) -> int:
        """The code point at a UTF-16 offset of what is shown; within a sign that stands for one, that one."""
        line = bisect_right(self._offsets, offset) - 1
        if line < 0:
            return 0
        start, end = self._lines[line]
        wanted = offset - self._offsets[line]
        low, high = start, end
        while low < high:
            middle = (low + high + 1) // 2
            if utf16_length(visible(self._text[start:middle])) <= wanted:
                low = middle
            else:
                high = middle - 1
        return low

    def _next_line(self) -> str:
        """One more display line, from `_at` on."""
        start = self._at
        found = self._text.find("\n", start)
        end = len(self._text) if found < 0 else found
        following = end + 1
        line_end = 0 if found < 0 else 1
        if found > start and self._text[found - 1] == "\r":
            end -= 1
            line_end += 1
        line = self._text[start : min(end, start + MAX_LINE)]
        shown = visible(line)
        if end - start > MAX_LINE:
            if self._cut_lines:
                self.has_cut_lines = True
                shown += ELLIPSIS
            else:
                following = start + MAX_LINE
                line_end = 0
        self._lines.append((start, start + len(line)))
        self._starts.append(start)
        self._offsets.append(self._behind)
        self._behind += utf16_length(shown) + 1
        self._at = following
        self.shown += len(line) + line_end
        return shown
