"""`ctxlab screenshot`: a picture of the window on a session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ctxlab.cli.options import FILE, Command, choosing
from ctxlab.cli.output import check_output, session_files
from ctxlab.cli.render import note
from ctxlab.cli.state import HOLDS, Choices, Shot, State
from ctxlab.cli.words import word
from ctxlab.model.items import Row
from ctxlab.model.pose import COMPARE, SOLVE, Pose


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
@click.argument("files", nargs=-1, metavar="FILE...", type=FILE)
@click.option("-o", "--output", type=FILE, required=True, help="The file to write, NAME.png.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option(
    "--size", type=_Size(), default="1440x900", show_default=True, help="Size of the window in pixels."
)
@click.option(
    "--scale", type=click.Choice(["1", "2"]), default="1", show_default=True, help="2: as on a fine screen."
)
@click.option("--empty", is_flag=True, help="The window without any session; takes no FILE.")
@click.option(
    "--page",
    type=click.Choice(["tune", "investigate", "sweep", SOLVE, "runs", COMPARE]),
    help="The page.",
)
@click.option(
    "--tab",
    type=click.Choice(["diff", "messages", "sensitivity"]),
    help="What the lower part of the Tune page shows.",
)
@click.option("--item", metavar="ID", help="The item in focus.")
@click.option(
    "--select-row",
    "row",
    type=click.Choice([row.value for row in Row]),
    help="The budget row in focus; --tab sensitivity shows its curve.",
)
@click.option(
    "--against",
    "before",
    metavar="saved|unmanaged|recorded|sent|PROFILE|N",
    help="What stands before in the diff.",
)
@click.option("--mode", type=click.Choice(["split", "unified"]), help="How the diff is laid out.")
@click.option("--arrangement", type=click.Choice(["aligned", "own"]), help="How the stages are laid out.")
@click.option("--filter", help="What is typed into the filter of the stages.")
@click.option("--palette", metavar="TEXT", help="The command palette with this typed into it.")
@click.option("--unfold", is_flag=True, help="The head of the budget, line by line.")
@click.option("--columns", is_flag=True, help="All columns of the budget.")
@click.option(
    "--sweep",
    multiple=True,
    metavar="KEY=VALUES",
    help="A sweep of FILE over this setting: from:to:step, or values with commas between.",
)
@click.option("--grid", is_flag=True, help="With --sweep: what each session loses under each variant.")
@click.option("--solve", is_flag=True, help="The smallest caps under which the must-keeps of FILE survive.")
@choosing()
@click.pass_obj
def command(
    state: State,
    /,
    files: tuple[Path, ...],
    output: Path,
    theme: str,
    size: tuple[int, int],
    scale: str,
    empty: bool,
    choices: Choices,
    **pose: Any,
) -> int:
    """Write a picture of the window on FILE (needs the extra gui).

    With --set the window shows the profile as edited, and what that changes. Of several files and folders the
    first is looked at. The picture is taken when the run, the ticks and all else that is worked out beside it
    are there.
    """
    if empty == bool(files):
        raise click.UsageError("give a FILE, or --empty for the window without any")
    check_output(output, (*(one for file in files for one in session_files(file)), choices.profile))
    if output.suffix.lower() != ".png":
        raise click.UsageError(f"{output.name!r} does not end in .png, the one form of a picture")
    stood = Pose(**{name: value for name, value in pose.items() if value})
    shot = Shot(output, theme, size, choices, state.asked_language, int(scale), stood)
    state.gui.shoot(files, shot)
    note(word(state.language, "written", file=output))
    return HOLDS
