"""The mode of a request: which rule chooses it, and what it leaves out.

Decided here: a request has tools where schemas or results stand in it, and retrieval where documents do;
both are asked of what the recorder and the profile's rules let through. The current turn stays in every mode:
its calls are what the model is in the middle of, and so do pins. A call that a mode leaves out takes its
results along.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ctxlab.model.decision import Numbers, Reason
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Source
from ctxlab.model.profile import Mode, ModeRule, ModeSettings
from ctxlab.model.profile_mode import LEFT_OUT, RETRIEVAL_SOURCES, TOOL_SOURCES
from ctxlab.stages.gather.pool import Placed
from ctxlab.stages.gather.sources import out_of_time
from ctxlab.stages.gather.turns import Turns
from ctxlab.text.patience import PatientPattern


@dataclass(frozen=True, slots=True)
class Asked:
    """What rules ask of a request: sources that stand in it, the current turn, the user's message."""

    sources: frozenset[Source]
    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """The mode of a request, the number of the rule that chose it (0 for none), and rules out of time."""

    mode: Mode
    rule: int
    notices: tuple[Diagnostic, ...] = ()

    @property
    def exclusion(self) -> tuple[Reason, Numbers]:
        """Why an item that the mode leaves out goes no further."""
        return Reason.EXCLUDED_BY_MODE, (("mode", self.mode.value),)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What a reader of the trace has to know."""
        if self.mode is Mode.NONE:
            return self.notices
        numbers = (("mode", self.mode.value), ("rule", self.rule))
        return (*self.notices, Diagnostic("mode_chosen", numbers=numbers, severity="info"))


def apply_mode(
    settings: ModeSettings,
    items: Sequence[Item],
    placed: Sequence[Placed],
    turns: Turns,
    dropped: dict[int, tuple[Reason, Numbers]],
    pinned: Collection[int],
) -> Chosen:
    """Chooses the mode of the request, and drops what it leaves out, save what is pinned."""
    if not settings.chooses:
        return Chosen(Mode.NONE, 0)
    chosen = choose(settings, asked_of(items, placed, dropped, turns))
    leave_out(chosen, placed, turns, dropped, pinned)
    return chosen


def asked_of(
    items: Sequence[Item], placed: Sequence[Placed], gone: Mapping[int, object], turns: Turns
) -> Asked:
    """What the candidates that go on say to the rules."""
    stands = [position for position in range(len(items)) if position not in gone]
    current = [p for p in stands if placed[p].source is Source.USER_MESSAGE]
    return Asked(
        frozenset(placed[position].source for position in stands),
        turns.count,
        "\n".join(items[position].text for position in current),
    )


def choose(settings: ModeSettings, asked: Asked) -> Chosen:
    """The mode by the first rule that holds, else the one in use."""
    notices: list[Diagnostic] = []
    for number, rule in enumerate(settings.rule, 1):
        pattern = PatientPattern(rule.text)
        if _holds(rule, asked, pattern):
            return Chosen(rule.mode, number, tuple(notices))
        if pattern.too_slow:
            notices.append(out_of_time("mode_rule_too_slow", number, rule.text))
    return Chosen(settings.use, 0, tuple(notices))


def _holds(rule: ModeRule, asked: Asked, pattern: PatientPattern) -> bool:
    tools = bool(asked.sources & TOOL_SOURCES)
    retrieval = bool(asked.sources & RETRIEVAL_SOURCES)
    return (
        rule.tools in (None, tools)
        and rule.retrieval in (None, retrieval)
        and asked.turn >= (rule.turns_from or 0)
        and pattern.found(asked.text)
    )


def leave_out(
    chosen: Chosen,
    placed: Sequence[Placed],
    turns: Turns,
    dropped: dict[int, tuple[Reason, Numbers]],
    pinned: Collection[int],
) -> None:
    """Drops the items of the rows that a mode leaves out, save those of the current turn and pinned ones."""
    rows = LEFT_OUT[chosen.mode]
    if not rows:
        return
    for position, place in enumerate(placed):
        stays = place.current or position == turns.opener or position in pinned
        if place.row in rows and not stays:
            dropped.setdefault(position, chosen.exclusion)


def surplus_facts(
    mode: Mode,
    placed: Sequence[Placed],
    origins: Sequence[int],
    dropped: Mapping[int, tuple[Reason, Numbers]],
    pinned: Collection[int],
) -> list[int]:
    """Positions of key facts that `single` leaves out: all but the newest and pinned ones.

    `origins` are those of the facts that Gather adds behind the candidates. The newest is the one that was
    recorded last, or whose origin was.
    """
    if mode is not Mode.SINGLE:
        return []
    recorded = [p for p, place in enumerate(placed) if place.source is Source.KEY_FACT and p not in dropped]
    facts = [(p, p) for p in recorded] + [(o, len(placed) + at) for at, o in enumerate(origins)]
    return [position for _, position in sorted(facts)[:-1] if position not in pinned]
