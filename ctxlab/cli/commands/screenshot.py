"""`ctxlab screenshot`: a picture of the window on a session."""

from __future__ import annotations

from pathlib import Path

import click

from ctxlab.cli.options import FILE, Command, choosing
from ctxlab.cli.output import refuse_sources, session_files
from ctxlab.cli.render import note
from ctxlab.cli.state import HOLDS, Choices, Shot, State
from ctxlab.cli.words import word


class _Size(click.ParamType[tuple[int, int]]):
    """A size in pixels, such as 1440x900."""

    name = "WxH"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        sides = value.lower().split("x")
        if len(sides) != 2 or not all(
            side.isascii() and side.isdigit() and 0 < int(side) <= 16384 for side in sides
        ):
            self.fail(f"{value!r} is no size such as 1440x900", param, ctx)
        return int(sides[0]), int(sides[1])


@click.command("screenshot", cls=Command)
@click.argument("file", type=FILE)
@click.option("-o", "--output", type=FILE, required=True, help="The file to write, NAME.png.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option(
    "--size", type=_Size(), default="1440x900", show_default=True, help="Size of the window in pixels."
)
@choosing()
@click.pass_obj
def command(
    state: State, file: Path, output: Path, theme: str, size: tuple[int, int], choices: Choices
) -> int:
    """Write a picture of the window on FILE (needs the extra gui).

    With --set the window shows the profile as edited, and what that changes.
    """
    refuse_sources(output, (*session_files(file), choices.profile))
    if output.suffix.lower() != ".png":
        raise click.UsageError(f"{output.name!r} does not end in .png, the one form of a picture")
    state.gui.shoot(file, Shot(output, theme, size, choices, state.asked_language))
    note(word(state.language, "written", file=output))
    return HOLDS
