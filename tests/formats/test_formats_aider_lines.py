from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.aider_lines import Speaker, chats_of, has_speakers, is_history

START = "# aider chat started at 2024-08-12 14:28:55\n"
USER, MODEL, CONSOLE, SENT = Speaker.USER, Speaker.MODEL, Speaker.CONSOLE, Speaker.SENT


def said(text: str) -> list[tuple[Speaker, str]]:
    (chat,) = chats_of(text)
    return [(one.speaker, one.text) for one in chat.stretches]


def test_lines_in_a_row_are_one_message_and_blank_lines_part_them() -> None:
    typed = "#### first  \n####   \n#### still first  \n\n#### second  \n"
    text = f"{START}\n{typed}\nanswer\n\nmore\n\n> Tokens: 1 sent  \n"
    assert said(text) == [
        (USER, "first\n\nstill first"),
        (USER, "second"),
        (MODEL, "answer\n\nmore"),
        (CONSOLE, "Tokens: 1 sent"),
    ]


def test_each_start_begins_a_chat_and_so_does_the_file() -> None:
    chats = chats_of(f"the end of an answer\n{START}#### a  \n{START.replace('12', '13', 1)}#### b  \n")
    assert [(one.started, one.line, len(one.stretches)) for one in chats] == [
        ("", 1, 1),
        ("2024-08-12 14:28:55", 2, 1),
        ("2024-08-13 14:28:55", 4, 1),
    ]
    assert [one.stretches[0].line for one in chats] == [1, 3, 5]


@pytest.mark.parametrize(
    "quoted",
    [
        "```markdown\n#### a heading\n> a quote\n```",
        "<source>md\n> a quote\n</source>",
        "README.md\n<<<<<<< SEARCH\n> old\n=======\n#### new\n>>>>>>> REPLACE",
        "```\none\n```\nbetween\n```\n> two\n```",
    ],
)
def test_what_the_model_quotes_is_the_models(quoted: str) -> None:
    assert said(f"#### do  \n\nHere:\n{quoted}\nThat is it.\n\n> Tokens: 1k sent, 2 received.  \n") == [
        (USER, "do"),
        (MODEL, f"Here:\n{quoted}\nThat is it."),
        (CONSOLE, "Tokens: 1k sent, 2 received."),
    ]


def test_a_fence_that_does_not_end_takes_nothing_along() -> None:
    text = "#### do  \n\n```\ncut off\n\n> Tokens: 1 sent, 2 received.  \n\n#### again  \n\n```\nx\n```\n"
    assert [speaker for speaker, _ in said(text)] == [USER, MODEL, CONSOLE, USER, MODEL]


def test_output_of_a_command_is_the_programs_until_the_question() -> None:
    text = (
        "#### /run pytest  \n> === session starts ===\n\n    def test():\n```\n> fails\n"
        "> Add the output to the chat?\n(y/n/instructions) mend it  \n"
        "> === again ===  \n\nI mend it.\n> Applied  \n"
    )
    assert said(text) == [
        (USER, "/run pytest"),
        (CONSOLE, "=== session starts ===\n\n    def test():\n```\nfails\nAdd the output to the chat?"),
        (USER, "mend it"),
        (SENT, "=== again ==="),
        (MODEL, "I mend it."),
        (CONSOLE, "Applied"),
    ]


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("> Add the output to the chat?\n(y/n/instructions) y  \n", True),
        ("> Add the output to the chat?\n(y/n/instructions) n  \n", False),
        ("> Add 0.2k tokens of command output to the chat? (Y)es/(N)o [Yes]: y  \n", True),
        ("> Add 0.2k tokens of command output to the chat? (Y)es/(N)o/(D)on't ask again [Yes]: n  \n", False),
    ],
)
def test_output_is_shown_to_the_model_where_the_user_agrees(question: str, shown: bool) -> None:
    found = said(f"#### /run ls  \nfile\n{question}> file  \n\nI see.\n")
    assert (SENT, "file") in found or not shown
    assert all(speaker is not SENT for speaker, _ in found) or shown
    assert found[-1] == (MODEL, "I see.")


def test_carriage_returns_are_no_part_of_a_line() -> None:
    assert said("#### a  \r\n\r\nb\r\n") == [(USER, "a"), (MODEL, "b")]


def test_what_is_a_history() -> None:
    assert is_history(START)
    assert is_history(f"x\n{START}")
    assert not is_history(f"x {START}")
    assert has_speakers("end of an answer\n\n> Tokens: 5,071 sent, 275 received.\n\n#### next  \n")
    assert not has_speakers("#### a heading\n\n> a quote of Tokens\n")


@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    "#### a  ",
                    "####",
                    "> c",
                    ">",
                    "m",
                    "",
                    "```",
                    "```py",
                    "<source>",
                    "</source>",
                    "#### /run x  ",
                ),
                *(
                    "<<<<<<< SEARCH",
                    ">>>>>>> REPLACE",
                    "> Tokens: 1 sent",
                    "> Add it to the chat?",
                    "(y/n) do  ",
                ),
                START.strip(),
            ]
        )
    )
)
def test_no_line_is_lost(lines: list[str]) -> None:
    chats = chats_of("\n".join(lines))
    kept = [line.strip() for chat in chats for one in chat.stretches for line in one.lines]
    # what marks a line is no part of it, and a start begins a chat; empty lines may hold nothing
    told = [line.strip().removeprefix("#### ").removeprefix("> ") for line in lines if line != START.strip()]
    nothing = ("", "####", ">")
    assert _unmarked(kept, nothing) == _unmarked(told, nothing)


def _unmarked(lines: list[str], nothing: tuple[str, ...]) -> list[str]:
    bare = [line.removeprefix("#### ").removeprefix("> ").removeprefix("(y/n) ") for line in lines]
    return [line for line in bare if line not in nothing]
