from __future__ import annotations

from typing import Any

import pytest

from ctxlab.formats.responses.usage import responses_usage
from ctxlab.model.session import Usage


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({"input_tokens": 10, "output_tokens": 2}, Usage(10, None, None, 2)),
        (
            {"input_tokens": 10, "input_tokens_details": {"cached_tokens": 4}, "output_tokens": 2},
            Usage(6, 4, None, 2),
        ),
        ({"input_tokens": 10, "input_tokens_details": [{"cached_tokens": 4}]}, Usage(6, 4, None, None)),
        ({"input_tokens": 10, "cached_input_tokens": 10, "output_tokens": 1}, Usage(0, 10, None, 1)),
        ({"input_tokens": 0, "output_tokens": 0}, None),
        ([], None),
    ],
)
def test_what_a_response_says_of_its_use(usage: Any, expected: Usage | None) -> None:
    assert responses_usage(usage) == expected
