"""The sessions of files and folders that a command works on, and what is to be said of the other files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ctxlab.cli.render import note, shortened
from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.batch.corpus import Corpus

#: So many files that were passed over are named in words, so many in a document.
_NAMED = 4
_LISTED = 20
_LONGEST = 60


def listed(paths: Sequence[Path], language: str) -> Corpus:
    """The sessions there are; files that cannot be read, are none or are too many are told."""
    from ctxlab.batch.corpus import corpus_of

    found = corpus_of(paths)
    for file, reason in found.problems:
        name = Path(file).name
        note(word(language, "unread_file", file=name, reason=reason.removeprefix(f"{name}, ")))
    tell_passed_over(found.passed_over, language)
    if found.left_out:
        note(word(language, "left_out", count=f"{found.left_out:,}"))
    return found


def tell_passed_over(files: Sequence[str], language: str) -> None:
    """How many files of folders were passed over as no sessions, and the names of the first."""
    if not files:
        return
    comma = word(language, "comma")
    names = comma.join(shortened(file, _LONGEST) for file in files[:_NAMED])
    more = f"{comma}…" if len(files) > _NAMED else ""
    note(word(language, "passed_over", count=f"{len(files):,}", names=names + more))


def passed_over_json(files: Sequence[str]) -> dict[str, Any]:
    """The same for a document."""
    return {"count": len(files), "files": list(files[:_LISTED])}


def problems_json(corpus: Corpus) -> list[dict[str, str]]:
    """The files that cannot be read, and why."""
    return [{"file": file, "problem": problem} for file, problem in corpus.problems]
