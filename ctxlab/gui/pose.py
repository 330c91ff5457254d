"""Brings a window into a pose: how it is to stand in a picture."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ctxlab.errors import RequestError
from ctxlab.gui.befores import before_of
from ctxlab.gui.document import Document
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.budget_columns import MORE
from ctxlab.gui.models.diff_choices import BeforeChoice, BeforeKind
from ctxlab.model.pose import COMPARE, SOLVE, Pose

_PLAIN = (BeforeKind.SAVED, BeforeKind.UNMANAGED, BeforeKind.RECORDED, BeforeKind.SENT)


def choose_before(pose: Pose, document: Document) -> None:
    """Compares with what the pose says; a run follows.

    Raises:
        RequestError: There is no such request, or it was not recorded what was sent.
        ProfileError: The profile cannot be read.
    """
    name = pose.before
    if not name:
        return
    request = document.snapshot.request
    if name in _PLAIN:
        if name == BeforeKind.SENT and not request.sent:
            raise RequestError("what was sent at this request was not recorded")
        choice = BeforeChoice(BeforeKind(name), "")
    elif name.isascii() and name.isdigit():
        document.session.at(int(name), chain=request.chain)
        choice = BeforeChoice(BeforeKind.REQUEST, "", name)
    else:
        choice = BeforeChoice(BeforeKind.PROFILE, "", name)
    document.set_before(before_of(choice, document))


def strike(window: MainWindow, pose: Pose) -> None:
    """Brings a window whose run is shown into a pose; questions beside it may follow.

    Raises:
        RequestError: The item in focus is no candidate at this request, or what is swept holds no number.
        ProfileError: There is no such setting to sweep.
    """
    views = window.views
    if pose.arrangement:
        views.panes.set_arrangement(pose.arrangement)
    if pose.mode:
        views.diff.set_mode(pose.mode)
        views.evidence.difference.set_mode(pose.mode)
    views.budget.set_unfolded(pose.unfold)
    if pose.columns:
        views.budget.show_columns(MORE)
    if pose.filter:
        views.panes.filter_bar.field.setText(pose.filter)
    _choose(window, pose)
    if pose.tab:
        window.page.show_tab(_tab(window, pose.tab))
    _turn(window, pose)
    if pose.palette:
        window.palette_box.open(pose.palette)


def _turn(window: MainWindow, pose: Pose) -> None:
    """Turns to a page, and has it work on what the pose says."""
    sweep, views = window.pages.sweep, window.views
    if pose.page == COMPARE:
        window.turn_to("runs")
        window.pages.runs.show_tab(views.compare)
    elif pose.page == SOLVE or pose.solve:
        window.turn_to("sweep")
        sweep.show_tab(views.solve)
    elif pose.page or pose.sweep:
        window.turn_to(pose.page or "sweep")
    if pose.sweep:
        window.casework.sweep.set_up(pose.sweep)
        window.casework.sweep.start()
    if pose.grid:
        views.sweep.results.show_grid()
    if pose.solve:
        window.casework.solve.start()


def _choose(window: MainWindow, pose: Pose) -> None:
    document = window.workspace.active
    if pose.item:
        trace = document.run.trace if document is not None and document.run is not None else None
        if trace is None or trace.position(pose.item) is None:
            raise RequestError(f"no item at this request is named {pose.item!r}")
        window.presenter.choose(pose.item)
    if pose.row and document is not None:
        window.views.budget.choose(pose.row)
        window.advisor.show_row(pose.row)


def _tab(window: MainWindow, name: str) -> QWidget:
    views = window.views
    tabs: dict[str, QWidget] = {
        "diff": views.diff,
        "messages": views.wire,
        "sensitivity": views.sensitivity,
    }
    return tabs[name]
