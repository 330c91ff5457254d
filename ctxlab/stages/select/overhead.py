"""What shared messages add to the rows: the sum that the layout states beforehand, for so many kept items."""

from __future__ import annotations

from collections.abc import Mapping

from ctxlab.model.items import Row
from ctxlab.stages.headings import Overhead

#: Rows whose items stand in messages that they share.
SHARED = frozenset({Row.SYSTEM_PROMPT, Row.KEY_FACT, Row.TASK_STATE, Row.AGENT_NOTE, Row.RETRIEVED_DOC})


def shared_tokens(
    overhead: Overhead,
    kept: Mapping[Row, int],
    summaries: int,
    heads: tuple[int, int],
    *,
    together: bool = False,
) -> int:
    """Headings, separators and framing beyond the charges of the rows.

    `kept` are items by row, of which those in row summary are recorded ones: they stand in the
    conversation, in messages of their own. `summaries` are those still to be made, `heads` number and
    tokens of heads of call-less results. With `together` the recorded summaries stand with those.
    """
    if together:
        return overhead.tokens({**kept, Row.SUMMARY: summaries + kept.get(Row.SUMMARY, 0)}, *heads)
    made = {**kept, Row.SUMMARY: summaries}
    return overhead.tokens(made, *heads) + overhead.framing.message * kept.get(Row.SUMMARY, 0)
