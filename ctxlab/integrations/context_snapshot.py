"""Snapshots of contexts beside the tests that make them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ctxlab.formats.values import is_object
from ctxlab.integrations.context_diff import differences
from ctxlab.model.language import language_of
from ctxlab.model.trace_base import TraceBase
from ctxlab.model.wire_view import built_view, json_text, request_body
from ctxlab.paths import write_atomic

if TYPE_CHECKING:
    from ctxlab.model.trace import Trace

SCHEMA = "ctxlab.context/1"
#: The folder beside the tests.
FOLDER = "__contexts__"
_LONGEST = 100

_MISSING = (
    "there is no snapshot {file}; write it with --ctxlab-update, look at it, and commit it",
    "没有快照 {file}；请用 --ctxlab-update 写出，检查后提交",
)
_BROKEN = (
    "the snapshot {file} cannot be read; write it anew with --ctxlab-update",
    "快照 {file} 无法读取；请用 --ctxlab-update 重新写出",
)
_CHANGED = (
    "the context is not that of the snapshot {file}; where that is meant, rewrite it with --ctxlab-update",
    "上下文与快照 {file} 不同；如属有意，请用 --ctxlab-update 重写",
)


class ContextSnapshot:
    """Compares contexts with files, or writes these where `update` says so.

    The files are in the folder `__contexts__` beside the test's module: one a call, named after the test.
    """

    def __init__(self, module: Path, test: str, *, update: bool, language: str = "") -> None:
        self._folder = module.parent / FOLDER / module.stem
        self._test = test
        self._update = update
        self._language = language or language_of(os.environ)
        self._calls = 0

    def __call__(self, context: Trace | Sequence[Mapping[str, Any]], name: str = "") -> None:
        """Asserts that a context is as it was.

        Args:
            context: A trace, or the messages of a context.
            name: What to call it beside the test's other contexts; by default its number.

        Raises:
            AssertionError: It differs, or there is no snapshot yet.
        """
        __tracebackhide__ = True
        self._calls += 1
        suffix = name or (str(self._calls) if self._calls > 1 else "")
        file = self._folder / f"{file_name(self._test + (f'-{suffix}' if suffix else ''))}.json"
        body = _body(context)
        if self._update:
            self._write(file, body)
            return
        shown = f"{FOLDER}/{self._folder.name}/{file.name}"
        known = _read(file)
        if known is None:
            raise AssertionError(self._in(_BROKEN if file.exists() else _MISSING, shown))
        # both as JSON has them: a tuple is a list there
        if told := differences(known, json.loads(json_text(body)), self._language):
            lines = "".join(f"\n  {line}" for line in told)
            raise AssertionError(self._in(_CHANGED, shown) + lines)

    def _write(self, file: Path, body: Mapping[str, Any]) -> None:
        text = json_text({"schema": SCHEMA, **body}) + "\n"
        if not (file.exists() and file.read_text(encoding="utf-8", errors="replace") == text):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(file, text)

    def _in(self, texts: tuple[str, str], file: str) -> str:
        return texts[self._language == "zh"].format(file=file)


def file_name(test: str) -> str:
    """A name that every system takes for a file; one that had to be changed or cut has a digest behind it."""
    plain = re.sub(r"[^\w.\-\[\]]+", "_", test, flags=re.ASCII)[:_LONGEST].strip(".")
    if plain == test:
        return plain
    return f"{plain}-{sha256(test.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _body(context: Trace | Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    if isinstance(context, TraceBase):
        return request_body(built_view(context))
    if isinstance(context, str | bytes | Mapping):
        raise TypeError(f"a context is a trace or a list of messages, not a {type(context).__name__}")
    return {"messages": list(context)}


def _read(file: Path) -> Mapping[str, Any] | None:
    try:
        document = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    if not is_object(document) or document.get("schema") != SCHEMA:
        return None
    return {name: value for name, value in document.items() if name != "schema"}
