"""The source tree as the architecture tests see it."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "ctxlab"


def modules() -> list[Path]:
    """All Python files of the package, in order."""
    return sorted(PACKAGE.rglob("*.py"))


def committed() -> list[Path]:
    """The files that git tracks or would track; all but dotfolders where there is no git."""
    asked = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if asked.returncode == 0:
        found = (ROOT / name for name in asked.stdout.decode().split("\0") if name)
    else:
        found = (path for path in ROOT.rglob("*") if "/." not in f"/{path.relative_to(ROOT).as_posix()}")
    return sorted(path for path in found if path.is_file())


def line_count(path: Path) -> int:
    """Lines of a file."""
    return len(path.read_text(encoding="utf-8").splitlines())


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Each function's name and its lines, decorators not counted."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1
