"""The command `ctxlab`: the window, which is imported only when asked for, and the command line."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path

from ctxlab.cli.main import run
from ctxlab.cli.state import MissingGuiError, Shot


class _Gui:
    """The command line's way to the window."""

    def window(self, files: Sequence[str], *, smoke: bool) -> int:
        """Opens the window; its exit code when it is closed. `smoke` closes it after the first paint."""
        _need_qt()
        from ctxlab.gui.app import main as open_window

        return open_window(list(files), smoke=smoke)

    def shoot(self, file: Path, shot: Shot) -> None:
        """Writes a picture of the window."""
        _need_qt()
        from ctxlab.gui.screenshot import shoot

        shoot(
            str(file),
            str(shot.out),
            theme=shot.theme,
            size=shot.size,
            profile=shot.profile,
            request=shot.request,
        )


def _need_qt() -> None:
    """Says how to add Qt where it is not installed, and what stands in its way where it does not load."""
    if importlib.util.find_spec("PySide6") is None:
        raise MissingGuiError(
            f'the window is not installed; add it with: {sys.executable} -m pip install "ctxlab[gui]"'
        )
    try:
        import PySide6.QtWidgets  # noqa: F401
    except ImportError as error:
        raise MissingGuiError(f"Qt does not load: {error}") from error


def main(argv: Sequence[str] | None = None) -> int:
    """Runs `ctxlab` with these arguments, by default the process's own; the result is its exit code."""
    return run(sys.argv[1:] if argv is None else argv, gui=_Gui())


if __name__ == "__main__":
    sys.exit(main())
