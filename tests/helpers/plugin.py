"""How a run of pytest gets ctxlab's plugin, whether it is installed as one or not."""

from __future__ import annotations

from importlib.metadata import entry_points
from importlib.util import find_spec

MODULE = "ctxlab.integrations.pytest_plugin"


def plugin_words() -> list[str]:
    """What loads the plugin where no entry point does: giving both would load it twice.

    Without Qt the plugin for it, which comes with the other tools of developers, would end the run.
    """
    installed = any(one.name == "ctxlab" for one in entry_points(group="pytest11"))
    without_qt = [] if find_spec("PySide6") else ["-p", "no:pytest-qt"]
    return [*without_qt, *([] if installed else ["-p", MODULE])]
