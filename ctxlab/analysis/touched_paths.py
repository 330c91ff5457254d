"""The files and folders that a call names: in its fields, in the words of a command, in the heads of a patch.

Whether a call only reads is told by the names of tools and programs that are known to do so; any other is
taken to write. Words of a command are taken for paths where they are no option, whatever they look like:
what is no path matches no glob. A folder that a command changes into, or that is given as its working
directory, stands before its relative paths.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ctxlab.analysis.call_arguments import Argument, arguments_of

_PATH_FIELD = re.compile(
    r"(?:^|_)(?:paths?|files?|filenames?|dir|directory|folders?|target|src|dst|source|destination|notebook|uri)(?:$|_)"
    r"|(?:Path|File|Dir|Directory|Folder)s?$"
)
_COMMAND_FIELD = re.compile(r"^(?:command|commands|cmd|script|code|input|args|arguments|patch|diff|)$")
_BASE_FIELD = re.compile(r"^(?:cwd|workdir|working_dir(?:ectory)?)$")
_PATCH_HEAD = re.compile(
    r"^(?:\*\*\* (?:Update|Add|Delete) File: |\*\*\* Move to: |(?:\+\+\+|---) (?:[ab]/)?|rename (?:from|to) )"
    r"([^\t\r\n]+)",
    re.MULTILINE,
)
_READING_TOOL = re.compile(
    r"^(?:read|grep|glob|ls|notebookread|view|search|find|list|get|fetch|open|cat|stat)(?:$|_|file|files|dir)",
    re.IGNORECASE,
)
_READERS = frozenset(
    {
        *("cat", "cd", "cmp", "diff", "du", "echo", "egrep", "fd", "fgrep", "file", "find", "grep", "head"),
        *("less", "ls", "md5sum", "more", "nl", "pwd", "rg", "sha256sum", "sort", "stat", "tail", "tree"),
        *("type", "wc", "which"),
    }
)
_GIT_READS = frozenset({"blame", "branch", "diff", "grep", "log", "ls-files", "rev-parse", "show", "status"})
#: What makes a program that reads otherwise write.
_WRITES = {"find": ("-delete", "-exec", "-execdir", "-ok"), "sort": ("-o",)}

_WORD = re.compile(r"\"([^\"]*)\"|'([^']*)'|(\d?>>?|&>)|(&&|\|\||[;|&()\n])|([^\s\"'|&;()<>]+)")
_HEREDOC = re.compile(r"<<-?\s*(['\"]?)(\w+)\1")


@dataclass(frozen=True, slots=True)
class Touched:
    """One path that a call names, at `start` to `end` (code points) of its recorded arguments.

    `reads` says that the call is known to do no more than read it.
    """

    path: str
    start: int
    end: int
    reads: bool


def touched_paths(tool: str, recorded: str) -> Iterator[Touched]:
    """The paths in a call of that tool with these arguments, in no particular order.

    A path may be named twice where a field and a command both do.
    """
    arguments = [one for one in arguments_of(recorded) if isinstance(one, Argument)]
    views = any(one.name == "command" and one.text == "view" for one in arguments)
    # Tools of servers have the server's name before their own.
    reads = views or _READING_TOOL.match(re.split(r"__|[.:/]", tool)[-1]) is not None
    base = next((one.text for one in arguments if _BASE_FIELD.match(one.name)), "")
    listed = [one for one in arguments if one.name == "command"]
    for one in arguments:
        if _PATH_FIELD.search(one.name):
            yield _at(one, (0, len(one.text)), base, reads=reads)
        elif _COMMAND_FIELD.match(one.name):
            heads = list(_PATCH_HEAD.finditer(one.text))
            yield from (_at(one, head.span(1), base, reads=False) for head in heads if head[1] != "/dev/null")
            if not heads and not (one.name == "command" and len(listed) > 1):
                yield from _of_command(one, base)
    if len(listed) > 1:
        yield from _of_words(listed, base)


def _at(one: Argument, place: tuple[int, int], base: str, *, reads: bool) -> Touched:
    path = one.text[slice(*place)]
    return Touched(_joined(base, path), *one.span(*place), reads)


def _joined(base: str, path: str) -> str:
    return posixpath.join(base, path) if base else path


def _of_words(listed: Sequence[Argument], base: str) -> Iterator[Touched]:
    """A command that was given as a list of words; of a shell the script is the last."""
    words = [one.text for one in listed]
    if words[0].rsplit("/", 1)[-1] in ("bash", "sh", "zsh"):
        yield from _of_command(listed[-1], base)
        return
    reads = _only_reads(words)
    for one in listed[1:]:
        if not one.text.startswith("-") and "\n" not in one.text:
            yield _at(one, (0, len(one.text)), base, reads=reads)


def _of_command(one: Argument, base: str) -> Iterator[Touched]:
    """The words of a shell command, step by step, with what its redirections write to."""
    for step in _steps(one.text):
        said = [one.text[slice(*place)] for place, _ in step]
        reads = _only_reads(said)
        for (place, written), word in zip(step[1:], said[1:], strict=True):
            start = place[0] + word.find("=") + 1 if word.startswith("-") and "=" in word else place[0]
            if start < place[1] and not (word.startswith("-") and "=" not in word):
                yield _at(one, (start, place[1]), base, reads=reads and not written)
        if said[:1] == ["cd"] and len(said) == 2:
            base = _joined(base, said[1])


Word = tuple[tuple[int, int], bool]


def _steps(command: str) -> Iterator[list[Word]]:
    """The steps of a command: the places of their words, and whether a redirection writes to each."""
    step: list[Word] = []
    at, written = 0, False
    while (found := _WORD.search(command, at)) is not None:
        at = found.end()
        if found[3]:
            written = True
        elif found[4]:
            if step:
                yield step
            if found[4] == "\n":
                at = _behind_heredoc(command, at, step)
            step = []
        else:
            place = found.span(next(number for number in (1, 2, 5) if found[number] is not None))
            step.append((place, written))
            written = False
    if step:
        yield step


def _behind_heredoc(command: str, line: int, step: Sequence[Word]) -> int:
    """Where to go on after a line: behind the text that is only written to a file or read as data."""
    begun = command.rfind("\n", 0, line - 1) + 1
    heredoc = _HEREDOC.search(command, begun, line)
    program = command[slice(*step[0][0])] if step else ""
    if heredoc is None or program not in ("cat", "tee"):
        return line
    end = re.compile(rf"^\t*{re.escape(heredoc[2])}$", re.MULTILINE).search(command, line)
    return len(command) if end is None else end.end()


def _only_reads(words: Sequence[str]) -> bool:
    """Whether a step of a command is known to change no file but by a redirection."""
    program = words[0].rsplit("/", 1)[-1] if words else ""
    if program == "git":
        verb = next((word for word in words[1:] if not word.startswith("-")), "")
        return verb in _GIT_READS
    if program == "sed":
        return not any(word.startswith(("-i", "--in-place")) for word in words[1:])
    if program not in _READERS:
        return False
    return not any(word.startswith(_WRITES.get(program, ("\0",))) for word in words[1:])
