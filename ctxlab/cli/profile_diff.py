"""The difference of two profiles as `ctxlab profiles diff` tells it: in words, and in figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ctxlab.cli.changes import changes_json
from ctxlab.cli.corpus import listed
from ctxlab.cli.progress import end_progress, progress
from ctxlab.cli.render import number, say, table
from ctxlab.cli.words import word
from ctxlab.errors import RequestError
from ctxlab.explain.profile_words import in_words

if TYPE_CHECKING:
    from ctxlab.model.profile import Profile
    from ctxlab.model.profile_diff import Difference
    from ctxlab.model.profile_figures import ProfileFigures, Shift
    from ctxlab.model.sweep import Requests

SCHEMA = "ctxlab.profile-diff/1"


def figures_over(
    sessions: Sequence[Path],
    before: Profile,
    after: Profile,
    requests: Requests,
    language: str,
) -> ProfileFigures:
    """What both profiles make of the sessions in files and folders; tells on a terminal how far it is.

    Raises:
        RequestError: There is no session in them.
    """
    from ctxlab.batch.profile_figures import profile_figures
    from ctxlab.model.profile_figures import ProfileFigures

    corpus = listed(sessions, language)
    if not corpus.places:
        raise RequestError("there is no session in it", hint="name files or folders with sessions")
    told = progress(2 * len(corpus.places), language, "sessions_done")
    try:
        for step in profile_figures(corpus.places, before, after, requests=requests):
            if isinstance(step, ProfileFigures):
                return step
            told(step.done)
    finally:
        end_progress()
    raise RequestError("the sessions were not built")


def setting_lines(found: Sequence[Difference], language: str) -> Iterator[str]:
    """The settings in words, by part of the profile."""
    if not found:
        yield word(language, "profiles_same")
    for part in in_words(found, language):
        yield part.title
        yield from (f"  {line.text}" for line in part.lines)


def say_figures(found: ProfileFigures, names: tuple[str, str], language: str) -> None:
    """The figures of both as a table, and under it the sessions where something turns."""
    count = len(found.shifts)
    over = word(language, "profile_over_one" if count == 1 else "profile_over", count=f"{count:,}")
    say()
    heads = (Path(name).name for name in names)
    rows = [(over, *heads, word(language, "profile_more")), *_rows(found, language)]
    for line in table(rows, right=(1, 2, 3)):
        say(line)
    turned = [one for one in found.shifts if one.turned]
    for one in turned:
        say(one.place.title)
        for line in _shift_lines(one, language):
            say(f"  {line}")
    if not turned:
        say(word(language, "nothing_turns"))


def _rows(found: ProfileFigures, language: str) -> Iterator[tuple[str, ...]]:
    old, new = found.before, found.after
    exact = all(side.exact for one in found.shifts for side in (one.before, one.after))
    for key, before, after in (
        ("profile_tokens", old.tokens, new.tokens),
        ("profile_peak", old.peak, new.peak),
    ):
        counts = (number(before, exact=exact), number(after, exact=exact))
        yield (word(language, key), *counts, _moved(after - before))
    kept = (
        word(language, "profile_of", kept=f"{one.kept:,}", judged=f"{one.judged:,}") for one in (old, new)
    )
    yield (word(language, "profile_kept"), *kept, _moved(new.kept - old.kept))
    for key, before, after in (
        ("profile_losing", old.losing, new.losing),
        ("profile_overs", old.over, new.over),
        ("profile_level", old.level, new.level),
        ("profile_failed", old.failed, new.failed),
    ):
        yield (word(language, key), f"{before:,}", f"{after:,}", _moved(after - before))


def _moved(by: int) -> str:
    return f"{by:+,}" if by else "0"


def _shift_lines(one: Shift, language: str) -> Iterator[str]:
    before, after = one.before, one.after
    if bool(before.error) != bool(after.error):
        key = "newly_failed" if after.error else "no_more_failed"
        yield word(language, key, error=after.error or before.error)
        return
    yield from (word(language, "newly_lost", label=label) for label in one.newly_lost)
    yield from (word(language, "newly_kept", label=label) for label in one.newly_kept)
    if (before.over > 0) != (after.over > 0):
        yield word(language, "newly_over" if after.over else "no_more_over", over=f"{after.over:,}")
    if before.level != after.level:
        yield word(language, "level_moves", before=before.level, after=after.level)


def document(
    found: Sequence[Difference], names: tuple[str, str], figures: ProfileFigures | None, language: str
) -> dict[str, Any]:
    """The difference as one JSON document; `figures` is null where no sessions were named."""
    words: dict[str, list[str]] = {}
    for part in in_words(found, language):
        for line in part.lines:
            words.setdefault(line.key, []).append(f"{part.title}: {line.text}")
    return {
        "schema": SCHEMA,
        "before": names[0],
        "after": names[1],
        "changes": [{**change, "words": words.get(change["key"], [])} for change in changes_json(found)],
        "figures": None if figures is None else _figures_json(figures),
    }


def _figures_json(found: ProfileFigures) -> dict[str, Any]:
    sides = {
        name: {**asdict(one), "survival": one.survival}
        for name, one in (("before", found.before), ("after", found.after))
    }
    for side in sides.values():
        del side["variant"], side["cost"], side["prefix"]
    return {
        **sides,
        "newly_lost": found.newly_lost,
        "newly_kept": found.newly_kept,
        "sessions": [_shift_json(one) for one in found.shifts],
    }


def _shift_json(one: Shift) -> dict[str, Any]:
    sides = {
        name: {
            "tokens": side.tokens,
            "exact": side.exact,
            "limit": side.limit,
            "over": side.over,
            "level": side.level,
            "kept": len(side.judged) - len(side.lost),
            "judged": len(side.judged),
            "error": side.error or None,
        }
        for name, side in (("before", one.before), ("after", one.after))
    }
    return {
        "title": one.place.title,
        "file": one.place.file,
        "sha256": one.place.sha256,
        **sides,
        "newly_lost": list(one.newly_lost),
        "newly_kept": list(one.newly_kept),
    }
