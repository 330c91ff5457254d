"""The answer of a gate as JUnit XML and for GitHub, whatever sessions say."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.batch.gate_github import annotation_lines, append_summary, repository_root, summary
from ctxlab.batch.gate_junit import junit_xml
from ctxlab.model.decision import Stage
from ctxlab.model.gate import Code, GateFinding, GateReport, GateResult, Severity
from ctxlab.model.sweep import Place


def lost(label: str, severity: Severity = Severity.ERROR, line: int = 0) -> GateFinding:
    return GateFinding(Code.LOST, severity, label=label, stage=Stage.SELECT, line=line)


IDLE = GateFinding(
    Code.CAP_IDLE, Severity.WARNING, numbers=(("row", "history"), ("cap", 9_000), ("most", 1_200))
)
UNREADABLE = GateFinding(Code.UNREADABLE, Severity.UNJUDGED, numbers=(("reason", "no such file"),))


def report(root: Path, *findings: GateFinding, title: str = "trip.json") -> GateReport:
    return GateReport((GateResult(Place(str(root / "sessions" / title), 0, title), findings),), (IDLE,))


def test_junit_has_a_case_a_session_and_one_for_the_profile(tmp_path: Path) -> None:
    whole = GateReport(
        (
            GateResult(Place("a.json", 0, "a.json")),
            GateResult(Place("b.json", 0, "b.json"), (lost("3000 yuan"), lost("no nuts"))),
            GateResult(Place("c.json", 0, "c.json"), (UNREADABLE,)),
            GateResult(Place("d.json", 0, "d.json"), (lost("old", Severity.NOTE),)),
        ),
        (IDLE,),
    )
    root = ET.fromstring(junit_xml(whole, "en"))
    (suite,) = root.findall("testsuite")
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5",
        "failures": "1",
        "errors": "1",
        "skipped": "0",
    }
    cases = {case.get("name"): case for case in suite}
    failure = cases["b.json"].find("failure")
    assert failure is not None
    assert failure.get("type") == "must_keep_lost"
    assert failure.get("message") == "must-keep LOST in Select: 3000 yuan (+1)"
    assert str(failure.text).splitlines()[1] == "must-keep LOST in Select: no nuts"
    assert cases["c.json"].find("error") is not None
    assert [child.tag for child in cases["d.json"]] == ["system-out"]
    assert "its cap of 9,000 never binds" in str(cases["profile"].findtext("system-out"))
    assert list(cases["a.json"]) == []


@given(st.text())
def test_junit_is_xml_whatever_a_session_says(text: str) -> None:
    root = ET.fromstring(junit_xml(report(Path(), lost(text), title=text or "x"), "en").encode())
    assert len(root.findall("testsuite/testcase/failure")) == 1


def test_an_annotation_names_file_line_and_title_as_seen_from_the_repository(tmp_path: Path) -> None:
    (first, second) = annotation_lines(
        report(tmp_path, lost("3000 yuan", line=7)), "en", tmp_path, tmp_path / "profile.toml"
    )
    assert first == (
        "::error file=sessions/trip.json,line=7,title=must-keep lost%3A trip.json::"
        "must-keep LOST in Select: 3000 yuan"
    )
    assert second.startswith("::warning file=profile.toml,line=1,title=cap never binds::budget.history: ")
    (stated,) = annotation_lines(
        report(tmp_path), "en", tmp_path, tmp_path / "profile.toml", {("budget", "history", "cap"): 12}
    )
    assert stated.startswith("::warning file=profile.toml,line=12,")


def test_what_fails_is_annotated_first_and_the_rest_is_cut(tmp_path: Path) -> None:
    notes = [lost(f"old {at}", Severity.NOTE) for at in range(60)]
    lines = annotation_lines(report(tmp_path, *notes, lost("new")), "en", tmp_path)
    assert len(lines) == 50
    assert lines[0].startswith("::error ")


@given(st.text(), st.text(min_size=1))
def test_nothing_that_a_session_says_ends_an_annotation_or_begins_one(label: str, title: str) -> None:
    for line in annotation_lines(report(Path("/r"), lost(label), title=title), "en", Path("/r")):
        assert "\n" not in line
        assert "\r" not in line
        head, told, _ = line[2:].partition("::")
        assert told
        properties = dict(one.partition("=")[::2] for one in head.partition(" ")[2].split(","))
        assert set(properties) <= {"file", "line", "title"}


@given(st.text())
def test_the_summary_stays_a_table_whatever_a_session_says(text: str) -> None:
    lines = summary(report(Path("/r"), lost(text), title="t.json"), "en").splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert len(rows) == 3
    assert len({row.replace("\\|", "").count("|") for row in rows}) == 1
    assert "<script" not in "".join(rows)


def test_the_summary_is_added_to_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "summary.md"
    file.write_text("before\n", encoding="utf-8")
    append_summary(file, summary(report(tmp_path, lost("3000 yuan")), "zh"))
    text = file.read_text(encoding="utf-8")
    assert text.startswith("before\n### ctxlab check: 不成立\n")
    assert "必留项丢失于选择：3000 yuan" in text


def test_the_repository_is_githubs_else_that_of_git_else_here(tmp_path: Path) -> None:
    deep = tmp_path / "repo" / "a"
    deep.mkdir(parents=True)
    (tmp_path / "repo" / ".git").mkdir()
    assert repository_root({"GITHUB_WORKSPACE": "/w"}, deep) == Path("/w")
    assert repository_root({}, deep) == tmp_path / "repo"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_junitparser_reads_it_where_it_is_installed(language: str, tmp_path: Path) -> None:
    junitparser = pytest.importorskip("junitparser")
    file = tmp_path / "junit.xml"
    file.write_text(junit_xml(report(tmp_path, lost("a \x1b[31m b")), language), encoding="utf-8")
    (suite,) = junitparser.JUnitXml.fromfile(str(file))
    assert [case.name for case in suite] == ["trip.json", "profile"]
    assert (suite.tests, suite.failures) == (2, 1)
