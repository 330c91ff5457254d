from __future__ import annotations

import pytest
from helpers.golden import FORMATS, Counts, counts, opened

from ctxlab import explain
from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import Source
from ctxlab.model.session import Session, Usage

HISTORY = "13_agent_trajectories/aider_chat_history.redacted.md"
START = "# aider chat started at 2024-08-12 14:28:55\n"


def read(text: str) -> tuple[Session, ...]:
    sessions = load_bytes(text.encode(), ".aider.chat.history.md")
    assert {one.origin.format for one in sessions} == {"aider"}
    return sessions


def test_the_real_file_holds_what_was_counted_in_it() -> None:
    (session,) = sessions = opened(HISTORY)
    assert (session.origin.format, session.title) == ("aider", "2024-08-12 14:28:55")
    assert session.model == "claude-3-5-sonnet-20240620"
    # By hand: six stretches of `#### ` lines, one answer to a question, and the output of the tests as it was
    # shown to the model; the program's are the banner, the diff, two counts of tokens, and the same output.
    assert counts(sessions) == Counts(1, 15, {"user": 8, "assistant": 2, "tool": 5}, 0, 0)
    lines = (FORMATS / HISTORY).read_text(encoding="utf-8").split("\n")
    user = [item for item in session.items if item.role == "user" and not item.injected]
    # the manifest's 373 user lines; one message is the answer to a question
    assert sum(item.text.count("\n") + 1 for item in user) - 1 == 373
    assert sum(1 for line in lines if line.startswith("####")) == 373
    # Of the manifest's 66 lines of the program, the mark `>>>>>>> REPLACE` is in an edit of the model's.
    assert session.items[13].text.count(">>>>>>> REPLACE") == 1
    assert [item.place.line for item in session.items] == [
        *(3, 10, 12, 13, 15, 384, 414, 416, 418, 420, 421, 466, 467, 512, 530),
    ]


def test_the_text_of_the_real_file_is_whole() -> None:
    (session,) = opened(HISTORY)
    answer, edit = [item for item in session.items if item.role == "assistant"]
    assert answer.text.startswith("Aider is an AI-powered coding assistant")
    assert answer.text.endswith("asking it to make changes or additions to your code at the prompt.")
    assert "> Models: claude-3-5-sonnet with diff edit format" in session.items[4].text
    assert edit.text.startswith(
        "To fix this issue, we need to modify the `get_addable_relative_files` method"
    )
    assert edit.text.endswith("the read-only files will not be considered as addable files.")
    assert session.items[11].text == "get_addable_relative_files needs to exclude the read only files too"


def test_output_that_the_model_was_shown_is_a_result_that_nobody_typed() -> None:
    (session,) = opened(HISTORY)
    printed, shown = session.items[10], session.items[12]
    assert (printed.role, printed.source, printed.injected) == ("tool", Source.TOOL_RESULT, False)
    assert (shown.role, shown.source, shown.injected) == ("user", Source.TOOL_RESULT, True)
    assert shown.text.startswith("============================= test session starts ===")
    assert shown.text.count("\n") == 43


def test_what_was_sent_in_the_real_file() -> None:
    (session,) = opened(HISTORY)
    # Neither commands nor what the program said to the user were sent, and `/clear` forgot all before it. The
    # question that `/help` made, then the instruction with the output that the user agreed to show.
    assert [(one.end, one.live) for one in session.requests] == [
        (5, ((4, 4),)),
        (13, ((11, 12),)),
        (15, ((11, 13),)),
    ]
    assert [one.usage for one in session.requests] == [
        Usage(input=5071, output=275),
        Usage(input=19794, output=213),
        None,
    ]
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.RETRIEVED_DOC)


def test_that_speakers_are_guessed_is_told() -> None:
    (session,) = opened(HISTORY)
    (told,) = session.diagnostics
    assert (told.code, told.severity) == ("speakers_guessed", "info")
    assert "guessed from how lines begin" in explain.diagnostic(told, "en")
    assert explain.diagnostic(told, "zh").startswith("发言者由行首推断")


def test_each_chat_is_a_session_also_an_empty_one() -> None:
    later = START.replace("08-12", "08-13")
    first, second, third = read(f"the end\n\n#### go on  \n{START}{later}#### b  \n\nanswer\n")
    assert [one.title for one in (second, third)] == ["2024-08-12 14:28:55", "2024-08-13 14:28:55"]
    assert [item.text for item in first.items] == ["the end", "go on"]
    assert (second.items, len(second.requests)) == ((), 1)
    assert [item.role for item in third.items] == ["user", "assistant"]


@pytest.mark.parametrize(
    ("line", "usage"),
    [
        ("Tokens: 2.8k sent, 1.2k received.", Usage(input=2800, output=1200)),
        (
            "Tokens: 12k sent, 1.5k cache write, 9k cache hit, 340 received.",
            Usage(input=1500, cache_write=1500, cache_read=9000, output=340),
        ),
        ("Tokens: 1.2M sent, 3 received. Cost: $1", Usage(input=1_200_000, output=3)),
        ("Tokens: ..k sent, 3 received.", Usage(output=3)),
        ("Tokens are dear", None),
    ],
)
def test_the_programs_count_of_tokens_is_the_answers_usage(line: str, usage: Usage | None) -> None:
    (session,) = read(f"{START}#### a  \n\nanswer\n\n> {line}  \n")
    assert session.requests[0].usage == usage


def test_commands_that_only_say_how_to_ask_are_sent() -> None:
    (session,) = read(f"{START}#### /ask why?  \n\n#### /add x.py  \n\n#### !ls  \n\nbecause\n")
    assert session.requests[0].live == ((0, 0),)


def test_markdown_that_is_no_chat_is_refused() -> None:
    for text in ("# aider\n\nstarted at noon\n", "#### a heading\n\n> a quote\n"):
        with pytest.raises(FormatError, match="text that is no JSON"):
            load_bytes(text.encode(), "x.md")
    with pytest.raises(FormatError, match="no chat of aider"):
        load_bytes(b" ", "x.md", format="aider")


def test_json_that_quotes_a_chat_is_no_chat() -> None:
    line = b'{"role": "user", "content": "\\n# aider chat started at 2024-08-12"}\n'
    (session,) = load_bytes(line * 2, "x.jsonl")
    assert session.origin.format == "openai-chat"


def test_a_chat_that_begins_like_json_is_read() -> None:
    for first in ("[1] is the first of the notes", '{"a": 1} is what it wrote', "12 files changed"):
        (*_, session) = read(f"{first}\n\n{START}#### go  \n\nanswer\n")
        assert [item.text for item in session.items] == ["go", "answer"]
