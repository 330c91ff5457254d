"""The report of a gate as JUnit XML: a test case for each session, and one for the profile."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from ctxlab.explain import gate as words
from ctxlab.model.gate import FAILS, HOLDS, UNJUDGED, GateFinding, GateReport, GateResult, Severity, code_of
from ctxlab.text.visible import visible

#: What XML 1.0 cannot hold, not even escaped. Most of it `visible` has put signs for.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SUITE = "ctxlab check"
#: A session that fails is a failure, one that cannot be judged an error.
_TAGS = {FAILS: "failure", UNJUDGED: "error"}
_WEIGHS = {FAILS: Severity.ERROR, UNJUDGED: Severity.UNJUDGED}


def junit_xml(report: GateReport, language: str) -> str:
    """The report as a JUnit document that continuous integration reads."""
    cases = [_session(one, language) for one in report.results]
    if report.findings:
        code = FAILS if code_of(report.findings) == FAILS else HOLDS
        cases.append(_case("profile", "ctxlab.profile", code, report.findings, language))
    counts = {
        "tests": str(len(cases)),
        "failures": str(sum(case.find("failure") is not None for case in cases)),
        "errors": str(sum(case.find("error") is not None for case in cases)),
        "skipped": "0",
    }
    root = ET.Element("testsuites", {"name": _SUITE, **counts})
    suite = ET.SubElement(root, "testsuite", {"name": _SUITE, **counts})
    suite.extend(cases)
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _session(result: GateResult, language: str) -> ET.Element:
    return _case(result.place.title, "ctxlab.session", result.code, result.findings, language)


def _case(name: str, group: str, code: int, findings: Sequence[GateFinding], language: str) -> ET.Element:
    case = ET.Element("testcase", {"classname": group, "name": _text(name)})
    against = [one for one in findings if one.severity is _WEIGHS.get(code)]
    if against:
        first = words.finding(against[0], language)
        more = f" (+{len(against) - 1})" if len(against) > 1 else ""
        mark = ET.SubElement(
            case, _TAGS[code], {"message": _text(first + more), "type": against[0].code.value}
        )
        mark.text = _text("\n".join(line for one in against for line in _lines(one, language)))
    if rest := [one for one in findings if one not in against]:
        lines = [
            f"{words.severity(one.severity, language)}: {line}"
            for one in rest
            for line in _lines(one, language)
        ]
        ET.SubElement(case, "system-out").text = _text("\n".join(lines))
    return case


def _lines(found: GateFinding, language: str) -> list[str]:
    why = words.why(found, language)
    return [words.finding(found, language), *([f"  {why}"] if why else [])]


def _text(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", visible(text))
