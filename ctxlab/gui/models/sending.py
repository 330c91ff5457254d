"""What would be sent to a model, in words."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Sending:
    """What would be sent: tokens there and back, and what they cost, None where that is not known."""

    calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    currency: str


def sending_words(sending: Sending) -> list[str]:
    """Calls, tokens there and back, the cost: in this order."""
    calls = translate("Sending", "{0} calls").format(f"{sending.calls:,}")
    price = translate("Sending", "cost unknown: no prices are set")
    if sending.cost is not None:
        price = translate("Sending", "≈ {0} {1}").format(f"{sending.cost:.4f}", sending.currency)
    return [
        translate("Sending", "1 call") if sending.calls == 1 else calls,
        translate("Sending", "≈ {0} tokens there").format(f"{sending.tokens_in:,}"),
        translate("Sending", "about {0} back").format(f"{sending.tokens_out:,}"),
        price,
    ]
