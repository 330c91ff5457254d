"""What a context can be compared with, as a list offers it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BeforeKind(StrEnum):
    """What stands before in a comparison.

    `SAVED` is the run under the saved profile, `STATE` one under a profile and marks that were held,
    `UNMANAGED` all that was recorded, `RECORDED` what the recorder itself had, `SENT` what it really sent,
    `PROFILE` the run under another profile, `REQUEST` the run at another request under the same profile.
    """

    SAVED = "saved"
    STATE = "state"
    UNMANAGED = "unmanaged"
    RECORDED = "recorded"
    SENT = "sent"
    REQUEST = "request"
    PROFILE = "profile"


@dataclass(frozen=True, slots=True)
class BeforeChoice:
    """One entry of the list.

    `value` is a profile's name or path, or the number of a request. `refused` says why it cannot be chosen,
    or is empty. Where `last` is over 0 the entry asks for a number from `first` to `last`; a profile's entry
    without a value asks for a file.
    """

    kind: BeforeKind
    words: str
    value: str = ""
    refused: str = ""
    first: int = 1
    last: int = 0

    @property
    def key(self) -> tuple[BeforeKind, str]:
        """By what an entry is known."""
        return self.kind, self.value
