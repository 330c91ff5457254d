"""Profiles of every kind, for property tests."""

from __future__ import annotations

from datetime import UTC
from typing import Any

from hypothesis import strategies as st

from ctxlab.model.items import Row, Source
from ctxlab.model.profile import (
    Compaction,
    ConstructSettings,
    DegradeSettings,
    Encoding,
    GatherFields,
    GatherRule,
    GatherSettings,
    ItemAction,
    Language,
    Layout,
    LintSettings,
    Mode,
    ModeRule,
    ModeSettings,
    MustKeepRule,
    Order,
    Overflow,
    Pairs,
    Profile,
    Relevance,
    RowBudget,
    SelectSettings,
    SummarizeSettings,
    TokenSettings,
    Window,
    Wire,
)
from ctxlab.model.provenance import (
    EARLIER,
    EDIT,
    SOLVE,
    Provenance,
    ProvenanceChange,
    ProvenanceSession,
)

TOKENS = st.integers(0, 1_000_000_000)
FLAGS = st.booleans()
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
WORDS = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8)
#: Few, since the cache of compiled patterns forgets at random, which no strategy may do.
PATTERNS = st.sampled_from(["a", "search", "s.*", "预算", r"\d+", "(?i)never", "x|y", "^$", "ß", "٣"])


