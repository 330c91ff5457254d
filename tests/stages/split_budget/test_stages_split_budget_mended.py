"""Under the recommended profile no fault of the published split budget is there."""

from __future__ import annotations

import pytest
from helpers.check_trace import check_trace
from helpers.seen import Fault, seen
from helpers.split_budget_faults import FAULTS

from ctxlab.lab import Lab


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_recommended_profile_does_not_have_it(lab: Lab, fault: Fault) -> None:
    trace = lab.build(fault.make().at(), "split-budget")
    check_trace(trace)
    assert not fault.shows(seen(trace))
