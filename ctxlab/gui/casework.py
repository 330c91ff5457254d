"""The desks that work on one question together: what became of a must-keep, and what broke it."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ctxlab.gui.advisor import Advisor
from ctxlab.gui.calibration_desk import CalibrationDesk
from ctxlab.gui.compare_desk import CompareDesk
from ctxlab.gui.constraint_intents import ConstraintIntents
from ctxlab.gui.export_desk import ExportDesk
from ctxlab.gui.exports import Exports
from ctxlab.gui.inquiry import Inquiry
from ctxlab.gui.investigation import Investigation
from ctxlab.gui.mark_intents import MarkIntents
from ctxlab.gui.matrix_desk import MatrixDesk
from ctxlab.gui.model_desk import ModelDesk
from ctxlab.gui.monitor_desk import MonitorDesk
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.profile_desk import ProfileDesk
from ctxlab.gui.report_desk import ReportDesk
from ctxlab.gui.rules_desk import RulesDesk
from ctxlab.gui.run_keeper import RunKeeper
from ctxlab.gui.solve_desk import SolveDesk
from ctxlab.gui.summary_desk import SummaryDesk
from ctxlab.gui.sweep_corpus import SweepCorpus
from ctxlab.gui.sweep_desk import SweepDesk
from ctxlab.gui.sweep_sources import SweepSources
from ctxlab.gui.theme.style import Look
from ctxlab.gui.trial_desk import TrialDesk
from ctxlab.gui.view_set import Views
from ctxlab.gui.violations import Violations
from ctxlab.gui.workspace import Workspace


class Casework(QObject):
    """Makes the desks and connects the lists of must-keeps and constraints with them."""

    def __init__(
        self,
        views: Views,
        workspace: Workspace,
        presenter: Presenter,
        marks: MarkIntents,
        exports: Exports,
        preferences: Preferences,
        look: Look,
        language: str,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self.inquiry = Inquiry(workspace, presenter, self)
        self.advisor = Advisor(views, workspace, presenter, self.inquiry, language, self)
        self.investigation = Investigation(
            views, workspace, presenter, self.advisor, self.inquiry, language, self
        )
        self.matrix = MatrixDesk(views, workspace, presenter, self.inquiry, self)
        self.violations = Violations(views, workspace, presenter, self.inquiry, self)
        self.constraints = ConstraintIntents(workspace, self.inquiry, marks, self)
        self.export = ExportDesk(workspace, exports, look, language, window)
        self.profiles = ProfileDesk(workspace, exports, preferences, look, language, window)
        self.report = ReportDesk(workspace, self.inquiry, exports, look, language, window)
        self.model = ModelDesk(workspace, preferences, look, window)
        self.summaries = SummaryDesk(workspace, preferences, look, language, window)
        self.monitor = MonitorDesk(views.monitor, workspace, exports, preferences, look, language, window)
        self.monitor.failed.connect(exports.failed)
        self.monitor.done.connect(exports.done)
        self.compare = CompareDesk(views.compare, workspace, presenter, self.inquiry, preferences, self)
        self.corpus = SweepCorpus(workspace, self)
        self.sources = SweepSources(views, self.corpus, workspace, exports, self)
        self.sweep = SweepDesk(
            views.sweep, self.corpus, workspace, presenter, exports, preferences, language, self
        )
        self.solve = SolveDesk(
            views.solve, self.corpus, workspace, presenter, exports, preferences, language, self
        )
        self.trial = TrialDesk(workspace, preferences, look, window)
        self.rules = RulesDesk(workspace, look, language, window)
        self.calibration = CalibrationDesk(workspace, look, language, window)
        self.keeper = RunKeeper(workspace, presenter, preferences, self)
        self.keeper.recorded.connect(self.monitor.look_again)
        self.keeper.failed.connect(exports.failed)
        found = views.constraints
        found.keep_requested.connect(self.constraints.keep)
        found.fact_requested.connect(self.constraints.keep_as_fact)
        found.correct_requested.connect(self.constraints.correct)
        found.reject_requested.connect(self.constraints.reject)

    @property
    def busy(self) -> bool:
        """Whether an answer is to come that no other part waits for."""
        return self.matrix.busy or self.corpus.busy or self.sweep.busy or self.solve.busy

    def close(self) -> None:
        """Stops the threads and workers that go over many sessions."""
        for one in (self.corpus, self.sweep, self.solve):
            one.close()

    def look(self) -> None:
        """The Investigate page came into sight."""
        self.matrix.look()
        self.investigation.look()
