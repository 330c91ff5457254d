"""Under the recommended profile none of the losses of the published system is there."""

from __future__ import annotations

import pytest
from stages.published.losses import LOSSES, Loss, outcome_of

from ctxlab.lab import Lab


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)
def test_gssc_does_not_lose_it(loss: Loss) -> None:
    lab = Lab(store=False)
    trace = lab.build(loss.make().at(), "gssc")
    assert not loss.lost(outcome_of(trace))
