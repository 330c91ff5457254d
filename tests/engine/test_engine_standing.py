"""What is left of a text is judged by how it came to be so: cut, or stood for by another."""

from __future__ import annotations

import pytest

from ctxlab.engine.standing import Remains
from ctxlab.model.constraint import Survived

WHOLE = "The station has two halls."
LEFT = f"{WHOLE} The trains leave on time."


@pytest.mark.parametrize("first", [True, False])
def test_a_cut_and_a_stand_in_of_the_same_words_are_told_apart(first: bool) -> None:
    remains = Remains()
    found = {cut: remains.left_of(WHOLE, LEFT, cut=cut).verdict for cut in (first, not first)}
    assert found == {True: Survived.WEAKENED, False: Survived.VERBATIM}
