"""The source rules that ship: which real injections they take, and which messages they leave alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.check_wire import check_wire
from helpers.golden import opened

from ctxlab.errors import ProfileError
from ctxlab.formats.load import load
from ctxlab.lab import Lab
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.profile import GatherRule, Profile
from ctxlab.model.session import Session
from ctxlab.profiles import builtin, builtin_names, dumps, parse
from ctxlab.profiles.common_rules import common_rules, rules_named, set_of, with_common, with_rules
from ctxlab.stages.gather.sources import matching
from ctxlab.stages.gather.turns import source_of

LAB = Lab(store=False)


def routed(session: Session) -> dict[str, Source]:
    """The items that the common rules give another source, by id."""
    profile = with_common(builtin("as-recorded"), rules_named())
    plain, ruled = LAB.build(session.at(), builtin("as-recorded")), LAB.build(session.at(), profile)
    assert plain.pool.items == ruled.pool.items
    pairs = zip(plain.pool.items, plain.pool.source, ruled.pool.source, strict=True)
    return {item.id: after for item, before, after in pairs if before is not after}


def said(text: str, role: str = "user") -> Item:
    return Item(id="i1", role=role, parts=(Part(PartKind.TEXT, text),))


def sources_of(item: Item) -> Source:
    """The source that an item has under the common rules; the last rule that takes it decides."""
    found = source_of(item, current=False)
    for rule in rules_named():
        if matching(rule, [item])[0] and rule.source is not None:
            found = rule.source
    return found


def test_each_set_has_a_name_and_titles_and_no_two_the_same() -> None:
    sets = common_rules()
    assert [one.name for one in sets] == ["reminders", "rules-files", "skills", "environment", "search"]
    assert all(one.english and one.chinese and one.rules for one in sets)
    rules = rules_named()
    assert len(set(rules)) == len(rules)
    assert [set_of(rule) for rule in sets[1].rules] == [sets[1]] * len(sets[1].rules)
    assert set_of(GatherRule(regex="x", exclude=True)) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<system-reminder>\nThe file is open.\n</system-reminder>", Source.AGENT_NOTE),
        ("\n<system-reminder>a</system-reminder>\n<system-reminder>b</system-reminder>\n", Source.AGENT_NOTE),
        ('{"type":"task_reminder","content":[],"itemCount":0}', Source.AGENT_NOTE),
        (
            "<system-reminder>\nAs you answer, you can use the following context:\n# claudeMd\n"
            "Contents of /repo/CLAUDE.md (project instructions):\nNever push.\n</system-reminder>",
            Source.SYSTEM_PROMPT,
        ),
        ("# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>", Source.SYSTEM_PROMPT),
        ("<user_instructions>\n\nUse tabs.\n\n</user_instructions>", Source.SYSTEM_PROMPT),
        ("<EXTREMELY_IMPORTANT>\nYou have skills.\n</EXTREMELY_IMPORTANT>", Source.SYSTEM_PROMPT),
        ("<environment_context>\n  <cwd>/repo</cwd>\n</environment_context>", Source.TASK_STATE),
        ("<environment_details>\n# VSCode Visible Files\n</environment_details>", Source.TASK_STATE),
        ("This is the Gemini CLI. We are setting up the context for our chat.", Source.TASK_STATE),
        # what the user typed stands in the same message
        ("<system-reminder>a</system-reminder>\nPlease go on.", Source.CONVERSATION),
        ("<environment_context>a</environment_context> and now fix it", Source.CONVERSATION),
        ("What does <system-reminder> mean?", Source.CONVERSATION),
        ("<user_instructions>a</user_rules>", Source.CONVERSATION),
        ("plain words", Source.CONVERSATION),
    ],
)
def test_a_block_is_taken_whole_or_not_at_all(text: str, expected: Source) -> None:
    assert sources_of(said(text)) is expected
    assert sources_of(said(text, role="assistant")) is Source.CONVERSATION


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("web_search", Source.RETRIEVED_DOC),
        ("WebSearch", Source.RETRIEVED_DOC),
        ("file_search_call", Source.RETRIEVED_DOC),
        ("Grep", Source.RETRIEVED_DOC),
        ("search_file_content", Source.RETRIEVED_DOC),
        ("research_flights", Source.TOOL_RESULT),
        ("Read", Source.TOOL_RESULT),
    ],
)
@pytest.mark.parametrize("role", ["tool", "user"])
def test_results_of_search_tools_are_documents_and_their_calls_stay(
    tool: str, role: str, expected: Source
) -> None:
    result = Item("i2", role, (Part(PartKind.RESULT, "found", name=tool, call_id="c"),))
    call = Item("i1", "assistant", (Part(PartKind.CALL, "{}", name=tool, call_id="c"),))
    assert sources_of(result) is expected
    assert sources_of(call) is Source.CONVERSATION


def test_a_claude_code_log_with_hooks_skills_and_reminders() -> None:
    (short,) = opened("04_claude_code/short-clean.jsonl")
    assert routed(short) == {"i2": Source.SYSTEM_PROMPT}
    (long,) = opened("04_claude_code/with-tool-results.redacted.jsonl")
    assert routed(long) == {"i2": Source.SYSTEM_PROMPT, "i29": Source.AGENT_NOTE}
    (compacted,) = opened("04_claude_code/compact-boundary-excerpt.redacted.jsonl")
    # three skills that were told again after the compaction, and the hook's block
    assert routed(compacted) == dict.fromkeys(("i26", "i27", "i29", "i34"), Source.SYSTEM_PROMPT)


def test_a_block_made_a_system_prompt_leaves_the_real_one_unknown() -> None:
    (session,) = opened("04_claude_code/with-tool-results.redacted.jsonl")
    trace = LAB.build(session.at(), with_common(builtin("as-recorded"), rules_named()))
    assert Source.SYSTEM_PROMPT in trace.unknown


@pytest.mark.parametrize("wire", ["openai-chat", "anthropic"])
def test_what_is_built_under_the_rules_is_a_valid_request(wire: str) -> None:
    profile = with_common(builtin("gssc"), rules_named()).set("construct.wire", wire)
    for file in (
        "04_claude_code/with-tool-results.redacted.jsonl",
        "05_codex_rollout/tool_call_stream.jsonl",
    ):
        (session, *_) = opened(file)
        trace = LAB.build(session.at(), profile)
        check_wire(trace.wire, [dict(message.value) for message in trace.context])


def test_a_codex_rollout(tmp_path: Path) -> None:
    """As Codex begins one: rules file and environment, both in the user's role, then what was typed."""
    given = (
        "# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>",
        "<environment_context>\n  <cwd>/repo</cwd>\n  <shell>zsh</shell>\n</environment_context>",
        "fix the test",
    )
    head: dict[str, object] = {
        "timestamp": "2025-11-01T10:00:00Z",
        "type": "session_meta",
        "payload": {"id": "s"},
    }
    lines = [head]
    for text in given:
        content = [{"type": "input_text", "text": text}]
        payload: dict[str, object] = {"type": "message", "role": "user", "content": content}
        lines.append({"timestamp": "2025-11-01T10:00:01Z", "type": "response_item", "payload": payload})
    file = tmp_path / "rollout.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    (session,) = load(file)
    assert session.origin.format == "codex-rollout"
    assert list(routed(session).values()) == [Source.SYSTEM_PROMPT, Source.TASK_STATE]