def maybe(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | values


def _window() -> st.SearchStrategy[Window]:
    sizes = st.tuples(st.integers(0, 999_999_999), st.integers(1, 1_000_000_000)).map(sorted)
    unknown = st.dictionaries(st.sampled_from(Source), TOKENS, max_size=3).map(lambda one: tuple(one.items()))
    rest = {
        "model": TEXTS,
        "enforce": FLAGS,
        "warn_at": maybe(TOKENS),
        "unknown": unknown,
    }
    whole = st.tuples(maybe(sizes.filter(lambda pair: pair[0] < pair[1])), TOKENS, FLAGS)
    return whole.flatmap(lambda one: st.builds(Window, **_room(*one), **rest))


def _room(
    pair: list[int] | None, reserve: int, enforced: bool
) -> dict[str, st.SearchStrategy[int | bool | None]]:
    """What the limit is made of; something is left of the size, and of a soft limit that is enforced."""
    room = 1_000_000_000 if pair is None else pair[1] - pair[0]
    buffer = st.integers(0, room - 1)
    if pair is None:
        sized = {"output_reserve": st.just(reserve)}
    else:
        sized = {"output_reserve": st.just(pair[0]), "size": st.just(pair[1])}
    if not enforced:
        return {**sized, "buffer": buffer, "soft_limit": maybe(TOKENS), "enforce_soft": st.just(False)}
    return {**sized, "buffer": st.just(0), "soft_limit": maybe(TOKENS.filter(bool)), "enforce_soft": FLAGS}


ROWS = st.builds(
    RowBudget,
    cap=maybe(TOKENS),
    overflow=st.sampled_from(Overflow),
    order=st.sampled_from(Order),
    tier=st.integers(1, 3),
    max_items=maybe(st.integers(0, 1000)),
    per_item=maybe(TOKENS),
    per_item_action=st.sampled_from(ItemAction),
    rounds=st.integers(0, 9),
    elastic=FLAGS,
)
FACTORS = st.just(100) | st.integers(10, 1000)
RULES = st.builds(GatherRule, regex=PATTERNS, role=TEXTS, source=st.sampled_from(Source)) | st.builds(
    GatherRule, regex=PATTERNS, tool=PATTERNS, exclude=st.just(True)
)
MODE_RULES = st.builds(
    ModeRule,
    mode=st.sampled_from([Mode.LONG, Mode.SINGLE, Mode.MIXED]),
    tools=maybe(FLAGS),
    retrieval=maybe(FLAGS),
    turns_from=maybe(st.integers(0, 99)),
    text=PATTERNS,
)
NAMES = st.tuples(WORDS, st.none() | st.integers(0, 999)).map(
    lambda field: field[0] if field[1] is None else f"{field[0]}:{field[1]}"
)
FIELDS = st.builds(
    GatherFields,
    tool=PATTERNS,
    list=TEXTS,
    fields=st.lists(NAMES, min_size=1, max_size=3).map(", ".join),
    rows=maybe(st.integers(0, 99)),
) | st.builds(GatherFields, tool=PATTERNS, expression=st.sampled_from(["a.b", "a[?b > `1`].{c: c}", "[*].a"]))
MUST_KEEPS = st.one_of(
    st.builds(MustKeepRule, text=WORDS),
    st.builds(MustKeepRule, regex=PATTERNS),
    st.builds(MustKeepRule, number=st.integers(0, 99_999).map("{:,}".format)),
    st.builds(MustKeepRule, source=st.sampled_from(Source)),
)
FIGURES = st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS | FLAGS

MOMENTS = st.datetimes(timezones=st.just(UTC)).map(lambda at: at.isoformat(timespec="seconds"))
COUNTS = st.integers(0, 1_000_000_000)
PROVENANCE = st.builds(
    Provenance,
    at=MOMENTS,
    by=st.sampled_from([SOLVE, EDIT, EARLIER]) | TEXTS,
    engine=TEXTS,
    session_count=COUNTS,
    sessions=st.lists(st.builds(ProvenanceSession, title=TEXTS, sha256=TEXTS), max_size=3).map(tuple),
    kept=maybe(COUNTS),
    judged=maybe(COUNTS),
    changed=COUNTS,
    changes=st.lists(
        st.builds(ProvenanceChange, key=TEXTS, before=maybe(FIGURES), after=maybe(FIGURES)), max_size=3
    ).map(tuple),
    folded=COUNTS,
)
HISTORIES = st.lists(PROVENANCE, max_size=3).map(tuple)


def _budget() -> st.SearchStrategy[Any]:
    line = st.just(RowBudget()) | ROWS
    rows = st.lists(st.sampled_from(Row), unique=True)
    return rows.flatmap(lambda names: st.tuples(*(st.tuples(st.just(name), line) for name in names)))


PROFILES = st.builds(
    Profile,
    name=TEXTS,
    description=TEXTS,
    engine=TEXTS,
    window=_window(),
    tokens=st.builds(TokenSettings, encoding=st.sampled_from(Encoding), factor=FACTORS),
    budget=_budget(),
    gather=st.builds(
        GatherSettings,
        strategy=TEXTS,
        compaction=st.sampled_from(Compaction),
        key_facts=FLAGS,
        rule=st.lists(RULES, max_size=2).map(tuple),
        fields=st.lists(FIELDS, max_size=2).map(tuple),
        clean_docs=FLAGS,
    ),
    select=st.builds(
        SelectSettings,
        strategy=TEXTS,
        pairs=st.sampled_from(Pairs),
        max_messages=maybe(st.integers(0, 99)),
        relevance=st.sampled_from(Relevance),
        min_relevance=st.integers(0, 100),
    ),
    summarize=st.builds(
        SummarizeSettings,
        strategy=TEXTS,
        max_tokens=TOKENS,
        max_item_tokens=maybe(TOKENS),
        levels=st.integers(1, 9),
        share=maybe(st.integers(0, 100)),
    ),
    mode=st.builds(ModeSettings, use=st.sampled_from(Mode), rule=st.lists(MODE_RULES, max_size=2).map(tuple)),
    construct=st.builds(
        ConstructSettings,
        strategy=TEXTS,
        layout=st.sampled_from(Layout),
        wire=st.sampled_from(Wire),
        language=st.sampled_from(Language),
        doc_heads=FLAGS,
    ),
    degrade=st.builds(
        DegradeSettings,
        levels=st.integers(0, 3),
        docs=st.integers(0, 99),
        rounds=st.integers(0, 99),
    ),
    lint=st.builds(
        LintSettings, ignore=st.sampled_from(["", "no_cap_binds", "cap_never_binds, counted_anew"])
    ),
    must_keep=st.lists(MUST_KEEPS, max_size=3).map(tuple),
    published=st.dictionaries(TEXTS, FIGURES, max_size=3).map(lambda one: tuple(one.items())),
)

ROW_KEYS = {
    "cap": maybe(TOKENS),
    "overflow": st.sampled_from(Overflow),
    "order": st.sampled_from(Order),
    "tier": st.integers(1, 3),
    "max_items": maybe(st.integers(0, 1000)),
    "per_item": maybe(TOKENS),
    "rounds": st.integers(0, 9),
    "elastic": FLAGS,
}
OTHER_KEYS = {
    "name": TEXTS,
    "window.soft_limit": maybe(TOKENS.filter(bool)),
    "window.warn_at": maybe(TOKENS),
    "window.enforce": FLAGS,
    "window.unknown.tool_schemas": maybe(TOKENS),
    "tokens.encoding": st.sampled_from(Encoding),
    "tokens.factor": FACTORS,
    "gather.key_facts": FLAGS,
    "gather.clean_docs": FLAGS,
    "degrade.levels": st.integers(0, 3),
    "select.max_messages": maybe(st.integers(0, 99)),
    "select.relevance": st.sampled_from([one.value for one in Relevance]),
    "select.min_relevance": st.integers(0, 100),
    "summarize.max_item_tokens": maybe(TOKENS),
    "summarize.levels": st.integers(1, 9),
    "summarize.share": maybe(st.integers(0, 100)),
    "mode.use": st.sampled_from(Mode),
    "lint.ignore": st.sampled_from(["", "no_cap_binds", "cap_never_binds, counted_anew"]),
    "construct.layout": st.sampled_from(Layout),
}


@st.composite
def settings(draw: st.DrawFn) -> tuple[str, Any]:
    """A key and a value that it can take."""
    if draw(st.booleans()):
        row, name = draw(st.sampled_from(Row)), draw(st.sampled_from(sorted(ROW_KEYS)))
        return f"budget.{row}.{name}", draw(ROW_KEYS[name])
    key = draw(st.sampled_from(sorted(OTHER_KEYS)))
    return key, draw(OTHER_KEYS[key])


def value_of(profile: Profile, key: str) -> Any:
    """What a profile has at a key, as `settings` draws them."""
    match key.split("."):
        case ["budget", row, name]:
            return getattr(profile.row(Row(row)), name)
        case ["window", "unknown", source]:
            return dict(profile.window.unknown).get(Source(source))
        case [name]:
            return getattr(profile, name)
        case _:
            section, name = key.split(".")
            return getattr(getattr(profile, section), name)
