"""The books: every item that enters a stage gets one fate there, and tokens add up.

A strategy that breaks this rule is named in the error.
"""

from __future__ import annotations

from ctxlab.errors import StageError
from ctxlab.model.decision import Fate
from ctxlab.model.trace import StageRecord
from ctxlab.stages.fates import DECIDED, GOES_ON
from ctxlab.stages.protocol import Constructed


def check_gathered(record: StageRecord, items: int) -> None:
    """Every candidate is decided in Gather, and so is every item that it added.

    Raises:
        StageError: Names the strategy and the first position at fault.
    """
    if not len(record.fate) == len(record.reason) == len(record.tokens) == items:
        raise StageError(
            f"strategy {record.strategy!r} of stage {record.stage} has columns of different lengths"
        )
    if 0 in record.fate:
        at = record.fate.index(0)
        raise StageError(
            f"strategy {record.strategy!r} of stage {record.stage} lost an item without a decision "
            f"(position {at})"
        )


def check_handover(before: StageRecord, after: StageRecord) -> None:
    """Every item that left `before` is decided in `after`, no other old item is, and new ones are additions.

    Raises:
        StageError: Names the strategy and the first position at fault.
    """
    entering = before.fate.translate(GOES_ON)
    decided = after.fate[: len(entering)].translate(DECIDED)
    if entering != decided:
        pairs = enumerate(zip(entering, decided, strict=False))
        at = next((i for i, (enters, is_decided) in pairs if enters != is_decided), len(decided))
        unasked = at < len(decided) and decided[at]
        what = "decided on an item that never reached it" if unasked else "lost an item without a decision"
        raise StageError(f"strategy {after.strategy!r} of stage {after.stage} {what} (position {at})")
    if any(fate not in (Fate.ADDED, Fate.NONE) for fate in after.fate[len(entering) :]):
        raise StageError(
            f"strategy {after.strategy!r} of stage {after.stage} made an item that is not an addition"
        )
    if not len(after.fate) == len(after.reason) == len(after.tokens):
        raise StageError(
            f"strategy {after.strategy!r} of stage {after.stage} has columns of different lengths"
        )


def check_sums(constructed: Constructed) -> None:
    """Items and ledger make up the constructed total, and so do messages and what is outside.

    Raises:
        StageError: Names the strategy and both sums.
    """
    items = constructed.record.total + sum(tokens for _, tokens in constructed.ledger)
    parts = sum(message.tokens for message in constructed.context)
    parts += sum(one.tokens for one in constructed.outside) + constructed.closing
    if not items == parts == constructed.total:
        raise StageError(
            f"strategy {constructed.record.strategy!r} does not add up: items and ledger {items}, "
            f"messages {parts}, total {constructed.total}"
        )
