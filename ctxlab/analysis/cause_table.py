"""From reason codes to root causes: a closed table, and the one case in which numbers decide.

A reason by which a stage keeps an item stands for `present`: where such a one is the last word on a
must-keep, the context has it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ctxlab.model.cause import Cause
from ctxlab.model.decision import Numbers, Reason
from ctxlab.model.profile import Order

CAUSES: Mapping[Reason, Cause] = {
    Reason.GATHERED: Cause.PRESENT,
    Reason.UNCHANGED: Cause.PRESENT,
    Reason.RENDERED: Cause.PRESENT,
    Reason.PINNED: Cause.PRESENT,
    Reason.REQUIRED: Cause.PRESENT,
    Reason.FITS: Cause.PRESENT,
    Reason.KEPT_OVER_CAP: Cause.PRESENT,
    Reason.KEY_FACT: Cause.PRESENT,
    Reason.PLACEHOLDER: Cause.PRESENT,
    Reason.ROLE_CHANGED: Cause.PRESENT,
    Reason.REORDERED: Cause.PRESENT,
    Reason.OVER_CAP: Cause.OVER_CAP,
    # The cap turned it away; that there was no room for a summary either comes after that.
    Reason.SUMMARY_REFUSED: Cause.OVER_CAP,
    Reason.BEHIND_OVERFLOW: Cause.BEHIND_OVERFLOW,
    Reason.OVER_WINDOW: Cause.OVER_WINDOW,
    Reason.OVER_COUNT: Cause.OUTRANKED,
    Reason.CUT_TO_CAP: Cause.CUT,
    Reason.CUT_TO_ITEM_LIMIT: Cause.CUT,
    Reason.CUT_TO_WINDOW: Cause.CUT,
    Reason.FIELDS_PROJECTED: Cause.CUT,
    Reason.NOISE_REMOVED: Cause.CUT,
    Reason.TEXT_ALTERED: Cause.CUT,
    Reason.TO_SUMMARY: Cause.SUMMARISED_AWAY,
    Reason.SUMMARISED: Cause.SUMMARISED_AWAY,
    Reason.PAIR_BROKEN: Cause.PAIR_BROKEN,
    Reason.DUPLICATE: Cause.DUPLICATE,
    Reason.SUPERSEDED: Cause.SUPERSEDED,
    Reason.BELOW_RELEVANCE: Cause.FILTERED,
    Reason.EXCLUDED_BY_RULE: Cause.FILTERED,
    # A strategy that does not say why it leaves something out filters it all the same.
    Reason.UNKNOWN: Cause.FILTERED,
    Reason.EXCLUDED_BY_MODE: Cause.EXCLUDED_BY_MODE,
    Reason.EXCLUDED_BY_RECORDER: Cause.NEVER_GATHERED,
    Reason.NOT_GATHERED: Cause.NEVER_GATHERED,
    Reason.DEGRADED_1: Cause.DEGRADED,
    Reason.DEGRADED_2: Cause.DEGRADED,
    Reason.DEGRADED_3: Cause.DEGRADED,
    Reason.NOT_RENDERED: Cause.NOT_RENDERED,
}

#: Orders in which what comes first is said to be better, not only nearer.
_RANKED = (Order.RELEVANCE, Order.PRIORITY)


def cause_of(reason: Reason, numbers: Numbers, order: Order) -> Cause:
    """The root cause of a decision against an item of a row that is served in this order.

    What would fit its row's cap, were it not for others that are more relevant or of higher priority, was
    outranked by them.
    """
    told = dict(numbers)
    if reason is Reason.OVER_CAP and order in _RANKED and told.get("count"):
        need, cap = told.get("need"), told.get("cap")
        if isinstance(need, int) and isinstance(cap, int) and need <= cap:
            return Cause.OUTRANKED
    return CAUSES[reason]
