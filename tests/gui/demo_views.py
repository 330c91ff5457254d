"""Renders every view on hand-made traces to PNG files, light and dark, to be looked at: `demo_views.py FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

sys.path.insert(0, str(Path(__file__).parent))

from trace_builder import trip_trace

from ctxlab.gui.theme.palette import THEMES
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.stage_panes import StagePanes


def views(look: Look) -> dict[str, QWidget]:
    trace = trip_trace()
    panes = StagePanes(look)
    panes.resize(1230, 560)
    panes.set_trace(trace)
    panes.set_starred({"i8"})
    panes.choose("i8")
    folded = StagePanes(look)
    folded.resize(1230, 560)
    folded.set_trace(trace)
    folded.set_starred({"i8"})
    folded.filter_bar.changes_only.setChecked(True)
    folded.choose("i8")
    return {"panes": panes, "folded": folded}


def main(folder: Path) -> None:
    app = QApplication(sys.argv)
    folder.mkdir(parents=True, exist_ok=True)
    for theme in THEMES.values():
        look = Look(theme)
        look.dress()
        for name, view in views(look).items():
            view.show()
            app.processEvents()
            view.grab().save(str(folder / f"{name}-{theme.name}.png"))
            view.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
