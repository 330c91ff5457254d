"""Redaction: what a report must not tell, where it stands, and what stands in its place."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SecretKind(StrEnum):
    """What a secret is. OWN is whatever a pattern of the user's matches."""

    KEY = "key"
    PASSWORD = "password"
    EMAIL = "e-mail"
    PHONE = "phone"
    CARD = "card"
    ID = "id"
    IBAN = "iban"
    USER = "user"
    ADDRESS = "ip"
    OWN = "own"

    @property
    def certain(self) -> bool:
        """Whether nothing that a must-keep demands is taken for it by mistake.

        Credentials have a shape that nothing else has, the numbers of cards and accounts a checksum.
        """
        return self in _CERTAIN


_CERTAIN = frozenset({SecretKind.KEY, SecretKind.PASSWORD, SecretKind.CARD, SecretKind.ID, SecretKind.IBAN})


@dataclass(frozen=True, slots=True)
class Hit:
    """One secret in a text, at `start` to `end` (code points).

    `rule` is the id of the rule that found it, of an own pattern the pattern itself. `stand_in` is what
    replaces it; equal secrets of one redaction share one.
    """

    start: int
    end: int
    kind: SecretKind
    rule: str
    stand_in: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """One place of a report where a secret stands.

    `where` names the part of the report, `before` and `after` are what stands around it there, on one line.
    """

    where: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret of a report, wherever it stands in it.

    `text` is the secret as it first stands, `sightings` are its places in the order of the report. `kept`
    says that one of them lies in the words of a must-keep. `hide` is whether it is replaced unless the user
    decides otherwise: what a must-keep says stays, unless its kind is a certain one.
    """

    stand_in: str
    kind: SecretKind
    rule: str
    text: str
    sightings: tuple[Sighting, ...]
    kept: bool = False

    @property
    def hide(self) -> bool:
        """What is proposed: to replace it."""
        return not self.kept or self.kind.certain


@dataclass(frozen=True, slots=True)
class Review:
    """All secrets of a report, in the order in which they stand in it; what a user looks through."""

    secrets: tuple[Secret, ...] = ()

    @property
    def proposed(self) -> frozenset[str]:
        """The stand-ins of the secrets that are replaced unless the user decides otherwise."""
        return frozenset(secret.stand_in for secret in self.secrets if secret.hide)
