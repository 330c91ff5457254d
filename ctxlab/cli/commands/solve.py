"""`ctxlab solve`: the smallest caps under which every must-keep of many sessions survives."""

from __future__ import annotations

import os
from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab.cli.corpus import listed
from ctxlab.cli.names import row_name
from ctxlab.cli.options import FILE, Command, changed_by, json_option, output_option
from ctxlab.cli.output import check_output
from ctxlab.cli.progress import end_progress, show_progress
from ctxlab.cli.render import note, say, say_json
from ctxlab.cli.solve import copies_line, size_lines, solution_json, solution_lines
from ctxlab.cli.source_rules import rule_option
from ctxlab.cli.state import FAILS, HOLDS, UNJUDGED, Choices, State
from ctxlab.cli.words import word
from ctxlab.model.items import Row
from ctxlab.model.solution import Aim, Solution, Solving, Step

if TYPE_CHECKING:
    from ctxlab.batch.corpus import Corpus
    from ctxlab.model.profile import Profile

#: With fewer sessions worker processes take longer to start than they save.
_WORTH_WORKERS = 12

_STEP_WORDS = {
    Step.READ: "solve_read",
    Step.SEARCH: "solve_search",
    Step.CHECK: "solve_check",
    Step.LOWER: "solve_lower",
    Step.CONFLICT: "solve_conflict_step",
    Step.HELD_OUT: "solve_held_out",
}


@click.command("solve", cls=Command)
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option(
    "--profile", default="gssc", metavar="FILE|NAME", help="Whose caps are solved; by default gssc."
)
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change one setting; repeatable.")
@rule_option
@click.option(
    "--rows", metavar="ROW,ROW", default="", help="The rows to solve; by default all whose cap may bind."
)
@click.option(
    "--aim",
    type=click.Choice([one.value for one in Aim]),
    default=Aim.SMALLEST.value,
    help="The smallest sum of caps, or caps nearest to those there are.",
)
@click.option(
    "--may-lose", type=click.IntRange(min=0), default=0, help="So many sessions may lose must-keeps."
)
@click.option(
    "--hold-out",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.0,
    help="Share not solved on, only checked; copies of one session stay together.",
)
@click.option("--seed", type=int, default=0, help="Draws the sessions that are held out.")
@click.option(
    "--stated", is_flag=True, help="Take the hard constraints that sessions state for must-keeps, too."
)
@click.option(
    "--workers", type=click.IntRange(min=1), help="Worker processes; by default one for each processor."
)
@click.option("--executor", metavar="tcp://HOST:PORT", help="The workers of a Dask cluster instead.")
@output_option
@json_option
@click.pass_obj
def command(
    state: State,
    /,
    files: tuple[Path, ...],
    profile: str,
    settings: tuple[str, ...],
    rules: tuple[str, ...],
    rows: str,
    output: Path | None,
    as_json: bool,
    **asked: Any,
) -> int:
    """Find the smallest caps under which every must-keep of FILES' sessions survives.

    FILES are sessions, or folders that are searched for them. Each is built before its last request; each
    must-keep of profile or marks has to be in the context, and that has to fit its limit. What is found is
    shown by runs over all sessions. A cap that nothing holds up becomes 0: name the --rows that may shrink,
    or take --aim nearest, which changes no cap that needs no change.

    Sessions without marks, such as raw transcripts, are solved for with --stated: what the user, rules files
    and system prompts demand in them is kept, in the same or in other words. Demands that no cap can keep are
    told and passed over.

    -o writes the profile with the solved caps; comments of a profile that is a file stay. Exit code 0 solved
    and shown by runs, 1 no solution (what stands against it is told), 2 cannot be judged: no session, no
    must-keep, one that runs cannot be judged by, a file that cannot be read, or a session of which nobody
    knows whether it fits: its log does not hold a source, and the profile states no estimate for it.
    """
    from ctxlab.lab import Lab

    check_output(output, files)
    chosen = changed_by(Lab(store=False).profile(profile), Choices(settings=settings, rules=rules))
    named = _rows(rows)
    corpus = listed(files, state.language)
    if not corpus.places:
        note(word(state.language, "solve_no_sessions"))
        return UNJUDGED
    found = _found(corpus, chosen, named, state.language, **asked)
    if asked["hold_out"] and (line := copies_line(found, state.language)):
        note(line)
    code = _code(found, corpus)
    if as_json:
        say_json(solution_json(found, code, chosen, corpus))
    elif not found.before.judged and not found.kept_out:
        note(word(state.language, "solve_nothing"))
    else:
        for line in solution_lines(found, chosen, state.language):
            say(line)
    for line in size_lines(found, chosen, state.language):
        note(line)
    if output is not None:
        _write(found, output, profile, state.language)
    return code


def _found(
    corpus: Corpus,
    profile: Profile,
    rows: tuple[Row, ...] | None,
    language: str,
    *,
    workers: int | None,
    executor: str | None,
    aim: str,
    **asked: Any,
) -> Solution:
    """Solves, and tells how far it is."""
    from ctxlab.analysis.solve.caps import rows_to_solve
    from ctxlab.batch.solve import solve

    names = (row_name(row, language) for row in rows_to_solve(profile, rows))
    note(word(language, "solve_begin", count=len(corpus.places), rows=word(language, "comma").join(names)))
    with _workers(len(corpus.places), workers, executor) as pool:
        steps = solve(corpus.places, profile, rows=rows, aim=Aim(aim), executor=pool, **asked)
        return _last(steps, language)


def _rows(text: str) -> tuple[Row, ...] | None:
    """The rows that are named.

    Raises:
        click.UsageError: There is no such row.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in tuple(Row)]
    if unknown:
        raise click.UsageError(f"there is no row {unknown[0]!r}; rows are {', '.join(Row)}")
    return tuple(Row(name) for name in names) or None


def _code(found: Solution, corpus: Corpus) -> int:
    if not found.before.judged and not found.kept_out:
        return UNJUDGED
    if found.profile is None:
        return FAILS
    unsure = corpus.problems or corpus.left_out or found.unjudged or found.unsized
    return UNJUDGED if unsure else HOLDS


def _workers(
    places: int, workers: int | None, address: str | None
) -> AbstractContextManager[Executor | None]:
    """Where the jobs run: a cluster, worker processes, or (None) this process."""
    from ctxlab.batch.pool import executor_at, process_pool

    if address is not None:
        return executor_at(address)
    count = workers or (min(os.cpu_count() or 1, places) if places >= _WORTH_WORKERS else 1)
    return nullcontext() if count < 2 else process_pool(count)


def _last(steps: Generator[Solving | Solution], language: str) -> Solution:
    """The solution; on a terminal with a line on the way that tells how far it has come."""
    try:
        for one in steps:
            if isinstance(one, Solution):
                return one
            show_progress(f"{word(language, _STEP_WORDS[one.stage])} {one.done:,}/{one.of:,}")
    finally:
        end_progress()
    raise AssertionError("a solve ends with its solution")


def _write(found: Solution, output: Path, profile: str, language: str) -> None:
    """Writes the solved profile; the text of a profile's file is kept but for its caps."""
    from ctxlab.profiles import builtin_names
    from ctxlab.profiles.load import read_text
    from ctxlab.profiles.save import save_profile

    if found.profile is None:
        note(word(language, "solve_unwritten"))
        return
    base = None if profile in builtin_names() else read_text(profile)
    solved: Profile = found.profile
    save_profile(solved, output, base_text=base)
    note(word(language, "solve_written", file=str(output)))
