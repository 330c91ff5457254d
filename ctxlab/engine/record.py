"""Assembles the trace from the stages' outputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ctxlab.engine.recount import recount
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Source
from ctxlab.model.profile import Encoding
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Altered, Pool, Totals, Trace
from ctxlab.profiles import profile_sha256
from ctxlab.stages.protocol import Constructed, Gathered, Selected, StageContext, Summarized
from ctxlab.text.reduction import rooted
from ctxlab.tokens.images import vision_of
from ctxlab.tokens.models import encoding_for, encoding_of
from ctxlab.tokens.protocols import Counter
from ctxlab.tokens.scaled import PLAIN

_ESTIMATES = (Encoding.CHARS_3, Encoding.CHARS_4)


def assemble(
    snapshot: Snapshot,
    selected: Selected,
    summarized: Summarized,
    constructed: Constructed,
    context: StageContext,
    counter: Callable[[str], Counter],
) -> Trace:
    """The immutable record of the run, not judged yet by any must-keep.

    `snapshot` is this run's own: kept results of stages may come from an equal one of another session object.
    """
    gathered = selected.gathered
    session = snapshot.session
    profile = context.profile
    limit, encoding = profile.window.limit, encoding_for(profile, session.model)
    counted = constructed.total
    # With a factor the estimate is the provider's own count already, as near as it is known.
    if encoding in _ESTIMATES and profile.tokens.factor == PLAIN:
        vision = vision_of(profile.window.model or session.model)
        counted = recount(constructed, counter(Encoding.O200K.value), vision)
    unknown = _unknown(session.unknown, gathered.pool)
    return Trace(
        session=session.id,
        request=snapshot.request.index,
        profile=profile.name,
        profile_sha256=profile_sha256(profile),
        wire=context.wire.value,
        encoding=encoding.value,
        factor=profile.tokens.factor,
        exact=_is_exact(selected, context, session.model),
        unknown=unknown,
        pool=gathered.as_recorded,
        made=summarized.made,
        altered=_altered(gathered, {**summarized.altered, **constructed.altered}),
        moved=selected.moved,
        by=summarized.by,
        stages=(gathered.record, selected.record, summarized.record, constructed.record),
        outside=constructed.outside,
        context=constructed.context,
        ledger=constructed.ledger,
        rows=selected.rows,
        totals=Totals(
            gathered=gathered.record.total,
            selected=selected.record.total,
            summarized=summarized.record.total,
            constructed=constructed.total,
            counted=counted,
            limit=limit,
            over=None if limit is None else max(0, counted - limit),
        ),
        must_keeps=(),
        diagnostics=_diagnostics(selected, summarized, constructed, unknown, counted, context),
        reduced={position: one.altered for position, one in gathered.reduced.items()},
    )


def _altered(gathered: Gathered, altered: Mapping[int, Altered]) -> Mapping[int, Altered]:
    """What became of items that are not as they were recorded, with cuts in the text as it was recorded."""
    if not gathered.reduced:
        return altered
    found = {position: one.altered for position, one in gathered.reduced.items()}
    for position, later in altered.items():
        first = gathered.reduced.get(position)
        if first is None or not later.cuts:
            found[position] = later
        else:
            cuts = rooted(later.cuts, first.altered.cuts, first.stands)
            found[position] = Altered(later.parts, later.tokens, cuts)
    return found


def _unknown(unknown: tuple[Source, ...], pool: Pool) -> tuple[Source, ...]:
    """The sources that are not there. A rule that makes an injected block one of them makes none whole."""
    if not unknown:
        return ()
    pairs = zip(pool.items, pool.source, strict=True)
    present = {source for item, source in pairs if not item.injected or item.source is source}
    return tuple(source for source in unknown if source not in present)


def _is_exact(selected: Selected, context: StageContext, model: str) -> bool:
    """Exact only where encoding is the model's own, items are counted exactly, framing is known."""
    profile = context.profile
    own, factor = encoding_of(profile.window.model or model), profile.tokens.factor
    if own is not encoding_for(profile, model) or factor != PLAIN or not context.framing.exact:
        return False
    return 0 not in selected.gathered.pool.exact and not getattr(context.counter, "provisional", False)


def _diagnostics(
    selected: Selected,
    summarized: Summarized,
    constructed: Constructed,
    unknown: tuple[Source, ...],
    counted: int,
    context: StageContext,
) -> tuple[Diagnostic, ...]:
    found = [
        *selected.gathered.diagnostics,
        *selected.diagnostics,
        *summarized.diagnostics,
        *constructed.diagnostics,
    ]
    stated = {source for source, _ in context.profile.window.unknown}
    found.extend(
        Diagnostic("unknown_source", numbers=(("source", source.value),))
        for source in unknown
        if source not in stated
    )
    limit = context.profile.window.limit
    if limit is None:
        found.append(Diagnostic("window_unknown", severity="info"))
    elif counted > limit:
        numbers = (("limit", limit), ("counted", counted), ("over", counted - limit))
        found.append(Diagnostic("over_limit", numbers=numbers, severity="error"))
    return tuple(found)
