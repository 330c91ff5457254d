"""`ctxlab export`: a profile for the agent that runs in production, and what becomes of it there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.options import FILE, Command, json_option, output_option, with_settings
from ctxlab.cli.output import check_output, save
from ctxlab.cli.render import note, say, say_json
from ctxlab.cli.state import HOLDS, UNJUDGED, State
from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.model.profile import Profile
    from ctxlab.model.settings_export import Exported, Form

SCHEMA = "ctxlab.export/1"

#: As `export.forms` has them; stated here so that help needs no more than click.
FORMS = (
    "toml",
    "json",
    "yaml",
    "context-budget",
    "dict",
    "langchain-trim",
    "langchain-agent",
    "anthropic",
    "openai-agents",
)


@click.command("export", cls=Command)
@click.argument("profile", metavar="PROFILE")
@click.option(
    "--as",
    "name",
    type=click.Choice(FORMS),
    default="toml",
    show_default=True,
    help="toml, json and yaml hold all of it; context-budget and dict are the published Python forms; the "
    "others are settings for the library that they name, as a Python file that stands on its own.",
)
@click.option(
    "--verify",
    "sessions",
    type=FILE,
    multiple=True,
    metavar="DIR|FILE",
    help="Run the exported settings with the real library on these sessions, and tell what it keeps that "
    "ctxlab does not, and the other way round; repeatable.",
)
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change one setting; repeatable.")
@output_option
@json_option
@click.pass_obj
def command(
    state: State,
    profile: str,
    name: str,
    sessions: tuple[Path, ...],
    settings: tuple[str, ...],
    output: Path | None,
    as_json: bool,
) -> int:
    """Write PROFILE (a built-in name, or a TOML, JSON or YAML file) in a form that programs read.

    What the form cannot express is said in comments at its end, each setting with what happens without it;
    --json gives the text with these as a list. As TOML the comments and the order of PROFILE's file stay.

    With --verify the answer is a table and the text is only written with -o. The exported file itself is run,
    with the library that it is for, on each session's last request: what was recorded goes in as messages of
    that library, and what it would send on is judged by the same must-keeps as a run of ctxlab's. No model is
    asked; where the library wants a summary, ctxlab's extractive summarizer writes it. What a provider's
    servers do cannot be run here.
    """
    from ctxlab.export import export, form_named
    from ctxlab.lab import Lab
    from ctxlab.profiles.load import source_text

    check_output(output, (profile, *sessions))
    form = form_named(name)
    found = with_settings(Lab(store=False).profile(profile), settings)
    exported = export(found, name, base_text=source_text(profile))
    if output is not None:
        save(state, output, exported.text, (profile, *sessions))
    if sessions:
        return _verify(state, found, form, exported, sessions, as_json=as_json)
    if as_json:
        say_json(_document(state, found, exported))
    elif output is None:
        click.echo(exported.text, nl=not exported.text.endswith("\n"))
    if exported.gaps:
        note(word(state.language, "export_gaps", form=form.title(state.language), count=len(exported.gaps)))
    return HOLDS


def _document(state: State, profile: Profile, exported: Exported) -> dict[str, object]:
    from ctxlab.cli.verified import gaps_document

    return {
        "schema": SCHEMA,
        "profile": profile.name,
        "form": exported.form,
        "text": exported.text,
        "gaps": gaps_document(exported.gaps, state.language),
    }


def _verify(
    state: State,
    profile: Profile,
    form: Form,
    exported: Exported,
    sessions: tuple[Path, ...],
    *,
    as_json: bool,
) -> int:
    """Verifies the export and tells what came of it; 2 where nothing could be run."""
    from ctxlab.cli import verified
    from ctxlab.cli.corpus import listed
    from ctxlab.cli.progress import end_progress, progress
    from ctxlab.integrations.verify import verify

    corpus = listed(sessions, state.language)
    told = progress(len(corpus.places), state.language, "verify_building")
    try:
        found = verify(form.name, profile, corpus.places, progress=lambda done, _of: told(done))
    finally:
        end_progress()
    if as_json:
        say_json(verified.document(found, exported, profile, corpus, state.language))
    else:
        for line in verified.lines(found, form, profile, state.language):
            say(line)
    if not corpus.places:
        note(word(state.language, "verify_no_sessions"))
    return HOLDS if any(not one.error for one in found.sessions) else UNJUDGED
