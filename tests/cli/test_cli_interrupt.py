"""Ctrl+C before a command has begun: the usual words and exit code, whatever was being loaded."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from helpers.cli import Answer, process

from ctxlab.cli.interrupt import ends_at_once

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is a signal elsewhere")

#: What Python runs before anything else: Ctrl+C is pressed when a module is imported, in the midst of code
#: that is run as text, as when a dataclass is made.
PRESSED = """\
import os, signal, sys

class Finder:
    def find_spec(self, name, path, target=None):
        if name == os.environ["PRESSED_AT"]:
            exec("os.kill(os.getpid(), signal.SIGINT)\\nfor _ in range(100): pass")

sys.meta_path.insert(0, Finder())
"""


def pressed(folder: Path, module: str, *words: str) -> Answer:
    """One call in a process of its own, with Ctrl+C when a module is imported."""
    (folder / "sitecustomize.py").write_text(PRESSED, encoding="utf-8")
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return process(*words, PRESSED_AT=module, PYTHONPATH=path)


@pytest.mark.parametrize(
    "module",
    [
        # while the program is loaded: what comes first, a library, what comes last
        "ctxlab.cli.extras",
        "pydantic",
        "ctxlab.cli.main",
        # while a command is loaded, and while it works
        "ctxlab.cli.commands.run",
        "ctxlab.lab",
    ],
)
def test_it_ends_with_the_usual_words(module: str, tmp_path: Path) -> None:
    answer = pressed(tmp_path, module, "run", "no-such-file.json")
    assert (answer.code, answer.out, answer.err.strip()) == (130, "", "ctxlab: stopped")


def test_what_hears_the_signal_afterwards_is_what_did_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with ends_at_once():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_what_somebody_else_has_put_there_stays() -> None:
    def own(_number: int, _frame: object) -> None:
        """Hears nothing."""

    before = signal.signal(signal.SIGINT, own)
    try:
        with ends_at_once():
            assert signal.getsignal(signal.SIGINT) is own
    finally:
        signal.signal(signal.SIGINT, before)
