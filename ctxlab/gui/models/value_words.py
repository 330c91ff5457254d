"""Values of constraints as a person reads them, in the language of the window."""

from __future__ import annotations

from ctxlab.explain import constraints
from ctxlab.gui.text import window_language
from ctxlab.model.constraint import Value


def value_words(value: Value) -> str:
    """A value with its sign and its unit: `≤ 3,000 CNY`, `< 500 km`, `≤ 20:00`."""
    return constraints.value(value, window_language())
