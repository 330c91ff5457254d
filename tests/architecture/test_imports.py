"""What an import may load, and who may import whom."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from helpers.tree import ROOT

HEAVY = ("PySide6", "shiboken6", "openai", "tiktoken")
REPORT = f"; import sys, json; print(json.dumps(sorted(set({HEAVY!r}) & set(sys.modules))))"


def _output(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout


@pytest.mark.parametrize("module", ["ctxlab", "ctxlab.cli.main", "ctxlab.__main__", "ctxlab.lab"])
def test_an_import_loads_nothing_heavy(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import {module}{REPORT}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert json.loads(done.stdout) == []


def test_help_loads_nothing_heavy() -> None:
    code = (
        f"import ctxlab.__main__ as m\ntry:\n m.main(['--help'])\nexcept SystemExit:\n pass\nprint(){REPORT}"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert "Usage: ctxlab" in done.stdout
    assert json.loads(done.stdout.splitlines()[-1]) == []


def test_the_import_contracts_hold() -> None:
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
