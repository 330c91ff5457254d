"""What was sent with a call, where a trace records it only in part.

Three things occur: the input is missing, or a stub; the system prompt stands only with the agent around; the
rest of the history was kept by the provider, so that an input begins with the results for the last answer.
What is completed here is marked: it follows from what is around, and is not recorded as sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ctxlab.formats.recorded import Recorded, parts_of
from ctxlab.formats.traces.atoms import Key, atoms_of, canonical
from ctxlab.formats.traces.calls import Call, ToolRun
from ctxlab.formats.traces.prompts import Prompt
from ctxlab.model.items import Part, PartKind


def completed(
    calls: Sequence[Call], asked: Sequence[Sequence[Prompt]], runs: Sequence[ToolRun]
) -> list[Call]:
    """The calls with whole inputs, as far as these can be known, in the order in which they were given.

    `asked` is for each call what was asked of what is around it, the nearest first; `runs` are of tools.
    """
    found = list(calls)
    runs = sorted(runs, key=lambda one: one.start)
    last: dict[tuple[str, str], Call] = {}
    for index in sorted(range(len(calls)), key=lambda one: calls[one].start):
        call = calls[index]
        before = last.get((call.session, call.run))
        found[index] = _completed(call, asked[index], before, runs)
        if found[index].has_content:
            last[call.session, call.run] = found[index]
    return found


def _completed(call: Call, asked: Sequence[Prompt], before: Call | None, runs: Sequence[ToolRun]) -> Call:
    whole = call.input
    if not whole and before is not None:
        whole = (*before.input, *before.output)
        whole = (*whole, *_results(whole, runs, call))
    elif not whole:
        whole = next((one.messages for one in asked), ())
    elif before is not None and _answers(whole, before):
        system = [one for one in whole if one.is_system]
        rest = [one for one in whole if not one.is_system]
        earlier = [one for one in before.input if not system or not one.is_system]
        whole = (*system, *earlier, *before.output, *rest)
    if whole and not any(one.is_system for one in whole):
        whole = (*_system(whole, asked), *whole)
    return call if whole == call.input else replace(call, input=whole, inferred=True)


def _system(messages: Sequence[Recorded], asked: Iterable[Prompt]) -> list[Recorded]:
    """The system prompt of what is around, where the same was asked there."""
    around = [one for one in asked if one.has_system]
    keys = {atom.key for atom in atoms_of(messages)} if around else set[Key]()
    for one in around:
        if any(not atom.is_system and atom.key in keys for atom in atoms_of(one.messages)):
            return [message for message in one.messages if message.is_system]
    return []


def _answers(messages: Sequence[Recorded], before: Call) -> bool:
    """Whether an input begins with results of calls that are only in the answer before."""
    spoken = [one for one in messages if not one.is_system]
    results = _ids(spoken[:1], PartKind.RESULT)
    here = _ids(spoken, PartKind.CALL)
    return bool(results) and not results & here and results <= _ids(before.output, PartKind.CALL)


def _results(history: Sequence[Recorded], runs: Sequence[ToolRun], call: Call) -> list[Recorded]:
    """What tools gave between the answers so far and a call, for calls in these that have no result yet."""
    answered = {part.call_id for part in _parts(history, PartKind.RESULT)}
    waiting = [part for part in _parts(history, PartKind.CALL) if part.call_id not in answered]
    found: list[Recorded] = []
    for run in runs:
        if run.session != call.session or run.start >= call.start:
            continue
        asked = next((part for part in waiting if _is_run_of(part, run)), None)
        if asked is not None:
            waiting.remove(asked)
            first, *rest = run.parts
            first = replace(first, call_id=asked.call_id, name=run.name)
            found.append(Recorded("tool", ((first, *rest),), time=run.time, place=run.place))
    return found


def _is_run_of(part: Part, run: ToolRun) -> bool:
    if run.call_id and part.call_id:
        return run.call_id == part.call_id
    return part.name == run.name and canonical(run.arguments) in ("", canonical(part.text) or "{}")


def _ids(messages: Iterable[Recorded], kind: PartKind) -> set[str]:
    return {part.call_id for part in _parts(messages, kind) if part.call_id}


def _parts(messages: Iterable[Recorded], kind: PartKind) -> list[Part]:
    return [part for message in messages for part in parts_of(message) if part.kind is kind]
