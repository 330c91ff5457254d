"""What became of a constraint in a later text.

`demand` reads the constraint, `reading` a sentence of the text (with `words` and the `lexicon`), `overlay`
lays one over the other, `gates` and `gaps` tell what is otherwise and what is missing, `judge` goes through
the text. `literal` knows where the very words stand, `contrasts` what is opposed though the words are alike.
With the extra `semantic`, the `encoder` finds the sentence that speaks of a part in other words, and `spoken`
puts it before the same gates and compares its `stance`.
"""

from __future__ import annotations

from ctxlab.model.constraint import Constraint, Survival
from ctxlab.text.survival.judge import Prepared, prepared

__all__ = ["Prepared", "prepared", "survival"]


def survival(constraint: Constraint | str, text: str, semantic: bool | None = None) -> Survival:
    """What became of a constraint in a text.

    Values decide first (number, unit, currency, bound), then polarity, then force, exceptions and conditions;
    words only tell whether a sentence speaks of the same thing. `semantic` says whether the encoder of the
    extra of that name helps with that; None lets it where it is installed.
    """
    words = constraint if isinstance(constraint, str) else constraint.text
    return prepared(words, semantic).survival(text)
