"""`ctxlab marks ask`: constraints that a model finds where the rules found none, as marks of the session."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.endpoint import agreed, planned
from ctxlab.cli.marks import known_item
from ctxlab.cli.marks_file import change_marks
from ctxlab.cli.notes import tell_broken_marks
from ctxlab.cli.options import FILE, Command, choosing, open_lab, open_session
from ctxlab.cli.render import note, say, shortened
from ctxlab.cli.state import HOLDS, UNJUDGED, Choices, State
from ctxlab.cli.words import word
from ctxlab.errors import RequestError
from ctxlab.model import marks_edit
from ctxlab.settings import load_settings

if TYPE_CHECKING:
    from ctxlab.analysis.model_constraints import ModelAnswer
    from ctxlab.model.marks import Marks
    from ctxlab.model.session import Session

__all__ = ["ask"]

#: The words of each `Doubt`.
_DOUBTS = {
    "no_entry": "model_no_entry",
    "no_text": "model_no_text",
    "not_said": "model_not_said",
    "no_kind": "model_no_kind",
}


@click.command("ask", cls=Command)
@click.argument("file", type=FILE)
@click.option("--yes", is_flag=True, help="Ask the model without asking you first.")
@click.option("--dry-run", is_flag=True, help="Say what would be sent where, and send nothing.")
@choosing(moment=False, profile=False)
@click.pass_obj
def ask(state: State, file: Path, yes: bool, dry_run: bool, choices: Choices) -> int:
    """Ask a model for constraints that the rules of FILE's session missed, and mark them.

    The endpoint is that of the settings ([endpoint] address, name, key: the variable with the key) or of
    CTXLAB_MODEL_ADDRESS and CTXLAB_MODEL. What users, system prompts, notes and rules files say is sent
    there, and nothing before you agree. Only words that stand in the session are taken.
    """
    from ctxlab.analysis.model_constraints import ask_model, model_question
    from ctxlab.llm.endpoint import endpoint_of

    endpoint = endpoint_of(load_settings().effective.endpoint)
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        tell_broken_marks(session, state.language)
        counter = lab.counter("o200k_base")
        asked = model_question(session, session.marks, lab.stated(session), endpoint, counter)
    if asked.left_out:
        note(word(state.language, "model_left_out", items=", ".join(asked.left_out)))
    if not asked.calls:
        raise RequestError("nobody states anything in this session")
    note(planned(asked.estimate, state.language))
    if dry_run:
        return HOLDS
    if not yes and not agreed(state.language):
        return UNJUDGED
    answer = ask_model(asked, endpoint)
    _tell(answer, session, state.language)
    if not answer.marks:
        return UNJUDGED if answer.failed else HOLDS

    def change(one: Session) -> Marks:
        return marks_edit.with_found(one.marks, answer.marks)

    done = change_marks(state, file, choices, change)
    return UNJUDGED if answer.failed else done


def _tell(answer: ModelAnswer, session: Session, language: str) -> None:
    for mark in answer.marks:
        item = known_item(session, mark.item)
        words = shortened(item.text[mark.start : mark.end])
        say(f"{mark.item} · {mark.kind} · {mark.tier}: {words}")
    note(word(language, "model_found", new=len(answer.marks), known=answer.known))
    for doubted in answer.doubted:
        note(word(language, _DOUBTS[doubted.doubt], quote=shortened(doubted.quote)))
    for error in answer.failed:
        note(word(language, "model_failed", error=error))
