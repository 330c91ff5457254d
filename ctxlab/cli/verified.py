"""What a verification of an export showed, as lines and as a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ctxlab.cli.corpus import passed_over_json
from ctxlab.cli.render import number, table
from ctxlab.cli.words import word
from ctxlab.explain import gaps
from ctxlab.model.profile import Profile
from ctxlab.model.settings_export import Exported, Form, Gap, Kept, Verified

if TYPE_CHECKING:
    from ctxlab.batch.corpus import Corpus

SCHEMA = "ctxlab.export-verify/1"

_COLUMNS = (
    "verify_session",
    "verify_ours",
    "verify_theirs",
    "verify_items",
    "verify_tokens",
    "verify_tokens_theirs",
)


def lines(found: Verified, form: Form, profile: Profile, language: str) -> Iterator[str]:
    """A head, a line for each session with what differs under it, and the sum."""
    head = {"profile": profile.name, "form": form.title(language)}
    yield word(language, "verify_head", **head, library=found.library, version=found.version)
    yield ""
    rows = [tuple(word(language, key) for key in _COLUMNS)]
    rows += [_row(one, language) for one in found.sessions]
    told, *cells = table(rows, right=(1, 2, 4, 5))
    yield told
    for line, one in zip(cells, found.sessions, strict=True):
        yield line
        yield from (f"    {said}" for said in _differences(one, language))
    yield ""
    yield from _sum(found, language)


def _row(one: Kept, language: str) -> tuple[str, ...]:
    if one.error:
        return (one.title, "–", "–", "–", "–", "–")
    counts = {"ours": f"{one.only_ours:,}", "theirs": f"{one.only_theirs:,}"}
    items = word(language, "verify_same_items" if one.items else "verify_other_items", **counts)
    kept = (f"{len(ids):,}/{one.judged:,}" for ids in (one.ours, one.theirs))
    return (one.title, *kept, items, number(one.tokens_ours), number(one.tokens_theirs))


def _differences(one: Kept, language: str) -> Iterator[str]:
    if one.error:
        yield word(language, "verify_failed", reason=one.error)
        return
    labels = dict(one.labels)
    told = (
        ("verify_only_ours", [name for name in one.ours if name not in one.theirs]),
        ("verify_only_theirs", [name for name in one.theirs if name not in one.ours]),
        ("verify_summarised", one.summarised),
    )
    joiner = "、" if language == "zh" else ", "
    for key, names in told:
        if names:
            yield word(language, key, items=joiner.join(labels.get(name, name) for name in names))


def _sum(found: Verified, language: str) -> Iterator[str]:
    failed = sum(bool(one.error) for one in found.sessions)
    run = len(found.sessions) - failed
    yield word(language, "verify_sum", same=found.same, judged=found.judged)
    yield word(language, "verify_sum_items", same=found.same_items, count=run)
    if failed:
        yield word(language, "verify_sum_failed", failed=failed)
    yield from (gaps.note(code, language) for code in found.notes)


def document(
    found: Verified, exported: Exported, profile: Profile, corpus: Corpus, language: str
) -> dict[str, Any]:
    """The same as one JSON document, with the settings that the form cannot express."""
    return {
        "schema": SCHEMA,
        "profile": profile.name,
        "form": found.form,
        "library": found.library,
        "version": found.version,
        "judged": found.judged,
        "same": found.same,
        "same_items": found.same_items,
        "sessions": [_session(one) for one in found.sessions],
        "problems": [{"file": file, "reason": reason} for file, reason in corpus.problems],
        "passed_over": passed_over_json(corpus.passed_over),
        "notes": [{"code": code, "words": gaps.note(code, language)} for code in found.notes],
        "gaps": gaps_document(exported.gaps, language),
    }


def gaps_document(found: Sequence[Gap], language: str) -> list[dict[str, str]]:
    """Settings that a form cannot express, each with what happens without it."""
    return [
        {"key": one.key, "value": one.value, "why": one.why, "words": gaps.why(one, language)}
        for one in found
    ]


def _session(one: Kept) -> dict[str, Any]:
    if one.error:
        return {"title": one.title, "error": one.error}
    return {
        "title": one.title,
        "same": one.same,
        "must_keeps": [
            {
                "id": name,
                "label": label,
                "ours": name in one.ours,
                "theirs": name in one.theirs,
                "only_in_summary": name in one.summarised,
            }
            for name, label in one.labels
        ],
        "same_items": one.items,
        "items_only_ours": one.only_ours,
        "items_only_theirs": one.only_theirs,
        "tokens_ours": one.tokens_ours,
        "tokens_theirs": one.tokens_theirs,
    }
