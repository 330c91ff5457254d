"""Source rules on the command line: `--rule` on commands, `ctxlab profiles rules` for a profile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.chat import message, write_json
from helpers.cli import ctxlab

from ctxlab.model.items import Source
from ctxlab.model.profile import GatherRule
from ctxlab.profiles import builtin, load_profile
from ctxlab.profiles.common_rules import rules_named

NOTES = "regex='^NOTES', source=\"agent_note\""


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A talk with notes and a reminder in the user's role."""
    return write_json(
        tmp_path / "talk.json",
        [
            message("user", "NOTES: the user likes trains"),
            message("user", "<system-reminder>be brief</system-reminder>"),
            message("user", "Plan a trip."),
        ],
    )


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.toml"
    file.write_text('schema = "ctxlab.profile/1"\n# ours\nname = "own"\n', encoding="utf-8")
    return file


def sources(answer: dict[str, Any]) -> list[str]:
    return [one["source"] for one in answer["items"]]


def test_a_rule_on_a_command(talk: Path) -> None:
    plain = ctxlab("run", talk, "--json").json
    ruled = ctxlab("run", talk, "--rule", NOTES, "--json").json
    assert sources(ruled).count("agent_note") == sources(plain).count("agent_note") + 1
    both = ctxlab("run", talk, "--rule", "common:reminders", "--rule", NOTES, "--json").json
    assert sources(both).count("agent_note") == 2
    gone = ctxlab("run", talk, "--rule", "regex='^NOTES', exclude=true", "--json").json
    assert len(gone["items"]) == len(plain["items"])
    assert gone["totals"]["gathered"] < plain["totals"]["gathered"]


def test_a_rule_shows_in_a_comparison(talk: Path) -> None:
    answer = ctxlab("diff", talk, "--rule", "regex='^NOTES', exclude=true")
    assert answer.code == 0
    assert "NOTES: the user likes trains" in answer.out


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("^NOTES", "is no rule"),
        ("regex='^NOTES'", "exactly one of source, exclude"),
        ("regex='(', exclude=true", "is no regular expression"),
        ("regex='a', source='nowhere'", "source"),
        ("regex='a', sorce='summary'", "unknown setting"),
        ("common:nope", "no common rules 'nope'"),
    ],
)
def test_what_is_no_rule_is_refused(talk: Path, rule: str, said: str) -> None:
    answer = ctxlab("run", talk, "--rule", rule)
    assert answer.code == 2
    assert said in answer.err


def test_the_rules_of_a_profile_are_listed_with_those_that_ship(own: Path) -> None:
    lines = ctxlab("profiles", "rules", own).out.splitlines()
    assert lines[0] == "the profile has no source rules"
    assert [line.split()[:2] for line in lines[3:8]] == [
        ["common:reminders", "0/2"],
        ["common:rules-files", "0/3"],
        ["common:skills", "0/2"],
        ["common:environment", "0/2"],
        ["common:search", "0/2"],
    ]
    assert lines[-1].startswith("a rule is for whole items")
    assert "配置没有来源规则" in ctxlab("profiles", "rules", own, "--lang", "zh").out


def test_rules_are_added_and_removed_by_number_and_comments_stay(own: Path) -> None:
    before = own.read_text(encoding="utf-8")
    answer = ctxlab("profiles", "rules", own, "--add", NOTES, "--add", "common:reminders")
    assert answer.code == 0
    # those that ship come first: the own rule has the last word
    assert answer.out.splitlines()[2] == "  3  text ^NOTES: to agent note"
    assert load_profile(own).gather.rule == (
        *rules_named(["reminders"]),
        GatherRule(regex="^NOTES", source=Source.AGENT_NOTE),
    )
    assert own.read_text(encoding="utf-8").startswith(before)
    assert ctxlab("profiles", "rules", own, "--remove", 1, "--remove", 2).code == 0
    assert [rule.regex for rule in load_profile(own).gather.rule] == ["^NOTES"]
    assert ctxlab("profiles", "rules", own, "--remove", 2).code == 2


def test_a_built_in_profile_goes_to_another_file(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    assert ctxlab("profiles", "rules", "gssc", "--add", "common").code == 2
    assert ctxlab("profiles", "rules", "gssc", "--add", "common", "-o", out).code == 0
    assert load_profile(out).gather.rule == rules_named()
    assert builtin("gssc").gather.rule == ()


def test_json_has_the_rules_as_a_profile_states_them(own: Path) -> None:
    found = ctxlab("profiles", "rules", own, "--add", NOTES, "--json").json
    assert found["schema"] == "ctxlab.rules/1"
    assert found["rules"] == [{"regex": "^NOTES", "source": "agent_note"}]
    assert [one["name"] for one in found["common"]] == [
        "reminders",
        "rules-files",
        "skills",
        "environment",
        "search",
    ]
