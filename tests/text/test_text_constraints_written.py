"""Sentences of both languages by families: what each demands, and sentences that demand nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ctxlab.model.constraint import Tier
from ctxlab.text.constraints import find_constraints

_DATA = Path(__file__).parents[1] / "data" / "constraints"


def _sentences(name: str) -> Iterator[tuple[str, list[str]]]:
    for line in (_DATA / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("# "):
            text, *demands = line.split(" | ")
            yield text.replace("\\n", "\n"), demands


@pytest.mark.parametrize(("text", "demands"), [*_sentences("written-en.txt"), *_sentences("written-zh.txt")])
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
