"""Values of constraints as a person reads them, in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from ctxlab.explain import constraints
from ctxlab.model.constraint import Value


def value_words(value: Value) -> str:
    """A value with its sign and its unit: `≤ 3,000 CNY`, `< 500 km`, `≤ 20:00`."""
    chinese = QLocale().language() is QLocale.Language.Chinese
    return constraints.value(value, "zh" if chinese else "en")
