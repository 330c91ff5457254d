"""Why a must-keep is not in a context: what each stage did to it, and the one root cause.

Several items may state a must-keep: a message, a key fact taken from it, a summary, an echo. The one whose
fate decides is found in this order. Where one of them is in the context, the must-keep is present, and the
one that is there tells how deep: deep is what much of the context follows, but for the system part that
stands first, where models look. Where none is, it was lost in the first stage after which none stood; of
those that still stated it before that stage and no more after it, the item that `since` names decides, else
the last that the user said, else the last. What the user replaced before the request is superseded, whatever
became of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ctxlab.analysis.cause_table import cause_of
from ctxlab.analysis.displaced import displaced
from ctxlab.analysis.holders import Holders
from ctxlab.analysis.placing import Place
from ctxlab.analysis.stage_findings import findings
from ctxlab.analysis.survival import Judge
from ctxlab.engine.standing import Held
from ctxlab.errors import RequestError
from ctxlab.model.cause import Cause, Diagnosis
from ctxlab.model.constraint import Stated, Survival, Survived
from ctxlab.model.decision import STAGES, Decision, Fate, Stage
from ctxlab.model.marks import MustKeep
from ctxlab.model.matrix import is_deep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Trace

#: What became of an item whose stage says that it kept it, though it does not state the must-keep any more.
_LESS = {Stage.SUMMARIZE: Cause.SUMMARISED_AWAY, Stage.CONSTRUCT: Cause.NOT_RENDERED}


def diagnose(
    trace: Trace,
    snapshot: Snapshot,
    profile: Profile,
    one: MustKeep,
    judge: Judge,
    stated: Sequence[Stated] = (),
) -> Diagnosis:
    """The root cause of what became of a must-keep in a run of that snapshot under that profile.

    `stated` are the constraints of the session, which tell what the user replaced later.

    Raises:
        RequestError: It cannot be judged, since it is nothing that could be found in any text.
    """
    found = _Case(trace, snapshot, profile, one, judge).diagnosis()
    replaced = _replaced_by(one, {one.since, found.item}, snapshot, stated)
    return replace(found, cause=Cause.SUPERSEDED, stage=None, by=replaced) if replaced else found


def _replaced_by(one: MustKeep, items: set[str], snapshot: Snapshot, stated: Sequence[Stated]) -> str:
    """The item before the request in which the user replaced a must-keep that these items state, or empty.

    It is told by the constraint there that the must-keep quotes, or that quotes it.
    """
    by_id = {other.id: other for other in stated}
    for other in stated:
        texts = (other.constraint.text, one.text)
        if (
            other.item in items
            and other.superseded
            and one.text
            and (texts[0] in texts[1] or texts[1] in texts[0])
        ):
            later = by_id[other.superseded].item
            if any(item.id == later for item in snapshot.session.items[: snapshot.request.end]):
                return later
    return ""


class _Case:
    """One must-keep in one run."""

    def __init__(
        self, trace: Trace, snapshot: Snapshot, profile: Profile, one: MustKeep, judge: Judge
    ) -> None:
        self._trace = trace
        self._snapshot = snapshot
        self._profile = profile
        self._one = one
        # On a side chain the item that states it is never there; what was handed over may repeat it.
        judged = replace(one, since="") if self._elsewhere(one.since) else one
        self._judge = judge
        self._holders = Holders(trace, judged, judge)
        self._held = tuple(judge.held(trace, judged, stage) for stage in STAGES)
        self._lost_at = judge.lost_at(trace, judged)

    def diagnosis(self) -> Diagnosis:
        """The answer."""
        final = self._held[-1]
        if final is None:
            named = self._one.since or self._one.item
            unsaid = None if named else self._judge.standing(self._trace, self._one)
            return self._not_said() if unsaid is None else self._never_stated(unsaid)
        if self._lost_at is None:
            return self._present(final)
        before = self._holders.gathered()
        if self._lost_at is not Stage.GATHER:
            at = STAGES.index(self._lost_at) - 1
            held = self._held[at]
            # Of an item that something stood for, that is what was lost.
            stood = [held.position] if held is not None and held.position is not None else []
            before = self._holders.leaving(STAGES[at]) or stood
        gone = [position for position in before if not self._holders.leaves(position, self._lost_at)]
        if before:
            return self._lost(self._lost_at, self._deciding(gone or before), final)
        return self._never_stated(final)

    def _elsewhere(self, item: str) -> bool:
        """Whether the request is on a side chain and the item came before it on the main one."""
        request, session = self._snapshot.request, self._snapshot.session
        return bool(request.chain and item) and any(
            one.id == item and not one.chain for one in session.items[: request.end]
        )

    def _deciding(self, positions: Sequence[int]) -> int:
        """Which of several items decides."""
        since = self._trace.position(self._one.since) if self._one.since else None
        if since is not None and since in positions:
            return since
        said = [position for position in positions if self._trace.item(position).opens_turn]
        return (said or positions)[-1]

    def _origin(self, position: int | None) -> int | None:
        """The item that a made one took the must-keep from, else the first that it was made of."""
        origins = () if position is None else self._trace.derived_from(position)
        stating = [one for one in self._holders.gathered() if one in origins]
        return self._deciding(stating or origins) if origins else None

    def _present(self, final: Held) -> Diagnosis:
        trace = self._trace
        standing = self._holders.leaving(Stage.CONSTRUCT)
        evidence = final.position
        if evidence is not None and evidence not in standing:
            standing = [evidence]
        decides = self._deciding(standing) if standing else None
        place = Place() if evidence is None else self._judge.place(trace, evidence)
        row = None if decides is None else trace.row(decides)
        return Diagnosis(
            must_keep=self._one.id,
            request=trace.request,
            cause=Cause.DEEP if is_deep(place.follows, opens=place.opens) else Cause.PRESENT,
            stages=findings(trace, decides, self._held, origin=self._origin(decides)),
            survival=final.survival,
            item="" if decides is None else trace.id(decides),
            evidence_item="" if evidence is None else trace.id(evidence),
            depth=place.depth,
            follows=place.follows,
            opens=place.opens,
            row=row,
            order=None if row is None else self._profile.row(row).order,
        )

    def _lost(self, stage: Stage, position: int, final: Held) -> Diagnosis:
        """The diagnosis of an item that stated it until a stage took it away."""
        trace, row = self._trace, self._trace.row(position)
        order = self._profile.row(row).order
        decision = trace.stage(stage).decision(position)
        cause = (
            Cause.NEVER_GATHERED if decision is None else cause_of(decision.reason, decision.numbers, order)
        )
        if cause.present:
            cause = _LESS.get(stage, Cause.CUT)
        by = "" if decision is None else self._in_its_place(position, decision)
        evidence = "" if final.position is None else trace.id(final.position)
        changed = final.survival.verdict is Survived.CHANGED and evidence in (by, trace.id(position))
        if changed and cause in (Cause.SUMMARISED_AWAY, Cause.SUPERSEDED):
            cause = Cause.VALUE_CHANGED
        return Diagnosis(
            must_keep=self._one.id,
            request=trace.request,
            cause=cause,
            stages=findings(trace, position, self._held, origin=self._origin(position), lost_at=stage),
            survival=final.survival,
            stage=stage,
            item=trace.id(position),
            evidence_item=evidence,
            displaced_by=displaced(trace, trace.id(position)),
            row=row,
            order=order,
            by=by,
        )

    def _in_its_place(self, position: int, decision: Decision) -> str:
        """The id of what stands for an item that a stage took away, or empty."""
        summary = self._trace.by.get(position)
        if decision.fate is Fate.MERGED and summary is not None:
            return self._trace.id(summary)
        return str(dict(decision.numbers).get("by", ""))

    def _never_stated(self, final: Held) -> Diagnosis:
        """No item at this request states it in words that are known again.

        The item that `since` names states it all the same: what became of that one decides, where it did not
        stay whole.
        """
        trace = self._trace
        since = trace.position(self._one.since) if self._one.since else None
        if since is not None:
            for stage, record in zip(STAGES, trace.stages, strict=True):
                if since < len(record.fate) and record.fate[since] >= Fate.TRUNCATED:
                    return self._lost(stage, since, final)
        request, items = self._snapshot.request, self._snapshot.session.items
        if request.chain:
            stated = self._holders.said_by([one for one in items[: request.end] if not one.chain])
            if stated:
                said = self._one.since if self._one.since in stated else stated[-1]
                return self._never(Cause.NOT_HANDED_OVER, said, final)
        later = self._holders.said_by([one for one in items[request.end :] if one.chain == request.chain])
        return self._never(Cause.NEVER_GATHERED, later[0] if later else "", final)

    def _not_said(self) -> Diagnosis:
        """What states it is not at this request.

        Raises:
            RequestError: It is, so that it is the must-keep that cannot be judged; or the session has none.
        """
        name = self._one.since or self._one.item
        item = next((one for one in self._snapshot.session.items if one.id == name), None)
        if name and item is None:
            raise RequestError(f"there is no item {name!r} in the session")
        if item is None or self._trace.position(name) is not None:
            raise RequestError(f"the must-keep {self._one.id!r} cannot be judged")
        handed = self._elsewhere(name)
        return self._never(Cause.NOT_HANDED_OVER if handed else Cause.NEVER_GATHERED, name, None)

    def _never(self, cause: Cause, stated_by: str, final: Held | None) -> Diagnosis:
        """The diagnosis where no item of this request ever stated it."""
        nearest = final.position if final is not None else None
        return Diagnosis(
            must_keep=self._one.id,
            request=self._trace.request,
            cause=cause,
            stages=findings(self._trace, None, self._held),
            survival=Survival(Survived.LOST) if final is None else final.survival,
            evidence_item="" if nearest is None else self._trace.id(nearest),
            stated_by=stated_by,
        )
