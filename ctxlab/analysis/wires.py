"""The context of a run in a wire format, with what its API would refuse.

What a run decided stays as it is: the same items are written as another wire writes them. A run that is made
for that wire may decide otherwise where the wires frame or count differently.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ctxlab.analysis.rewire import rewired
from ctxlab.formats.writers.checks import check_messages
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.items import PartKind
from ctxlab.model.profile import Wire
from ctxlab.model.trace import Trace
from ctxlab.model.wire_view import MESSAGES, Finding, WireView, built_view


def wire_view(trace: Trace, wire: str = "", *, recorded: str = "openai-chat") -> WireView:
    """The messages of a run in a wire format, looked at for mistakes.

    Args:
        trace: The run.
        wire: `openai-chat`, `openai-responses`, `anthropic` or `gemini`; empty is the one of the run.
        recorded: The wire format that the session was recorded in, in which alone parts that no reader
            understands go out as they came.

    Raises:
        ValueError: There is no such wire format.
    """
    asked = wire or trace.wire
    if asked not in MESSAGES:
        raise ValueError(f"there is no wire format {asked!r}; ask for one by its own name")
    if asked == trace.wire:
        view = built_view(trace)
        return replace(view, findings=_found(trace, view))
    view, changed = rewired(trace, asked, recorded)
    return replace(view, findings=(*changed, *_differences(trace, asked, recorded), *_found(trace, view)))


def _differences(trace: Trace, wire: str, recorded: str) -> Iterator[Finding]:
    """How the messages differ from those of a run that is made for the wire, as far as it is known."""
    left_out = 0
    if wire == Wire.ANTHROPIC or wire == recorded:
        record = trace.stage(Stage.CONSTRUCT)
        gone = (p for p, reason in enumerate(record.reason) if reason == Reason.NOT_RENDERED)
        left_out = sum(any(part.signature for part in trace.item(p).parts) for p in gone)
    if left_out:
        yield Finding("thinking_left_out", numbers=(("count", left_out),), severity="warning")


def _found(trace: Trace, view: WireView) -> tuple[Finding, ...]:
    beside = {one.field: one.value for one in view.outside}
    found = list(check_messages(view.wire, [message.value for message in view.messages], beside))
    if view.wire == Wire.ANTHROPIC:
        found += _altered_thinking(trace, view)
        found.sort(key=lambda finding: finding.message)
    return tuple(found)


def _altered_thinking(trace: Trace, view: WireView) -> list[Finding]:
    """Thinking whose text is not what was signed."""
    changed: set[int] = set()
    for position, altered in trace.altered.items():
        signed = {(p.text, p.signature) for p in trace.item(position).parts if p.signature}
        now = {(p.text, p.signature) for p in altered.parts if p.kind is PartKind.THINKING}
        if now - signed:
            changed.add(position)
    return [
        Finding("thinking_altered", number)
        for number, message in enumerate(view.messages, 1)
        if not changed.isdisjoint(message.positions)
    ]
