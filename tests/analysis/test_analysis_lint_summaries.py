"""Summary distortion: a summary that stands for an earlier one."""

from __future__ import annotations

from helpers.lint_bench import edits, found, is_cured, numbers, only
from helpers.spec import session

from ctxlab.model.lint import Severity

#: The recorder summarised twice; what the user demanded first is in neither summary.
TWICE = """
i1 user 4 gone by:i3
i2 assistant 3 gone by:i3
i3 user 5 summary gone by:i6
i4 user 2 gone by:i6
i5 assistant 3 gone by:i6
i6 user 5 summary
i7 user 2
"""
DEMAND = {"i1": "Never touch the migrations folder."}


def test_a_summary_of_a_summary_that_lost_a_demand_is_a_warning() -> None:
    talk = session(TWICE, texts=DEMAND)
    one = only(talk, "", "summary_of_summary")
    assert (one.item, one.severity) == ("i6", Severity.WARNING)
    assert numbers(one) == {"count": 1, "by": "i3", "missing": 1}
    assert {"gather.key_facts": True} in edits(one)
    assert is_cured(talk, "", one)


def test_with_the_demand_among_the_key_facts_it_is_a_note() -> None:
    talk = session(TWICE, texts=DEMAND)
    one = only(talk, "gather.key_facts=yes", "summary_of_summary")
    assert one.severity is Severity.NOTE
    assert edits(one) == [{"gather.compaction": "originals"}]
    assert is_cured(talk, "gather.key_facts=yes", one)


def test_a_recorded_summary_that_is_compressed_again_is_one() -> None:
    talk = "i1 user 4 gone by:i3\ni2 assistant 3 gone by:i3\ni3 user 90 summary\ni4 user 2"
    settings = "summary.per_item=60 summary.per_item_action=compress"
    one = only(talk, settings, "summary_of_summary")
    assert (one.item, numbers(one)["by"]) == ("i3", "i3")


def test_one_summary_is_none() -> None:
    talk = "i1 user 4 gone by:i3\ni2 assistant 3 gone by:i3\ni3 user 5 summary\ni4 user 2"
    assert found(talk, "", "summary_of_summary") == []
