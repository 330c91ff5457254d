"""How the window is to stand in a picture: what the command line asks for and the window brings about."""

from __future__ import annotations

from dataclasses import dataclass

#: The page that is a tab of Runs, and the one that is a tab of Sweep.
COMPARE = "compare"
SOLVE = "solve"


@dataclass(frozen=True, slots=True)
class Pose:
    """What is shown, and how; what is empty or False stays as it comes.

    `page` is `tune`, `investigate`, `sweep`, `runs`, `solve` (the second tab of Sweep) or `compare` (that of
    Runs); `tab` `diff`, `messages` or `sensitivity`; `arrangement` `aligned` or `own`; `mode` of the diff
    `split` or `unified`. `item` is the id of the item in focus, `row` the row of the budget in focus, whose
    curve is shown. `before` is what the diff compares with: `saved`, `unmanaged`, `recorded`, `sent`, the
    number of a request, or a profile by name or path. `filter` and `palette` are typed into their fields;
    `unfold` shows the head of the budget line by line, `columns` all of its columns. `sweep` are settings
    such as `budget.history.cap=400:2400:200` that are swept over the open sessions, `grid` shows what each
    session loses in that, `solve` looks for the smallest caps.
    """

    page: str = ""
    tab: str = ""
    arrangement: str = ""
    mode: str = ""
    item: str = ""
    row: str = ""
    before: str = ""
    filter: str = ""
    palette: str = ""
    unfold: bool = False
    columns: bool = False
    sweep: tuple[str, ...] = ()
    grid: bool = False
    solve: bool = False
