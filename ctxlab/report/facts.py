"""The profile, and what says exactly which run this was: names, versions, hashes, how tokens were counted."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Sequence
from importlib import metadata

from ctxlab import explain
from ctxlab.model.diff import TextSpan
from ctxlab.model.report import Cell, Listing, Passage, Phrase, Section, Table
from ctxlab.profiles.dump import dumps
from ctxlab.report.phrases import code, joined, own, said
from ctxlab.report.subject import Subject
from ctxlab.tokens.models import encoding_of

#: Strings of a TOML file: what people wrote. What stands around them are names and figures.
_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'")

Versions = Sequence[tuple[str, str]]


def versions(ctxlab: str) -> Versions:
    """What a run and its counts depend on, by name; `ctxlab` is the version of this program."""
    try:
        tiktoken = metadata.version("tiktoken")
    except metadata.PackageNotFoundError:
        tiktoken = ""
    return (("ctxlab", ctxlab), ("Python", platform.python_version()), ("tiktoken", tiktoken))


def profile_section(subject: Subject) -> Section:
    """The profile as TOML; only what is quoted in it may be somebody's words."""
    # how the profile came about names other sessions
    text = dumps(subject.profile, provenance=False).rstrip("\n")
    fixed: list[TextSpan] = []
    at = 0
    for found in _STRING.finditer(text):
        fixed.append((at, found.start() + 1))
        at = found.end() - 1
    fixed.append((at, len(text)))
    listed = Passage(text, session=True, kept=subject.kept_in(text), fixed=tuple(fixed))
    return Section("profile", subject.word("profile"), (Listing("toml", (listed,)),))


def facts_section(subject: Subject, given: Versions) -> Section:
    """A table of names and values."""
    head = (Cell(own(subject.word("fact"))), Cell(own(subject.word("value"))))
    rows = tuple((Cell(own(name)), Cell(value)) for name, value in _facts(subject, given))
    return Section("facts", subject.word("facts"), (Table(subject.word("facts"), head, rows),))


def _facts(subject: Subject, given: Versions) -> Iterator[tuple[str, Phrase]]:
    session, trace = subject.session, subject.trace
    unknown = own(subject.word("not_known"))
    yield subject.word("session"), said(session.origin.file or session.id)
    if session.origin.format:
        yield subject.word("format"), own(session.origin.format)
    yield subject.word("session_sha"), code(session.origin.sha256) if session.origin.sha256 else unknown
    yield subject.word("model"), said(session.model) or unknown
    yield subject.word("profile_name"), said(trace.profile)
    yield subject.word("profile_sha"), code(trace.profile_sha256)
    yield subject.word("encoding"), code(trace.counted_in)
    yield subject.word("counts"), _exactness(subject)
    if trace.unknown:
        sources = subject.word("list").join(explain.source(one, subject.language) for one in trace.unknown)
        yield subject.word("unknown"), own(subject.word("unknown_sources", sources=sources))
    for name, version in given:
        yield name, own(version) or unknown


def _exactness(subject: Subject) -> Phrase:
    """Whether the counts are exact, and if not, why."""
    trace, model = subject.trace, subject.session.model
    if trace.exact:
        return own(subject.word("exact"))
    if trace.factor != 100:
        return own(subject.word("inexact_factor", encoding=trace.counted_in))
    if encoding_of(model) != trace.encoding:
        named = said(model) or own(subject.word("some_model"))
        before, _, after = subject.word("inexact", encoding=trace.encoding, model="\0").partition("\0")
        return (*own(before), *named, *own(after))
    sources = dict.fromkeys(trace.source(at) for at in range(len(trace)) if not trace.is_exact(at))
    if sources:
        names = joined([own(explain.source(one, subject.language)) for one in sources], subject.word("list"))
        before, _, after = subject.word("inexact_items", sources="\0").partition("\0")
        return (*own(before), *names, *own(after))
    return own(subject.word("inexact_framing"))
