"""The gate: what it finds of a session, alone and beside a baseline."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.chat import LONG, message, write_json
from helpers.gate_repo import ENOUGH, PROFILE, TOO_SMALL, demanding, talk

from ctxlab.batch.gate import judge
from ctxlab.batch.gate_baseline import ProfileBaseline
from ctxlab.batch.gate_report import estimates, report_of
from ctxlab.lab import Lab
from ctxlab.model.gate import (
    FAILS,
    HOLDS,
    NO_WIRE,
    PLAIN_RULES,
    UNJUDGED,
    Code,
    GateResult,
    GateRules,
    Severity,
)
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.sweep import Place
from ctxlab.profiles import parse

KEEPING, LOSING = parse(PROFILE.format(cap=ENOUGH)), parse(PROFILE.format(cap=TOO_SMALL))


@pytest.fixture(scope="module")
def lab() -> Lab:
    return Lab(store=False)


@pytest.fixture
def trip(lab: Lab, tmp_path: Path) -> Session:
    return lab.open(write_json(tmp_path / "trip.json", {"model": "gpt-4o", "messages": demanding()}))


def judged(
    lab: Lab,
    session: Session,
    profile: Profile,
    rules: GateRules = PLAIN_RULES,
    baseline: Profile | None = None,
) -> GateResult:
    place = Place("trip.json", 0, "trip.json", session.origin.sha256)
    other = None if baseline is None else ProfileBaseline(baseline)
    return judge(lab, place, session.at(), profile, rules, other)


def found(result: GateResult) -> list[tuple[Code, Severity]]:
    return [(one.code, one.severity) for one in result.findings]


def test_alone_a_lost_must_keep_fails_with_stage_rule_and_numbers(lab: Lab, tmp_path: Path) -> None:
    session = lab.open(write_json(tmp_path / "talk.ctx.json", talk()))
    assert judged(lab, session, KEEPING).findings == ()
    result = judged(lab, session, LOSING)
    (lost,) = result.findings
    assert (result.code, lost.code, lost.label) == (FAILS, Code.LOST, "3000 yuan")
    assert lost.stage is not None
    assert lost.stage.value == "select"
    # of the answers of 402 tokens behind it a cap of 450 holds one: it was lost when the second had come
    assert lost.since is not None
    assert lost.since.request == 3
    assert dict(lost.about.deciding.numbers)["cap"] == TOO_SMALL  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("profile", "baseline", "strict", "expected"),
    [
        (KEEPING, LOSING, False, []),
        (LOSING, KEEPING, False, [(Code.NEWLY_LOST, Severity.ERROR)]),
        (LOSING, LOSING, False, [(Code.LOST_BEFORE, Severity.NOTE)]),
        (LOSING, LOSING, True, [(Code.LOST_BEFORE, Severity.ERROR)]),
    ],
)
def test_beside_a_baseline_only_what_it_kept_fails(
    lab: Lab,
    trip: Session,
    profile: Profile,
    baseline: Profile,
    strict: bool,
    expected: list[tuple[Code, Severity]],
) -> None:
    result = judged(lab, trip, profile, GateRules(strict=strict), baseline)
    assert found(result) == expected
    assert result.before is not None


def over(size: int) -> Profile:
    return KEEPING.set("window.enforce", False).set("window.size", size)


@pytest.mark.parametrize(
    ("size", "baseline", "expected"),
    [
        (500, None, [(Code.OVER, Severity.ERROR)]),
        (500, 16_000, [(Code.NEWLY_OVER, Severity.ERROR)]),
        (500, 600, [(Code.OVER, Severity.ERROR)]),
        (500, 500, [(Code.OVER, Severity.NOTE)]),
        (600, 500, [(Code.OVER, Severity.NOTE)]),
    ],
)
def test_over_the_limit_fails_unless_the_baseline_was_as_far_over(
    lab: Lab, trip: Session, size: int, baseline: int | None, expected: list[tuple[Code, Severity]]
) -> None:
    beside = None if baseline is None else over(baseline)
    assert found(judged(lab, trip, over(size), baseline=beside)) == expected


def test_growth_is_measured_against_the_baseline(lab: Lab, trip: Session) -> None:
    before, after = judged(lab, trip, LOSING).built, judged(lab, trip, KEEPING).built
    assert before is not None
    assert after is not None
    percent = 100 * (after.tokens - before.tokens) / before.tokens
    assert found(judged(lab, trip, KEEPING, GateRules(max_growth=percent), LOSING)) == []
    result = judged(lab, trip, KEEPING, GateRules(max_growth=percent - 1), LOSING)
    assert found(result) == [(Code.GROWTH, Severity.ERROR)]
    assert dict(result.findings[0].numbers)["was"] == before.tokens
    assert found(judged(lab, trip, LOSING, GateRules(max_growth=0.0), LOSING.with_parts(must_keep=()))) == [
        (Code.LOST_BEFORE, Severity.NOTE)
    ]


def test_counts_of_another_kind_say_nothing_of_growth(lab: Lab, trip: Session) -> None:
    other = KEEPING.set("tokens.encoding", "chars/4")
    result = judged(lab, trip, KEEPING, GateRules(max_growth=10.0), other)
    assert (result.code, found(result)) == (UNJUDGED, [(Code.COUNTED_OTHERWISE, Severity.UNJUDGED)])


def test_more_tokens_than_allowed_fail(lab: Lab, trip: Session) -> None:
    tokens = judged(lab, trip, KEEPING).built
    assert tokens is not None
    assert found(judged(lab, trip, KEEPING, GateRules(max_tokens=tokens.tokens))) == []
    rules = GateRules(max_tokens=tokens.tokens - 1)
    assert found(judged(lab, trip, KEEPING, rules)) == [(Code.TOKENS, Severity.ERROR)]
    assert found(judged(lab, trip, KEEPING, rules, KEEPING)) == [(Code.TOKENS, Severity.NOTE)]


def test_the_level_of_degradation_is_held_to_what_is_allowed(lab: Lab) -> None:
    docs = [{"content": f"Document {at}." + " and" * 300, "score": 0.5} for at in range(6)]
    session = Session.from_parts(system_prompt="Be short.", user_message="Go on.", retrieved_docs=docs)
    tight = Profile().set("window.size", 1_000).set("degrade.levels", 3)
    result = judged(lab, session, tight)
    assert result.built is not None
    assert (result.code, result.built.level) == (HOLDS, 1)
    assert found(judged(lab, session, tight, GateRules(max_level=1))) == []
    assert found(judged(lab, session, tight, GateRules(max_level=0))) == [(Code.LEVEL, Severity.ERROR)]
    assert found(judged(lab, session, tight, GateRules(max_level=0), tight)) == [(Code.LEVEL, Severity.NOTE)]
    roomy = Profile().set("window.size", 64_000)
    assert found(judged(lab, session, tight, baseline=roomy)) == [(Code.LEVEL, Severity.WARNING)]


@pytest.fixture
def broken(lab: Lab, tmp_path: Path) -> Session:
    """A request that calls a tool by a name that no tool may have."""
    call = {"id": "c1", "type": "function", "function": {"name": "look up!", "arguments": "{}"}}
    messages = [
        message("user", "3000 yuan"),
        message("assistant", None, tool_calls=[call]),
        message("tool", "42", tool_call_id="c1"),
    ]
    return lab.open(write_json(tmp_path / "broken.json", {"model": "gpt-4o", "messages": messages}))


def test_a_request_that_an_api_refuses_fails_with_the_place(lab: Lab, broken: Session) -> None:
    result = judged(lab, broken, KEEPING)
    assert found(result) == [(Code.WIRE, Severity.ERROR)]
    assert result.findings[0].message == 2
    assert found(judged(lab, broken, KEEPING, GateRules(wire=NO_WIRE))) == []
    assert found(judged(lab, broken, KEEPING, baseline=KEEPING)) == [(Code.WIRE, Severity.NOTE)]


TOOL = {"name": "find", "description": "Finds.", "parameters": {"type": "object", "properties": {}}}


def test_a_log_that_no_api_saw_does_not_fail_for_its_form(lab: Lab, tmp_path: Path) -> None:
    """ShareGPT keeps tools bare; in the request they stand as the wire has them."""
    talk = [{"from": "human", "value": "3000 yuan"}, {"from": "gpt", "value": "Yes."}]
    log = write_json(tmp_path / "sharegpt.json", [{"conversations": talk, "tools": json.dumps([TOOL])}])
    session = lab.open(log)
    assert found(judged(lab, session, KEEPING)) == []
    (tools,) = [one.value for one in lab.build(session.at(), KEEPING).outside if one.field == "tools"]
    assert tools == [{"type": "function", "function": TOOL}]


def test_a_request_is_judged_as_its_own_api_judges(lab: Lab, tmp_path: Path) -> None:
    """Gemini asks for what a user says first; OpenAI does not."""
    contents = [
        {"role": "model", "parts": [{"text": "Hello."}]},
        {"role": "user", "parts": [{"text": "3000 yuan"}]},
    ]
    session = lab.open(write_json(tmp_path / "g.json", {"contents": contents}))
    recorded = KEEPING.set("construct.wire", "recorded")
    (one,) = judged(lab, session, recorded).findings
    assert (one.code, dict(one.numbers)) == (Code.WIRE, {"wire": "gemini"})
    assert found(judged(lab, session, KEEPING)) == []
    # what the API took though the recording has it so is no mistake of the profile
    contents[0] = {"role": "user", "parts": [{"text": ""}]}
    contents.insert(1, {"role": "model", "parts": [{"text": "Hello."}]})
    session = lab.open(write_json(tmp_path / "h.json", {"contents": contents}))
    assert found(judged(lab, session, recorded)) == []


def test_missing_data_never_passes(lab: Lab, trip: Session) -> None:
    unstated = parse(PROFILE.format(cap=ENOUGH).replace("tool_schemas = 0", ""))
    unknown = replace(trip, unknown=(Source.TOOL_SCHEMAS,))
    assert found(judged(lab, unknown, unstated)) == [(Code.UNKNOWN, Severity.UNJUDGED)]
    assert found(judged(lab, unknown, unstated, baseline=unstated)) == [(Code.UNKNOWN, Severity.UNJUDGED)]
    assert found(judged(lab, unknown, KEEPING)) == []
    nothing = Profile()
    assert found(judged(lab, trip, nothing))[0] == (Code.NOTHING, Severity.UNJUDGED)
    assert Code.NOTHING not in dict(found(judged(lab, trip, nothing, GateRules(max_tokens=9_000))))


def test_caps_that_never_bind_are_warned_of_with_the_largest_demand(lab: Lab, trip: Session) -> None:
    short = Session.from_parts(user_message="3000 yuan")
    results = [judged(lab, one, KEEPING) for one in (trip, short)]
    report = report_of(results)
    (idle,) = report.findings
    assert (idle.code, idle.severity, report.code) == (Code.CAP_IDLE, Severity.WARNING, HOLDS)
    assert results[0].built is not None
    most = dict(results[0].built.demand)[Row.HISTORY]
    assert dict(idle.numbers) == {"row": "history", "cap": ENOUGH, "most": most}
    assert report_of([judged(lab, one, LOSING) for one in (trip, short)]).findings == ()
    # a cap of just what is asked for is as low as it can be
    tight = parse(PROFILE.format(cap=most))
    assert report_of([judged(lab, one, tight) for one in (trip, short)]).findings == ()


def test_a_must_keep_that_is_taken_out_of_the_profile_is_told(lab: Lab, trip: Session) -> None:
    without = LOSING.with_parts(must_keep=())
    result = judged(lab, trip, without, baseline=KEEPING)
    assert result.code == HOLDS
    warned, failed = (report_of([result], GateRules(strict=strict)) for strict in (False, True))
    assert [(one.code, one.label) for one in warned.findings] == [(Code.NOT_ASKED, "3000 yuan")]
    assert (warned.code, failed.code) == (HOLDS, FAILS)


def test_estimates_that_were_reckoned_with_are_known(lab: Lab, trip: Session) -> None:
    stated = KEEPING.set("window.unknown.tool_schemas", 700)
    unknown = replace(trip, unknown=(Source.TOOL_SCHEMAS,))
    results = [judged(lab, one, stated) for one in (unknown, trip, unknown)]
    assert [(source.value, tokens, count) for source, tokens, count in estimates(results)] == [
        ("tool_schemas", 700, 2)
    ]


def test_must_keeps_are_known_again_by_their_words_not_by_their_number(lab: Lab, trip: Session) -> None:
    text = PROFILE.format(cap=TOO_SMALL)
    first = text.index("[[must_keep]]")
    moved = parse(text[:first] + '[[must_keep]]\ntext = "You plan trips."\n\n' + text[first:])
    assert found(judged(lab, trip, moved, baseline=LOSING)) == [(Code.LOST_BEFORE, Severity.NOTE)]
    assert found(judged(lab, trip, moved, baseline=KEEPING)) == [(Code.NEWLY_LOST, Severity.ERROR)]


def test_of_a_session_with_many_losses_all_are_told(lab: Lab, tmp_path: Path) -> None:
    demands = " ".join(f"Never book hotel {at}." for at in range(30))
    messages = [message("user", demands), message("assistant", LONG), message("user", "On?")]
    session = lab.open(write_json(tmp_path / "many.json", {"model": "gpt-4o", "messages": messages}))
    rules = "".join(f'\n[[must_keep]]\ntext = "hotel {at}."\n' for at in range(30))
    tight = parse(PROFILE.format(cap=410).replace('\n[[must_keep]]\ntext = "3000 yuan"\n', rules))
    result = judged(lab, session, tight)
    assert len(result.findings) == 30
    assert sum(one.about is not None for one in result.findings) == 20
