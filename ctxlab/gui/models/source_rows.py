"""The colours of sources are those of rows of the budget."""

from __future__ import annotations

from ctxlab.model.items import Row, Source


def row_of(source: Source) -> Row:
    """The row in whose colour a source is shown: its own; talk has that of the recent rounds."""
    return Row.RECENT if source is Source.CONVERSATION else Row(source.value)
