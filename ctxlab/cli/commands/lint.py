"""`ctxlab lint`: problems of sessions under a profile, in the order of an investigation, with their cures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab.cli.fix import write_fixed
from ctxlab.cli.options import (
    FILE,
    Command,
    choosing,
    chosen_profile,
    json_option,
    moment,
    open_lab,
    open_session,
    output_option,
)
from ctxlab.cli.render import say, say_json
from ctxlab.cli.state import FAILS, HOLDS, UNJUDGED, Choices, State
from ctxlab.cli.words import word
from ctxlab.errors import CtxlabError
from ctxlab.explain import problems as words
from ctxlab.explain.errors import words as error_words
from ctxlab.model.gate_codes import worst
from ctxlab.model.lint import STEPS, Linted, Problem, Severity, of_step

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.profile import Profile

SCHEMA = "ctxlab.lint/1"


@dataclass(frozen=True, slots=True)
class _Result:
    """What was found in one file; `ground` says why nothing could be."""

    file: str
    head: str = ""
    session: str = ""
    request: int = 0
    profile: Profile | None = None
    linted: Linted | None = None
    problems: tuple[Problem, ...] = ()
    ground: str = ""

    @property
    def code(self) -> int:
        """Whether anything of a warning's weight or worse was found."""
        if self.linted is None:
            return UNJUDGED
        return FAILS if any(one.severity is not Severity.NOTE for one in self.problems) else HOLDS


@click.command("lint", cls=Command)
@click.argument("files", nargs=-1, required=True, type=FILE)
@choosing()
@click.option("--all", "every", is_flag=True, help="Look for the problems of every request.")
@click.option("--fix", metavar="CODE", help="Write the profile with the problems of this code cured, to -o.")
@output_option
@json_option
@click.pass_obj
def command(
    state: State,
    files: tuple[Path, ...],
    choices: Choices,
    every: bool,
    fix: str | None,
    output: Path | None,
    as_json: bool,
) -> int:
    """Look for problems in FILES: 0 none of weight, 1 warnings or errors, 2 cannot be judged.

    They are told of one request, the last unless one is named, in the order of an investigation: what the
    model saw, how the budget is split, the rest. What shows only over all requests is looked for in all.
    Beneath a problem stand the edits that cure it, each tried by a run. Problems whose codes stand in
    lint.ignore of the profile are only counted.
    """
    if every and (choices.request is not None or choices.turn is not None):
        raise click.UsageError("--all looks at every request; --request and --turn name one")
    if (fix is None) != (output is None):
        raise click.UsageError("--fix CODE and -o FILE go together: what to cure, and where to write it")
    with open_lab() as lab:
        if choices.profile is not None:
            lab.profile(choices.profile)
        if fix is not None and output is not None:
            file, *others = files
            if others:
                raise click.UsageError("--fix takes one file")
            return write_fixed(state, lab, file, choices, fix, output, every=every)
        results = [_look(lab, file, choices, state.language, every=every) for file in files]
    results, overall = _over_all(results)
    code = worst([one.code for one in results])
    if as_json:
        say_json(_document(code, results, overall, state.language))
        return code
    for result in results:
        _tell(result, state.language)
    if overall:
        say(word(state.language, "over_all", count=len(results)))
        _tell_problems(overall, state.language)
    return code


def _look(lab: Lab, file: Path, choices: Choices, language: str, *, every: bool) -> _Result:
    """What is found in a file; one that cannot be read is none that ends the command."""
    from ctxlab.analysis.lint import Question, lint

    try:
        session = open_session(lab, file, choices)
        if not session.items:
            return _Result(file.name, ground=word(language, "empty_session"))
        profile, snapshot = chosen_profile(lab, session, choices), moment(session, choices)
    except (CtxlabError, OSError) as error:
        return _Result(file.name, ground=error_words(error, language))
    *_, linted = lint(Question(snapshot, profile, session.marks, every), lab)
    request = snapshot.request
    head = word(
        language,
        "head",
        name=file.name,
        request=request.index,
        requests=len(session.chain(request.chain)),
        turn=request.turn,
        profile=profile.name,
    )
    return _Result(file.name, head, session.id, request.index, profile, linted, linted.problems)


def _over_all(results: list[_Result]) -> tuple[list[_Result], tuple[Problem, ...]]:
    """Of several sessions under one profile, what is said of caps is said once, over all of them."""
    from dataclasses import replace

    from ctxlab.analysis.lint import OF_CAPS, idle_caps, over_all

    looked = [one for one in results if one.linted is not None]
    profiles = [one.profile for one in looked]
    if len(looked) < 2 or profiles[0] is None or any(one != profiles[0] for one in profiles):
        return results, ()
    asked = over_all([one.linted.asked for one in looked if one.linted is not None])
    apart = [
        replace(one, problems=tuple(p for p in one.problems if p.code not in OF_CAPS)) for one in results
    ]
    codes = profiles[0].lint.codes
    return apart, tuple(one for one in idle_caps(asked, profiles[0]) if one.code not in codes)


def _tell(result: _Result, language: str) -> None:
    if result.linted is None:
        say(f"{result.file}: {word(language, 'unjudged')}: {result.ground}")
        return
    say(result.head)
    if not result.problems:
        say(f"  {word(language, 'nothing_found')}")
    _tell_problems(result.problems, language)
    if result.linted.ignored:
        told = ", ".join(f"{code} {count}" for code, count in result.linted.ignored)
        say(f"  {word(language, 'lint_ignored', codes=told)}")


def _tell_problems(problems: tuple[Problem, ...], language: str) -> None:
    for step in STEPS:
        found = of_step(problems, step)
        if found:
            say(f"  {words.step(step, language)}")
        for one in found:
            say(f"  {words.SIGNS[one.severity]} {_placed(one)}{words.problem(one, language)} [{one.code}]")
            if one.rescue is not None:
                least = words.cheapest(one.rescue, language)
                say(f"      {word(language, 'lint_cheapest', rescue=least)}")
            for cure in one.cures:
                say(f"      {'; '.join(words.setting(change) for change in cure)}")
            if not one.cures and (told := words.advice(one, language)):
                say(f"      {told}")


def _placed(one: Problem) -> str:
    line = dict(one.numbers).get("line")
    at = f"line {line}: " if line else ""
    return f"{at}{one.item}: " if one.item else at


def _document(
    code: int, results: list[_Result], overall: tuple[Problem, ...], language: str
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "code": code,
        "results": [
            {
                "file": one.file,
                "session": one.session,
                "request": one.request,
                "profile": one.profile.name if one.profile else "",
                "code": one.code,
                "ground": one.ground,
                "problems": [_problem(problem, language) for problem in one.problems],
                "ignored": dict(one.linted.ignored) if one.linted else {},
            }
            for one in results
        ],
        "over_all": [_problem(problem, language) for problem in overall],
    }


def _problem(one: Problem, language: str) -> dict[str, Any]:
    return {
        "code": one.code,
        "severity": one.severity.value,
        "step": one.step,
        "item": one.item,
        "key": one.key,
        "request": one.request,
        "numbers": dict(one.numbers),
        "text": words.problem(one, language),
        "cures": [
            [{"key": change.key, "before": change.before, "after": change.after} for change in cure]
            for cure in one.cures
        ],
        "cheapest": one.rescue
        and {
            "changes": [
                {"lever": each.lever.value, "key": each.key, "before": each.before, "after": each.after}
                for each in one.rescue.changes
            ],
            "tokens": one.rescue.tokens,
        },
    }
