"""Each fault of the published split budget shows under its profile, and its trace tells of it."""

from __future__ import annotations

import pytest
from helpers.check_trace import check_trace
from helpers.seen import Fault, seen
from helpers.split_budget_faults import FAULTS

from ctxlab.lab import Lab


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_fault_shows_and_is_told(lab: Lab, fault: Fault) -> None:
    trace = lab.build(fault.make().at(), "split-budget-published")
    check_trace(trace, closing=0, valid=False)
    out = seen(trace)
    assert fault.shows(out)
    assert fault.said(out)
