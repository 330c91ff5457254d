"""Why a call of a model gave nothing, as an error in Chinese."""

from __future__ import annotations

import pytest

from ctxlab.errors import ModelError
from ctxlab.explain.errors import words
from ctxlab.llm.endpoint import endpoint_of
from ctxlab.llm.faults import Fault, failure
from ctxlab.settings import EndpointSettings


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_is_told_in_chinese_with_what_the_endpoint_said(fault: Fault) -> None:
    told = words(failure(fault, "HTTP 418"), "zh")
    assert "：HTTP 418" in told
    assert any("一" <= one <= "鿿" for one in told)


def test_without_a_model_it_says_where_to_set_one() -> None:
    with pytest.raises(ModelError) as caught:
        endpoint_of(EndpointSettings(), {})
    assert words(caught.value, "zh") == "没有选择模型（设置 CTXLAB_MODEL，或设置中 [endpoint] 的 `name`）"
    assert "none is chosen" in words(caught.value, "en")
