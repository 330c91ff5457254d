"""How a run of pytest gets ctxlab's plugin, whether it is installed as one or not."""

from __future__ import annotations

from importlib.metadata import entry_points

MODULE = "ctxlab.integrations.pytest_plugin"


def plugin_words() -> list[str]:
    """What loads the plugin where no entry point does: giving both would load it twice."""
    installed = any(one.name == "ctxlab" for one in entry_points(group="pytest11"))
    return [] if installed else ["-p", MODULE]
