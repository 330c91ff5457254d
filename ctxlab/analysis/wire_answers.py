"""What a Lab writes for APIs: built contexts, and recorded requests as they stand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Trace
from ctxlab.model.wire_view import WireView

if TYPE_CHECKING:
    from ctxlab.formats.writers.written import Written


class WireAnswers:
    """Answers in the wire formats `openai-chat`, `openai-responses`, `anthropic` and `gemini`."""

    def wire_view(self, trace: Trace, wire: str = "", *, recorded: str = "openai-chat") -> WireView:
        """The messages of a run in a wire format (empty: its own), with what its API would refuse.

        `recorded` is the wire format that the session was recorded in.
        """
        from ctxlab.analysis.wires import wire_view

        return wire_view(trace, wire, recorded=recorded)

    def convert(self, snapshot: Snapshot, wire: str) -> Written:
        """All that was live at a request, nothing budgeted, as the body of a request in a wire format.

        A session that was read from requests in that format gives back what was recorded. The findings say
        what could not be carried over, then what the API would refuse.

        Raises:
            ValueError: There is no such wire format.
        """
        from ctxlab.formats.writers.checks import check_body
        from ctxlab.formats.writers.request import written

        found = written(snapshot, wire)
        return replace(found, findings=(*found.findings, *check_body(wire, found.body)))
