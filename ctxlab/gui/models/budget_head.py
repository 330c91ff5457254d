"""The head of the budget table: where the limit comes from, folded to one line or in five."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.budget_entry import NONE_SIGN
from ctxlab.model.profile import Profile, Window

#: The first part of a head line's key, and what wishes for the window come under.
WINDOW = "window"
#: The fields of the window that have a line each, in order; the limit follows from them.
HEAD = ("size", "output_reserve", "soft_limit", "warn_at", "buffer")
#: The field with a flag beside it, and the flag.
SOFT_LIMIT = "soft_limit"
ENFORCE_SOFT = "enforce_soft"


def head_key(field: str) -> str:
    """The key of a field's line; that of the flag is its limit's."""
    return f"{WINDOW}.{SOFT_LIMIT if field == ENFORCE_SOFT else field}"


def head_name(field: str) -> str:
    """What a head line is called."""
    names = {
        "size": QCoreApplication.translate("BudgetModel", "window size"),
        "output_reserve": QCoreApplication.translate("BudgetModel", "output reserve"),
        "soft_limit": QCoreApplication.translate("BudgetModel", "soft limit"),
        "warn_at": QCoreApplication.translate("BudgetModel", "warn at"),
        "buffer": QCoreApplication.translate("BudgetModel", "buffer"),
    }
    return names[field]


def head_value(window: Window, field: str) -> int | None:
    """The tokens that a head line states, None for none."""
    values = {
        "size": window.size,
        "output_reserve": window.output_reserve,
        "soft_limit": window.soft_limit,
        "warn_at": window.warn_at,
        "buffer": window.buffer,
    }
    return values[field]


def head_hint(window: Window, field: str) -> str:
    """What stands beside a head line's number: what it is for."""
    if field == "size":
        return window.model
    if field == "output_reserve":
        return QCoreApplication.translate("BudgetModel", "for the answer")
    if field == SOFT_LIMIT:
        return QCoreApplication.translate("BudgetModel", "enforced")
    if field == "buffer":
        return QCoreApplication.translate("BudgetModel", "left free under the limit")
    limit = window.limit
    if window.warn_at is None or not limit:
        return ""
    share = QCoreApplication.translate("BudgetModel", "{0} % of limit")
    return share.format(round(window.warn_at * 100 / limit))


def head_meaning(field: str) -> str:
    """What a head line says, in a sentence."""
    told = {
        "size": QCoreApplication.translate("BudgetModel", "tokens that the model's window holds"),
        "output_reserve": QCoreApplication.translate(
            "BudgetModel", "tokens of the window that are kept for the answer"
        ),
        "soft_limit": QCoreApplication.translate(
            "BudgetModel", "what the context should stay under; it rules where it is enforced"
        ),
        "warn_at": QCoreApplication.translate("BudgetModel", "from this size on a context is warned of"),
        "buffer": QCoreApplication.translate("BudgetModel", "tokens under the limit that stay free"),
    }
    return told[field]


def derivation(window: Window, language: str) -> str:
    """Where the limit comes from, in short: `soft 32,000 − buffer 5,000`."""
    parts: list[str] = []
    if window.soft_rules:
        soft = QCoreApplication.translate("BudgetModel", "soft {0}")
        parts.append(soft.format(f"{window.soft_limit:,}"))
    elif window.size is not None:
        parts.append(QCoreApplication.translate("BudgetModel", "window {0}").format(f"{window.size:,}"))
        if window.output_reserve:
            output = QCoreApplication.translate("BudgetModel", "output {0}")
            parts.append(output.format(f"{window.output_reserve:,}"))
    else:
        return QCoreApplication.translate("BudgetModel", "no window size stated")
    if window.buffer:
        parts.append(QCoreApplication.translate("BudgetModel", "buffer {0}").format(f"{window.buffer:,}"))
    parts += [f"{explain.source(source, language)} {tokens:,}" for source, tokens in window.unknown]
    return " − ".join(parts)


def limit_text(window: Window) -> str:
    """The limit itself, or the sign for none."""
    return NONE_SIGN if window.limit is None else f"{window.limit:,}"


def caps_of(profile: Profile) -> int | None:
    """The sum of all caps; None where no row has one."""
    caps = [budget.cap for _, budget in profile.budget if budget.cap is not None]
    return sum(caps) if caps else None


def percent(profile: Profile | None) -> str:
    """The sum of all caps as a share of the limit, from ten times on as a multiple; empty without one."""
    limit = None if profile is None else profile.window.limit
    caps = None if profile is None else caps_of(profile)
    if caps is None or not limit:
        return ""
    share = caps / limit
    return f"{share * 100:.0f} %" if share < 10 else f"{share:.0f} ×"
