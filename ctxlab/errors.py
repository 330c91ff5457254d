"""The errors that ctxlab raises on purpose: each has a code, a message fit for a user, and a place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a file: its name, a 1-based line, a 0-based byte offset, a JSON pointer or key path."""

    file: str = ""
    line: int | None = None
    byte: int | None = None
    key: str = ""

    def __str__(self) -> str:
        parts = [self.file] if self.file else []
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.byte is not None:
            parts.append(f"byte {self.byte}")
        if self.key:
            parts.append(self.key)
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Said:
    """What a message and its hint say, so that another language can say it too (`explain.errors`).

    `key` names the sentences, `values` are what they quote.
    """

    key: str
    values: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, key: str, /, **values: object) -> Self:
        """The same, with the values by name."""
        return cls(key, tuple(values.items()))


class CtxlabError(Exception):
    """The root of the tree. `code` is stable and machine-readable; `message` is for people, in English.

    `said` lets `explain.errors.words` tell it in other languages; without it the English stands.
    """

    code = "error"

    def __init__(
        self, message: str, *, where: Where | None = None, hint: str = "", said: Said | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.where = where or Where()
        self.hint = hint
        self.said = said

    def __str__(self) -> str:
        place = str(self.where)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} ({self.hint})" if self.hint else text


class FormatError(CtxlabError):
    """A file that cannot be read as any session, or not as the one it claims to be."""

    code = "format"


class NoReaderError(FormatError):
    """A file that is no session of any kind that is read; nothing need be wrong with it."""

    code = "no_reader"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a file: what, where, and what would be right."""

    message: str
    where: Where = Where()
    hint: str = ""
    said: Said | None = None

    def __str__(self) -> str:
        place = str(self.where)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} ({self.hint})" if self.hint else text


class ProfileError(CtxlabError):
    """A profile with an unknown key, an impossible value or a wrong type.

    `problems` holds all that is wrong, in the order of the file; it is never empty.
    """

    code = "profile"

    def __init__(
        self,
        message: str,
        *,
        where: Where | None = None,
        hint: str = "",
        said: Said | None = None,
        problems: tuple[Problem, ...] = (),
    ) -> None:
        super().__init__(message, where=where, hint=hint, said=said)
        self.problems = problems or (Problem(message, self.where, hint, said),)

    @classmethod
    def of(cls, problems: tuple[Problem, ...], file: str = "") -> Self:
        """One error that tells all the problems of a file, each on a line of its own.

        Args:
            problems: At least one.
            file: The name of the file, said once in front.
        """
        if len(problems) == 1:
            only = problems[0]
            where = replace(only.where, file=only.where.file or file)
            return cls(only.message, where=where, hint=only.hint, said=only.said, problems=problems)
        lines = "".join(f"\n  {problem}" for problem in problems)
        return cls(f"{len(problems)} problems:{lines}", where=Where(file=file), problems=problems)


class ImpossibleError(ValueError):
    """A value that a setting cannot have, by itself or beside another; profiles' own checks raise it."""

    def __init__(self, message: str, said: Said, hint: str = "") -> None:
        super().__init__(message)
        self.said = said
        self.hint = hint


class RequestError(CtxlabError):
    """A request, turn, item or other thing that the session does not have."""

    code = "request"


class CountError(CtxlabError):
    """A vocabulary that is missing or damaged."""

    code = "count"


class PluginError(CtxlabError):
    """A plugin that cannot be loaded or breaks the rules of its slot."""

    code = "plugin"


class StageError(CtxlabError):
    """A strategy that broke the books: an item decided twice, not at all, or tokens that do not add up."""

    code = "stage"


class SaveError(CtxlabError):
    """A file that could not be written; what was there before is intact."""

    code = "save"


class RedactionError(CtxlabError):
    """A pattern for redaction that cannot be read or is too slow, or a review of what is not there."""

    code = "redaction"


class ModelError(CtxlabError):
    """A call of a model that gave no answer; `fault` says why, in a word of `llm.faults.Fault`."""

    code = "model"

    def __init__(self, message: str, *, fault: str, hint: str = "", said: Said | None = None) -> None:
        super().__init__(message, hint=hint, said=said)
        self.fault = fault


class ExecutorError(CtxlabError):
    """Workers that cannot be had or do not stay: a package that is missing, an address without an answer."""

    code = "executor"


class CancelledError(CtxlabError):
    """Work that was stopped because nobody wants its result any more."""

    code = "cancelled"
