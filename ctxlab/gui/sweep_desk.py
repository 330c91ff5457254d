"""Sweeps: plans them from what is set up, runs them beside the work, and does what is asked of a variant."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from math import isfinite
from time import monotonic
from typing import Literal

from PySide6.QtCore import QObject

from ctxlab.batch.pool import Pool
from ctxlab.errors import CancelledError, CtxlabError, RequestError
from ctxlab.gui.batch_desk import BatchDesk
from ctxlab.gui.edit_words import value_words
from ctxlab.gui.error_text import error_text
from ctxlab.gui.exports import Exports
from ctxlab.gui.models.sweep_plan import end_words, flaw_of, plan_words, progress_words
from ctxlab.gui.models.sweep_settings import (
    Varied,
    flaw_words,
    key_words,
    numeric_keys,
    path_of,
    suggested,
    value_of,
    varied_of,
)
from ctxlab.gui.models.sweep_words import names_of
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.sweep_corpus import SweepCorpus
from ctxlab.gui.sweep_profiles import (
    base_profile,
    first_choice,
    profiles_of,
    sweep_choices,
)
from ctxlab.gui.sweep_runner import Work
from ctxlab.gui.views.sweep_view import SweepView
from ctxlab.gui.workspace import Workspace
from ctxlab.model.profile import Profile
from ctxlab.model.profile_diff import differences
from ctxlab.model.profile_keys import Form, kind_of
from ctxlab.model.provenance import SWEEP
from ctxlab.model.sweep import Place, Sweep, Variant
from ctxlab.profiles.provenance import stamped

#: The setting that is varied at first.
FIRST_KEY = "budget.history.cap"


class SweepDesk(BatchDesk):
    """Fills the view."""

    def __init__(
        self,
        view: SweepView,
        corpus: SweepCorpus,
        workspace: Workspace,
        presenter: Presenter,
        exports: Exports,
        preferences: Preferences,
        language: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(corpus, workspace, exports, preferences, language, parent)
        self._view = view
        self._begun = 0.0
        self._known_before: int | None = None
        self._keys: tuple[str, ...] | None = None
        self._connect()
        presenter.shown.connect(self.look)

    def look(self, *_told: object) -> None:
        """The view came into sight, or what it is about changed: settings, profiles, the plan."""
        if not self._view.isVisible():
            return
        setup, document = self._view.setup, self._workspace.active
        profile = base_profile(document)
        setup.set_keys([(key, key_words(key, self._language)) for key in numeric_keys(profile)])
        if self._keys is None:
            self._keys = first_choice(document)
            setup.add_line(suggested(profile, FIRST_KEY))
        choices = sweep_choices(self._workspace, self._preferences.settings.recent_profiles)
        offered = {one.key for one in choices}
        kept = tuple(key for key in self._keys if key in offered) or first_choice(document)
        setup.profiles.set_choices(choices, kept)
        self._keys = kept
        setup.show_now(lambda key: self._now(profile, key))
        self._plan()
        why = self.tr("Open a session first: its profile is what is edited.")
        self._view.results.set_applicable("" if document is not None else why)
        self._say_empty()

    def set_up(self, settings: Sequence[str]) -> None:
        """Varies these settings, each as `--set` of the command line takes it, and no others.

        Raises:
            ProfileError: There is no such setting, or it cannot take such a value.
            RequestError: It holds no number, which is all that the window varies.
        """
        setup = self._view.setup
        asked = _asked(base_profile(self._workspace.active), settings, self._language)
        while setup.lines:
            setup.lines[0].remove.click()
        for one in asked:
            setup.add_line(one)
        self.look()

    def start(self) -> None:
        """Begins the sweep that is set up; outcomes that are known already are not made again."""
        from ctxlab.batch.grid import variants_of

        setup = self._view.setup
        places = self._corpus.places()
        try:
            profiles = profiles_of(self._workspace.active, setup.profiles.keys)
            variants = variants_of(profiles, [one.text() for one in setup.varied()])
        except CtxlabError as error:
            setup.show_plan(error_text(error), possible=True)
            return
        self._begun, self._known_before = monotonic(), None
        setup.show_running(True)
        setup.progress.show_progress(0, 0, self.tr("starting…"))
        price, prefix = self._price(), setup.prefix.isChecked()
        self.runner.start(_sweeping(places, variants, setup.wanted_requests(), price, prefix))

    def _take(self, found: Sweep) -> None:
        if self._known_before is None:
            self._known_before = found.done
        whole = len(found.places) * len(found.variants)
        seconds = monotonic() - self._begun
        words = progress_words(found, begun=self._known_before, seconds=seconds)
        self._view.setup.progress.show_progress(found.done, whole, words)
        self._view.show_results(True)
        self._view.results.show_sweep(found, self._corpus.labels(found.places))

    def _end(self, error: CtxlabError | None) -> None:
        setup, found = self._view.setup, self._view.results.sweep
        setup.show_running(False)
        self._plan()
        if error is not None and not isinstance(error, CancelledError):
            setup.progress.say(error_text(error))
            self.failed.emit(error_text(error))
        elif found is not None and (told := end_words(found, stopped=error is not None)):
            setup.progress.say(told)

    def _plan(self) -> None:
        """What a start would do."""
        if self.busy:
            return
        setup = self._view.setup
        varied = setup.varied()
        sessions = [one for one in self._corpus.sessions() if one.chosen and not one.problem]
        requests = None
        if setup.wanted_requests() == "all":
            requests = sum(one.requests or 0 for one in sessions)
        told, builds = plan_words(varied, len(setup.profiles.keys), len(sessions), requests, self._language)
        flaw = flaw_of(varied)
        for at, line in enumerate(setup.lines):
            line.show_flaw(flaw is not None and flaw[0] == at, told if flaw and flaw[0] == at else "")
        if builds and self._price_is_wrong():
            told, builds = self.tr("The price has to be a number, such as 2.5."), 0
        setup.show_plan(told, possible=builds > 0)

    def _change(self, *_told: object) -> None:
        self._keys = self._view.setup.profiles.keys
        self._plan()

    def _add_setting(self) -> None:
        """One more line, about a setting that none of the others is about."""
        profile, setup = base_profile(self._workspace.active), self._view.setup
        known = {one.key for one in setup.varied()}
        key = next((key for key in numeric_keys(profile) if key not in known), FIRST_KEY)
        line = setup.add_line(suggested(profile, FIRST_KEY if FIRST_KEY not in known else key))
        line.key.setFocus()
        self.look()

    def _choose_key(self, at: int, key: str) -> None:
        self._view.setup.lines[at].show_varied(suggested(base_profile(self._workspace.active), key))
        self.look()

    def _now(self, profile: Profile, key: str) -> str:
        return self.tr("now {0}").format(value_words(value_of(profile, key))) if key else ""

    def _price(self) -> float | None:
        text = self._view.setup.price.text().strip().replace(",", ".")
        try:
            price = float(text) if text else -1.0
        except ValueError:
            return None
        return price if price >= 0 and isfinite(price) else None

    def _price_is_wrong(self) -> bool:
        return bool(self._view.setup.price.text().strip()) and self._price() is None

    def _say_empty(self) -> None:
        sessions = self._corpus.sessions()
        if not sessions:
            words = self.tr(
                "No session is open.\n\nA sweep builds many sessions under many variants of a profile and "
                "shows what each variant keeps and costs. Open sessions with Ctrl+O, or add a folder of "
                "them: they are read where they are, and nothing is changed."
            )
        elif not any(one.must_keeps for one in sessions if one.chosen):
            words = self.tr(
                "No must-keep is stated in these sessions, so a sweep can tell tokens, but not what is lost."
                "\n\nSelect words of an item and press Ctrl+M, or take what users demanded from “Found” in "
                "the panel “Must keep”; then save. “Solve” can go by the constraints found without that."
            )
        else:
            words = self.tr(
                "“Sweep” builds all chosen sessions under each variant, on all processors. The plots then "
                "show what every value keeps and costs, and which variants no other beats."
            )
        self._view.say_empty(words, sessions=bool(sessions))

    def _variant(self, at: int) -> tuple[Variant, str, Sweep] | None:
        found = self._view.results.sweep
        if found is None or not 0 <= at < len(found.variants):
            return None
        return found.variants[at], names_of(found, self._language)[at], found

    def _stamped(self, at: int, variant: Variant, found: Sweep) -> Profile:
        """The profile of a variant, which tells what it was chosen by, as far as it was built."""
        built = found.built(at)
        if not built:
            return variant.profile
        figures = found.figures[at]
        changes = differences(base_profile(self._workspace.active), variant.profile)
        kept, judged = figures.kept, figures.judged
        return stamped(variant.profile, by=SWEEP, sessions=built, kept=kept, judged=judged, changes=changes)

    def _apply(self, at: int) -> None:
        """Looks at the active session under a variant's profile from now on, undoably."""
        chosen, document = self._variant(at), self._workspace.active
        if chosen is None or document is None:
            return
        variant, name, found = chosen
        words = self.tr("sweep: {0}").format(name)
        if variant.profile == document.profile:
            self.done.emit(self.tr("The profile is that of this variant already."))
            return
        self._use(self._stamped(at, variant, found), words)
        self.look()

    def _save(self, at: int) -> None:
        chosen = self._variant(at)
        if chosen is not None:
            self._write(self._stamped(at, chosen[0], chosen[2]))

    def _open(self, place: int, at: int) -> None:
        """Looks at a session under a variant: where it loses something, at what became of that."""
        chosen = self._variant(at)
        if chosen is None:
            return
        variant, name, found = chosen
        outcome = found.outcomes[at][place]
        self._page = "investigate" if outcome is not None and outcome.lost else "tune"
        self._opening.open(found.places[place], variant.profile, self.tr("sweep: {0}").format(name))

    def _connect(self) -> None:
        view, setup = self._view, self._view.setup
        view.shown.connect(self.look)
        setup.changed.connect(self._change)
        setup.setting_wanted.connect(self._add_setting)
        setup.key_chosen.connect(self._choose_key)
        setup.start_requested.connect(self.start)
        setup.stop_requested.connect(self.runner.stop)
        view.results.apply_requested.connect(self._apply)
        view.results.save_requested.connect(self._save)
        view.results.opened.connect(self._open)
        self.runner.told.connect(self._take)
        self.runner.ended.connect(self._end)
        self._corpus.changed.connect(self.look)
        self._workspace.activated.connect(self.look)


def _asked(profile: Profile, settings: Sequence[str], language: str) -> list[Varied]:
    from ctxlab.batch.grid import variants_of

    variants_of((profile,), settings)
    asked = [varied_of(one) for one in settings]
    for one in asked:
        kind = kind_of(path_of(one.key))
        if kind is None or kind.form is not Form.NUMBER:
            raise RequestError(f"{one.key} holds no number", hint="the window varies numbers only")
    if flaw := flaw_of(asked):
        raise RequestError(flaw_words(flaw[1], asked[flaw[0]].key, language))
    return asked


def _sweeping(
    places: tuple[Place, ...],
    variants: tuple[Variant, ...],
    requests: Literal["last", "all"],
    price: float | None,
    prefix: bool,
) -> Work:
    def work(workers: Callable[[], Pool], unwanted: Callable[[], bool]) -> Generator[Sweep]:
        from ctxlab.batch.sweep import sweep

        steps = sweep(
            places,
            variants,
            requests=requests,
            prefix=prefix,
            price=price,
            executor=workers(),
            cancelled=unwanted,
        )
        for found in steps:
            # worked out here, not on the thread of the window
            _ = found.figures, found.front
            yield found

    return work
