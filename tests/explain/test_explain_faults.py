"""Each fault of a call is worded in both languages."""

from __future__ import annotations

from ctxlab import explain
from ctxlab.explain.faults import FAULTS, fault
from ctxlab.llm.faults import Fault
from ctxlab.model.diagnostics import Diagnostic


def test_every_fault_has_words_in_both_languages() -> None:
    assert set(FAULTS) == {one.value for one in Fault}
    for english, chinese in FAULTS.values():
        assert english.isascii()
        assert not chinese.isascii()


def test_a_failed_summary_says_why() -> None:
    failed = Diagnostic("summary_failed", "i3", (("fault", "cut"),))
    assert explain.diagnostic(failed, "en") == "a model gave no summary: the answer broke off"
    assert explain.diagnostic(failed, "zh") == "模型没有给出摘要：回答中断"
    assert fault("a_new_one", "en") == "a_new_one"
