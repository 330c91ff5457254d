"""What follows from a provider's counts: each figure is worked out by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.golden import FORMATS
from hypothesis import given
from hypothesis import strategies as st

from ctxlab import paths
from ctxlab.analysis.calibration import MOST_ROWS, calibrated, calibration, counted_rows
from ctxlab.errors import CancelledError
from ctxlab.explain.calibration import calibration_lines
from ctxlab.lab import Lab
from ctxlab.model.calibration import Calibration, CountRow, Doubt, Way
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.profile import Profile
from ctxlab.model.session import Request, Session, Snapshot, Usage

BOTH = (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)


def row(provider: int, ours: int, *, stretch: int = 1, request: int = 1) -> CountRow:
    return CountRow(request, 1, stretch, provider, ours)


def session_of(*requests: tuple[tuple[tuple[int, int], ...], int | None], chain: str = "") -> Session:
    """Requests by what is live at each and what the provider counted."""
    items = tuple(Item(id=f"i{n}", role="user", parts=(Part(PartKind.TEXT, "word"),)) for n in range(1, 400))
    made = tuple(
        Request(n, 1, live[-1][1] + 1, live, chain, usage=None if count is None else Usage(input=count))
        for n, (live, count) in enumerate(requests, 1)
    )
    return Session("s", items, made, unknown=BOTH)


def live_items(snapshot: Snapshot) -> int:
    return sum(last - first + 1 for first, last in snapshot.request.live)


def test_growth_gives_the_factor_and_what_is_left_the_constant() -> None:
    # 5,000 + 1.2 x ours, to the token: every pair says 1.2
    counts = (1000, 2000, 3500, 6000, 9000)
    found = calibration([row(5000 + ours * 12 // 10, ours) for ours in counts], BOTH)
    assert (found.way, found.factor, found.low, found.high) == (Way.GROWTH, 120, 120, 120)
    assert (found.constant, found.error, found.doubts, found.sure) == (5000, 0, (), True)
    assert found.unknown_tokens == (Source.SYSTEM_PROMPT, 5000)


def test_one_odd_request_among_many_changes_nothing() -> None:
    rows = [row(100 + 2 * ours, ours) for ours in (1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000)]
    rows[3] = replace(rows[3], provider=50_000)
    found = calibration(rows, BOTH)
    assert (found.factor, found.constant, found.error) == (200, 100, 0)


def test_pairs_weigh_by_how_much_our_count_grew() -> None:
    # pairs: 1->2 grows 10 for 10 (slope 3), 1->3 by 1010 (slope 1.02), 2->3 by 1000 (slope 1)
    found = calibration([row(100, 10), row(130, 20), row(1130, 1020)], BOTH)
    # by weight 1000 of 2020 lie at 1 and 2010 at or below 1.02, where the half is reached
    assert (found.factor, found.low, found.high) == (102, 100, 102)
    # 100 - 10.2, 130 - 20.4, 1130 - 1040.4: the median is 89.8 (30/1010 more exactly), 90 rounded
    assert found.constant == 90
    assert found.doubts == (Doubt.FEW, Doubt.GROWTH)


def test_a_compaction_parts_stretches_and_no_pair_reaches_across() -> None:
    # within each stretch the provider grows as we do; from one to the other the constant fell by 4,000
    before = [row(9000 + ours, ours, stretch=1) for ours in (1000, 2000, 4000)]
    after = [row(5000 + ours, ours, stretch=2) for ours in (500, 1500, 3500)]
    found = calibration(before + after, BOTH)
    assert (found.factor, found.stretches, found.sure) == (100, 2, True)
    assert (found.constant, found.error) == (7000, 2000)


def test_without_anything_unknown_the_quotients_tell() -> None:
    found = calibration([row(1100, 1000), row(2400, 2000), row(3900, 3000)])
    assert (found.way, found.factor, found.constant) == (Way.RATIO, 120, None)
    # expected 1,200, 2,400 and 3,600
    assert (found.error, found.unknown_tokens, found.doubts) == (100, None, (Doubt.FEW,))


def test_what_is_unknown_but_not_alike_in_every_request_is_no_constant() -> None:
    found = calibration([row(1100, 1000), row(2200, 2000)], (Source.RETRIEVED_DOC,))
    assert (found.way, found.factor, found.unknown) == (Way.RATIO, 110, ())


def test_of_one_or_two_requests_only_what_they_are_above_ours_is_told() -> None:
    found = calibration([row(142, 13), row(179, 35)], BOTH)
    # 129 and 144 more; 136.5 to the even number
    assert (found.way, found.factor, found.constant) == (Way.NONE, None, 136)
    assert found.expected(found.rows[0]) is None
    assert not found.sure


def test_no_rows_give_nothing() -> None:
    found = calibration([], BOTH, chain="side", encoding="o200k_base")
    assert found == Calibration("side", "o200k_base", BOTH, ())
    assert calibration([row(12, 0)], ()).factor is None


def test_counts_that_fit_no_tokenizer_are_not_relied_on() -> None:
    rows = [row(10 + 8 * ours, ours) for ours in (1000, 2000, 3000, 4000, 9000)]
    assert calibration(rows, BOTH).doubts == (Doubt.UNLIKELY,)
    falling = [row(10_000 - ours, ours) for ours in (1000, 2000, 3000)]
    assert calibration(falling, BOTH).factor is None


def test_pairs_that_disagree_are_said_to() -> None:
    counts = ((1000, 1000), (1500, 2000), (3500, 3000), (3600, 4000), (6500, 5000))
    assert Doubt.SPREAD in calibration([row(*one) for one in counts], BOTH).doubts


def test_rows_are_requests_with_a_count_and_a_new_stretch_is_where_something_went() -> None:
    session = session_of(
        (((0, 3),), 100),
        (((0, 5),), None),
        (((0, 7),), 140),
        # the recorder put item 8 in place of all before it
        (((8, 9),), 60),
        (((8, 12),), 0),
        (((8, 14),), 90),
    )
    rows = list(counted_rows(session, live_items))
    assert [(one.request, one.stretch, one.provider, one.ours) for one in rows] == [
        (1, 1, 100, 4),
        (3, 1, 140, 8),
        (4, 2, 60, 2),
        (6, 2, 90, 7),
    ]
    assert [one.difference for one in rows] == [96, 132, 58, 83]
    assert not list(counted_rows(session, live_items, "side"))


def test_of_many_requests_so_many_are_looked_at_in_equal_steps() -> None:
    session = session_of(*((((0, n),), n + 1) for n in range(399)))
    rows = list(counted_rows(session, live_items))
    assert len(rows) == MOST_ROWS
    assert (rows[0].request, rows[1].request, rows[-1].request) == (1, 3, 399)


def test_the_profile_takes_both_and_the_rest_of_what_is_unknown_is_told_in_it() -> None:
    found = calibration([row(5000 + ours * 12 // 10, ours) for ours in (1000, 2000, 9000)], BOTH)
    profile = calibrated(Profile(), replace(found, encoding="cl100k_base"))
    assert (profile.tokens.encoding.value, profile.tokens.factor) == ("cl100k_base", 120)
    assert profile.window.unknown == ((Source.SYSTEM_PROMPT, 5000), (Source.TOOL_SCHEMAS, 0))


def test_a_constant_that_is_negative_is_no_estimate() -> None:
    found = calibration([row(ours - 500, ours) for ours in (1000, 2000, 9000)], BOTH)
    assert (found.constant, found.unknown_tokens) == (-500, None)
    assert calibrated(Profile(), replace(found, encoding="o200k_base")) == Profile()


@given(
    st.lists(st.integers(1, 500), min_size=3, max_size=14, unique=True),
    st.integers(60, 250),
    st.integers(0, 40_000),
)
def test_whatever_line_the_counts_lie_on_is_found(counts: list[int], factor: int, constant: int) -> None:
    found = calibration([row(constant + n * factor, 100 * n) for n in sorted(counts)], BOTH)
    assert (found.factor, found.constant, found.error) == (factor, constant, 0)


def test_a_lab_counts_as_recorded_without_the_factor_of_the_profile() -> None:
    lab = Lab(store=False)
    session = lab.open(paths.sample_sessions("migrations.claude.jsonl"))
    *before, plain = lab.calibrations(session, Profile())
    *_, scaled = lab.calibrations(session, Profile().set("tokens.factor", 150))
    assert scaled == plain
    assert [len(one.rows) for one in before] == list(range(1, 18))
    assert (len(plain.rows), plain.stretches, plain.unknown) == (18, 2, BOTH)
    # the first line with usage: 4 fresh, 397 written, 14,200 read
    assert plain.rows[0].provider == 14_601
    assert plain.rows[-1].ours == lab.recorded(session.at()).totals.constructed
    with pytest.raises(CancelledError):
        next(lab.calibrations(session, Profile(), cancelled=lambda: True))


def test_a_log_of_a_proxy_that_holds_all_that_was_sent() -> None:
    """LiteLLM's log of Claude Sonnet 4: the provider counts a fifth more than o200k_base."""
    lab = Lab(store=False)
    session = lab.open(FORMATS / "14_frameworks" / "litellm_completion_log.redacted.json")
    *_, found = lab.calibrations(session, Profile())
    assert [one.provider for one in found.rows] == [6123]
    assert (found.way, found.factor, found.doubts) == (Way.RATIO, 123, (Doubt.FEW,))


