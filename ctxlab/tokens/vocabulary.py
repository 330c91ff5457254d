"""The two vocabularies that ctxlab ships, and how they are read: from our own files, without network."""

from __future__ import annotations

import binascii
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ctxlab.errors import CountError, Said, Where
from ctxlab.tokens.pieces import WHITE_SPACE

if TYPE_CHECKING:
    import tiktoken

Ranks = dict[bytes, int]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """An encoding: the checksum of its rank file, how it splits text into words, and its special tokens.

    `final_blanks_alone` tells whether blanks that end a text are a word of their own even after a newline.
    """

    name: str
    sha256: str
    pattern: str
    special: tuple[tuple[str, int], ...]
    final_blanks_alone: bool

    @property
    def file(self) -> str:
        """The name of the rank file: one base64 token and its rank a line."""
        return f"{self.name}.tiktoken"


_UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_SHORT_FORM = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"

O200K = Vocabulary(
    name="o200k_base",
    sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    pattern="|".join(
        (
            rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_SHORT_FORM}",
            rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_SHORT_FORM}",
            r"\p{N}{1,3}",
            r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
            r"\s*[\r\n]+",
            r"\s+(?!\S)",
            r"\s+",
        )
    ),
    special=(("<|endoftext|>", 199999), ("<|endofprompt|>", 200018)),
    final_blanks_alone=True,
)

CL100K = Vocabulary(
    name="cl100k_base",
    sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    pattern="|".join(
        (
            r"'(?i:[sdmt]|ll|ve|re)",
            r"[^\r\n\p{L}\p{N}]?+\p{L}++",
            r"\p{N}{1,3}+",
            r" ?[^\s\p{L}\p{N}]++[\r\n]*+",
            r"\s++$",
            r"\s*[\r\n]",
            r"\s+(?!\S)",
            r"\s",
        )
    ),
    special=(
        ("<|endoftext|>", 100257),
        ("<|fim_prefix|>", 100258),
        ("<|fim_middle|>", 100259),
        ("<|fim_suffix|>", 100260),
        ("<|endofprompt|>", 100276),
    ),
    final_blanks_alone=False,
)


def vocabulary_of(encoding: str) -> Vocabulary:
    """The vocabulary of an encoding's name.

    Raises:
        CountError: ctxlab has none of that name.
    """
    for vocabulary in (O200K, CL100K):
        if vocabulary.name == encoding:
            return vocabulary
    known = f"{O200K.name}, {CL100K.name}"
    said = Said.of("no_vocabulary", name=encoding, known=known)
    raise CountError(f"there is no vocabulary named {encoding!r}", hint=f"known: {known}", said=said)


def read_ranks(vocabulary: Vocabulary, folder: Path) -> Ranks:
    """The tokens of a vocabulary with their ranks, from its file in that folder.

    Raises:
        CountError: The file is missing, cannot be read, or is not the published one.
    """
    path = folder / vocabulary.file
    hint = "install ctxlab again to repair it"
    where = Where(file=vocabulary.file)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CountError(
            f"the vocabulary cannot be read: {error.strerror}",
            where=where,
            hint=hint,
            said=Said.of("vocabulary_unreadable", reason=str(error.strerror)),
        ) from error
    if hashlib.sha256(content).hexdigest() != vocabulary.sha256:
        damaged = "the vocabulary is damaged: its checksum is wrong"
        raise CountError(damaged, where=where, hint=hint, said=Said("vocabulary_damaged"))
    try:
        words = content.split()
        return {
            binascii.a2b_base64(token): int(rank) for token, rank in zip(words[::2], words[1::2], strict=True)
        }
    except ValueError as error:  # only a wrong checksum in this module could lead here
        raise CountError("the vocabulary has a line that is no token", where=where, hint=hint) from error


def build(vocabulary: Vocabulary, ranks: Ranks) -> tiktoken.Encoding:
    """The encoding itself."""
    import tiktoken

    return tiktoken.Encoding(
        vocabulary.name,
        pat_str=vocabulary.pattern,
        mergeable_ranks=ranks,
        special_tokens=dict(vocabulary.special),
    )


def build_blanks(vocabulary: Vocabulary, ranks: Ranks) -> tiktoken.Encoding:
    """An encoding that takes each text as one word, for texts of nothing but white space.

    Merging only ever joins neighbours within a word, so tokens with other bytes cannot arise and are left
    out: the ids are those that the full encoding gives for that word.
    """
    import tiktoken

    blanks = WHITE_SPACE.encode()
    few = {token: rank for token, rank in ranks.items() if not token.strip(blanks)}
    return tiktoken.Encoding(
        f"{vocabulary.name}/blanks", pat_str=r"[\s\S]+", mergeable_ranks=few, special_tokens={}
    )
