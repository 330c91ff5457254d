"""Looks for the smallest caps under which all must-keeps survive, and does what is asked of those found."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from ctxlab import explain
from ctxlab.batch.pool import Pool
from ctxlab.errors import CancelledError, CtxlabError
from ctxlab.gui.batch_desk import BatchDesk
from ctxlab.gui.error_text import error_text
from ctxlab.gui.exports import Exports
from ctxlab.gui.models.solve_offers import Act, SolveOffer, offers_of
from ctxlab.gui.models.solve_words import solving_words, unasked
from ctxlab.gui.models.sweep_words import sessions_words
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.sweep_corpus import SweepCorpus
from ctxlab.gui.sweep_profiles import base_name, base_profile
from ctxlab.gui.sweep_runner import Work
from ctxlab.gui.text import dotted
from ctxlab.gui.views.solve_panel import SolvePanel
from ctxlab.gui.workspace import Workspace
from ctxlab.model.items import Row
from ctxlab.model.profile import Overflow, Profile
from ctxlab.model.profile_diff import differences
from ctxlab.model.provenance import SOLVE
from ctxlab.model.solution import Aim, Solution, Solving
from ctxlab.model.sweep import Place
from ctxlab.profiles.provenance import stamped


class SolveDesk(BatchDesk):
    """Fills the panel. `limit_wanted` asks to be brought to the limit of the session that is looked at."""

    limit_wanted = Signal()

    def __init__(
        self,
        panel: SolvePanel,
        corpus: SweepCorpus,
        workspace: Workspace,
        presenter: Presenter,
        exports: Exports,
        preferences: Preferences,
        language: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(corpus, workspace, exports, preferences, language, parent)
        self._panel = panel
        self._before: Profile | None = None
        self._page = "investigate"
        panel.changed.connect(self._plan)
        panel.shown.connect(self.look)
        panel.solve_requested.connect(self.start)
        panel.stop_requested.connect(self.runner.stop)
        panel.apply_requested.connect(self._apply)
        panel.save_requested.connect(self._save)
        panel.export_requested.connect(self._export)
        panel.offer_taken.connect(self._go_on)
        panel.session_chosen.connect(self._open)
        self.runner.told.connect(self._take)
        self.runner.ended.connect(self._end)
        corpus.changed.connect(self.look)
        presenter.shown.connect(self.look)
        presenter.emptied.connect(self.look)

    def look(self, *_told: object) -> None:
        """The panel came into sight, or what it is about changed: rows, the plan, what can be done."""
        if not self._panel.isVisible():
            return
        profile = base_profile(self._workspace.active)
        rows = [(row.value, explain.row(row, self._language)) for row in solvable(profile)]
        self._panel.rows.set_rows(rows)
        self._plan()
        self._say_empty()
        self._allow()

    def start(self) -> None:
        """Begins the search that is set up."""
        panel, places = self._panel, self._corpus.places()
        self._before = base_profile(self._workspace.active)
        panel.show_running(True)
        panel.progress.show_progress(0, 0, self.tr("starting…"))
        ask = _Ask(
            tuple(Row(row) for row in panel.rows.rows()),
            Aim(panel.aim.current),
            panel.may_lose.value(),
            panel.hold_out.value() / 100,
            panel.stated.isChecked(),
        )
        self.runner.start(_solving(places, self._before, ask))

    def _take(self, found: Solving | Solution) -> None:
        if isinstance(found, Solving):
            self._panel.progress.show_progress(found.done, found.of, solving_words(found))
            return
        self._panel.show_solution(found, [one.title for one in found.places], "")
        self._allow()

    def _end(self, error: CtxlabError | None) -> None:
        self._panel.show_running(False)
        self._plan()
        self._allow()
        if isinstance(error, CancelledError):
            self._panel.progress.say(self.tr("stopped"))
        elif error is not None:
            self._panel.progress.say(error_text(error))
            self.failed.emit(error_text(error))

    def _plan(self, *_told: object) -> None:
        """What is asked for."""
        if self.busy:
            return
        panel, places = self._panel, self._corpus.places()
        if not places:
            # what is shown below says so
            panel.show_plan("", possible=False)
            return
        if not solvable(base_profile(self._workspace.active)):
            told = self.tr("{0} has no cap to solve. Choose another profile above, such as gssc.")
            panel.show_plan(told.format(base_name(self._workspace.active)), possible=False)
            return
        if not panel.rows.rows():
            told = self.tr("No row is chosen: rows with a cap that may leave something out can be solved.")
            panel.show_plan(told, possible=False)
            return
        held = int(len(places) * panel.hold_out.value() / 100)
        told = dotted(
            (
                self.tr("caps of {0}").format(base_name(self._workspace.active)),
                sessions_words(len(places)),
                self.tr("{0} of them held out").format(f"{held:,}") if held else "",
            )
        )
        panel.show_plan(told, possible=True)

    def _say_empty(self) -> None:
        if self._panel.solution is not None:
            return
        chosen = [one for one in self._corpus.sessions() if one.chosen and not one.problem]
        if not chosen:
            words = self.tr(
                "No session is chosen.\n\nOpen sessions with Ctrl+O, or add a folder under “Sessions”. "
                "“Solve” then finds the smallest caps under which every must-keep of every session survives."
            )
        elif not any(one.must_keeps for one in chosen) and not base_profile(self._workspace.active).must_keep:
            words = self.tr(
                "No must-keep is stated in these sessions, so there is nothing that caps would have to keep."
                "\n\nSelect words of an item and press Ctrl+M, then save. Or tick “take stated constraints "
                "for must-keeps”: what users demanded is then found by rules and asked for."
            )
        else:
            words = self.tr(
                "“Solve” finds the smallest caps under which every must-keep of every chosen session "
                "survives, and shows by real runs that they do.\n\nSessions that are held out are not looked "
                "at to find the caps: what survives in them tells how well the caps will do on others."
            )
        self._panel.show_solution(None, (), words)

    def _allow(self) -> None:
        """What can be done with the profile found, or where none was."""
        solution, document, profile = self._panel.solution, self._workspace.active, self._found()
        if solution is not None:
            titles = [one.title for one in solution.places]
            left, is_open = self._panel.rows.off(), document is not None
            offers = offers_of(solution, titles, rows_left=left, document=is_open)
            self._panel.offers.show_offers(() if self.busy else offers)
        if document is None:
            self._panel.allow(self.tr("Open a session first: its profile is what is edited."))
        elif profile is not None:
            same = document.profile == profile
            self._panel.allow(self.tr("The profile has these caps already.") if same else "")

    def _found(self) -> Profile | None:
        """The profile that was found, which tells what it was made on."""
        solution = self._panel.solution
        if solution is None or solution.profile is None or solution.after is None:
            return None
        after = solution.after
        return stamped(
            solution.profile,
            by=SOLVE,
            sessions=[solution.places[at] for at in after.places],
            kept=after.judged - len(after.lost),
            judged=after.judged,
            changes=differences(self._before or solution.profile, solution.profile),
        )

    def _apply(self) -> None:
        """Looks at the active session under the caps found from now on, undoably."""
        profile = self._found()
        if profile is not None:
            self._use(profile, self.tr("solved caps"))
            self._allow()

    def _save(self) -> None:
        profile = self._found()
        if profile is not None:
            self._write(profile)

    def _export(self) -> None:
        """Exports what was found, applied or not."""
        profile = self._found()
        if profile is not None:
            self._exports.export_found(profile)

    def _go_on(self, offer: SolveOffer) -> None:
        """Takes a step: looks again for what is easier to find, or turns to what gives more room."""
        panel = self._panel
        match offer.act:
            case Act.LIMIT:
                self.limit_wanted.emit()
                return
            case Act.LOSE:
                panel.may_lose.setValue(offer.count)
            case Act.ROWS:
                panel.rows.turn_all_on()
            case Act.LEAVE:
                found = panel.solution
                panel.rows.turn_off([one.row.value for one in unasked(found)] if found is not None else [])
            case Act.STATED:
                panel.stated.setChecked(True)
        self.start()

    def _open(self, place: int) -> None:
        """Looks at a session under the profile that was solved, at its must-keeps."""
        solution = self._panel.solution
        if solution is not None and self._before is not None:
            self._opening.open(solution.places[place], self._before, self.tr("profile that was solved"))


@dataclass(frozen=True, slots=True)
class _Ask:
    """What is looked for."""

    rows: tuple[Row, ...]
    aim: Aim
    may_lose: int
    hold_out: float
    stated: bool


def solvable(profile: Profile) -> list[Row]:
    """The rows whose caps can be solved: those with one that leave something out when it is reached."""
    lines = [(row, profile.row(row)) for row in profile.table()]
    return [row for row, line in lines if line.cap is not None and line.overflow is not Overflow.KEEP]


def _solving(places: tuple[Place, ...], profile: Profile, ask: _Ask) -> Work:
    def work(workers: Callable[[], Pool], unwanted: Callable[[], bool]) -> Generator[Solving | Solution]:
        from ctxlab.batch.solve import solve

        yield from solve(
            places,
            profile,
            rows=ask.rows,
            aim=ask.aim,
            may_lose=ask.may_lose,
            hold_out=ask.hold_out,
            stated=ask.stated,
            executor=workers(),
            cancelled=unwanted,
        )

    return work