def test_a_task_of_cline(tmp_path: Path) -> None:
    """As Cline keeps one: the environment stands in a block of its own beside the task."""
    content = [
        {"type": "text", "text": "<task>\nfix the test\n</task>"},
        {"type": "text", "text": "<environment_details>\n# Current Time\n10:00\n</environment_details>"},
    ]
    answer = [{"type": "text", "text": "I look at it."}]
    messages = [{"role": "user", "content": content}, {"role": "assistant", "content": answer}]
    file = tmp_path / "api_conversation_history.json"
    file.write_text(json.dumps(messages), encoding="utf-8")
    (session,) = load(file)
    by_id = {item.id: item.text for item in session.items}
    assert {by_id[one][:21]: source for one, source in routed(session).items()} == {
        "<environment_details>": Source.TASK_STATE
    }


@pytest.mark.parametrize("name", builtin_names())
def test_no_built_in_profile_has_them(name: str) -> None:
    assert builtin(name).gather.rule == ()


def test_they_come_before_the_own_rules_and_once() -> None:
    own = GatherRule(regex="^<system-reminder>", exclude=True)
    profile = with_common(with_rules(Profile(), [own]), rules_named(["reminders"]))
    assert profile.gather.rule == (*rules_named(["reminders"]), own)
    assert with_common(profile, rules_named(["reminders"])) == profile
    whole = with_common(profile, rules_named())
    assert whole.gather.rule[-1] == own
    assert len(whole.gather.rule) == len(rules_named()) + 1


def test_a_profile_with_them_is_saved_and_read_again() -> None:
    profile = with_common(builtin("gssc"), rules_named())
    assert parse(dumps(profile), "x.toml") == profile


def test_an_unknown_set_is_named_with_those_there_are() -> None:
    with pytest.raises(ProfileError, match=r"no common rules 'nope'.*reminders"):
        rules_named(["nope"])
