"""Traces made by hand, so that views are tested without the engine.

`One` says an item and its fates stage by stage; `trace_of` makes the columns, one message an item that
reached Construct, and the sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ctxlab.model.decision import STAGES, Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, PartKind, Place, Row, Source
from ctxlab.model.profile import Overflow, Profile, RowBudget, Window
from ctxlab.model.trace import (
    Altered,
    Made,
    Message,
    Outside,
    Pool,
    RowUse,
    StageRecord,
    Totals,
    Trace,
    Verdict,
)

Act = tuple[Fate, Reason, int, Numbers]

ROW_SOURCE = {row: Source(row.value) for row in Row if row not in (Row.RECENT, Row.HISTORY)} | {
    Row.RECENT: Source.CONVERSATION,
    Row.HISTORY: Source.CONVERSATION,
}


@dataclass(frozen=True)
class One:
    """An item and what became of it: one act a stage reached, from Gather on (made items: from theirs)."""

    id: str
    row: Row
    text: str
    role: str = "user"
    turn: int = 1
    tokens: int = 10
    name: str = ""
    relevance: float = 1.0
    acts: tuple[Act, ...] = ()
    made: Stage | None = None
    derived_from: tuple[str, ...] = ()
    cuts: tuple[tuple[int, int], ...] = ()
    exact: bool = True
    line: int = 0
    by: str = ""


def kept(one: One) -> One:
    """The item kept in all four stages."""
    return replace(
        one,
        acts=(
            (Fate.KEPT, Reason.GATHERED, one.tokens, ()),
            (
                Fate.KEPT,
                Reason.FITS,
                one.tokens,
                (("cap", 8000), ("used", 0), ("need", one.tokens), ("left", 8000), ("count", 0)),
            ),
            (Fate.KEPT, Reason.UNCHANGED, one.tokens, ()),
            (Fate.KEPT, Reason.RENDERED, one.tokens, ()),
        ),
    )


def dropped(one: One, *, cap: int = 8000, used: int = 7964, count: int = 15, by: str = "") -> One:
    """The item dropped in Select, over its cap or behind the item that was."""
    numbers: Numbers = (
        ("cap", cap),
        ("used", used),
        ("need", one.tokens),
        ("left", cap - used),
        ("count", count),
    )
    reason = Reason.BEHIND_OVERFLOW if by else Reason.OVER_CAP
    if by:
        numbers = (*numbers, ("by", by))
    return replace(
        one, by=by, acts=((Fate.KEPT, Reason.GATHERED, one.tokens, ()), (Fate.DROPPED, reason, 0, numbers))
    )


def cut(one: One, tokens: int, *cuts: tuple[int, int], cap: int = 1500) -> One:
    """The item cut to its row's cap in Select."""
    numbers: Numbers = (("cap", cap), ("used", 0), ("need", one.tokens), ("left", cap), ("count", 0))
    return replace(
        one,
        cuts=cuts,
        acts=(
            (Fate.KEPT, Reason.GATHERED, one.tokens, ()),
            (Fate.TRUNCATED, Reason.CUT_TO_CAP, tokens, numbers),
            (Fate.KEPT, Reason.UNCHANGED, tokens, ()),
            (Fate.KEPT, Reason.RENDERED, tokens, ()),
        ),
    )


def compressed(one: One, tokens: int, limit: int = 600) -> One:
    """The item compressed by Summarize."""
    return replace(
        one,
        acts=(
            (Fate.KEPT, Reason.GATHERED, one.tokens, ()),
            (
                Fate.KEPT,
                Reason.FITS,
                one.tokens,
                (("cap", 8000), ("used", 0), ("need", one.tokens), ("left", 8000), ("count", 0)),
            ),
            (Fate.COMPRESSED, Reason.SUMMARISED, tokens, (("limit", limit), ("count", 1))),
            (Fate.KEPT, Reason.RENDERED, tokens, ()),
        ),
    )


