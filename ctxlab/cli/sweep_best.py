"""The best variant of a sweep as a profile in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ctxlab.cli.render import note, number
from ctxlab.cli.state import FAILS, HOLDS, UNJUDGED
from ctxlab.cli.words import word
from ctxlab.model.sweep import Sweep


def write_best(sweep: Sweep, profiles: Sequence[str], file: Path, language: str) -> int:
    """Writes the cheapest variant under which nothing is lost, with what it was made of.

    `profiles` are the files or names that the variants were made of, in their order. Comments of a profile
    that is a file stay. Where there is no such variant nothing is written. The exit code tells that, and
    whether there are sessions of which nobody knows whether they fit.

    Raises:
        SaveError: It cannot be written.
    """
    from ctxlab.lab import Lab
    from ctxlab.model.profile_diff import differences
    from ctxlab.model.provenance import SWEEP
    from ctxlab.profiles import builtin_names
    from ctxlab.profiles.load import read_text
    from ctxlab.profiles.provenance import stamped
    from ctxlab.profiles.save import save_profile

    at = sweep.cheapest
    if at is None:
        note(word(language, "sweep_no_best"))
        return FAILS
    variant, figures = sweep.variants[at], sweep.figures[at]
    base = profiles[at * len(profiles) // len(sweep.variants)]
    changes = differences(Lab(store=False).profile(base), variant.profile)
    best = stamped(
        variant.profile,
        by=SWEEP,
        sessions=sweep.places,
        kept=figures.kept,
        judged=figures.judged,
        changes=changes,
    )
    save_profile(best, file, base_text=None if base in builtin_names() else read_text(base))
    tokens = number(figures.tokens, figures.exact)
    note(word(language, "sweep_best", variant=variant.name, tokens=tokens, file=file))
    return UNJUDGED if figures.unknown else HOLDS
