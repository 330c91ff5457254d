"""Text that somebody copied, as the bytes of a session file: JSON, a curl command, a Python call or literal.

Of a curl command only the body is taken, so that keys in its headers go nowhere.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.formats.values import is_list, is_object

#: The options of curl that state a body, with what else they do to it left aside.
_BODY = ("--data", "-d", "--data-raw", "--data-binary", "--data-ascii", "--json")

_FENCE = re.compile(r"\A```[\w-]*[ \t]*\n(.*?)\n?```\s*\Z", re.DOTALL)
_HEREDOC = re.compile(r"<<-?\s*(['\"]?)(\w+)\1[^\n]*\n(.*?)\n\s*\2\s*\Z", re.DOTALL)
_ASSIGNED = re.compile(r"\A(?:\w+\s*=(?!=)\s*)?(?:await\s+)?")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b"}
_HEX = {"x": 2, "u": 4, "U": 8}

#: Longer text (characters) is not tried as Python, whose parser takes much memory.
_LONGEST_PYTHON = 4_000_000

_HINT = "a request body, a list of messages, or a curl command with -d '…'"


def session_bytes(text: str, name: str = "pasted.json") -> bytes:
    """The bytes of a session file that holds what was copied; `name` is for messages.

    Raises:
        FormatError: It is nothing that could be read as a session.
    """
    given = text.strip().lstrip("\ufeff").strip()
    fenced = _FENCE.match(given)
    if fenced:
        given = fenced.group(1).strip()
    if not given:
        raise FormatError("there is no text in it", hint=f"copy {_HINT}")
    if re.match(r"(\$\s*)?curl(\.exe)?\s", given):
        given = _body_of_curl(given)
    data = given.encode("utf-8", "surrogatepass")
    try:
        load_bytes(data, name)
    except FormatError as error:
        value = _python_value(given) if len(given) <= _LONGEST_PYTHON else None
        if value is None:
            raise _told(error) from error
        data = json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "surrogatepass")
        try:
            load_bytes(data, name)
        except FormatError as second:
            raise _told(second) from second
    return data


def _told(error: FormatError) -> FormatError:
    """The error with what to copy instead, which helps more than the names of formats."""
    return FormatError(error.message, where=error.where, hint=f"copy {_HINT}")


def _body_of_curl(command: str) -> str:
    """What the command sends.

    Raises:
        FormatError: It sends nothing, or what stands in a file.
    """
    heredoc = _HEREDOC.search(command)
    words = list(shell_words(command[: heredoc.start()] if heredoc else command))
    bodies: list[str] = []
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if word in _BODY and at + 1 < len(words):
            bodies.append(words[at + 1])
        elif equals and name in _BODY and name.startswith("--"):
            bodies.append(value)
        elif word.startswith("-d") and not word.startswith("--") and len(word) > len("-d"):
            bodies.append(word[len("-d") :])
    if heredoc and (not bodies or bodies[-1] == "@-"):
        return heredoc.group(3)
    if not bodies:
        raise FormatError("this curl command sends no body", hint="copy one with -d '…'")
    if bodies[0].startswith("@"):
        raise FormatError(
            f"the body of this curl command is in a file: {bodies[0][1:] or '-'}", hint="open that file"
        )
    return "&".join(bodies)


def shell_words(command: str) -> Iterator[str]:
    """The words of a command line as a POSIX shell makes them, with $'…' and continued lines.

    Nothing is expanded. A quote that is not closed ends with the text.
    """
    at, end = 0, len(command)
    word: str | None = None
    while at < end:
        char = command[at]
        if char in "\\^`" and command[at + 1 : at + 2] in ("\n", "\r"):
            # continued lines: of a POSIX shell, and of the two on Windows
            at += 3 if command[at + 1 : at + 3] == "\r\n" else 2
        elif char.isspace():
            if word is not None:
                yield word
            word, at = None, at + 1
        else:
            piece, at = _piece(command, at)
            word = (word or "") + piece
    if word is not None:
        yield word


def _piece(command: str, at: int) -> tuple[str, int]:
    """The next piece of a word, one character or one quoted stretch, and where it ends."""
    if command.startswith("$'", at):
        return _ansi_quoted(command, at + 2)
    char = command[at]
    if char == "'":
        close = command.find("'", at + 1)
        close = len(command) if close < 0 else close
        return command[at + 1 : close], close + 1
    if char == '"':
        return _double_quoted(command, at + 1)
    if char == "\\" and at + 1 < len(command):
        return command[at + 1], at + 2
    return char, at + 1


def _double_quoted(command: str, at: int) -> tuple[str, int]:
    out: list[str] = []
    while at < len(command) and command[at] != '"':
        if command[at] == "\\" and command[at + 1 : at + 2] in ('"', "\\", "$", "`", "\n"):
            at += 1
            if command[at] == "\n":
                at += 1
                continue
        out.append(command[at])
        at += 1
    return "".join(out), at + 1


def _ansi_quoted(command: str, at: int) -> tuple[str, int]:
    """What stands in $'…', as browsers copy a request whose body has quotes in it."""
    out: list[str] = []
    while at < len(command) and command[at] != "'":
        if command[at] != "\\" or at + 1 >= len(command):
            out.append(command[at])
            at += 1
            continue
        kind = command[at + 1]
        at += 2
        digits = re.match(r"[0-9a-fA-F]+", command[at : at + _HEX[kind]]) if kind in _HEX else None
        if digits:
            out.append(chr(min(int(digits.group(), 16), 0x10FFFF)))
            at += digits.end()
        else:
            out.append(_ESCAPES.get(kind, kind))
    # two halves of a surrogate pair, written one by one, are one character
    joined = "".join(out).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined, at + 1


def _python_value(text: str) -> Any:
    """The value of a Python literal, or of the keywords of a call; None where it is neither."""
    try:
        tree = ast.parse(_ASSIGNED.sub("", text), mode="eval").body
        if isinstance(tree, ast.Call):
            found = {one.arg: _literal(one.value) for one in tree.keywords if one.arg}
            return {key: value for key, value in found.items() if value is not None} or None
        value: Any = ast.literal_eval(tree)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return None
    return value if is_object(value) or is_list(value) else None


def _literal(node: ast.expr) -> Any:
    """The value of a literal; None for a name or call, whose value is not in the text.

    Raises:
        ValueError: Something inside a list or dictionary has no value in the text.
    """
    if isinstance(node, (ast.Dict, ast.List, ast.Tuple, ast.Constant, ast.UnaryOp)):
        return ast.literal_eval(node)
    return None
