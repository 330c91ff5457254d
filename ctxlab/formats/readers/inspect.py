"""Reads Inspect's logs of evaluations: JSON of version 2, and `.eval` files, which are ZIP archives.

Each sample is a session. Of an archive the samples are read one after another.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.archive import shown_name
from ctxlab.formats.decode import decode
from ctxlab.formats.entries import whole_value
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.inspect.sample import Sample
from ctxlab.formats.inspect.talk import SampleTalk
from ctxlab.formats.lookups import as_list, as_object
from ctxlab.formats.protocol import Archive, Document
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.session import Session

_HEADERS = ("header.json", "_journal/start.json")
_SAMPLES = "samples/"

#: Fields of a sample that become items, or say again what items say.
_TAKEN = (
    *("id", "epoch", "input", "messages", "events", "events_data", "attachments", "message_pool"),
    *("call_pool", "transcript", "output"),
)
_LOG_TAKEN = ("samples", "version")

#: So many characters of what was sent are kept of a file, each sample having the same share.
_MOST_SENT = 100_000_000


class InspectReader:
    """Inspect's logs, each sample a session."""

    name = "inspect"
    title = "Inspect log"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the header in an archive, by the fields of a log or of a sample that was taken out of one."""
        if document.archive is not None:
            names = document.archive.names
            known = any(one.startswith((_SAMPLES, "_journal/")) or one == "summaries.json" for one in names)
            return 0.97 if known and any(one in names for one in _HEADERS) else 0.0
        value = whole_value(document)
        if not is_object(value):
            return 0.0
        if is_object(value.get("eval")) and any(one in value for one in ("samples", "plan", "status")):
            return 0.95
        return 0.93 if _is_sample(value) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session a sample; raises FormatError where no sample is in it or can be read."""
        if document.archive is not None:
            return _Log(document, _header(document.archive)).of_archive(document.archive)
        value = whole_value(document)
        if is_object(value) and _is_sample(value):
            return _Log(document, {}).of_samples([value], "")
        if not is_object(value) or not is_object(value.get("eval")):
            raise FormatError("it is no log of Inspect", where=Where(document.file))
        return _Log(document, _about(value)).of_samples(as_list(value.get("samples")), "/samples")


class _Log:
    """One log: what is recorded of the evaluation, and the sessions of its samples."""

    def __init__(self, document: Document, log: Mapping[str, Any]) -> None:
        evaluation = log.get("eval")
        self._document = document
        self._log = log
        self._is_first = True
        self._eval: Mapping[str, Any] = as_object(evaluation)
        self._room = _MOST_SENT
        self._notes: list[Diagnostic] = []

    def of_samples(self, samples: list[Any], path: str) -> tuple[Session, ...]:
        """The sessions of samples that stand in one JSON value."""
        self._room = _MOST_SENT // max(1, len(samples))
        sessions: list[Session] = []
        for at, sample in enumerate(samples):
            pointer = f"{path}/{at}" if path else ""
            if is_object(sample):
                sessions.append(self._session(sample, pointer))
            else:
                self._notes.append(Diagnostic("sample_unread", numbers=(("name", pointer),)))
        return self._told(sessions)

    def of_archive(self, archive: Archive) -> tuple[Session, ...]:
        """The sessions of an archive's samples; one that cannot be read is told and passed over."""
        sessions: list[Session] = []
        errors: list[FormatError] = []
        names = [one for one in archive.names if one.startswith(_SAMPLES) and one.endswith(".json")]
        self._room = _MOST_SENT // max(1, len(names))
        for name in names:
            try:
                sessions.append(self._of_member(archive, name))
            except FormatError as error:
                errors.append(error)
                numbers = (("name", shown_name(name)), ("reason", error.message))
                self._notes.append(Diagnostic("sample_unread", numbers=numbers))
        if errors and not sessions:
            raise errors[0]
        return self._told(sessions)

    def _of_member(self, archive: Archive, name: str) -> Session:
        if name.count("/") > 1:
            raise FormatError(
                "samples in several files are not read yet",
                where=Where(self._document.file, key=shown_name(name)),
                hint="write the log again as JSON with inspect log convert",
            )
        inner = decode(archive.read(name), self._document.file)
        value = whole_value(inner)
        if not is_object(value):
            where = Where(self._document.file, key=shown_name(name))
            raise FormatError("it is no sample", where=where)
        session = self._session(value, f"{shown_name(name)}#")
        return replace(session, diagnostics=(*inner.diagnostics, *session.diagnostics))

    def _session(self, value: Mapping[str, Any], path: str) -> Session:
        sample = Sample(value)
        talk = SampleTalk(self._document, InspectReader.name, sample, path, self._room)
        task = text_field(self._eval, "task")
        name = f"sample {text_field(value, 'id') or '?'}, epoch {text_field(value, 'epoch') or '1'}"
        return talk.session(
            title=f"{task}: {name}" if task else name,
            model=text_field(self._eval, "model") or _model_of(value),
            extra=self._extra(value),
        )

    def _extra(self, sample: Mapping[str, Any]) -> str:
        """What is recorded besides of the sample and, for the first one, of the evaluation."""
        with_log = self._is_first and self._log
        self._is_first = False
        return extra_of({**sample, "log": self._log} if with_log else sample, _TAKEN)

    def _told(self, sessions: list[Session]) -> tuple[Session, ...]:
        """The sessions, the first with what was noticed; raises FormatError where there are none."""
        if not sessions:
            status = text_field(self._log, "status")
            raise FormatError(
                "no sample is in this log" + (f" (status: {status})" if status else ": it was started only"),
                where=Where(self._document.file),
                hint="open it again when samples are done; logs without samples hold results only",
            )
        first = replace(sessions[0], diagnostics=(*self._notes, *sessions[0].diagnostics))
        return (first, *sessions[1:])


def _header(archive: Archive) -> Mapping[str, Any]:
    """What is recorded of the evaluation; nothing where that cannot be read."""
    for name in _HEADERS:
        if name in archive.names:
            with suppress(FormatError):
                for record in decode(archive.read(name), name).records:
                    if is_object(record.value):
                        return _about(record.value)
    return {}


def _about(log: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is recorded of the evaluation, without its samples."""
    return {key: one for key, one in log.items() if key not in _LOG_TAKEN}


def _is_sample(value: Mapping[str, Any]) -> bool:
    """Whether it is one sample, as an archive holds it."""
    has_talk = is_list(value.get("messages")) and (is_list(value.get("events")) or "transcript" in value)
    return has_talk and all(name in value for name in ("id", "epoch", "target"))


def _model_of(sample: Mapping[str, Any]) -> str:
    return text_field(as_object(sample.get("output")), "model")
