"""What the views remember between windows beside sizes: arrangement, columns, modes, recent commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ctxlab.gui.ui_state import UiState
from ctxlab.gui.view_set import Views
from ctxlab.gui.views.command_palette import CommandPalette


def restore(state: UiState, views: Views, palette: CommandPalette) -> None:
    """Gives the views what they had in the last window; what makes no sense is left as it comes."""
    mode = state.value("diff")
    if mode in ("split", "unified"):
        views.diff.set_mode(mode)
        views.evidence.difference.set_mode(mode)
        views.compare.contexts.difference.set_mode(mode)
    compared = state.value("compared")
    if isinstance(compared, list):
        names = cast("list[object]", compared)
        views.compare.wanted = tuple(one for one in names if isinstance(one, str))
    arrangement = state.value("arrangement")
    if arrangement in ("aligned", "own"):
        views.panes.set_arrangement(arrangement)
    budget = state.value("budget")
    if isinstance(budget, Mapping):
        views.budget.restore_layout(cast("Mapping[str, Any]", budget))
    recent = state.value("palette")
    if isinstance(recent, list):
        palette.set_recent([one for one in cast("list[object]", recent) if isinstance(one, str)])


def save(state: UiState, views: Views, palette: CommandPalette) -> None:
    """Remembers what the views have."""
    state.remember("diff", views.diff.mode)
    if views.compare.wanted is not None:
        state.remember("compared", list(views.compare.wanted))
    state.remember("arrangement", views.panes.arrangement())
    state.remember("budget", views.budget.layout_state())
    state.remember("palette", list(palette.recent))
