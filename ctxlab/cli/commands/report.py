"""`ctxlab report`: what became of a must-keep and why, as one page that can be sent to others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.notes import nothing_to_do, tell_broken_marks
from ctxlab.cli.options import (
    FILE,
    Command,
    choosing,
    chosen_profile,
    moment,
    open_lab,
    open_session,
    output_option,
)
from ctxlab.cli.output import check_output, save, session_files
from ctxlab.cli.redaction import asked, chosen, need_terminal, told
from ctxlab.cli.render import note
from ctxlab.cli.state import HOLDS, Choices, State
from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.marks import MustKeep
    from ctxlab.model.profile import Profile
    from ctxlab.model.report import Report
    from ctxlab.model.session import Session


@click.command("report", cls=Command)
@click.argument("file", type=FILE)
@click.option(
    "--must-keep",
    "wanted",
    metavar="ID|TEXT",
    help="What it is about: a must-keep, an item or a text; by default the first must-keep that is lost.",
)
@click.option(
    "--as",
    "form",
    type=click.Choice(["html", "md"]),
    help="One HTML page, or Markdown; by default as the output's name ends, else HTML.",
)
@click.option(
    "--redact/--no-redact", default=True, show_default=True, help="Put stand-ins in place of secrets."
)
@click.option("--pattern", "patterns", multiple=True, metavar="REGEX", help="More to replace; repeatable.")
@click.option(
    "--keep", multiple=True, metavar="KIND|TEXT", help="Leave these secrets as they are; repeatable."
)
@click.option(
    "--hide",
    multiple=True,
    metavar="KIND|TEXT",
    help="Replace these though a must-keep says them; repeatable.",
)
@click.option("--also", multiple=True, metavar="KIND", help="Look for these, too: ip; repeatable.")
@click.option("--review", is_flag=True, help="Ask about each secret before writing.")
@choosing()
@output_option
@click.pass_obj
def command(
    state: State,
    file: Path,
    wanted: str | None,
    form: str | None,
    redact: bool,
    patterns: tuple[str, ...],
    keep: tuple[str, ...],
    hide: tuple[str, ...],
    also: tuple[str, ...],
    review: bool,
    choices: Choices,
    output: Path | None,
) -> int:
    """Write a report on FILE for others: verdict, stages, contexts, survival matrix, what would keep it.

    It is one page that asks for nothing, or Markdown to paste into an issue. Keys, passwords, e-mail
    addresses, phone and card numbers and user names in paths are replaced, and stderr says which; what a
    must-keep says stays. Without -o it goes to stdout.
    """
    if not redact and (patterns or keep or hide or also or review):
        raise click.UsageError("--no-redact replaces nothing: the other options say what is replaced")
    if review:
        need_terminal()
    sources = (*session_files(file), choices.profile)
    check_output(output, sources)
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        tell_broken_marks(session, state.language)
        if not session.items:
            nothing_to_do(state, file, as_json=False)
            return HOLDS
        report = _built(lab, session, choices, wanted, state.language)
    if redact:
        report = _redacted(report, patterns, keep, hide, also, ask=review, language=state.language)
    else:
        note(word(state.language, "not_redacted"))
    text = _text_of(report, form, output)
    if output is None:
        click.echo(text, nl=False)
    else:
        save(state, output, text, sources)
    return HOLDS


def _built(lab: Lab, session: Session, choices: Choices, wanted: str | None, language: str) -> Report:
    from ctxlab import __version__
    from ctxlab.report import Asked, build_report

    profile, snapshot = chosen_profile(lab, session, choices), moment(session, choices)
    named = None if wanted is None else _named(lab, session, profile, wanted)
    return build_report(lab, Asked(snapshot, profile, session.marks, named, language, version=__version__))


def _named(lab: Lab, session: Session, profile: Profile, wanted: str) -> MustKeep:
    """The must-keep that is meant.

    Raises:
        RequestError: There is none.
    """
    from ctxlab.analysis.asked import must_keep_named

    return must_keep_named(wanted, session, profile, session.marks, lab.stated(session))


def _redacted(
    report: Report,
    patterns: tuple[str, ...],
    keep: tuple[str, ...],
    hide: tuple[str, ...],
    also: tuple[str, ...],
    *,
    ask: bool,
    language: str,
) -> Report:
    from ctxlab.report import redacted, review

    found = review(report, patterns, also=also)
    hidden = chosen(found, keep, hide, language)
    if ask:
        hidden = asked(found, hidden, language)
    for line in told(found, hidden, language):
        note(line)
    return redacted(report, hidden, patterns, also=also)


def _text_of(report: Report, form: str | None, output: Path | None) -> str:
    from ctxlab.report import Form, form_of, written

    found = Form(form) if form else form_of(output) if output else Form.HTML
    return written(report, found)
