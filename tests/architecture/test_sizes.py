"""Files and functions stay small."""

from __future__ import annotations

import statistics

from helpers.tree import PACKAGE, ROOT, functions, line_count, modules

FILE_LINES = 400
FUNCTION_LINES = 60
MAIN_WINDOW_LINES = 300
MEDIAN_LINES = 150


def test_no_file_is_over_400_lines() -> None:
    files = [*modules(), *(ROOT / "tests").rglob("*.py")]
    assert {str(p.relative_to(ROOT)): n for p in files if (n := line_count(p)) > FILE_LINES} == {}


def test_no_function_is_over_60_lines() -> None:
    long = {
        f"{path.relative_to(ROOT)}:{name}": lines
        for path in modules()
        for name, lines in functions(path)
        if lines > FUNCTION_LINES
    }
    assert long == {}


def test_the_main_window_only_assembles() -> None:
    window = PACKAGE / "gui" / "main_window.py"
    assert line_count(window) <= MAIN_WINDOW_LINES


def test_the_median_file_is_at_most_150_lines() -> None:
    sizes = [line_count(path) for path in modules() if path.name != "__init__.py"]
    assert statistics.median(sizes) <= MEDIAN_LINES
