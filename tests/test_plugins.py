from __future__ import annotations

from pathlib import Path

import pytest

from ctxlab.plugins import PluginProblem, load_plugins

GROUP = "ctxlab.tests"


def install(folder: Path, package: str, entries: dict[str, str], source: str = "") -> None:
    """A package as an installer leaves it: a module, and its metadata with entry points."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8"
    )
    lines = "".join(f"{name} = {value}\n" for name, value in entries.items())
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}", encoding="utf-8")
    (folder / f"{package}.py").write_text(source, encoding="utf-8")


def test_without_plugins_there_are_none() -> None:
    assert load_plugins(GROUP) == ((), ())


def test_plugins_come_by_name_and_broken_ones_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    install(tmp_path, "plug_good", {"second": "plug_good:B", "first": "plug_good:A"}, "A = 'a'\nB = 'b'\n")
    install(tmp_path, "plug_raises", {"raises": "plug_raises:A"}, "raise RuntimeError('no licence')\n")
    install(tmp_path, "plug_leaves", {"leaves": "plug_leaves:A"}, "import sys\nsys.exit(3)\n")
    install(tmp_path, "plug_syntax", {"syntax": "plug_syntax:A"}, "def (\n")
    install(tmp_path, "plug_lacks", {"lacks": "plug_lacks:Missing", "gone": "plug_gone:A"})
    loaded, problems = load_plugins(GROUP)
    assert loaded == ("a", "b")
    told = {one.name: one for one in problems}
    assert set(told) == {"raises", "leaves", "syntax", "lacks", "gone"}
    assert told["raises"] == PluginProblem(GROUP, "raises", "plug_raises", "RuntimeError: no licence")
    assert told["leaves"].message == "SystemExit: 3"
    assert "Missing" in told["lacks"].message
    assert "plug_gone" in told["gone"].message


def test_of_two_with_one_name_the_second_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    install(tmp_path, "plug_one", {"same": "plug_one:A"}, "A = 1\n")
    install(tmp_path, "plug_two", {"same": "plug_two:A"}, "A = 2\n")
    loaded, problems = load_plugins(GROUP)
    assert loaded == (1,)
    assert [(one.name, one.package) for one in problems] == [("same", "plug_two")]


def test_ctrl_c_is_not_a_fault_of_a_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    install(tmp_path, "plug_stopped", {"stopped": "plug_stopped:A"}, "raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        load_plugins(GROUP)
