"""What adds an extra: the requirements of the installation, by the version of Python."""

from __future__ import annotations

import tomllib

import pytest
from helpers.tree import ROOT

from ctxlab.cli.extras import install_command, requirements_of

STATED = [
    "click>=8.1",
    'pyside6-essentials<6.12,>=6.8; (python_version < "3.12") and extra == "gui"',
    "pyside6-essentials>=6.8; python_version >= '3.12' and extra == 'gui'",
    "pytest>=8.2; extra == 'dev'",
]


@pytest.mark.parametrize(
    ("python", "wanted"),
    [
        ((3, 11), "pyside6-essentials<6.12,>=6.8"),
        ((3, 12), "pyside6-essentials>=6.8"),
        ((3, 13), "pyside6-essentials>=6.8"),
    ],
)
def test_the_requirement_is_that_of_the_python(python: tuple[int, int], wanted: str) -> None:
    assert requirements_of("gui", STATED, python) == (wanted,)


def test_other_extras_are_left_out() -> None:
    assert requirements_of("dev", STATED, (3, 11)) == ("pytest>=8.2",)


def test_the_command_names_packages_that_the_project_states() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stated = [one.partition(";")[0] for one in project["optional-dependencies"]["gui"]]
    command = install_command("gui")
    named = command.split(" install ")[1].strip('"')
    assert any(sorted(named) == sorted(one) for one in stated)
    assert "ctxlab" not in named
