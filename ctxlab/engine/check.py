"""What is wrong with a profile that only shows beside the strategies and texts that there are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from ctxlab.errors import Problem, ProfileError, Where
from ctxlab.model.decision import Stage
from ctxlab.model.profile import Profile
from ctxlab.model.profile_keys import Path
from ctxlab.model.profile_problems import place_of
from ctxlab.profiles.locate import line_of
from ctxlab.stages.select.layered import LayeredSelect
from ctxlab.stages.select.relevance import missing_encoder
from ctxlab.text.numbers import canonical, parse

_LEAST_LIKENESS = 60


def check_profile(
    profile: Profile,
    strategies: Mapping[Stage, Collection[str]],
    lines: Callable[[], Mapping[Path, int]] | None = None,
    file: str = "",
) -> None:
    """Refuses strategies and encoders that are not there, and must-keeps that nothing could match.

    Args:
        profile: What was read and is right in itself.
        strategies: The names that there are, by stage.
        lines: Gives the lines of the file that it was read from, for what is wrong; asked for only then.
        file: The name of its file, for messages.

    Raises:
        ProfileError: Something is wrong; `problems` has all of it, in the order of the file.
    """
    found = [*_of_strategies(profile, strategies), *_of_relevance(profile), *_of_must_keeps(profile)]
    if not found:
        return
    known: Mapping[Path, int] = lines() if lines is not None else {}
    problems = [
        Problem(message, Where(line=line_of(known, path), key=place_of(path).key), hint)
        for path, message, hint in found
    ]
    raise ProfileError.of(tuple(sorted(problems, key=lambda one: one.where.line or 0)), file)


def unknown_strategy(stage: Stage, name: str, known: Collection[str]) -> tuple[Path, str, str]:
    """The key of a strategy that is not there, what to say of it, and a hint that names the nearest."""
    from rapidfuzz import process

    near = process.extractOne(name, sorted(known), score_cutoff=_LEAST_LIKENESS)
    nearest = "" if near is None else f"the nearest valid name is {near[0]}; "
    hint = f"{nearest}there are: {', '.join(sorted(known))}"
    return (stage.value, "strategy"), f"there is no strategy {name!r}", hint


def _of_strategies(
    profile: Profile, strategies: Mapping[Stage, Collection[str]]
) -> Iterator[tuple[Path, str, str]]:
    named = (
        (Stage.GATHER, profile.gather.strategy),
        (Stage.SELECT, profile.select.strategy),
        (Stage.SUMMARIZE, profile.summarize.strategy),
        (Stage.CONSTRUCT, profile.construct.strategy),
    )
    for stage, name in named:
        if name not in strategies[stage]:
            yield unknown_strategy(stage, name, strategies[stage])


def _of_relevance(profile: Profile) -> Iterator[tuple[Path, str, str]]:
    missing = missing_encoder(profile) if profile.select.strategy == LayeredSelect.name else None
    if missing is not None:
        yield missing


def _of_must_keeps(profile: Profile) -> Iterator[tuple[Path, str, str]]:
    for at, rule in enumerate(profile.must_keep):
        if rule.number and parse(rule.number) is None:
            yield ("must_keep", at, "number"), f"{rule.number!r} is no number", "such as 3000, 3,000 or 三千"
        if rule.text and not canonical(rule.text):
            yield ("must_keep", at, "text"), "has no words", ""
