"""Which settings of a profile a target cannot express: all that are stated and are not said to be."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from ctxlab.model.profile import Profile
from ctxlab.model.settings_export import Gap
from ctxlab.profiles.dump import document_of, flat

#: What happens without a setting, by the last words of its key, unless a target says otherwise.
_OF_ROWS: Mapping[str, str] = {
    "cap": "no_row_cap",
    "order": "own_order",
    "tier": "no_tiers",
    "max_items": "no_item_count",
    "per_item": "no_item_limit",
    "per_item_action": "no_item_limit",
    "rounds": "no_rounds",
    "elastic": "no_elastic",
}
_BY_OVERFLOW: Mapping[str, str] = {
    "keep": "not_kept_whole",
    "stop": "stops_elsewhere",
    "skip": "no_skip",
    "truncate": "not_cut",
    "compress": "not_summarised",
}
#: By the beginning of the key; the longest that fits counts.
_BY_KEY: Mapping[str, str] = {
    "name": "label",
    "description": "label",
    "engine": "label",
    "window": "no_limit",
    "window.model": "label",
    "window.warn_at": "no_warning",
    "tokens": "own_counter",
    "gather": "gathered_by_agent",
    "gather.key_facts": "no_facts",
    "gather.stated_facts": "no_facts",
    "gather.rule": "no_source_rules",
    "gather.fields": "results_as_they_are",
    "gather.clean_docs": "docs_as_they_are",
    "select": "own_strategy",
    "select.pairs": "pair_dropped",
    "select.max_messages": "no_message_count",
    "select.relevance": "no_relevance",
    "select.min_relevance": "no_relevance",
    "summarize": "not_summarised",
    "summarize.max_item_tokens": "no_item_limit",
    "construct": "time_order",
    "construct.wire": "own_wire",
    "construct.language": "own_words",
    "construct.doc_heads": "no_doc_heads",
    "mode": "no_modes",
    "degrade": "no_degrading",
    "lint": "told_by_lint",
    "must_keep": "nothing_watched",
    "published": "read_by_no_code",
}


def stated(profile: Profile) -> dict[str, Any]:
    """Each setting that differs from its default, by its dotted key; rules and lists are numbered."""
    return dict(flat(document_of(profile)))


def gaps_of(
    profile: Profile,
    expressed: Collection[str],
    whys: Mapping[str, str] | None = None,
    assumed: Mapping[str, Any] | None = None,
) -> tuple[Gap, ...]:
    """The settings that a target does not express, in the order of the profile's file.

    Args:
        profile: The profile.
        expressed: The keys that the target does express, or that its file tells in words.
        whys: What happens without a setting, by key or beginning of a key, where it is not the usual.
        assumed: Settings at their default that the target does not follow.
    """
    settings = {**stated(profile), **(assumed or {})}
    return tuple(
        Gap(key, value_text(value), _why(key, value, whys or {}))
        for key, value in settings.items()
        if key not in expressed
    )


def value_text(value: object) -> str:
    """A value as a profile's file writes it, on one line."""
    return json.dumps(value, ensure_ascii=False)


def _why(key: str, value: object, whys: Mapping[str, str]) -> str:
    own = _longest(key, whys)
    if own:
        return own
    if key.startswith("budget."):
        name = key.rpartition(".")[2]
        return _BY_OVERFLOW[str(value)] if name == "overflow" else _OF_ROWS[name]
    return _longest(key, _BY_KEY)


def _longest(key: str, whys: Mapping[str, str]) -> str:
    """The reason of the longest beginning of the key that ends where a part of it ends."""
    parts = key.replace("[", ".[").split(".")
    for end in range(len(parts), 0, -1):
        found = whys.get(".".join(parts[:end]).replace(".[", "["))
        if found:
            return found
    return ""
