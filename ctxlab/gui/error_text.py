"""Errors in the words of the window's language."""

from __future__ import annotations

from ctxlab.errors import CtxlabError, Problem
from ctxlab.explain import errors
from ctxlab.gui.text import window_language


def error_text(error: BaseException | Problem) -> str:
    """Where, what, what to do; in the language that `i18n.install` gave the window."""
    return errors.words(error, window_language())


def error_message(error: CtxlabError) -> str:
    """What and what to do, for what stands beside the thing itself."""
    return errors.message(error, window_language())
