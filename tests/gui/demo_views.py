"""Renders every view on hand-made traces to PNG files, light and dark, to be looked at.

Run with the repository and its tests folder on the path: `demo_views.py FOLDER`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from gui.trace_builder import PROFILE
from gui.trip_sample import MUST_KEEPS, trip_diff, trip_trace
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from ctxlab.analysis.lint import as_problems
from ctxlab.gui.theme.palette import THEMES
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.budget_table import BudgetTable
from ctxlab.gui.views.context_bar import ContextBar
from ctxlab.gui.views.diff_view import DiffView
from ctxlab.gui.views.item_inspector import ItemInspector
from ctxlab.gui.views.must_keep_list import MustKeepList
from ctxlab.gui.views.problems_view import ProblemsView
from ctxlab.gui.views.request_bar import RequestBar, RequestMark
from ctxlab.gui.views.stage_panes import StagePanes


def requests() -> list[RequestMark]:
    """47 requests in 22 turns."""
    return [
        RequestMark(n, (n + 1) * 22 // 48 + 1, min(27_193, 6_000 + n * 900), 21 <= n <= 44)
        for n in range(1, 48)
    ]


def page(look: Look, language: str = "en", *, folded: bool = True) -> QWidget:
    """All views in about the places of the window."""
    trace = trip_trace()
    whole = QWidget()
    whole.setProperty("role", "page")
    whole.resize(1680, 980)
    bar = RequestBar(look)
    bar.set_requests(requests(), 31)
    context = ContextBar(look, language=language)
    context.set_state(PROFILE, trace)
    panes = StagePanes(look, language=language)
    panes.set_trace(trace)
    panes.set_starred({"i8"})
    panes.filter_bar.changes_only.setChecked(folded)
    diff = DiffView(look, language=language)
    diff.set_diff(trip_diff())
    budget = BudgetTable(look, language=language)
    budget.set_state(PROFILE, trace)
    inspector = ItemInspector(look, language=language)
    panes.item_chosen.connect(lambda item: inspector.set_item(trace, item, PROFILE))
    panes.choose("i8")
    budget.choose("history")
    keeps = MustKeepList(look, language=language)
    keeps.set_must_keeps(MUST_KEEPS, trace.must_keeps)
    problems = ProblemsView(look, language=language)
    problems.set_problems(list(as_problems(trace.diagnostics)))
    left, middle, right, columns = QVBoxLayout(), QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
    left.addWidget(keeps)
    left.addWidget(problems)
    middle.addWidget(context)
    middle.addWidget(panes, 3)
    middle.addWidget(diff, 1)
    right.addWidget(budget, 5)
    right.addWidget(inspector, 6)
    columns.addLayout(left, 2)
    columns.addLayout(middle, 10)
    columns.addLayout(right, 5)
    outer = QVBoxLayout(whole)
    outer.addWidget(bar)
    outer.addLayout(columns, 1)
    return whole


def main(folder: Path) -> None:
    app = QApplication(sys.argv)
    folder.mkdir(parents=True, exist_ok=True)
    for theme in THEMES.values():
        look = Look(theme)
        look.dress()
        shots = {"page": page(look), "page-zh": page(look, "zh", folded=False)}
        for name, view in shots.items():
            view.show()
            app.processEvents()
            view.grab().save(str(folder / f"{name}-{theme.name}.png"))
            view.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
