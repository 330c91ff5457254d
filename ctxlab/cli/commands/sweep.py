"""`ctxlab sweep`: many sessions under many variants of a profile."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ctxlab.cli.corpus import listed
from ctxlab.cli.names import profile_title
from ctxlab.cli.options import FILE, Command, json_option, output_option, requests_of
from ctxlab.cli.output import check_outputs, save
from ctxlab.cli.progress import end_progress, progress
from ctxlab.cli.render import note, say, say_json
from ctxlab.cli.state import HOLDS, State
from ctxlab.cli.sweep import SORTS, error_lines, session_lines, size_lines, sweep_csv, sweep_json, sweep_lines
from ctxlab.cli.sweep_best import write_best
from ctxlab.cli.words import word
from ctxlab.errors import RequestError
from ctxlab.model.wire_view import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ctxlab.batch.corpus import Corpus
    from ctxlab.model.sweep import Requests, Sweep, Variant

_GSSC = "gssc"


@click.command("sweep", cls=Command)
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUES",
    help="What to vary: from:to:step, both ends included, or values with commas between; repeatable, "
    "then every combination is tried.",
)
@click.option(
    "--profile",
    "profiles",
    multiple=True,
    metavar="FILE|NAME",
    help="By default gssc; repeatable, to compare.",
)
@click.option(
    "--requests",
    callback=requests_of,
    default="last",
    metavar="last|all|N",
    help="Each session's last request, the last N, or all; what is lost at one of them counts as lost.",
)
@click.option(
    "--prefix", is_flag=True, help="Tell how much of a context stays as it was at the request before."
)
@click.option(
    "--price",
    type=click.FloatRange(min=0),
    help="USD for a million input tokens; by default that of the model in the settings.",
)
@click.option("--sort", type=click.Choice(list(SORTS)), default="given", help="What the table is sorted by.")
@click.option("--by-session", is_flag=True, help="Tell also which sessions lose what.")
@click.option("--csv", "csv_file", type=FILE, help="Write a line for each session and variant to this file.")
@click.option(
    "--best",
    type=FILE,
    help="Write the cheapest variant under which nothing is lost to this file, as a profile.",
)
@click.option("--workers", type=click.IntRange(min=1), help="Processes; by default one for each processor.")
@click.option(
    "--executor",
    metavar="tcp://HOST:PORT",
    help="The workers of a Dask cluster instead; they need ctxlab, and the files under the same paths.",
)
@click.option("--fresh", is_flag=True, help="Make anew what earlier sweeps have made already.")
@output_option
@json_option
@click.pass_obj
def command(
    state: State,
    /,
    files: tuple[Path, ...],
    settings: tuple[str, ...],
    profiles: tuple[str, ...],
    requests: Requests,
    sort: str,
    by_session: bool,
    csv_file: Path | None,
    best: Path | None,
    output: Path | None,
    as_json: bool,
    **asked: Any,
) -> int:
    """Build the sessions of FILES under every variant, and tell what each keeps and what it takes.

    FILES are sessions, or folders that are searched for them. A variant is a profile with one combination of
    the values of --set. Of each are told: the must-keeps of profile and marks that reach the context, the
    sessions that lose one or do not fit, the tokens of the largest context of each session, the level of
    degradation; and which variants no other beats.

    What is made is kept in your own store: a sweep that was stopped, by Ctrl+C or by force, goes on where it
    stood when it is called again. -o writes the JSON to a file. Exit code 0 once it has answered, 1 where
    --best finds none, 2 where there is no session, or where the best has sessions of which nobody knows
    whether they fit: sources that their log does not hold have no estimate in the profile.
    """
    check_outputs((csv_file, best, output), (*files, *profiles))
    chosen, found = _variants(profiles, settings), listed(files, state.language)
    if not found.places:
        raise RequestError("there is no session in these files")
    price, currency = _price(asked.pop("price"))
    sweep = _swept(found, chosen, state.language, requests=requests, price=price, **asked)
    document = sweep_json(sweep, requests=requests, currency=currency, corpus=found)
    if as_json:
        say_json(document)
    else:
        _tell(sweep, sort, currency, state.language, by_session=by_session)
    for line in size_lines(sweep, state.language):
        note(line)
    if output is not None:
        save(state, output, json_text(document) + "\n", files)
    if csv_file is not None:
        save(state, csv_file, sweep_csv(sweep), files)
    return HOLDS if best is None else write_best(sweep, profiles or (_GSSC,), best, state.language)


def _variants(profiles: tuple[str, ...], settings: tuple[str, ...]) -> tuple[Variant, ...]:
    from ctxlab.batch.grid import variants_of
    from ctxlab.lab import Lab

    lab, named = Lab(store=False), profiles or (_GSSC,)
    return variants_of([lab.profile(one) for one in named], settings, [profile_title(one) for one in named])


def _price(stated: float | None) -> tuple[float | None, str]:
    """The price of a million tokens, and its currency: as stated, or as in the settings.

    Raises:
        click.UsageError: It is no number.
    """
    from ctxlab.settings import load_settings

    if stated is not None:
        if not isfinite(stated):
            raise click.UsageError(f"--price is a number of USD, not {stated}")
        return stated, "USD"
    known = load_settings().effective.endpoint
    return known.price_in, known.currency


def _swept(
    found: Corpus,
    variants: Sequence[Variant],
    language: str,
    *,
    requests: Requests,
    executor: str | None,
    **asked: Any,
) -> Sweep:
    """The whole sweep, with a line on a terminal that tells how far it has come."""
    from ctxlab.batch.pool import executor_at
    from ctxlab.batch.sweep import sweep

    few = {"last": word(language, "sweep_last"), "all": word(language, "sweep_all")}
    at = few[requests] if isinstance(requests, str) else word(language, "sweep_last_few", count=requests)
    counts = {"sessions": f"{len(found.places):,}", "variants": f"{len(variants):,}", "requests": at}
    note(word(language, "sweep_plan", **counts))
    told_done = progress(len(found.places) * len(variants), language, "sweep_done")
    cluster = None if executor is None else executor_at(executor)
    told = False
    try:
        last: Sweep | None = None
        for last in sweep(found.places, variants, requests=requests, executor=cluster, **asked):
            if last.found and not told:
                note(word(language, "sweep_found", found=f"{last.found:,}"))
                told = True
            told_done(last.done)
    finally:
        end_progress()
        if cluster is not None:
            cluster.shutdown(wait=False)
    assert last is not None
    if last.problem:
        note(last.problem)
    return last


def _tell(sweep: Sweep, sort: str, currency: str, language: str, *, by_session: bool) -> None:
    for line in sweep_lines(sweep, sort, currency, language):
        say(line)
    if by_session:
        say()
        for line in session_lines(sweep, language):
            say(line)
    for line in error_lines(sweep, language):
        note(line)
