"""What a person entered as the check of a trial, and what is wrong with it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ctxlab.analysis.signs import bound_sign
from ctxlab.errors import CtxlabError, ProfileError, RequestError
from ctxlab.gui.error_text import error_text
from ctxlab.gui.models.trial_words import MOST_TIMES, Breach, TrialForm
from ctxlab.model.trial import Check
from ctxlab.model.violation import Sign
from ctxlab.text.patience import PatientPattern

translate = QCoreApplication.translate


def check_of(form: TrialForm) -> tuple[Check | None, dict[str, str]]:
    """What answers are judged by, None where nothing is stated; and what is wrong with which field."""
    problems: dict[str, str] = {}
    if not 1 <= form.times <= MOST_TIMES:
        told = translate("TrialDesk", "Trials of each: a whole number from 1 to {0}.")
        problems["times"] = told.format(MOST_TIMES)
    if form.expect and (words := _unreadable(form.expect)):
        problems["expect"] = words
    sign: Sign | None = None
    try:
        sign = _sign(form)
    except CtxlabError as error:
        problems["broken_by"] = error_text(error)
    stated = form.expect or sign is not None
    return (Check(form.expect, sign) if stated and not problems else None), problems


def _sign(form: TrialForm) -> Sign | None:
    """What shows that an answer breaks it.

    Raises:
        ProfileError: The pattern cannot be read.
        RequestError: Nothing is entered, or no number where one is asked for.
    """
    if form.breach is Breach.NOTHING:
        return None
    if not form.broken_by:
        raise RequestError(translate("TrialDesk", "Say what breaks it, or choose “nothing”."))
    if form.breach is Breach.BOUND:
        return bound_sign(form.broken_by)
    if form.breach is Breach.PATH:
        return Sign(path=form.broken_by)
    PatientPattern(form.broken_by)
    return Sign(regex=form.broken_by)


def _unreadable(pattern: str) -> str:
    try:
        PatientPattern(pattern)
    except ProfileError as error:
        return error_text(error)
    return ""
