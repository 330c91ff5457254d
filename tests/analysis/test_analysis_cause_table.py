"""From reason codes to root causes: closed, and true to the reasons' own meaning."""

from __future__ import annotations

import pytest

from ctxlab.analysis.cause_table import CAUSES, cause_of
from ctxlab.model.cause import Cause
from ctxlab.model.decision import Reason
from ctxlab.model.profile import Order

#: What no single reason code says: it follows from the session, from the words, or from the place.
BESIDE = {Cause.NOT_HANDED_OVER, Cause.VALUE_CHANGED, Cause.DEEP}

OVER = (("cap", 15), ("used", 13), ("need", 7), ("left", 2), ("count", 1))


def test_every_reason_has_a_root_cause() -> None:
    assert set(CAUSES) == set(Reason)
    assert set(CAUSES.values()) | BESIDE == set(Cause)


def test_what_keeps_an_item_is_no_cause_of_a_loss() -> None:
    keeps = {reason for reason, cause in CAUSES.items() if cause is Cause.PRESENT}
    assert keeps == {
        Reason.GATHERED,
        Reason.UNCHANGED,
        Reason.RENDERED,
        Reason.PINNED,
        Reason.REQUIRED,
        Reason.FITS,
        Reason.KEPT_OVER_CAP,
        Reason.KEY_FACT,
        Reason.PLACEHOLDER,
        Reason.ROLE_CHANGED,
        Reason.REORDERED,
    }


@pytest.mark.parametrize("order", [Order.RELEVANCE, Order.PRIORITY])
def test_over_the_cap_behind_better_ones_is_outranked(order: Order) -> None:
    assert cause_of(Reason.OVER_CAP, OVER, order) is Cause.OUTRANKED


def test_over_the_cap_otherwise_is_over_the_cap() -> None:
    assert cause_of(Reason.OVER_CAP, OVER, Order.NEWEST) is Cause.OVER_CAP
    alone = (("cap", 15), ("used", 0), ("need", 7), ("left", 15), ("count", 0))
    assert cause_of(Reason.OVER_CAP, alone, Order.RELEVANCE) is Cause.OVER_CAP
    # It would not fit before all others either.
    large = (("cap", 15), ("used", 13), ("need", 16), ("left", 2), ("count", 1))
    assert cause_of(Reason.OVER_CAP, large, Order.RELEVANCE) is Cause.OVER_CAP
    assert cause_of(Reason.BEHIND_OVERFLOW, OVER, Order.RELEVANCE) is Cause.BEHIND_OVERFLOW
