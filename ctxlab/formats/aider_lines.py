"""Who speaks in the Markdown that aider keeps of its chats, told by how lines begin.

`#### ` begins what the user typed, `> ` what the program said, all else is the model's. The model's text may
hold such lines itself: what stands between fences or the marks of an edit stays with the model if it
ends before the user types again and before the program counts tokens, which it does behind each answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

_START = "# aider chat started at "
_USER, _CONSOLE = "#### ", "> "
#: By which Markdown breaks a line; all that is typed ends in it.
_BREAK = "  "
_TOKENS = re.compile(r"> Tokens: \S+ sent\b")

#: How the model begins a stretch that is quoted, and the line that ends it.
_FENCES = {
    "```": "```",
    "<source>": "</source>",
    "<code>": "</code>",
    "<pre>": "</pre>",
    "<codeblock>": "</codeblock>",
    "<sourcecode>": "</sourcecode>",
    "<<<<<<< SEARCH": ">>>>>>> REPLACE",
}

#: Commands whose output follows without any mark, up to the question whether the model should see it.
_RUNS = ("/run ", "/git ", "!")
_ASKED = re.compile(r"> Add .*\bto the chat\?")
_ADDED = "> Added "
_CHOICE = re.compile(r"\(y/n[^)]*\)|\(Y\)es[^\[]*(?:\[[^\]]*\])?:?")
_NO = ("n", "no", "d", "")
_YES = ("y", "yes", "a", "all")


class Speaker(StrEnum):
    """Who a stretch of lines is of. `sent` is output of the program that was shown to the model, too."""

    USER = "user"
    MODEL = "assistant"
    CONSOLE = "console"
    SENT = "sent"


@dataclass(slots=True)
class Stretch:
    """Lines of one speaker; `first` is the 1-based number of the first of them."""

    speaker: Speaker
    first: int
    lines: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        """The lines without blank ones at either end."""
        return "\n".join(self.lines).strip("\n")

    @property
    def line(self) -> int:
        """The number of the first line that is not blank."""
        return self.first + next((i for i, line in enumerate(self.lines) if line.strip()), 0)


@dataclass(slots=True)
class Chat:
    """One chat: when it started, as it is written, and who said what."""

    started: str
    line: int
    stretches: list[Stretch] = field(default_factory=list[Stretch])


def is_history(text: str) -> bool:
    """Whether the text says that chats of aider start in it."""
    return text.startswith(_START) or f"\n{_START}" in text


def has_speakers(text: str) -> bool:
    """Whether a user types in the text, and the program counts tokens, as in the midst of a chat."""
    typed = text.startswith(_USER) or f"\n{_USER}" in text
    return typed and _TOKENS.search(text) is not None


def chats_of(text: str) -> list[Chat]:
    """The chats in the text; what stands before the first start is one, too."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    ends = _quoted_until(lines)
    chats = [Chat("", 1)]
    walk = _Walk(chats[0])
    index = 0
    while index < len(lines):
        line = lines[index]
        if line.startswith(_START):
            chats.append(Chat(line[len(_START) :].strip(), index + 1))
            walk = _Walk(chats[-1])
        elif index in ends and walk.may_quote:
            walk.say(Speaker.MODEL, index + 1, lines[index : ends[index] + 1])
            index = ends[index]
        else:
            walk.line(index + 1, line)
        index += 1
    for chat in chats:
        chat.stretches = [one for one in chat.stretches if one.text.strip()]
    return [one for one in chats if one.started or one.stretches]


class _Walk:
    """One chat on the way through its lines."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self._runs = False
        self._asked = False
        self._shown = False

    @property
    def may_quote(self) -> bool:
        """Whether a fence is the model's: none in the output of a command is."""
        return not self._runs and not self._asked

    def say(self, speaker: Speaker, number: int, lines: Iterable[str]) -> None:
        """Adds lines of a speaker, to the last stretch if that is of the same."""
        stretches = self._chat.stretches
        if not stretches or stretches[-1].speaker is not speaker:
            stretches.append(Stretch(speaker, number))
        stretches[-1].lines.extend(lines)

    def line(self, number: int, line: str) -> None:
        """Adds one line that no quotation holds."""
        if line.startswith(_USER) or line == _USER.strip():
            said = _unbroken(line[len(_USER) :])
            self._runs, self._asked, self._shown = said.startswith(_RUNS), False, False
            self.say(Speaker.USER, number, [said])
        elif self._asked and line.startswith("("):
            self._answer(number, line)
        elif line.startswith(_CONSOLE) or line == _CONSOLE.strip():
            self._console(number, line)
        elif self._runs:
            self.say(Speaker.CONSOLE, number, [line])
        else:
            self._shown = self._shown and not line.strip()
            self.say(Speaker.MODEL, number, [line])

    def _console(self, number: int, line: str) -> None:
        self._shown = self._shown and not line.startswith(_ADDED)
        self._asked = False
        self.say(Speaker.SENT if self._shown else Speaker.CONSOLE, number, [_unbroken(line[len(_CONSOLE) :])])
        asked = _ASKED.match(line)
        if asked is not None:
            answer = _chosen(line[asked.end() :]).lower()
            self._asked = not answer
            self._shown, self._runs = answer not in _NO, False

    def _answer(self, number: int, line: str) -> None:
        """What the user answered on the line behind the question: yes, no, or what the model should do."""
        self._asked = False
        said = _chosen(line)
        self._shown = said.lower() not in _NO
        if said.lower() in (*_NO, *_YES):
            self.say(Speaker.CONSOLE, number, [_unbroken(line)])
        else:
            self.say(Speaker.USER, number, [said])


def _chosen(line: str) -> str:
    """What stands behind the choice that a question offers."""
    told = line.strip()
    choice = _CHOICE.match(told)
    return told[choice.end() :].strip() if choice else told


def _unbroken(line: str) -> str:
    return line.removesuffix(_BREAK)


def _quoted_until(lines: Sequence[str]) -> dict[int, int]:
    """The lines that begin a quotation, and where each ends; none reaches beyond an answer."""
    found: dict[int, int] = {}
    ends: dict[str, int] = {}
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index]
        is_typed = line.startswith(_USER) and line.endswith(_BREAK)
        if line.startswith(_START) or is_typed or _TOKENS.match(line):
            ends.clear()
            continue
        for begin, end in _FENCES.items():
            if line.startswith(begin) and end in ends and ends[end] > index:
                found[index] = ends[end]
        stripped = line.rstrip()
        if stripped in _FENCE_ENDS:
            ends[stripped] = index
    return found


_FENCE_ENDS = frozenset(_FENCES.values())
