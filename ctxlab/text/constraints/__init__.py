"""Constraints in texts, by rules that can be named and that are data (`resources/rules/constraints-*.toml`).

`find` leads from a text to its constraints: `scan` finds the few places worth a look, `silent` knows what
was pasted rather than said, `quoted` (Chinese) and `cited` (English) what is only spoken about, `apply`
tries the rules in a sentence, and `hits` makes one constraint of all that several rules found in a place.
`rules` are the types that `load` reads.
"""

from __future__ import annotations

from ctxlab.text.constraints.find import find_constraints

__all__ = ["find_constraints"]
