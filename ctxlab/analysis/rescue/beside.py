"""What keeps a must-keep beside the rows: pins, key facts, summaries, and what Gather leaves out."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.analysis.rescue.look import Found, Look, if_kept
from ctxlab.analysis.rescue.trials import State, Trial, smallest
from ctxlab.model.decision import Fate, Reason
from ctxlab.model.items import Row
from ctxlab.model.marks import KeyFactMark
from ctxlab.model.profile import MAX_TOKENS, Compaction, Layout, Mode, Pairs
from ctxlab.model.rescue import Change, Lever
from ctxlab.text.patience import PatientPattern

#: Pins that are tried: each takes a run of all stages.
_MOST_PINS = 3
#: How often the tokens of a summary are doubled.
_DOUBLINGS = 4

#: The strategy of Summarize that makes summaries without a model.
SUMMARIZER = "extractive"
#: The keys of the changes of marks.
PIN = "pin"
KEY_FACT = "key_fact"
#: The key of the rules of Gather; its change names the pattern of the one that goes.
RULES = "gather.rule"
_DEGRADED = (Reason.DEGRADED_1, Reason.DEGRADED_2, Reason.DEGRADED_3)


def pin_changes(look: Look, at: Trial) -> Iterator[Found]:
    """A pin on the smallest item with which the must-keep stands."""
    trace, pinned = at.trace, set(at.state.marks.pins)
    origins = (position for position in look.holders(at) if position not in trace.pool.derived_from)
    smallest_first = sorted(origins, key=lambda position: (trace.charge(position), -position))
    names = [trace.id(position) for position in smallest_first]
    for name in [name for name in names if name not in pinned][:_MOST_PINS]:
        trial = look.attempt(at, Change(Lever.PIN, PIN, None, name), at.state.pin(name))
        if trial.kept:
            yield Found(trial)
            return


def fact_changes(look: Look, at: Trial) -> Iterator[Found]:
    """The sentence that states the must-keep as a key fact, and hard demands as key facts in all."""
    mark = _fact(look, at)
    if mark is not None and mark not in at.state.marks.key_facts:
        change = Change(Lever.KEY_FACT, KEY_FACT, None, mark.item)
        yield from if_kept(look.attempt(at, change, at.state.fact(mark)))
    if not at.state.profile.gather.key_facts:
        yield from if_kept(look.set(at, Lever.KEY_FACT, "gather.key_facts", True))


def _fact(look: Look, at: Trial) -> KeyFactMark | None:
    """The shortest sentence or passage that states it; of equal ones the first."""
    found: list[tuple[int, int, KeyFactMark]] = []
    for position in look.holders(at):
        item = at.trace.pool.items[position]
        if position in at.trace.pool.derived_from:
            continue
        for start, end in look.question.passages(item.text):
            found.append((end - start, position, KeyFactMark(item.id, start, end)))
    return min(found, key=lambda one: one[:2])[2] if found else None


def summary_changes(look: Look, at: Trial) -> Iterator[Found]:
    """The summariser switched on where none was or another left the words out; more tokens for summaries."""
    obstacles = look.obstacles(at)
    refused = any(one.reason is Reason.SUMMARY_REFUSED for one in obstacles)
    summarised = any(one.fate in (Fate.MERGED, Fate.COMPRESSED) for one in obstacles)
    if not (refused or summarised):
        return
    settings = at.state.profile.summarize
    if settings.strategy != SUMMARIZER:
        yield from if_kept(look.set(at, Lever.SUMMARY, "summarize.strategy", SUMMARIZER))
    yield from _doubled(look, at, "summarize.max_tokens", settings.max_tokens)
    cap = at.state.profile.row(Row.SUMMARY).cap
    if cap is not None:
        yield from _doubled(look, at, f"budget.{Row.SUMMARY.value}.cap", cap)


def _doubled(look: Look, at: Trial, key: str, now: int) -> Iterator[Found]:
    """More tokens for summaries: doubled until the words are in, and then the fewest between."""
    kept: dict[int, Trial] = {}

    def keeps(value: int) -> bool:
        trial = look.set(at, Lever.SUMMARY, key, value, note=False)
        if trial.kept:
            kept[value] = trial
        return bool(trial.kept)

    lost = max(1, now)
    for _ in range(_DOUBLINGS):
        if 2 * lost > MAX_TOKENS:
            return
        if keeps(2 * lost):
            yield Found(kept[smallest(lost, 2 * lost, keeps)])
            return
        lost *= 2


def gather_changes(look: Look, at: Trial) -> Iterator[Found]:
    """What lets an item through that Gather, a broken pair, degradation or the layout left out."""
    reasons = {one.reason for one in look.obstacles(at)}
    profile = at.state.profile
    if Reason.SUPERSEDED in reasons and profile.gather.compaction is not Compaction.ORIGINALS:
        yield from if_kept(look.set(at, Lever.SETTING, "gather.compaction", Compaction.ORIGINALS.value))
    if Reason.EXCLUDED_BY_RULE in reasons:
        yield from _without_rule(look, at)
    if Reason.NOISE_REMOVED in reasons:
        yield from if_kept(look.set(at, Lever.SETTING, "gather.clean_docs", False))
    for level, reason in enumerate(_DEGRADED):
        if reason in reasons:
            yield from if_kept(look.set(at, Lever.SETTING, "degrade.levels", level))
    if Reason.EXCLUDED_BY_MODE in reasons and profile.mode.use is not Mode.NONE and not profile.mode.rule:
        yield from if_kept(look.set(at, Lever.SETTING, "mode.use", Mode.MIXED.value))
    paired = Reason.PAIR_BROKEN in reasons or any(one.paired for one in look.obstacles(at))
    if paired and profile.select.pairs is not Pairs.PLACEHOLDER:
        yield from if_kept(look.set(at, Lever.SETTING, "select.pairs", Pairs.PLACEHOLDER.value))
    if Reason.NOT_RENDERED in reasons:
        for layout in Layout:
            if layout is not profile.construct.layout:
                yield from if_kept(look.set(at, Lever.SETTING, "construct.layout", layout.value))


def _without_rule(look: Look, at: Trial) -> Iterator[Found]:
    """The profile without each rule that excludes an item which holds the must-keep."""
    rules = at.state.profile.gather.rule
    excluded = [one.position for one in look.obstacles(at) if one.reason is Reason.EXCLUDED_BY_RULE]
    texts = [at.trace.pool.items[position].text for position in excluded]
    for number, rule in enumerate(rules):
        pattern = PatientPattern(rule.regex)
        if rule.exclude and any(pattern.found(text) for text in texts):
            rest = (*rules[:number], *rules[number + 1 :])
            gather = at.state.profile.gather.model_copy(update={"rule": rest})
            state = State(at.state.profile.with_parts(gather=gather), at.state.marks)
            yield from if_kept(look.attempt(at, Change(Lever.SETTING, RULES, rule.regex, None), state))
