"""What tells one state of ctxlab's own code from another, for what is kept from run to run."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from ctxlab.model.version import VERSION
from ctxlab.paths import source_tree

#: Folders of the package that only show or hand on what the others make.
_SHOWING = frozenset({"cli", "gui", "report", "export", "integrations"})


@cache
def code_mark() -> str:
    """The version; in a source tree, where code changes under one, also a digest of the code that builds."""
    package = source_tree()
    return VERSION if package is None else f"{VERSION} {code_digest(package)}"


def code_digest(package: Path) -> str:
    """The digest of the modules of a package and of their names, but for those that only show."""
    found = sha256()
    for file in sorted(package.rglob("*.py")):
        name = file.relative_to(package)
        if name.parts[0] not in _SHOWING:
            found.update(f"{name.as_posix()} ".encode())
            found.update(sha256(file.read_bytes()).digest())
    return found.hexdigest()
