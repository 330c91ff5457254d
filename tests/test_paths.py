from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxlab import paths


def test_a_source_tree_has_its_resources_beside_the_package() -> None:
    found = paths.resource("tokenizers", "o200k_base.tiktoken")
    assert found.is_file()
    assert found == paths.resource("tokenizers") / "o200k_base.tiktoken"
    assert paths.sample_sessions().name == "sessions"


def test_an_installed_package_has_them_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site" / "ctxlab"
    (package / "_resources" / "themes").mkdir(parents=True)
    (package / "_sessions").mkdir()
    (package / "_resources" / "themes" / "light.json").write_text("{}")
    (tmp_path / "site" / "resources").mkdir()  # another package's
    monkeypatch.setattr(paths, "_PACKAGE", package)
    assert paths.resource("themes", "light.json") == package / "_resources" / "themes" / "light.json"
    assert paths.sample_sessions() == package / "_sessions"
    # What is missing ought to be inside.
    assert paths.resource("themes", "dark.json") == package / "_resources" / "themes" / "dark.json"


FOLDERS: list[tuple[Callable[[], Path], str]] = [
    (paths.data_dir, "CTXLAB_DATA_DIR"),
    (paths.config_dir, "CTXLAB_CONFIG_DIR"),
]


@pytest.mark.parametrize(("folder", "variable"), FOLDERS)
def test_a_variable_moves_a_folder(
    folder: Callable[[], Path], variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, str(tmp_path / "new"))
    assert folder() == tmp_path / "new"
    assert not folder().exists()


@pytest.mark.parametrize(("folder", "variable"), FOLDERS)
def test_without_it_the_folder_is_the_users_own(
    folder: Callable[[], Path], variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(variable)
    assert folder().is_absolute()
    assert "ctxlab" in folder().parts
    monkeypatch.setenv(variable, "")
    assert "ctxlab" in folder().parts


@pytest.mark.parametrize(("folder", "variable"), FOLDERS)
def test_without_a_home_a_temporary_folder_stands_in(
    folder: Callable[[], Path], variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As of a user that a container knows by number only, a home cannot be found.
    monkeypatch.setenv(variable, "~no-such-user-anywhere/ctxlab")
    assert folder().is_absolute()
    assert folder().name.startswith("ctxlab")
    assert folder().is_relative_to(tempfile.gettempdir())
