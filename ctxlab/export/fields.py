"""The published names of a budget's figures, and the settings that they are."""

from __future__ import annotations

from ctxlab.model.items import Row

TOTAL = "total_tokens"
RESERVE = "output_reserve"
PER_ITEM = "max_item_tokens"

#: The fields of the published dataclass that are caps of rows, in its order.
BUDGET_FIELDS: tuple[tuple[str, Row], ...] = (
    ("system_prompt_max", Row.SYSTEM_PROMPT),
    ("task_state_max", Row.TASK_STATE),
    ("agent_notes_max", Row.AGENT_NOTE),
    ("recent_conversation_max", Row.RECENT),
    ("tool_results_max", Row.TOOL_RESULT),
    ("retrieved_docs_max", Row.RETRIEVED_DOC),
    ("history_max", Row.HISTORY),
)

CONVERSATION = "conversation"
RESERVED = "reserved"

#: The keys of the published table that are caps of rows, in its order; `conversation` is two rows here.
TABLE_KEYS: tuple[tuple[str, tuple[Row, ...]], ...] = (
    ("system_prompt", (Row.SYSTEM_PROMPT,)),
    ("tool_schemas", (Row.TOOL_SCHEMAS,)),
    (CONVERSATION, (Row.RECENT, Row.HISTORY)),
    ("rag_results", (Row.RETRIEVED_DOC,)),
    ("tool_results", (Row.TOOL_RESULT,)),
)


def _published_names() -> dict[Row, str]:
    """What the published table and dataclass call each row; `conversation` is two rows here."""
    names: dict[Row, list[str]] = {}
    for name, rows in (*TABLE_KEYS, *((name, (row,)) for name, row in BUDGET_FIELDS)):
        for row in rows:
            names.setdefault(row, []).append(name)
    return {row: ", ".join(dict.fromkeys(found)) for row, found in names.items()}


#: Each row's published names, as the budget table shows them.
PUBLISHED_NAMES = _published_names()
