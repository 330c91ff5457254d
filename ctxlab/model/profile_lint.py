"""`[lint]`: which problems a profile does not want to be told of."""

from __future__ import annotations

import re

from pydantic import Field, field_validator

from ctxlab.errors import ImpossibleError, Said
from ctxlab.model.profile_types import Frozen, Text

_CODE = re.compile(r"[a-z][a-z0-9_]*")


class LintSettings(Frozen):
    """`[lint]`: `ignore` are codes of problems between commas, `cap_never_binds, counted_anew`.

    Lint does not tell of them, nor does a gate of those among them that it only warns of; whether a gate
    holds does not depend on it.
    """

    ignore: Text = Field(default="", description="Codes of problems that are not told, between commas.")

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes, in order."""
        return _codes(self.ignore)

    @field_validator("ignore")
    @classmethod
    def _are_codes(cls, ignore: str) -> str:
        for one in _codes(ignore):
            if not _CODE.fullmatch(one):
                raise ImpossibleError(
                    f"{one!r} is no code of a problem",
                    Said.of("no_code", code=repr(one)),
                    "ctxlab lint names the codes in brackets; between several stand commas",
                )
        return ignore


def _codes(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.strip() for one in text.split(",") if one.strip()))
