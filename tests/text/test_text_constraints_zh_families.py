"""Chinese sentences by families: what each demands, and sentences that demand nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ctxlab.model.constraint import Tier
from ctxlab.text.constraints import find_constraints

_WRITTEN = Path(__file__).parents[1] / "data" / "constraints" / "written-zh.txt"


def _sentences() -> Iterator[tuple[str, list[str]]]:
    for line in _WRITTEN.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("# "):
            text, *demands = line.split(" | ")
            yield text.replace("\\n", "\n"), demands


@pytest.mark.parametrize(("text", "demands"), tuple(_sentences()))
def test_what_is_demanded_is_found_with_its_tier_and_nothing_where_nothing_is(
    text: str, demands: list[str]
) -> None:
    found = find_constraints(text)
    for demand in demands:
        words = demand.lstrip("~").lower()
        hits = [one for one in found if words in one.text.lower() or one.text.lower() in words]
        assert hits, (demand, [one.text for one in found])
        tiers = {one.tier for one in hits}
        assert (Tier.HARD in tiers) != demand.startswith("~"), (demand, tiers)
    if not demands:
        assert [one.text for one in found] == []
