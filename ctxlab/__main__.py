"""The command `ctxlab`: the window, which is imported only when asked for, and the command line."""

from __future__ import annotations

from ctxlab.cli.interrupt import ends_at_once

with ends_at_once():
    import builtins
    import gc
    import importlib
    import importlib.util
    import os
    import sys
    from collections.abc import Sequence
    from pathlib import Path

    from ctxlab.cli.extras import install_command
    from ctxlab.cli.main import run
    from ctxlab.cli.options import changed_by
    from ctxlab.cli.state import MissingGuiError, Shot

_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


class _Gui:
    """The command line's way to the window."""

    def window(
        self,
        files: Sequence[str],
        *,
        smoke: bool,
        profile: str | None,
        request: int | None,
        language: str | None,
    ) -> int:
        """Opens the window; its exit code when it is closed. `smoke` closes it after the first paint."""
        # what is loaded stays: to search it for garbage again and again takes a tenth of the start
        gc.disable()
        need_qt(seen=not smoke)
        from ctxlab.gui.app import main as open_window

        return open_window(files, smoke=smoke, profile=profile, request=request, language=language)

    def shoot(self, files: Sequence[Path], shot: Shot) -> None:
        """Writes a picture of the window."""
        need_qt(seen=False)
        from ctxlab.gui.screenshot import View, shoot

        chosen = shot.choices
        shoot(
            [str(file) for file in files],
            str(shot.out),
            theme=shot.theme,
            size=shot.size,
            scale=shot.scale,
            profile=chosen.profile,
            request=chosen.request,
            view=View(chosen.turn, chosen.chain, chosen.session or 1, chosen.format, chosen.branch),
            edit=(lambda profile: changed_by(profile, chosen)) if chosen.settings or chosen.rules else None,
            language=shot.language,
            pose=shot.pose,
        )


def need_qt(*, seen: bool) -> None:
    """Makes sure that Qt can start; `seen` tells whether somebody is to look at the window.

    Raises:
        MissingGuiError: Qt is not installed, does not load, or has no display for a window to be seen on.
    """
    if importlib.util.find_spec("PySide6") is None:
        raise MissingGuiError(f"the window is not installed; add it with: {install_command('gui')}")
    pythons = builtins.__import__
    try:
        importlib.import_module("PySide6.QtWidgets")
    except ImportError as error:
        raise MissingGuiError(f"Qt does not load: {error}") from error
    # PySide6 puts an import of its own in its place, which reads the source of each module that is imported
    # from then on to see whether it wants Qt's functions under other names. None of ours does.
    builtins.__import__ = pythons
    # Without a display Qt would end the process.
    if sys.platform == "linux" and not any(os.environ.get(name) for name in _DISPLAYS):
        if seen:
            raise MissingGuiError("there is no display for the window")
        os.environ["QT_QPA_PLATFORM"] = "offscreen"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs `ctxlab` with these arguments, by default the process's own; the result is its exit code."""
    if getattr(sys, "frozen", False):
        # a program in one file starts itself as a worker
        multiprocessing = importlib.import_module("multiprocessing")
        multiprocessing.freeze_support()
    return run(sys.argv[1:] if argv is None else argv, gui=_Gui())


if __name__ == "__main__":
    sys.exit(main())
