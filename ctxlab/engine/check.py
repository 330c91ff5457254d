"""What is wrong with a profile that only shows beside the strategies and texts that there are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

from ctxlab.errors import Problem, ProfileError, Said, Where
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
        replace(problem, where=Where(line=line_of(known, path), key=problem.where.key))
        for path, problem in found
    ]
    raise ProfileError.of(tuple(sorted(problems, key=lambda one: one.where.line or 0)), file)


def unknown_strategy(stage: Stage, name: str, known: Collection[str]) -> tuple[Path, Problem]:
    """The key of a strategy that is not there, and the problem, with a hint that names the nearest."""
    from rapidfuzz import process

    near = process.extractOne(name, sorted(known), score_cutoff=_LEAST_LIKENESS)
    path: Path = (stage.value, "strategy")
    nearest = "" if near is None else f"the nearest valid name is {near[0]}; "
    names = ", ".join(sorted(known))
    if near is None:
        said = Said.of("no_strategy", name=name, names=names)
    else:
        said = Said.of("no_strategy_near", name=name, near=near[0], names=names)
    hint = f"{nearest}there are: {names}"
    return path, Problem(f"there is no strategy {name!r}", place_of(path), hint, said)


def _of_strategies(
    profile: Profile, strategies: Mapping[Stage, Collection[str]]
) -> Iterator[tuple[Path, Problem]]:
    named = (
        (Stage.GATHER, profile.gather.strategy),
        (Stage.SELECT, profile.select.strategy),
        (Stage.SUMMARIZE, profile.summarize.strategy),
        (Stage.CONSTRUCT, profile.construct.strategy),
    )
    for stage, name in named:
        if name not in strategies[stage]:
            yield unknown_strategy(stage, name, strategies[stage])


def _of_relevance(profile: Profile) -> Iterator[tuple[Path, Problem]]:
    missing = missing_encoder(profile) if profile.select.strategy == LayeredSelect.name else None
    if missing is not None:
        path, message, hint = missing
        yield path, Problem(message, place_of(path), hint)


def _of_must_keeps(profile: Profile) -> Iterator[tuple[Path, Problem]]:
    for at, rule in enumerate(profile.must_keep):
        path: Path = ("must_keep", at, "number")
        if rule.number and parse(rule.number) is None:
            said = Said.of("must_keep_no_number", text=repr(rule.number))
            hint = "such as 3000, 3,000 or 三千"
            yield path, Problem(f"{rule.number!r} is no number", place_of(path), hint, said)
        path = ("must_keep", at, "text")
        if rule.text and not canonical(rule.text):
            yield path, Problem("has no words", place_of(path), said=Said("must_keep_no_words"))
