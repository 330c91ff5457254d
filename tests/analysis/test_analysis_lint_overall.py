"""What shows over all requests: idle caps, heads that do not last, counting anew, rules for nothing."""

from __future__ import annotations

from helpers.lint_bench import edits, found, is_cured, numbers, only
from helpers.spoken import spoken

from ctxlab.analysis.lint import idle_caps, over_all
from ctxlab.analysis.lint.overall import counted_anew, lower_cap
from ctxlab.analysis.lint.survey import Survey
from ctxlab.explain.problems import problem
from ctxlab.model.items import Row
from ctxlab.model.lint import SPLIT, Asked, RowAsked, Severity
from ctxlab.model.profile import GatherRule, Profile


def _talk(turns: int, words: int) -> list[str]:
    lines = ["system: You help."]
    for at in range(turns):
        lines += [f"user: question {at}", "assistant: " + f"word{at} " * words]
    return [*lines, "user: and now?"]


LONG = spoken(*_talk(8, 400))
SLIDING = "recent.rounds=0 history.cap=1300 history.order=newest history.overflow=stop"


def test_a_cap_of_which_little_is_asked_for_is_told_while_another_binds() -> None:
    settings = f"{SLIDING} recent.rounds=1 recent.cap=5000 recent.overflow=stop"
    one = only(LONG, settings, "cap_never_binds")
    told = numbers(one)
    assert (one.key, one.step, one.severity) == ("budget.recent.cap", SPLIT, Severity.NOTE)
    # a question of two words and an answer of 400, 3 of framing each; a quarter above that, in hundreds
    assert (told["most"], told["cap"], told["looked"]) == (408, 5000, 9)
    assert edits(one) == [{"budget.recent.cap": 600}]
    assert is_cured(LONG, settings, one)


def test_where_no_cap_binds_that_is_said_once() -> None:
    one = only(
        LONG, "recent.rounds=0 history.cap=9000 history.overflow=stop window.size=9000", "no_cap_binds"
    )
    told = numbers(one)
    assert (told["looked"], told["count"], told["limit"]) == (9, 1, 9000)
    assert found(LONG, "history.cap=9000 history.overflow=keep", "no_cap_binds") == [], (
        "such a cap takes nothing"
    )


def test_over_several_sessions_the_most_counts() -> None:
    rows = [RowAsked(Row.HISTORY, 9000, 100, 1, 0), RowAsked(Row.HISTORY, 9000, 300, 4, 0)]
    binding = RowAsked(Row.TOOL_RESULT, 50, 80, 2, 3)
    first = Asked((rows[0], binding), 2, 2, 500, 9000)
    asked = over_all([first, Asked((rows[1],), 5, 5, 700, 9000)])
    assert (asked.sessions, asked.looked, asked.largest) == (2, 7, 700)
    profile = Profile().set("budget.history.overflow", "stop").set("budget.tool_result.overflow", "stop")
    (one,) = idle_caps(asked, profile)
    assert (numbers(one)["most"], numbers(one)["sessions"]) == (300, 2)
    assert list(idle_caps(over_all([]), profile)) == []
    assert lower_cap(rows[1]) == 400


def test_a_head_that_slides_away_is_told_and_held_by_larger_caps() -> None:
    one = only(LONG, SLIDING, "head_unstable")
    told = numbers(one)
    assert told["share"] < 80
    assert told["source"] == "conversation"
    assert told["pairs"] == 8
    # all of it: eight questions of two words, eight answers of 400, 3 of framing each
    assert edits(one) == [{"budget.history.cap": 8 * 408}]
    assert is_cured(LONG, SLIDING, one)


def test_a_head_that_lasts_or_is_short_is_not_told() -> None:
    assert found(LONG, "", "head_unstable") == []
    short = spoken(*_talk(8, 5))
    assert found(short, SLIDING.replace("1300", "20"), "head_unstable") == []


def test_counting_anew_is_told_where_it_takes_time() -> None:
    (one,) = counted_anew(Survey(naive=6_000_000, once=50_000, looked=200))
    assert numbers(one) == {"naive": 6_000_000, "once": 50_000, "looked": 200}
    assert list(counted_anew(Survey(naive=900_000, once=9_000, looked=200))) == []
    # of a long session a sample is looked at, and told as one
    (one,) = counted_anew(Survey(naive=17_000_000, once=400_000, looked=48, requests=3_001))
    assert numbers(one) == {"naive": 17_000_000, "once": 400_000, "looked": 48, "of": 3_001}
    assert "at 48 of the 3,001 requests alone, a sample" in problem(one, "en")
    assert list(counted_anew(Survey(naive=6_000_000, once=5_000_000, looked=2))) == []


def test_a_rule_that_matches_nothing_is_told() -> None:
    rules = (GatherRule(regex="question 1", exclude=True), GatherRule(regex="no such text", exclude=True))
    profile = Profile().set("gather.rule", rules)
    one = only(LONG, profile, "rule_matches_nothing")
    assert (numbers(one)["number"], numbers(one)["pattern"]) == (2, "no such text")
