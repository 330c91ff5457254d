"""The real transcripts of Claude Code: counts, previews of large results, skills in use."""

from __future__ import annotations

import pytest
from helpers.golden import Counts, counts, opened

# The manifest counts lines of type user and assistant. Here the pieces of one reply are one message, by the
# ids of messages in the raw file, and attachments and local commands are the program's messages in the user's
# role: 15 + 11, 2 + 2 + 1, 17 + 5.


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("short-clean", Counts(1, 5, {"user": 5}, 0, 0)),
        ("with-tool-results.redacted", Counts(1, 39, {"user": 22, "assistant": 17}, 12, 12)),
        ("subagent-a1b77fea2c0a2269b", Counts(1, 11, {"user": 7, "assistant": 4}, 6, 6)),
        ("compact-boundary-excerpt.redacted", Counts(1, 35, {"user": 26, "assistant": 9}, 11, 11)),
        ("representative_messages", Counts(1, 11, {"user": 6, "assistant": 5}, 2, 2)),
        ("edge_cases", Counts(1, 13, {"user": 9, "assistant": 4}, 3, 1)),
    ],
)
def test_real_transcripts_hold_what_was_counted_in_them(name: str, expected: Counts) -> None:
    sessions = opened(f"04_claude_code/{name}.jsonl")
    assert {session.origin.format for session in sessions} == {"claude-code"}
    assert counts(sessions) == expected


def test_the_preview_of_a_large_result_names_its_file() -> None:
    (session,) = opened("04_claude_code/with-tool-results.redacted.jsonl")
    (item,) = [item for item in session.items if "full_output" in item.extra]
    assert item.text.startswith("<persisted-output>\nOutput too large (59.5KB). Full output saved to: ")
    assert item.extra.endswith('/tool-results/bosbkda0h.txt"}')
    assert [one.code for one in session.diagnostics] == ["results_previewed"]


def test_each_skill_in_use_after_a_compaction_is_an_item() -> None:
    (session,) = opened("04_claude_code/compact-boundary-excerpt.redacted.jsonl")
    skills = [item for item in session.items if item.place.line == 32]
    assert [(item.parts[0].name, len(item.text)) for item in skills] == [
        ("gate-acceptance", 1998),
        ("superpowers:subagent-driven-development", 12122),
        ("superpowers:writing-plans", 6034),
        ("gate-design-review", 1452),
        ("superpowers:brainstorming", 10484),
        ("gate-should-we-build", 1707),
        ("review-product-health", 2718),
    ]
