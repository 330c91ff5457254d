"""`ctxlab report`: the page, Markdown, what is replaced, and asking about it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.chat import LONG, message, write_json
from helpers.cli import Answer, ctxlab

MAIL = "bob@corp.example"


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    """Three requests; the message that the last one lacks has a demand, an address and a phone number."""
    messages = [
        message("system", "You plan trips."),
        message("user", f"Keep it under 3000 yuan, write to {MAIL}, or call 13812345678."),
        message("assistant", LONG),
        message("user", "What can we see?"),
        message("assistant", LONG),
        message("user", "Where shall we eat tonight?"),
    ]
    return write_json(tmp_path / "letter.json", {"messages": messages})


@pytest.fixture
def tight(tight: Path) -> Path:
    """The profile of all tests, with a demand that is told by its whole words."""
    text = tight.read_text(encoding="utf-8").replace('"3000 yuan"', '"Keep it under 3000 yuan"')
    tight.write_text(text, encoding="utf-8")
    return tight


def _report(file: Path, profile: Path, *words: object) -> Answer:
    return ctxlab("report", file, "--profile", profile, *words)


def test_the_page_goes_to_stdout_and_what_is_replaced_to_stderr(letter: Path, tight: Path) -> None:
    answer = _report(letter, tight)
    assert answer.code == 0
    assert answer.out.startswith("<!DOCTYPE html>")
    assert MAIL not in answer.out + answer.err
    assert "[e-mail 1]" in answer.out
    assert "[e-mail 1] stands for e-mail in Between request 2 and request 3 (1)" in answer.err.splitlines()
    assert answer.err.splitlines()[-1] == "2 found, replaced 2"


def test_the_first_lost_must_keep_is_what_it_is_about(letter: Path, tight: Path) -> None:
    answer = _report(letter, tight, "--as", "md")
    assert answer.out.startswith("## ctxlab report: `letter.json`")
    assert "> **− lost** — “`Keep it under 3000 yuan`” is not in the context of request 3." in answer.out
    assert "under `tight`" in answer.out


def test_a_must_keep_a_request_and_a_language_can_be_chosen(letter: Path, tight: Path) -> None:
    answer = _report(
        letter, tight, "--must-keep", "What can we see?", "--request", 2, "--as", "md", "--lang", "zh"
    )
    assert "“`What can we see?`”在第 2 次请求的上下文中" in answer.out
    assert "[邮箱 1] 代替" in answer.err


@pytest.mark.parametrize(
    ("name", "start"), [("r.html", "<!DOCTYPE html>"), ("r.md", "## "), ("r.txt", "<!DOC")]
)
def test_the_name_of_the_file_says_its_form(
    letter: Path, tight: Path, tmp_path: Path, name: str, start: str
) -> None:
    out = tmp_path / name
    answer = _report(letter, tight, "-o", out)
    assert (answer.code, answer.out) == (0, "")
    assert answer.err.splitlines()[-1] == f"wrote {out}"
    assert out.read_text(encoding="utf-8").startswith(start)


def test_a_file_that_was_read_is_never_written_over(letter: Path, tight: Path) -> None:
    for file in (letter, tight):
        before = file.read_bytes()
        answer = _report(letter, tight, "-o", file)
        assert answer.code == 2
        assert "never changed" in answer.err
        assert file.read_bytes() == before


def test_without_redaction_everything_stays_and_is_warned_of(letter: Path, tight: Path) -> None:
    answer = _report(letter, tight, "--no-redact")
    assert MAIL in answer.out
    assert answer.err.splitlines()[-1] == "not redacted: it may hold secrets"


def test_own_patterns_are_replaced_but_no_count_and_no_must_keep(letter: Path, tight: Path) -> None:
    answer = _report(letter, tight, "--as", "md", "--pattern", r"\d+", "--pattern", "write to")
    assert "[redacted" in answer.out
    assert "write to" not in answer.out
    assert "cap = 450" in answer.out
    assert "under 3000 yuan" in answer.out
    assert "a must-keep says it: own pattern in " in answer.err
    assert "--hide own replaces it" in answer.err


def test_a_bad_pattern_is_named_and_nothing_is_written(letter: Path, tight: Path, tmp_path: Path) -> None:
    answer = _report(letter, tight, "--pattern", "fine", "--pattern", "(x", "-o", tmp_path / "r.html")
    assert answer.code == 2
    assert "'(x'" in answer.err
    assert not (tmp_path / "r.html").exists()


@pytest.mark.parametrize("wanted", ["e-mail", MAIL, "[e-mail 1]", "邮箱"])
def test_some_can_be_left_by_kind_or_text(letter: Path, tight: Path, wanted: str) -> None:
    answer = _report(letter, tight, "--keep", wanted)
    assert MAIL in answer.out
    assert "13812345678" not in answer.out
    assert "left as it is: e-mail in " in answer.err


def test_what_a_must_keep_says_can_be_replaced(letter: Path, tight: Path) -> None:
    words = ("--must-keep", "call 13812345678")
    kept = _report(letter, tight, *words)
    assert "13812345678" in kept.out
    assert "a must-keep says it: phone in " in kept.err
    assert "13812345678" not in _report(letter, tight, *words, "--hide", "phone").out


def test_a_choice_that_means_nothing_is_said(letter: Path, tight: Path) -> None:
    answer = _report(letter, tight, "--keep", "eve@corp.example")
    assert answer.code == 0
    assert "--keep eve@corp.example: no such secret in this report" in answer.err


def test_a_kind_that_is_not_looked_for_otherwise_can_be_asked_for(tight: Path, tmp_path: Path) -> None:
    messages = [message("user", "Keep it under 3000 yuan, at 10.0.0.12"), message("assistant", LONG * 2)]
    file = write_json(
        tmp_path / "a.json", {"model": "gpt-4o", "messages": [*messages, message("user", "so?")]}
    )
    assert "10.0.0.12" in _report(file, tight).out
    assert "10.0.0.12" not in _report(file, tight, "--also", "ip").out
    assert _report(file, tight, "--also", "nothing").code == 2


def test_asking_needs_somebody_to_answer(letter: Path, tight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull, encoding="utf-8") as nobody:
        monkeypatch.setattr(sys, "stdin", nobody)
        answer = _report(letter, tight, "--review")
    assert (answer.code, answer.out) == (2, "")
    assert "--review asks about each secret on a terminal" in answer.err


def test_what_is_not_redacted_cannot_be_reviewed(letter: Path, tight: Path) -> None:
    answer = _report(letter, tight, "--no-redact", "--review")
    assert answer.code == 2
    assert "--no-redact replaces nothing" in answer.err


@pytest.mark.skipif(sys.platform == "win32", reason="asks on a Unix terminal")
def test_each_secret_is_asked_about_on_a_terminal(letter: Path, tight: Path, tmp_path: Path) -> None:
    import pty

    out = tmp_path / "r.md"
    keyboard, terminal = pty.openpty()
    words = ["report", letter, "--profile", tight, "--review", "-o", out, "--lang", "en"]
    with subprocess.Popen(
        [sys.executable, "-m", "ctxlab", *map(str, words)],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        os.write(keyboard, b"?\nwhat\nn\n\n")
        told, asked = process.communicate(timeout=120)
    os.close(keyboard)
    os.close(terminal)
    assert (process.returncode, told) == (0, "")
    assert f"e-mail {MAIL} · 1 ×" in asked
    assert f"yuan, write to [{MAIL}], or call" in asked
    assert asked.count("replace it by [e-mail 1]? [Y/n/?]: ") == 3
    keys = "y: [e-mail 1] stands for it in the whole report; n: it stays as it is; Enter: as y; Ctrl+C: "
    assert asked.count(keys) == 2
    assert "Error" not in asked
    text = out.read_text(encoding="utf-8")
    assert MAIL in text
    assert "call [phone 1]" in text


def test_an_empty_session_is_no_error(tmp_path: Path, tight: Path) -> None:
    file = write_json(tmp_path / "empty.json", {"model": "gpt-4o", "messages": []})
    answer = _report(file, tight)
    assert answer.code == 0
    assert "nothing to do" in answer.out
