"""What a wire format adds around the texts that it carries."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.model.profile import Wire


@dataclass(frozen=True, slots=True)
class Framing:
    """Tokens a wire adds: per message, per participant's name, once at the end.

    OpenAI's chat figures (3, 1, 3) are those that its cookbook gives for counting chat requests. No other
    provider publishes any, so the same figures stand there as an estimate and `exact` is False.
    """

    message: int
    name: int
    closing: int
    exact: bool


NONE = Framing(0, 0, 0, exact=True)
OPENAI_CHAT = Framing(3, 1, 3, exact=True)
ANTHROPIC = Framing(3, 1, 3, exact=False)


def framing_of(wire: Wire) -> Framing:
    """The framing of a wire format."""
    return OPENAI_CHAT if wire is Wire.OPENAI_CHAT else ANTHROPIC
