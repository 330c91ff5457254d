"""All views of the window, made once: pages and docks place them, others fill them and listen."""

from __future__ import annotations

from ctxlab.gui.messages import MessageBar
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.budget_table import BudgetTable
from ctxlab.gui.views.compare_view import CompareView
from ctxlab.gui.views.constraint_list import ConstraintList
from ctxlab.gui.views.context_bar import ContextBar
from ctxlab.gui.views.diff_view import DiffView
from ctxlab.gui.views.evidence_pane import EvidencePane
from ctxlab.gui.views.hint import Hint
from ctxlab.gui.views.item_inspector import ItemInspector
from ctxlab.gui.views.keep_pane import KeepPane
from ctxlab.gui.views.messages_view import MessagesView
from ctxlab.gui.views.monitor_view import MonitorView
from ctxlab.gui.views.must_keep_list import MustKeepList
from ctxlab.gui.views.problems_view import ProblemsView
from ctxlab.gui.views.request_bar import RequestBar
from ctxlab.gui.views.sensitivity_view import SensitivityView
from ctxlab.gui.views.sessions_dock import SessionsDock
from ctxlab.gui.views.solve_panel import SolvePanel
from ctxlab.gui.views.stage_cards import StageCards
from ctxlab.gui.views.stage_panes import StagePanes
from ctxlab.gui.views.survival_matrix import SurvivalMatrix
from ctxlab.gui.views.sweep_sessions import SweepSessions
from ctxlab.gui.views.sweep_view import SweepView
from ctxlab.gui.views.verdict_line import VerdictLine
from ctxlab.gui.views.violation_bar import ViolationBar


class Views:
    """The views by name. They know no document."""

    def __init__(self, look: Look, language: str) -> None:
        self.request_bar = RequestBar(look)
        self.messages = MessageBar()
        self.hint = Hint(look)
        self.sessions = SessionsDock(look)
        self.must_keeps = MustKeepList(look, language=language)
        self.constraints = ConstraintList(look)
        self.keeps = KeepPane(self.must_keeps, self.constraints)
        self.context_bar = ContextBar(look, language=language)
        self.panes = StagePanes(look, language=language)
        self.diff = DiffView(look, language=language)
        self.wire = MessagesView(look, language=language)
        self.sensitivity = SensitivityView(look, language=language)
        self.problems = ProblemsView(look, language=language)
        self.budget = BudgetTable(look, language=language)
        self.inspector = ItemInspector(look, language=language)
        self.verdict = VerdictLine(look)
        self.cards = StageCards(look)
        self.violation = ViolationBar()
        self.matrix = SurvivalMatrix(look, language=language)
        self.evidence = EvidencePane(look, language=language)
        self.sweep = SweepView(look, language=language)
        self.solve = SolvePanel(look, language=language)
        self.sweep_sessions = SweepSessions(look)
        self.monitor = MonitorView(look, language=language)
        self.compare = CompareView(look, language=language)
