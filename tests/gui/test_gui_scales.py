"""Fault case B170: at any scale and size of font nothing is cut without saying so, and all fits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ctxlab.gui import app

#: Opens the sample, walks over all widgets in sight and prints what is cut without saying so.
WALK = """
import json, sys
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QTableView
from ctxlab.gui import app
from ctxlab.gui.theme import style
style.TEXT_PX = int(sys.argv[1])
style.ui_font.__defaults__ = (int(sys.argv[1]),)
a = app.application()
window = app.make_window(a, remember=False, language="en")
window.resize(1280, 720)
window.show()
app.open_first(window, [], None, None)
from time import monotonic
end = monotonic() + 60
def done():
    d = window.workspace.active
    return d is not None and d.is_current and not window.workspace.busy
while monotonic() < end and not done():
    a.processEvents()
for _ in range(20):
    a.processEvents()
cut = []
for one in window.findChildren(QLabel):
    if one.isVisible() and one.text() and not one.wordWrap() and not one.toolTip():
        if one.fontMetrics().horizontalAdvance(one.text()) > one.contentsRect().width() + 1:
            cut.append(f"label {one.objectName()} {one.text()}")
for one in window.findChildren(QAbstractButton):
    if one.isVisible() and one.text() and not one.toolTip() and not one.accessibleName():
        if one.fontMetrics().horizontalAdvance(one.text().replace("&", "")) > one.width():
            cut.append(f"button {one.objectName()} {one.text()}")
budget = window.views.budget
for row in range(budget.model().rowCount()):
    for column in (1, 3, 5):
        text = str(budget.model().index(row, column).data(Qt.ItemDataRole.DisplayRole) or "")
        if budget.rowSpan(row, column) == 1 and budget.columnSpan(row, column) == 1:
            if window.views.budget.fontMetrics().horizontalAdvance(text) > budget.columnWidth(column):
                cut.append(f"number {row} {column} {text}")
least = window.minimumSizeHint()
size = window.size()
print(json.dumps({"cut": cut, "least": [least.width(), least.height()], "size": [size.width(), size.height()],
                  "ratio": window.devicePixelRatioF()}))
window.close()
"""


@pytest.mark.parametrize(("scale", "pixels"), [("1", 13), ("1.5", 12), ("2", 13), ("1", 18)])
def test_b170_nothing_is_cut_unseen_at_any_scale(tmp_path: Path, scale: str, pixels: int) -> None:
    script = tmp_path / "walk.py"
    script.write_text(WALK, encoding="utf-8")
    root = str(Path(app.__file__).parents[2])
    environment = {**os.environ, "QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": root}
    done = subprocess.run(
        [sys.executable, str(script), str(pixels)],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["ratio"] == float(scale)
    assert told["cut"] == []
    if pixels == 13:
        assert told["least"][0] <= 1280
        assert told["least"][1] <= 720