def test_gemini_cli_sends_far_more_than_it_logs() -> None:
    lab = Lab(store=False)
    session = lab.open(FORMATS / "12_gemini" / "gemini_cli_edit_and_run.jsonl")
    *_, found = lab.calibrations(session, Profile())
    assert [one.provider for one in found.rows] == [10_933, 11_436, 12_459, 12_625]
    # what the commands put out went to the model and not to the log, so the growth tells nothing
    assert set(found.doubts) == set(Doubt)
    assert found.constant is not None
    assert 10_000 < found.constant < 10_933


def test_a_codex_rollout_with_token_counts(tmp_path: Path) -> None:
    """Codex tells after each answer what the call took; what was cached is within its input."""
    lines: list[dict[str, object]] = [{"type": "session_meta", "payload": {"id": "s"}}]
    for n, size in enumerate((2000, 4000, 6000, 8000), 1):
        lines.append(_response_item("user", "input_text", " word" * size))
        lines.append(_response_item("assistant", "output_text", "done"))
        # 9,000 for prompt and tools, and a fifth more than the words so far
        told = {"input_tokens": 9000 + 1200 * n * (n + 1), "cached_input_tokens": 5000, "output_tokens": 9}
        info = {"last_token_usage": told}
        lines.append({"type": "event_msg", "payload": {"type": "token_count", "info": info}})
    file = tmp_path / "rollout.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    lab = Lab(store=False)
    session = lab.open(file)
    assert session.origin.format == "codex-rollout"
    *_, found = lab.calibrations(session, Profile())
    assert [one.provider for one in found.rows] == [11_400, 16_200, 23_400, 33_000]
    assert (found.way, found.factor, found.doubts) == (Way.GROWTH, 120, (Doubt.FEW,))
    # 9,000 less what the format adds to the messages here, times 1.2
    assert found.constant is not None
    assert 8_960 < found.constant < 9_000


def _response_item(role: str, kind: str, text: str) -> dict[str, object]:
    payload = {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}
    return {"type": "response_item", "payload": payload}


def test_a_gap_of_one_a_message_is_that_of_the_roles() -> None:
    """10, 20 and 41 messages, and as many tokens more: no tool schema explains what grows with the talk."""
    given = [(10, 300), (20, 700), (41, 1500)]
    rows = [
        CountRow(at, at, 1, provider=ours + many, ours=ours, messages=many)
        for at, (many, ours) in enumerate(given, 1)
    ]
    found = calibration(rows, BOTH, encoding="o200k_base")
    assert found.one_a_message
    assert found.unknown_tokens is None
    told = " ".join(calibration_lines(found))
    assert "about one token more for each message" in told
    assert "stand in every request and not in the log" not in told
    # 500 more at each of them is something that stands in every request
    other = [replace(one, provider=one.ours + 500) for one in rows]
    assert not calibration(other, BOTH).one_a_message
