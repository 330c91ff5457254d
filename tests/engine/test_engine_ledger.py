"""The books: columns of strategies that do not fit the stage before are refused by name."""

from __future__ import annotations

import pytest

from ctxlab.engine.ledger import check_handover
from ctxlab.errors import StageError
from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.trace import StageRecord
from ctxlab.stages.protocol import no_numbers


def _record(fate: list[int], reason: list[int] | None = None) -> StageRecord:
    reasons = [Reason.FITS] * len(fate) if reason is None else reason
    tokens = [0] * len(fate)
    return StageRecord(Stage.SELECT, "odd", bytes(fate), bytes(reasons), tokens, (), no_numbers, 0)


def test_a_column_that_ends_too_early_loses_the_first_item_behind_its_end() -> None:
    before = _record([Fate.KEPT, Fate.KEPT, Fate.KEPT])
    with pytest.raises(StageError, match=r"'odd'.*lost an item.*position 1"):
        check_handover(before, _record([Fate.KEPT]))


def test_a_column_of_reasons_has_to_be_as_long_as_that_of_fates() -> None:
    before = _record([Fate.KEPT])
    with pytest.raises(StageError, match="different lengths"):
        check_handover(before, _record([Fate.KEPT], []))
