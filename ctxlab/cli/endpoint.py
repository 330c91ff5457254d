"""Before a model is asked: what would be sent where at what cost, and whether the user agrees."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ctxlab.cli.render import number
from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.llm.endpoint import Estimate


def planned(estimate: Estimate, language: str) -> str:
    """What is sent where, and what it may cost."""
    said = word(
        language,
        "model_plan",
        model=estimate.model,
        address=estimate.address,
        calls=estimate.calls,
        there=number(estimate.tokens_in, exact=False),
        back=number(estimate.tokens_out, exact=False),
    )
    if estimate.cost is None:
        return said + word(language, "model_no_price")
    return said + word(language, "model_cost", cost=f"{estimate.cost:.4f}", currency=estimate.currency)


def agreed(language: str) -> bool:
    """Whether the user agrees.

    Raises:
        click.UsageError: There is nobody to ask.
    """
    if not sys.stdin.isatty():
        raise click.UsageError("nothing was sent: there is nobody to ask here; --yes agrees beforehand")
    return click.confirm(word(language, "model_agree"), default=False, err=True)
