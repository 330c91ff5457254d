"""The lines and the JSON of `ctxlab forensic`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from ctxlab.cli.names import source_name
from ctxlab.cli.render import number, shortened, table
from ctxlab.cli.words import word
from ctxlab.explain import forensic as words
from ctxlab.explain.roles import speaker
from ctxlab.model.forensic import Change, Course, Forensic, How, ItemFate, SentFate
from ctxlab.model.items import Item, Source
from ctxlab.model.session import Session

SCHEMA = "ctxlab.forensic/1"

#: So many items of one change are named.
_NAMED = 8
#: Of longer runs of alike fates only the first items are listed.
_LISTED = 5


def forensic_lines(
    found: Forensic,
    course: Course,
    session: Session,
    name: str,
    language: str,
    *,
    chain: str = "",
    everything: bool = False,
) -> list[str]:
    """What became of each item, what was added, since when, and by which rule that may be."""
    head = word(
        language,
        "forensic_head",
        name=name,
        request=found.request,
        requests=sum(one.chain == chain for one in session.requests),
        turn=found.turn,
        basis=words.basis(found.basis, language),
        messages=found.messages,
    )
    counts = " · ".join(f"{found.count(fate):,} {words.sent_fate(fate, language)}" for fate in SentFate)
    lines = [head, counts, *_items(found, session, language, everything=everything)]
    lines += _added(found, language)
    return [*lines, "", *_course(course, language)]


def _items(found: Forensic, session: Session, language: str, *, everything: bool) -> list[str]:
    items = {item.id: item for item in session.items}
    keys = ("forensic_from", "forensic_source", "forensic_fate", "curve_tokens", "forensic_evidence")
    rows = [[word(language, key) for key in keys]]
    for (fate, how, message), group in groupby(found.items, _alike):
        members = list(group)
        if fate is SentFate.KEPT and how is None and message is None:
            rows.append(_kept(members, found, language))
            continue
        shown = members if everything or len(members) <= _LISTED else members[: _LISTED - 1]
        rows += [_row(one, items, found, language) for one in shown]
        if len(shown) < len(members):
            rows.append(_rest(members[len(shown) :], found, language))
    return ["", *table(rows, right=(3,))]


def _alike(one: ItemFate) -> tuple[SentFate, object, object]:
    """By what rows that stand side by side are one run: kept in place, gone, or in one summary."""
    if one.fate is SentFate.KEPT and not one.moved:
        return one.fate, None, None
    one_by_one = one.fate is not SentFate.DROPPED and one.how is not How.SUMMARISED
    return one.fate, one.item if one_by_one else one.how, one.message or 0


def _rest(members: Sequence[ItemFate], found: Forensic, language: str) -> list[str]:
    """The row for the rest of a run that is not listed one by one."""
    tokens = number(sum(one.tokens for one in members), found.exact)
    fate = f"{members[0].fate.mark} {words.sent_fate(members[0].fate, language)}"
    named = {"first": members[0].item, "last": members[-1].item, "count": f"{len(members):,}"}
    return ["…", "", fate, f"{tokens} → 0", word(language, "forensic_rest", **named)]


def _kept(members: Sequence[ItemFate], found: Forensic, language: str) -> list[str]:
    """One row for items that stand side by side as they were."""
    tokens = number(sum(one.tokens for one in members), found.exact)
    kept = words.sent_fate(SentFate.KEPT, language)
    if len(members) == 1:
        return [members[0].item, "", kept, tokens, ""]
    run = word(
        language,
        "forensic_kept_run",
        first=members[0].item,
        last=members[-1].item,
        count=f"{len(members):,}",
    )
    return ["…", "", kept, tokens, run]


def _row(one: ItemFate, items: Mapping[str, Item], found: Forensic, language: str) -> list[str]:
    was, left = number(one.tokens, found.exact), number(one.left, found.exact)
    item = items[one.item]
    source = source_name(item.source or Source.USER_MESSAGE, language)
    fate = f"{one.fate.mark} {words.sent_fate(one.fate, language)}".strip()
    said = words.evidence(one, language, speaker_of=lambda role: speaker(role, language))
    text = shortened(item.text, 40)
    return [
        one.item,
        source,
        fate,
        was if was == left else f"{was} → {left}",
        f"{said} · {text}" if said else text,
    ]


def _added(found: Forensic, language: str) -> Iterator[str]:
    for at, one in enumerate(found.added):
        if not at:
            yield ""
        where = (
            word(language, "forensic_added", message=one.message)
            if one.message
            else word(language, "forensic_added_apart")
        )
        what = words.added_text(one, language, builder=False)
        tokens = word(language, "tokens_of", tokens=number(one.tokens, found.exact))
        yield f"+ {where} · {speaker(one.role, language)} · {what} · {tokens} · {shortened(one.text)}"


def _course(course: Course, language: str) -> Iterator[str]:
    if course.requests:
        yield word(language, "forensic_course", count=len(course.requests), last=course.requests[-1])
    if course.unread:
        yield "  " + word(language, "forensic_unread", requests=", ".join(map(str, course.unread)))
    for line in _changes(course.changes, language):
        yield f"  {line}"
    if not course.rules:
        yield word(language, "forensic_no_rule")
        return
    yield word(language, "forensic_rules")
    for one in course.rules:
        told = word(language, "pair", first=words.rule(one, language), second=words.agreement(one, language))
        yield f"  {told}"


def _changes(changes: Sequence[Change], language: str) -> Iterator[str]:
    """One line for what befell several items at one request alike."""

    def what(one: Change) -> tuple[int, str]:
        fate = one.fate
        said = words.HOWS[fate.how][language == "zh"].partition(":")[0].partition("：")[0] if fate.how else ""
        return one.since, said or words.sent_fate(fate.fate, language)

    groups: dict[tuple[int, str], list[str]] = {}
    for one in changes:
        groups.setdefault(what(one), []).append(one.item)
    for (since, said), items in sorted(groups.items(), key=lambda pair: pair[0][0]):
        named = ", ".join(items[:_NAMED])
        if len(items) > _NAMED:
            named = word(language, "forensic_more", items=named, count=len(items) - _NAMED)
        yield word(language, "forensic_since", request=since, what=said, items=named)


def forensic_document(found: Forensic, course: Course) -> dict[str, object]:
    """The same as a JSON object of schema `ctxlab.forensic/1`; spans in code points."""
    return {
        "schema": SCHEMA,
        "request": found.request,
        "turn": found.turn,
        "basis": found.basis.value,
        "messages": found.messages,
        "exact": found.exact,
        "counts": {fate.value: found.count(fate) for fate in SentFate},
        "items": [_item_json(one) for one in found.items],
        "added": [
            {
                "message": one.message or None,
                "role": one.role,
                "kind": one.kind.value,
                "items": list(one.items),
                "tokens": one.tokens,
                "text": one.text,
            }
            for one in found.added
        ],
        "course": {
            "basis": course.basis.value,
            "requests": list(course.requests),
            "unread": list(course.unread),
            "changes": [
                {
                    "item": one.item,
                    "since": one.since,
                    "fate": one.fate.fate.value,
                    "how": one.fate.how and one.fate.how.value,
                }
                for one in course.changes
            ],
            "rules": [
                {
                    "rule": one.code.value,
                    "number": one.number,
                    "agree": one.agree,
                    "of": one.of,
                    "items": one.count,
                }
                for one in course.rules
            ],
        },
    }


def _item_json(one: ItemFate) -> dict[str, object]:
    return {
        "item": one.item,
        "fate": one.fate.value,
        "how": one.how and one.how.value,
        "message": one.message,
        "moved": one.moved,
        "spans": [list(span) for span in one.spans],
        "marker": one.marker,
        "was": one.was,
        "now": one.now,
        "terms_found": one.found,
        "terms": one.of,
        "tokens": one.tokens,
        "left": one.left,
    }