def merged(one: One, by: str) -> One:
    """The item merged into a summary."""
    return replace(
        one,
        by=by,
        acts=(
            (Fate.KEPT, Reason.GATHERED, one.tokens, ()),
            (
                Fate.KEPT,
                Reason.TO_SUMMARY,
                one.tokens,
                (("cap", 8000), ("used", 0), ("need", one.tokens), ("left", 8000), ("count", 0)),
            ),
            (Fate.MERGED, Reason.SUMMARISED, 0, (("limit", 600), ("by", by))),
        ),
    )


def added(one: One, stage: Stage, *derived: str) -> One:
    """An item that a stage made: a placeholder in Select, a summary in Summarize."""
    reason = Reason.PLACEHOLDER if stage is Stage.SELECT else Reason.SUMMARISED
    acts: list[Act] = [
        (
            Fate.ADDED,
            reason,
            one.tokens,
            (("by", derived[0]), ("need", 940))
            if reason is Reason.PLACEHOLDER
            else (("limit", 600), ("count", len(derived))),
        )
    ]
    if stage is Stage.SELECT:
        acts.append((Fate.KEPT, Reason.UNCHANGED, one.tokens, ()))
    acts.append((Fate.KEPT, Reason.RENDERED, one.tokens, ()))
    return replace(one, made=stage, derived_from=derived, acts=tuple(acts))


@dataclass(frozen=True)
class _Numbers:
    of: dict[int, Numbers] = field(default_factory=dict)

    def __call__(self, position: int, /) -> Numbers:
        return self.of.get(position, ())


def item_of(one: One) -> Item:
    """The item itself."""
    kind = PartKind.RESULT if one.row is Row.TOOL_RESULT else PartKind.TEXT
    return Item(
        id=one.id,
        role=one.role,
        parts=(Part(kind, one.text, name=one.name),),
        source=ROW_SOURCE[one.row],
        place=Place(line=one.line),
        relevance=one.relevance,
        name=one.name,
    )


def pool_of(ones: Sequence[One]) -> Pool:
    """The shared columns of the gathered items."""
    return Pool(
        items=tuple(item_of(one) for one in ones),
        source=tuple(ROW_SOURCE[one.row] for one in ones),
        row=tuple(one.row for one in ones),
        turn=tuple(one.turn for one in ones),
        tokens=tuple(one.tokens for one in ones),
        charge=tuple(one.tokens for one in ones),
        exact=bytes(one.exact for one in ones),
        current=bytes(len(ones)),
        index={one.id: i for i, one in enumerate(ones)},
        derived_from={},
    )


def _record(stage: Stage, all_ones: Sequence[One]) -> StageRecord:
    at = STAGES.index(stage)
    fate, reason, tokens = bytearray(), bytearray(), []
    numbers: dict[int, Numbers] = {}
    for position, one in enumerate(all_ones):
        step = at - (STAGES.index(one.made) if one.made else 0)
        act = one.acts[step] if 0 <= step < len(one.acts) else (Fate.NONE, 0, 0, ())
        fate.append(act[0])
        reason.append(act[1])
        tokens.append(act[2])
        if act[3]:
            numbers[position] = act[3]
    order = [p for p in range(len(all_ones)) if fate[p] and not Fate(fate[p]).leaves]
    strategies = ("recorded", "layered", "extractive", "sandwich")
    return StageRecord(
        stage, strategies[at], bytes(fate), bytes(reason), tokens, order, _Numbers(numbers), sum(tokens)
    )


