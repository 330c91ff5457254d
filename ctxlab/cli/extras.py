"""The one command that adds an extra's packages to this very installation."""

from __future__ import annotations

import operator
import re
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

_NAME = "ctxlab"
_EXTRA = re.compile(r"""\bextra\s*==\s*['"]([\w-]+)['"]""")
_PYTHON = re.compile(r"""\bpython_version\s*(<=|>=|==|!=|<|>)\s*['"](\d+)\.(\d+)['"]""")
_COMPARED = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def install_command(extra: str) -> str:
    """What to type so that the packages of an extra are there.

    It names the packages themselves: `ctxlab[extra]` would need an index that has ctxlab.
    """
    program = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    packages = " ".join(f'"{one}"' for one in requirements_of(extra, _stated(extra), sys.version_info[:2]))
    return f"{program} -m pip install {packages}"


def requirements_of(extra: str, stated: Iterable[str], python: tuple[int, int]) -> tuple[str, ...]:
    """The requirements of an extra under a version of Python, without their conditions.

    Args:
        extra: The name of the extra.
        stated: All requirements of the distribution, each with its conditions behind a semicolon.
        python: Major and minor version. Other conditions are taken to hold.
    """
    found: list[str] = []
    for one in stated:
        requirement, _, condition = one.partition(";")
        versions = _PYTHON.findall(condition)
        holds = (_COMPARED[sign](python, (int(major), int(minor))) for sign, major, minor in versions)
        if _EXTRA.findall(condition) == [extra] and all(holds):
            found.append(requirement.strip())
    return tuple(found)


def _stated(extra: str) -> list[str]:
    """The requirements as the installation states them; as the source tree does where it is not installed."""
    try:
        return metadata.requires(_NAME) or []
    except metadata.PackageNotFoundError:
        project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
        listed: list[str] = project["project"]["optional-dependencies"][extra]
        return [f"{one}{' and' if ';' in one else ';'} extra == '{extra}'" for one in listed]
