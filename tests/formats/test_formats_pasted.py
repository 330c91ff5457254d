"""Copied text as a session: JSON, curl commands as people and browsers write them, Python."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.errors import FormatError
from ctxlab.formats.pasted import session_bytes, shell_words

MESSAGES = [{"role": "user", "content": "it's 你好"}]
BODY = json.dumps({"model": "gpt-4o", "messages": MESSAGES})
QUOTED = BODY.replace("'", "\\'").replace("\\u", "\\\\u")


def _value(text: str) -> Any:
    return json.loads(session_bytes(text))


@pytest.mark.parametrize(
    "text",
    [
        BODY,
        f"\ufeff  {BODY}\n",
        f"```json\n{BODY}\n```",
        f"curl https://a.b -H 'Authorization: Bearer sk-1' \\\n  -d $'{QUOTED}'",
        f"$ curl -s https://a.b --json $'{QUOTED}' | jq .",
        f"curl https://a.b --data-raw=$'{QUOTED}'",
        f"curl https://a.b -d @- <<'EOF'\n{BODY}\nEOF\n",
        "curl https://a.b -d " + json.dumps(BODY),
    ],
)
def test_the_body_is_taken_out_of_what_stands_around_it(text: str) -> None:
    assert _value(text) == {"model": "gpt-4o", "messages": MESSAGES}


def test_a_list_of_messages_and_lines_of_json_are_taken_as_they_are() -> None:
    assert _value(json.dumps(MESSAGES)) == MESSAGES
    lines = "\n".join(json.dumps({"messages": MESSAGES}) for _ in range(2))
    assert session_bytes(lines).decode() == lines


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[{'role': 'user', 'content': None}]", [{"role": "user", "content": None}]),
        (
            "answer = await client.chat.completions.create(model=MODEL, messages=[{'role': 'user', "
            "'content': 'hi'}], stream=True)",
            {"messages": [{"role": "user", "content": "hi"}], "stream": True},
        ),
    ],
)
def test_python_is_read_without_being_run(text: str, value: object) -> None:
    assert _value(text) == value


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "there is no text in it"),
        ("hello", "text that is no JSON"),
        ('{"a": 1}', "a JSON object with a"),
        ('{"messages": [', "the JSON is broken"),
        ("[{'role': 'user', 'content': name}]", "the JSON is broken"),
        ("curl https://a.b", "sends no body"),
        ("curl https://a.b -d @body.json", "is in a file: body.json"),
        ("__import__('os').getcwd()", "text that is no JSON"),
    ],
)
def test_what_is_no_session_is_said_with_what_to_copy(text: str, told: str) -> None:
    with pytest.raises(FormatError, match=told):
        session_bytes(text)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ('a  \'b c\' "d \\" e"', ["a", "b c", 'd " e']),
        ("a\\ b ''", ["a b", ""]),
        ("a \\\n b ^\r\n c `\n d", ["a", "b", "c", "d"]),
        (r"$'\n\x41\u4f60\ud83d\ude00\''", ["\nA你😀'"]),
        ("'open", ["open"]),
    ],
)
def test_words_are_those_of_a_shell(command: str, words: list[str]) -> None:
    assert list(shell_words(command)) == words
