"""Which items may state constraints, and who speaks in each."""

from __future__ import annotations

import pytest
from helpers.spoken import spoken

from ctxlab.analysis.rules_files import Speaker, speakers
from ctxlab.model.items import Source
from ctxlab.model.marks import Marks

RULES = "Never push to main."


def test_users_prompts_notes_and_state_state_constraints_and_nobody_else() -> None:
    session = spoken(
        "system: Be brief.",
        "user: Book a train.",
        "assistant: You must be early.",
        "call search: {}",
        "result: Never pay more.",
        "injected: The tools have changed.",
        "note: The user has a bad knee.",
        "state: Booking is open.",
        "doc: You must show a passport.",
        "side: Search trains under 300 yuan.",
    )
    assert speakers(session, Marks()) == {
        0: Speaker.SYSTEM,
        1: Speaker.USER,
        6: Speaker.NOTES,
        7: Speaker.NOTES,
        9: Speaker.USER,
    }


@pytest.mark.parametrize(
    "call",
    [
        'Read: {"file_path": "/repo/CLAUDE.md"}',
        'read_file: {"path": "AGENTS.md"}',
        'view: {"path": ".cursor/rules/style.mdc"}',
        'str_replace_based_edit_tool: {"command": "view", "path": "/repo/AGENTS.md"}',
        'Bash: {"command": "cd /repo && cat .cursorrules"}',
        'shell: {"cmd": "sed -n \'1,200p\' CLAUDE.md"}',
    ],
)
def test_a_rules_file_that_was_read_speaks(call: str) -> None:
    session = spoken("user: Go on.", f"call {call}", f"result: {RULES}")
    assert speakers(session, Marks()) == {0: Speaker.USER, 2: Speaker.RULES}


@pytest.mark.parametrize(
    "call",
    [
        'Read: {"file_path": "/repo/README.md"}',
        'Write: {"file_path": "CLAUDE.md", "content": "Never push."}',
        'Edit: {"file_path": "CLAUDE.md", "new_string": "Never push."}',
        'Bash: {"command": "grep -rn main CLAUDE.md"}',
        'Bash: {"command": "cat notes.txt > CLAUDE.md"}',
        'Read: {"file_path": "MY-CLAUDE.md.bak"}',
    ],
)
def test_another_file_or_another_use_of_it_does_not(call: str) -> None:
    session = spoken("user: Go on.", f"call {call}", f"result: {RULES}")
    assert speakers(session, Marks()) == {0: Speaker.USER}


@pytest.mark.parametrize(
    ("text", "speaks"),
    [
        (f"Contents of /repo/CLAUDE.md (project instructions):\n{RULES}", True),
        (f"# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\n{RULES}", True),
        (f"<user_rules>\n{RULES}\n</user_rules>", True),
        ("The file src/app.py was changed.", False),
        ("x " * 400 + "see CLAUDE.md", False),
    ],
)
def test_an_injected_message_speaks_where_it_holds_one(text: str, speaks: bool) -> None:
    session = spoken("user: Go on.", f"injected: {text}")
    assert (1 in speakers(session, Marks())) is speaks


def test_a_source_that_the_user_gave_decides() -> None:
    session = spoken(
        "user: Paste of a page: never smoke.",
        "injected: Never push.",
        'call Read: {"p": "CLAUDE.md"}',
        "result: No.",
    )
    marks = Marks(
        sources=(
            ("i1", Source.RETRIEVED_DOC),
            ("i2", Source.AGENT_NOTE),
            ("i4", Source.TOOL_RESULT),
        )
    )
    assert speakers(session, marks) == {1: Speaker.NOTES}
