"""What single settings of a profile may hold: numbers within bounds, texts that a file can keep, patterns."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ctxlab.errors import ImpossibleError, Said
from ctxlab.model.patterns import MAX_SIZE, too_large

#: Larger figures are no token count of any model and are taken for a slip.
MAX_TOKENS = 1_000_000_000


def _writable(text: str) -> str:
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise ImpossibleError(
            "holds half a character (a lone surrogate), which no file can keep", Said("half_character")
        )
    return text


def _words(text: str) -> str:
    if text and not text.strip():
        raise ImpossibleError("holds blanks only, which every context has", Said("blanks"))
    return text


def _number(text: str) -> str:
    # Whether it is one number and nothing else shows when the profile is to run. 两 is no figure to Unicode.
    if text and not any(char.isnumeric() or char == "两" for char in text):
        raise ImpossibleError(f"{text[:60]!r} is no number", Said.of("no_number", text=repr(text[:60])))
    return text


def _pattern(text: str) -> str:
    if text:
        import regex

        if too_large(text):
            raise ImpossibleError(
                f"repeats too much: written out it has more than {MAX_SIZE:,} places",
                Said.of("repeats", most=MAX_SIZE),
            )
        try:
            regex.compile(text)
        except (regex.error, RecursionError, OverflowError) as error:
            raise ImpossibleError(
                f"is no regular expression: {error}", Said.of("no_regex", reason=str(error))
            ) from error
    return text


def _expression(text: str) -> str:
    if text:
        import jmespath
        from jmespath.exceptions import JMESPathError

        try:
            jmespath.compile(text)
        except (JMESPathError, RecursionError, ValueError) as error:
            told = " ".join(str(error).split())
            raise ImpossibleError(
                f"is no JMESPath expression: {told}", Said.of("no_jmespath", reason=told)
            ) from error
    return text


Tokens = Annotated[int, Field(ge=0, le=MAX_TOKENS, strict=True)]
Count = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
Percent = Annotated[int, Field(ge=0, le=100, strict=True)]
Flag = Annotated[bool, Field(strict=True)]
Text = Annotated[str, Field(strict=True), AfterValidator(_writable)]
Pattern = Annotated[Text, AfterValidator(_pattern)]
Expression = Annotated[Text, AfterValidator(_expression)]
Words = Annotated[Text, AfterValidator(_words)]
Numeral = Annotated[Text, AfterValidator(_number)]
Figure = int | Annotated[float, Field(allow_inf_nan=False)] | Text | bool


class Frozen(BaseModel):
    """A part of a profile: it never changes, and a key that it does not have is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")
