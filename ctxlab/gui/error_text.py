"""Errors in the words of the window's language."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from ctxlab.errors import CtxlabError, Problem
from ctxlab.explain import errors


def error_text(error: BaseException | Problem) -> str:
    """Where, what, what to do; in the language that `i18n.install` gave the window."""
    return errors.words(error, _language())


def error_message(error: CtxlabError) -> str:
    """What and what to do, for what stands beside the thing itself."""
    return errors.message(error, _language())


def _language() -> str:
    return "zh" if QLocale().language() is QLocale.Language.Chinese else "en"
