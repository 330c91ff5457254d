"""What Qt itself has to say on standard error, without the one sentence that means nothing to a user."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

#: Platforms without a screen say so whenever a window gets its size.
_IDLE = "This plugin does not support propagateSizeHints()"

Handler = Callable[[QtMsgType, QMessageLogContext, str], None]


@contextmanager
def without_idle_messages() -> Generator[None]:
    """Meanwhile keeps that one message back; all others go where they went before."""
    previous: list[Handler] = []

    def pass_on(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if message.startswith(_IDLE):
            return
        if previous:
            previous[0](kind, context, message)
        else:
            sys.stderr.write(f"{message}\n")

    before = qInstallMessageHandler(pass_on)
    if callable(before):
        previous.append(before)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
