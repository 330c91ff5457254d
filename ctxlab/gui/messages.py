"""The banners above the page: what went wrong or is going on, one for each topic, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from ctxlab.gui.views.banner import Act, Banner, Kind

#: Banners beyond this many wait until others are put away.
MOST_SHOWN = 3


class MessageBar(QFrame):
    """Banners by topic: a new message of a topic takes the old one's place; its cause can take it back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self.setAccessibleName(self.tr("Messages"))
        self._banners: dict[str, Banner] = {}
        self._after: QWidget | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.hide()

    def come_after(self, stop: QWidget) -> None:
        """The Tab key goes to the buttons of a banner from that widget on, though they are made later."""
        self._after = stop

    def text(self) -> str:
        """The newest message, or an empty text."""
        return next((banner.text.text() for banner in reversed(self._banners.values())), "")

    def banner(self, topic: str) -> Banner | None:
        """The banner of a topic, if there is one."""
        return self._banners.get(topic)

    def tell(
        self,
        text: str,
        topic: str = "",
        kind: Kind = Kind.ERROR,
        acts: Sequence[Act] = (),
        details: str = "",
    ) -> None:
        """Shows a message, with what can be done about it and details that are shown when asked for."""
        self._remove(topic)
        banner = Banner(text, kind, acts, details)
        banner.closed.connect(lambda: self.clear(topic))
        self._banners[topic] = banner
        self._layout.insertWidget(0, banner)
        if self._after is not None:
            stops = [self._after, *banner.findChildren(QPushButton)]
            for before, after in pairwise(stops):
                self.setTabOrder(before, after)
        self._show()

    def clear(self, topic: str = "") -> None:
        """Takes the message of a topic back."""
        self._remove(topic)
        self._show()

    def _remove(self, topic: str) -> None:
        banner = self._banners.pop(topic, None)
        if banner is not None:
            self._layout.removeWidget(banner)
            banner.hide()
            banner.deleteLater()

    def _show(self) -> None:
        for age, banner in enumerate(reversed(self._banners.values())):
            banner.setVisible(age < MOST_SHOWN)
        self.setVisible(bool(self._banners))
