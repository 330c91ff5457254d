from __future__ import annotations

from typing import Any

import pytest

from ctxlab.formats.chat.usage import chat_usage
from ctxlab.model.session import Usage


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({"prompt_tokens": 10, "completion_tokens": 2}, Usage(10, None, None, 2)),
        (
            {"prompt_tokens": 10, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}},
            Usage(6, 4, None, 2),
        ),
        (
            {"prompt_tokens": 10, "cache_read_input_tokens": 3, "cache_creation_input_tokens": 1},
            Usage(6, 3, 1, None),
        ),
        ({"prompt_tokens": 10, "prompt_cache_hit_tokens": 9}, Usage(1, 9, None, None)),
        ({"total_tokens": 10}, None),
        (None, None),
    ],
)
def test_what_a_response_says_of_its_use(usage: Any, expected: Usage | None) -> None:
    assert chat_usage({}, {"usage": usage}) == expected


def test_a_vendor_or_a_log_may_say_it_instead() -> None:
    counted = {"prompt_tokens": 1, "completion_tokens": 2}
    assert chat_usage({}, {"x_groq": {"usage": counted}}) == Usage(1, None, None, 2)
    assert chat_usage(counted, {}) == Usage(1, None, None, 2)
