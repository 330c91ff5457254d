"""Baselines: earlier answers are known again by content, and bad ones say what to do."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.chat import write_json
from helpers.gate_repo import ENOUGH, PROFILE, TOO_SMALL, demanding, talk

from ctxlab.batch.gate import judge
from ctxlab.batch.gate_baseline import AnswerBaseline, read_answer
from ctxlab.batch.gate_json import gate_document
from ctxlab.batch.gate_report import report_of
from ctxlab.errors import FormatError
from ctxlab.lab import Lab
from ctxlab.model.gate import PLAIN_RULES, Code, GateResult, GateRules, Severity
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


def judged(lab: Lab, session: Session, rules: GateRules = PLAIN_RULES, **more: Any) -> GateResult:
    place = Place("trip.json", 0, "trip.json", session.origin.sha256)
    return judge(lab, place, session.at(), rules=rules, **more)


@pytest.fixture
def answer(lab: Lab, trip: Session, tmp_path: Path) -> AnswerBaseline:
    document = gate_document(report_of([judged(lab, trip, profile=KEEPING)]), "en")
    return read_answer(write_json(tmp_path / "baseline.json", document))


def test_an_answer_says_what_was_kept(lab: Lab, trip: Session, answer: AnswerBaseline) -> None:
    result = judged(lab, trip, profile=LOSING, baseline=answer)
    assert [one.code for one in result.findings] == [Code.NEWLY_LOST]
    assert result.before is not None
    assert result.before.kept == {"3000 yuan"}
    before = judged(lab, trip, profile=KEEPING).built
    assert before is not None
    assert result.before.tokens == before.tokens


def test_a_session_that_has_changed_is_judged_by_itself(
    lab: Lab, trip: Session, answer: AnswerBaseline
) -> None:
    other = replace(trip, origin=replace(trip.origin, sha256="0" * 64))
    result = judged(lab, other, profile=LOSING, baseline=answer)
    assert [(one.code, one.severity) for one in result.findings] == [
        (Code.LOST, Severity.ERROR),
        (Code.NO_BASELINE, Severity.NOTE),
    ]
    grown = judged(lab, other, GateRules(max_growth=5.0), profile=KEEPING, baseline=answer)
    assert [(one.code, one.severity) for one in grown.findings] == [(Code.NO_BASELINE, Severity.UNJUDGED)]


def test_another_request_is_not_compared(lab: Lab, tmp_path: Path) -> None:
    session = lab.open(write_json(tmp_path / "talk.ctx.json", talk()))
    place = Place("talk", 0, "talk", session.origin.sha256)
    report = report_of([judge(lab, place, session.at(3), KEEPING)])
    answer = read_answer(write_json(tmp_path / "baseline.json", gate_document(report, "en")))
    results = [judge(lab, place, session.at(at), KEEPING, baseline=answer) for at in (2, 3)]
    assert [one.before is None for one in results] == [True, False]


def test_what_a_later_version_adds_is_left_alone(lab: Lab, trip: Session, tmp_path: Path) -> None:
    document = gate_document(report_of([judged(lab, trip, profile=KEEPING)]), "en")
    document["results"][0]["later"] = {"x": 1}
    document["results"].append({"file": "b.json", "code": 2, "grounds": ["it cannot be read"]})
    assert len(read_answer(write_json(tmp_path / "b.json", document)).known) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "no valid JSON"),
        ("[" * 100_000, "no valid JSON"),
        ("[]", "no answer of ctxlab check"),
        ('{"schema": "ctxlab.lint/1"}', "no answer of ctxlab check"),
        ('{"schema": "ctxlab.check/1"}', "lacks results"),
        ('{"schema": "ctxlab.check/1", "results": 3}', "lacks results"),
        ('{"schema": "ctxlab.check/1", "results": [{"total": 3}]}', "lacks sha256"),
        ('{"schema": "ctxlab.check/1", "results": [{"total": "x", "sha256": [], "index": {}}]}', "lacks"),
    ],
)
def test_what_is_no_answer_is_an_error_that_says_what_to_do(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=said) as raised:
        read_answer(file)
    assert "ctxlab check FILES --profile OLD --json" in str(raised.value)


def test_a_baseline_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot read the baseline"):
        read_answer(tmp_path / "absent.json")


def test_an_answer_is_the_same_in_both_languages_but_for_its_words(lab: Lab, trip: Session) -> None:
    report = report_of([judged(lab, trip, profile=LOSING)])
    english, chinese = (gate_document(report, language) for language in ("en", "zh"))
    assert english != chinese
    for document in (english, chinese):
        for one in document["results"]:
            one.pop("grounds")
            for finding in one["findings"]:
                finding.pop("text")
                finding.pop("why")
        document.pop("findings")
    assert json.dumps(english, sort_keys=True) == json.dumps(chinese, sort_keys=True)
