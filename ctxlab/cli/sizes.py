"""What sizes of unknown sources mean for a judgement: estimates that were reckoned with, and none stated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ctxlab.cli.render import shortened
from ctxlab.cli.words import word

#: So many sessions are named, each in so many columns at most.
_NAMED = 4
_LONGEST = 40


def estimate_lines(estimates: Iterable[tuple[str, int, int]], language: str) -> Iterator[str]:
    """The stated sizes that were reckoned with: the source, its tokens, in how many sessions."""
    for source, tokens, sessions in estimates:
        told = word(language, "check_session" if sessions == 1 else "check_sessions", count=sessions)
        yield word(language, "check_estimate", source=source, tokens=f"{tokens:,}", sessions=told)


def unknown_line(unknown: Sequence[tuple[str, Sequence[str]]], language: str) -> str:
    """Of which sessions, by title, the size is known in part only, for which sources; empty for none."""
    if not unknown:
        return ""
    comma = word(language, "comma")
    sources = list(dict.fromkeys(source for _, names in unknown for source in names))
    titles = [shortened(title, _LONGEST) for title, _ in unknown[:_NAMED]]
    return word(
        language,
        "size_unknown",
        sources=comma.join(sources),
        count=f"{len(unknown):,}",
        titles=comma.join([*titles, *(["…"] if len(unknown) > _NAMED else [])]),
        flags=" ".join(f"--set window.unknown.{source}=N" for source in sources),
    )
