"""A profile in the forms that programs read: TOML and the two published Python forms; and back from those."""

from __future__ import annotations

from ctxlab.export.python import to_context_budget, to_context_budget_dict
from ctxlab.export.toml import to_toml

__all__ = ["to_context_budget", "to_context_budget_dict", "to_toml"]
