"""A comparison with what was sent: messages are paired by their items, and say what became of them there."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.sent import call, result, say, sent_at_the_end

from ctxlab.formats.load import load
from ctxlab.lab import Lab
from ctxlab.model.diff import ContextDiff, DiffKind
from ctxlab.model.forensic import AddedText, Basis, How, ItemFate, SentFate

LOG = "\n".join(f"line {number}: order {number * 37}" for number in range(60))
TALK = [
    say("system", "You look after a shop."),
    say("user", "First question about order 37 and its parcel."),
    say("assistant", "The parcel of order 37 left on Monday."),
    say("user", "Look at the log, the budget is 3000 CNY."),
    call(1),
    result(1, LOG),
    say("assistant", "All orders are there."),
    say("user", "And now?"),
]


@pytest.fixture(scope="module")
def lab() -> Lab:
    return Lab(store=False)


def diff(lab: Lab, sent: list[dict[str, Any]]) -> ContextDiff:
    snapshot = sent_at_the_end(TALK, sent)
    after = lab.build(snapshot, "as-recorded")
    return lab.compare(lab.sent(snapshot), after, fates=lab.forensic(snapshot))


def test_what_is_not_there_says_what_became_of_it(lab: Lab) -> None:
    summary = say("user", "Summary of the conversation so far: order 37, parcel left Monday.")
    sent = [TALK[0], summary, *TALK[3:5], result(1, LOG[:200] + " [cut]"), *TALK[6:]]
    blocks = list(diff(lab, sent).blocks)
    kinds = [block.kind for block in blocks]
    equal, added, changed = DiffKind.EQUAL, DiffKind.ADDED, DiffKind.CHANGED
    assert sorted(kinds) == sorted([equal] * 5 + [added, added, changed, DiffKind.REMOVED])
    by_number = {block.after: block for block in blocks if block.after}
    for number in (2, 3):
        told = by_number[number].told
        assert isinstance(told, ItemFate)
        assert (told.how, told.message) == (How.SUMMARISED, 2)
    told = by_number[6].told
    assert isinstance(told, ItemFate)
    assert (told.how, by_number[6].before, told.message) == (How.CUT, 5, 5)
    (gone,) = (block for block in blocks if block.kind is DiffKind.REMOVED)
    assert isinstance(gone.told, AddedText)
    assert gone.told_by is Basis.SENT
    assert all(block.told is None for block in blocks if block.kind is equal)


def test_a_message_that_moved_and_one_that_was_reworded_find_their_own(lab: Lab) -> None:
    other = say("user", "Look at the log, the budget is 5000 CNY.")
    blocks = list(diff(lab, [TALK[0], *TALK[2:3], other, *TALK[4:], TALK[1]]).blocks)
    by_number = {block.after: block for block in blocks}
    assert by_number[2].kind is DiffKind.MOVED
    told = by_number[4].told
    assert isinstance(told, ItemFate)
    assert (told.how, told.was, told.now) == (How.VALUES, "3000", "5000")


def test_without_fates_nothing_is_told(lab: Lab) -> None:
    snapshot = sent_at_the_end(TALK, TALK[3:])
    found = lab.compare(lab.sent(snapshot), lab.build(snapshot, "as-recorded"))
    assert all(block.told is None for block in found.blocks)


def test_the_recorders_own_account_is_told_too(lab: Lab) -> None:
    from pathlib import Path

    folder = Path(__file__).parents[1] / "data" / "formats" / "04_claude_code"
    snapshot = load(folder / "compact-boundary-excerpt.redacted.jsonl")[0].at()
    before, after = lab.recorded(snapshot), lab.unmanaged(snapshot)
    found = lab.compare(before, after, fates=lab.forensic(snapshot, basis=Basis.RECORD))
    told = [block.told for block in found.blocks if block.kind is DiffKind.ADDED and block.told]
    assert told
    assert {one.how for one in told if isinstance(one, ItemFate) and one.fate is SentFate.REWRITTEN} == {
        How.SUMMARISED
    }
    assert {block.told_by for block in found.blocks if block.told} == {Basis.RECORD}


def test_the_answer_is_kept_until_another_request_is_asked_about(lab: Lab) -> None:
    snapshot = sent_at_the_end(TALK, TALK)
    assert lab.forensic(snapshot) is lab.forensic(snapshot)
    assert lab.forensic(snapshot, basis=Basis.RECORD) is not lab.forensic(snapshot)
    assert sum(one.tokens for one in lab.forensic(snapshot).items) > 300
