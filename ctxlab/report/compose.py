"""A report from what analyses found: the document, in its order."""

from __future__ import annotations

from ctxlab.model.report import Report, Section
from ctxlab.report.excerpt import excerpt_section
from ctxlab.report.facts import Versions, facts_section, profile_section
from ctxlab.report.head import lines_of, title_of, verdict_of
from ctxlab.report.matrix import matrix_section
from ctxlab.report.rescues import rescues_section
from ctxlab.report.stages import stages_section
from ctxlab.report.subject import Subject


def compose(subject: Subject, versions: Versions) -> Report:
    """The report on a subject; what was not made for it is left out.

    Args:
        subject: What the report is made of.
        versions: What the run and its counts depend on, by name.
    """
    sections: list[Section] = []
    found = subject.diagnosis
    if found is not None:
        sections.append(stages_section(subject, found))
        if subject.neighbours is not None:
            sections.append(excerpt_section(subject, found, subject.neighbours))
    if subject.matrix is not None and subject.matrix.rows:
        sections.append(matrix_section(subject, subject.matrix))
    if subject.rescues is not None:
        sections.append(rescues_section(subject, subject.rescues))
    sections.append(profile_section(subject))
    sections.append(facts_section(subject, versions))
    return Report(
        subject.language, title_of(subject), lines_of(subject), verdict_of(subject), tuple(sections)
    )
