"""`ctxlab marks`: pins, must-keeps, key facts and constraints of one session, in the file beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxlab.cli.commands.marks_ask import ask
from ctxlab.cli.marks import (
    KINDS,
    constraint,
    is_held,
    key_fact,
    known_item,
    marks_json,
    marks_lines,
    place_in,
    stated,
)
from ctxlab.cli.marks_file import change_marks
from ctxlab.cli.notes import nothing_to_do, tell_broken_marks
from ctxlab.cli.options import (
    FILE,
    Command,
    choosing,
    chosen_profile,
    json_option,
    moment,
    open_lab,
    open_session,
    shared_options,
)
from ctxlab.cli.render import note, say, say_json, shortened
from ctxlab.cli.state import HOLDS, Choices, State
from ctxlab.cli.words import word
from ctxlab.errors import RequestError
from ctxlab.model import marks_edit
from ctxlab.model.constraint import Kind, Tier
from ctxlab.model.items import Source

if TYPE_CHECKING:
    from ctxlab.model.marks import Marks
    from ctxlab.model.session import Session

#: A word this much like a subcommand (percent) was meant to be it.
_LEAST_LIKENESS = 75


class _Marks(click.Group):
    """Subcommands; anything else in their place is a file whose marks are listed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for one in self.get_params(ctx) for name in one.opts}
        if not args or (args[0] not in self.commands and args[0].split("=")[0] not in own):
            args = ["list", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.commands:
            args = ["list", *args]
        return super().resolve_command(ctx, args)


@click.group("marks", cls=_Marks, params=shared_options(), subcommand_metavar="FILE | COMMAND [ARGS]...")
def command() -> None:
    """List and change the marks of a session: must-keeps, pins, key facts, constraints.

    They lie beside the session in NAME.marks.json; the session's file is never changed. With a FILE alone its
    marks are listed, each must-keep with the verdict on it.
    """


command.add_command(ask)


@command.command("list", cls=Command)
@click.argument("file", type=FILE)
@choosing()
@json_option
@click.pass_obj
def _list(state: State, file: Path, choices: Choices, as_json: bool) -> int:
    """List the marks of FILE, with the verdict on each must-keep under the chosen profile."""
    _refuse_typo(file)
    with open_lab() as lab:
        session = open_session(lab, file, choices)
        tell_broken_marks(session, state.language)
        if not session.items:
            nothing_to_do(state, file, as_json=as_json)
            return HOLDS
        profile, snapshot = chosen_profile(lab, session, choices), moment(session, choices)
        trace = lab.build(snapshot, profile)
    if as_json:
        say_json(marks_json(session, profile, trace, state.language))
        return HOLDS
    unnamed = choices.profile is None
    for line in marks_lines(snapshot, profile, trace, file.name, state.language, by_default=unnamed):
        say(line)
    return HOLDS


@command.command("add", cls=Command)
@click.argument("file", type=FILE)
@click.option("--text", metavar="WORDS", help="These words have to reach the model.")
@click.option("--regex", metavar="PATTERN", help="Something that a pattern matches has to.")
@click.option("--number", help="This number has to, however it is written.")
@click.option("--item", metavar="ID", help="This item has to, whole or derived.")
@click.option("--source", type=click.Choice([one.value for one in Source]), help="All items of it, whole.")
@click.option("--since", metavar="ID", default="", help="The item that states it; not judged before that.")
@click.option("--id", "key", metavar="NAME", default="", help="What to call it; by default m1, m2 and so on.")
@choosing(moment=False, profile=False)
@click.pass_obj
def _add(state: State, /, file: Path, choices: Choices, since: str, key: str, **kinds: str | None) -> int:
    """State what must reach the model: one of --text, --regex, --number, --item, --source."""
    given = [name for name in KINDS if kinds[name] is not None]
    if len(given) != 1:
        raise click.UsageError(f"give one of {', '.join('--' + name for name in KINDS)}")
    (kind,) = given

    def change(session: Session) -> Marks:
        wanted = stated(kind, str(kinds[kind]), since, key)
        if not is_held(wanted, session):
            note(word(state.language, "nowhere"))
        marks = marks_edit.with_must_keep(session.marks, wanted)
        if marks is None:
            raise RequestError("this is a must-keep already")
        added = marks.must_keeps[-1]
        note(word(state.language, "mark_added", name=added.id, label=shortened(added.label)))
        return marks

    return change_marks(state, file, choices, change)


@command.command("remove", cls=Command)
@click.argument("file", type=FILE)
@click.argument("key", metavar="ID")
@choosing(moment=False, profile=False)
@click.pass_obj
def _remove(state: State, file: Path, key: str, choices: Choices) -> int:
    """Take a must-keep back, by the id that the list shows."""

    def change(session: Session) -> Marks:
        old = marks_edit.must_keep(session.marks, key)
        marks = marks_edit.without_must_keep(session.marks, key)
        if old is None or marks is None:
            if key.startswith("profile:"):
                raise RequestError(
                    f"{key} is stated by the profile", hint="it is changed in the profile's file"
                )
            known = ", ".join(one.id for one in session.marks.must_keeps)
            raise RequestError(f"no must-keep is named {key!r}", hint=f"there are {known}" if known else "")
        note(word(state.language, "mark_removed", name=key, label=shortened(old.label)))
        return marks

    return change_marks(state, file, choices, change)


@command.command("pin", cls=Command)
@click.argument("file", type=FILE)
@click.argument("item", metavar="ITEM")
@choosing(moment=False, profile=False)
@click.pass_obj
def _pin(state: State, file: Path, item: str, choices: Choices) -> int:
    """Pin an item: it is kept whole, whatever its row's cap."""

    def change(session: Session) -> Marks:
        marks = marks_edit.with_pin(session.marks, known_item(session, item).id)
        if marks is None:
            raise RequestError(f"{item} is pinned already")
        note(word(state.language, "mark_pinned", item=item))
        return marks

    return change_marks(state, file, choices, change)


@command.command("unpin", cls=Command)
@click.argument("file", type=FILE)
@click.argument("item", metavar="ITEM")
@choosing(moment=False, profile=False)
@click.pass_obj
def _unpin(state: State, file: Path, item: str, choices: Choices) -> int:
    """Take an item's pin away."""

    def change(session: Session) -> Marks:
        marks = marks_edit.without_pin(session.marks, item)
        if marks is None:
            raise RequestError(f"{item} is not pinned")
        note(word(state.language, "mark_unpinned", item=item))
        return marks

    return change_marks(state, file, choices, change)


@command.command("key-fact", cls=Command)
@click.argument("file", type=FILE)
@click.argument("item", metavar="ITEM")
@click.argument("part", metavar="START END|TEXT", nargs=-1, required=True)
@click.option("--remove", is_flag=True, help="Take it back instead.")
@choosing(moment=False, profile=False)
@click.pass_obj
def _key_fact(
    state: State, file: Path, item: str, part: tuple[str, ...], remove: bool, choices: Choices
) -> int:
    """Put a part of an item among the key facts: code points START to END of its text, or TEXT in it."""

    def change(session: Session) -> Marks:
        found = known_item(session, item)
        fact = key_fact(found, part)
        edit = marks_edit.without_key_fact if remove else marks_edit.with_key_fact
        marks = edit(session.marks, fact)
        if marks is None:
            raise RequestError("this is no key fact" if remove else "this is a key fact already")
        words = shortened(found.text[fact.start : fact.end])
        note(word(state.language, "fact_removed" if remove else "fact_added", item=item, text=words))
        return marks

    return change_marks(state, file, choices, change)


@command.command("constraint", cls=Command)
@click.argument("file", type=FILE)
@click.argument("item", metavar="ITEM")
@click.argument("part", metavar="START END|TEXT", nargs=-1, required=True)
@click.option("--kind", type=click.Choice([one.value for one in Kind]), help="What it is about.")
@click.option(
    "--tier", type=click.Choice([one.value for one in Tier]), default=Tier.HARD.value, show_default=True
)
@click.option("--reject", is_flag=True, help="Nothing is demanded there, whatever the rules find.")
@click.option("--remove", is_flag=True, help="Take back what was said of that part.")
@choosing(moment=False, profile=False)
@click.pass_obj
def _constraint(
    state: State,
    /,
    file: Path,
    item: str,
    part: tuple[str, ...],
    kind: str | None,
    tier: str,
    reject: bool,
    remove: bool,
    choices: Choices,
) -> int:
    """Say that a part of an item states a constraint, of what kind, or that it states none.

    The part is code points START to END of its text, or TEXT in it. What `ctxlab survival --find` lists there
    gives way to it.
    """

    def change(session: Session) -> Marks:
        found = known_item(session, item)
        if remove:
            start, end = place_in(found, part)
            marks = marks_edit.without_constraint(session.marks, item, start, end)
        else:
            said = constraint(found, part, Kind(kind) if kind else None, Tier(tier), rejected=reject)
            start, end = said.start, said.end
            marks = marks_edit.with_constraint(session.marks, said)
        if marks is None:
            raise RequestError("nothing is said of this part" if remove else "this is said already")
        key = "constraint_removed" if remove else "constraint_refused" if reject else "constraint_added"
        note(word(state.language, key, item=item, text=shortened(found.text[start:end])))
        return marks

    return change_marks(state, file, choices, change)


def _refuse_typo(file: Path) -> None:
    """Refuses a file that is not there and whose name is close to a subcommand's.

    Raises:
        click.UsageError: It is.
    """
    from rapidfuzz import process

    if not str(file).isalpha() or file.exists():
        return
    near = process.extractOne(file.name, sorted(command.commands), score_cutoff=_LEAST_LIKENESS)
    if near is not None:
        raise click.UsageError(f"there is no file {file.name!r}; did you mean ctxlab marks {near[0]}?")
