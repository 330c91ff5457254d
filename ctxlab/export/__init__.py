"""A profile in the forms that programs read, what each cannot say, and back from the published ones.

`forms` names them, `export` writes one. A form of another library is a small file of settings for it; with
what it cannot express come the words of `explain.gaps`.
"""

from __future__ import annotations

from ctxlab.export.forms import export, form_named, forms
from ctxlab.export.python import to_context_budget, to_context_budget_dict
from ctxlab.export.toml import to_toml

__all__ = ["export", "form_named", "forms", "to_context_budget", "to_context_budget_dict", "to_toml"]