def trace_of(
    ones: Sequence[One],
    *,
    profile: Profile | None = None,
    pool: Pool | None = None,
    verdicts: Sequence[Verdict] = (),
    diagnostics: Sequence[Diagnostic] = (),
) -> Trace:
    """The trace of these items; those with `made` are taken out of the pool and stand behind it."""
    profile = profile or PROFILE
    gathered = [one for one in ones if one.made is None]
    made = [one for one in ones if one.made is not None]
    everything = [*gathered, *made]
    at = {one.id: position for position, one in enumerate(everything)}
    records = tuple(_record(stage, everything) for stage in STAGES)
    last = records[3]
    outside = [p for p in last.order if everything[p].row is Row.TOOL_SCHEMAS]
    inside = [p for p in last.order if everything[p].row is not Row.TOOL_SCHEMAS]
    context = tuple(
        Message(
            {"role": everything[p].role, "content": everything[p].text}, last.tokens[p] + 3, (p,), framing=3
        )
        for p in inside
    )
    framing = 3 * len(context)
    constructed = last.total + framing
    limit = profile.window.limit
    rows = tuple(_use(row, profile, everything, records[1]) for row in profile.table())
    assert len(records) == 4
    return Trace(
        session="s",
        request=31,
        profile=profile.name,
        profile_sha256="0" * 64,
        wire="openai-chat",
        encoding="o200k_base",
        exact=all(one.exact for one in ones),
        unknown=(),
        pool=pool or pool_of(gathered),
        made=tuple(
            Made(
                item_of(one),
                ROW_SOURCE[one.row],
                one.row,
                one.turn,
                one.tokens,
                one.made or Stage.SELECT,
                tuple(at[i] for i in one.derived_from),
            )
            for one in made
        ),
        altered={
            at[one.id]: Altered((Part(PartKind.TEXT, one.text[:20]),), one.acts[-1][2], one.cuts)
            for one in ones
            if one.cuts
        },
        moved={},
        by={at[one.id]: at[one.by] for one in ones if one.by and one.by in at},
        stages=(records[0], records[1], records[2], records[3]),
        outside=(Outside("tools", [], sum(last.tokens[p] for p in outside), tuple(outside)),)
        if outside
        else (),
        context=context,
        ledger=(("heading", 0), ("separator", 0), ("framing", framing), ("prefix", 0), ("seam", 0)),
        rows=rows,
        totals=Totals(
            records[0].total,
            records[1].total,
            records[2].total,
            constructed,
            constructed,
            limit,
            None if limit is None else max(0, constructed - limit),
        ),
        must_keeps=tuple(verdicts),
        diagnostics=tuple(diagnostics),
    )


def _use(row: Row, profile: Profile, ones: Sequence[One], select: StageRecord) -> RowUse:
    line = profile.row(row)
    mine = [p for p, one in enumerate(ones) if one.row is row and select.fate[p]]
    stay = [p for p in mine if not Fate(select.fate[p]).leaves]
    return RowUse(row, line.cap, line.cap, sum(select.tokens[p] for p in stay), len(stay), len(mine))


PROFILE = Profile(
    name="travel-agent",
    window=Window(
        model="gpt-4o",
        size=128_000,
        soft_limit=32_000,
        enforce_soft=True,
        warn_at=25_000,
        output_reserve=4_096,
        buffer=5_000,
    ),
    budget=(
        (Row.SYSTEM_PROMPT, RowBudget(cap=2000)),
        (Row.TOOL_SCHEMAS, RowBudget(cap=500)),
        (Row.KEY_FACT, RowBudget(cap=1000)),
        (Row.TASK_STATE, RowBudget(cap=3000, overflow=Overflow.COMPRESS)),
        (Row.AGENT_NOTE, RowBudget(cap=2000, overflow=Overflow.COMPRESS)),
        (Row.RECENT, RowBudget(cap=4000, overflow=Overflow.STOP)),
        (Row.HISTORY, RowBudget(cap=8000, overflow=Overflow.STOP)),
        (Row.TOOL_RESULT, RowBudget(cap=1500, overflow=Overflow.TRUNCATE)),
        (Row.RETRIEVED_DOC, RowBudget(cap=2400, overflow=Overflow.SKIP)),
        (Row.USER_MESSAGE, RowBudget()),
    ),
)


def long_ones(count: int, first_kept: int, start: int = 0) -> list[One]:
    """`count` history items of which those from `first_kept` on are kept, the rest dropped."""
    out: list[One] = []
    for n in range(count):
        row = (Row.HISTORY, Row.TOOL_RESULT, Row.RETRIEVED_DOC)[n % 3] if n % 10 == 0 else Row.HISTORY
        one = One(
            f"i{n + 1}",
            row,
            f"message {n} 周末想去杭州 with some words to read and more of them {n * 7}",
            "assistant" if n % 2 else "user",
            n // 8 + 1,
            20 + n % 180,
        )
        out.append(kept(one) if n >= first_kept else dropped(one))
    return out
