"""The smallest room that a unit needs in a row that truncates: what is left of it has the must-keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ctxlab.analysis.rescue.question import Question, Span
from ctxlab.stages.protocol import Queue
from ctxlab.text.cut_json import is_json

#: All smaller rooms are looked at where cutting to each of them is no more work (rooms times tokens) ...
_MOST_WORK = 300_000
#: ... and until what is left was judged so often. Else it is those nearest to the room found.
_MOST_JUDGED = 128
_NEAR = 32


class Cuts:
    """What cuts at the cap leave of one unit.

    `inside` are the texts of its items that hold the must-keep, by position. Of a unit that has none of them,
    but the other half of one, something has to be left, whatever that says.
    """

    def __init__(self, question: Question, queue: Queue, rank: int, inside: Mapping[int, str]) -> None:
        self._question = question
        self._queue = queue
        self._rank = rank
        self._inside = inside
        # what a cut takes out of JSON is told in one coarse span
        self._passages = {
            position: question.passages(text) for position, text in inside.items() if not is_json(text)
        }
        self._known: dict[int, bool] = {}
        self._judged = 0

    def least_room(self) -> tuple[int, bool]:
        """The smallest room found in which it stands, and whether it was shown that no smaller one does.

        It is found as if more room never left less, and then smaller rooms are looked at: that is mostly so.
        """
        whole = self._queue.charges[self._rank]
        low, room = 0, whole
        while room - low > 1:
            middle = (low + room) // 2
            low, room = (low, middle) if self._stands(middle) else (middle, room)
        if room * min(whole, self._text()) <= _MOST_WORK:
            self._judged = 0
            for less in range(1, room):
                if self._stands(less):
                    return less, True
                if self._judged > _MOST_JUDGED:
                    break
            else:
                return room, True
        near = range(max(1, room - _NEAR), room)
        return next((less for less in near if self._stands(less)), room), False

    def _text(self) -> int:
        """How much text (code points) a cut has to read at most; pictures, which cost tokens, have none."""
        known = self._inside.keys() >= set(self._queue.units[self._rank].positions)
        return sum(map(len, self._inside.values())) if known else self._queue.charges[self._rank]

    def _stands(self, room: int) -> bool:
        if room not in self._known:
            self._known[room] = self._look(room)
        return self._known[room]

    def _look(self, room: int) -> bool:
        left = self._queue.cut(self._rank, room)
        if left is None:
            return False
        position, altered = left
        if not self._inside or not self._inside.keys() <= {position}:
            # something else was cut
            return True
        if _gone(self._passages.get(position, ()), altered.cuts):
            return False
        self._judged += 1
        return self._question.left_by(self._inside[position], altered.text)


def _gone(passages: Sequence[Span], cuts: Sequence[Span]) -> bool:
    """Whether cuts leave nothing of any of the passages."""
    gone = [any(start <= one[0] and one[1] <= end for start, end in cuts) for one in passages]
    return bool(gone) and all(gone)
