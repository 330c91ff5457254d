"""Why a row of the budget holds more than its cap: what went in whole, by the reason of each."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.text import token_text
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.items import Row
from ctxlab.model.trace import Trace

#: Reasons for which an item is in the context whatever its row may hold.
WHOLE = (Reason.REQUIRED, Reason.PINNED, Reason.KEPT_OVER_CAP, Reason.PLACEHOLDER)


def over_words(trace: Trace, row: Row, language: str) -> str:
    """By how much a row is over its cap, and a line for each reason with its items; empty where it is not."""
    use = next((one for one in trace.rows if one.row is row), None)
    if use is None or not use.over:
        return ""
    record = trace.stage(Stage.SELECT)
    over = QCoreApplication.translate("BudgetModel", "over its cap by {0} tokens")
    lines = [over.format(token_text(use.over, trace.exact))]
    for reason in WHOLE:
        held = [at for at, one in enumerate(record.reason) if one == reason and trace.row(at) is row]
        if not held:
            continue
        tokens = token_text(sum(record.tokens[at] for at in held), all(map(trace.is_exact, held)))
        told = QCoreApplication.translate("BudgetModel", "{0} × {2}, {1} tokens")
        lines.append(told.format(f"{len(held):,}", tokens, explain.reason(reason, language)))
    return "\n".join(lines)
