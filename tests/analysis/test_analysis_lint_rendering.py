"""What was selected and is not there, and what stands under another speaker."""

from __future__ import annotations

from helpers.lint_bench import found, is_cured, numbers, only

from ctxlab.profiles import builtin

PUBLISHED = builtin("gssc-published-en")


def test_a_second_system_prompt_is_selected_and_never_rendered() -> None:
    talk = "i1 system 4\ni2 user 2\ni3 system 9\ni4 user 2"
    one = only(talk, PUBLISHED, "not_rendered")
    assert (one.item, numbers(one)) == ("i3", {"count": 1, "tokens": 9, "source": "system_prompt"})
    assert is_cured(talk, PUBLISHED, one)
    assert found(talk, "", "not_rendered") == []


def test_what_says_nothing_is_no_loss() -> None:
    assert found("i1 user 0\ni2 assistant 3\ni3 user 2", "", "not_rendered") == []


def test_results_that_become_text_of_the_assistant_are_misattributed() -> None:
    talk = "i1 user 2\ni2 assistant 3 call:a\ni3 tool 5 result:a\ni4 user 2"
    one = only(talk, PUBLISHED, "speaker_changed")
    assert one.item == "i3"
    assert numbers(one)["source"] == "tool_result"
    assert is_cured(talk, PUBLISHED, one)
    assert found(talk, "", "speaker_changed") == []
