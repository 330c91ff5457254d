"""The schemas of tools that a request states, on their way into a session."""

from __future__ import annotations

from typing import Any

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.entries import inside
from ctxlab.formats.fields import compact, text_field
from ctxlab.formats.lookups import as_list, as_object
from ctxlab.model.items import Place


def add_schemas(builder: SessionBuilder, tools: Any, place: Place) -> bool:
    """Adds the schema of each tool of a list that stands there; whether there were any."""
    listed = as_list(tools)
    for i, tool in enumerate(listed):
        name = text_field(as_object(tool), "name", "type")
        builder.add_tool_schema(compact(tool), name=name, place=inside(place, f"/{i}"))
    return bool(listed)
