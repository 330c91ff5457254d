"""Calls the command line as its users do, in this process or in one of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from ctxlab.__main__ import main


@dataclass(frozen=True)
class Answer:
    """Exit code, stdout and stderr of one call."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Stdout as the one JSON document that it has to be."""
        return json.loads(self.out)


def ctxlab(*words: object) -> Answer:
    """One call in this process, with English answers unless `--lang` says otherwise."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(word) for word in words])
    return Answer(code, out.getvalue(), err.getvalue())


def process(*words: object, **environment: str) -> Answer:
    """One call in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "ctxlab", *(str(word) for word in words)],
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    return Answer(done.returncode, done.stdout, done.stderr)
