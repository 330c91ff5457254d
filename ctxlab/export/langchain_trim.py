"""A profile as settings of LangChain's `trim_messages`, with the counter that it is to count by."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.export import newest
from ctxlab.export.ceiling import ceiling_of
from ctxlab.export.counting import SETTINGS, cached, imports, packages
from ctxlab.export.gaps import gaps_of
from ctxlab.export.langchain_counting import (
    counter_settings,
    counter_source,
    cuts,
    trim_settings,
    trim_source,
    trims,
)
from ctxlab.export.source import TOLD, head, needs, put_together, unsaid
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.settings_export import Exported, Form

FORM = Form(
    "langchain-trim", "LangChain trim_messages", "LangChain trim_messages", ".py", library="langchain-core"
)


def langchain_trim(profile: Profile) -> Exported:
    """A file with `trim(messages)`, and the settings that it leaves unsaid."""
    counts = ceiling_of(profile).least is not None
    expressed = {*TOLD, *(SETTINGS if counts else ()), *trim_expressed(profile)}
    gaps = gaps_of(profile, expressed, trim_whys(profile), newest.assumed(profile))
    needed = (FORM.library, *(packages(profile) if counts else ()))
    text = put_together(
        [
            [
                *head(profile, "Trimming for LangChain"),
                *needs(needed, "langchain-core 1.8"),
                "#",
                "#     from trimming import trim",
                "#     answer = model.invoke(trim(messages))",
                "#",
                "# Or as a step of a chain: `RunnableLambda(trim) | model`.",
            ],
            *_imports(profile, counts=counts),
            [*trim_settings(profile), *(counter_settings(profile) if counts else ())],
        ],
        [
            *(counter_source(profile) if counts else ()),
            trim_source(profile),
            unsaid(gaps, profile),
        ],
    )
    return Exported(FORM.name, text, FORM.ending, gaps)


def _imports(profile: Profile, *, counts: bool) -> Iterator[list[str]]:
    names = ["AIMessage", "BaseMessage"] if counts else ["BaseMessage"]
    names += ["trim_messages"] if trims(profile) else []
    own = ["import json", "from collections.abc import Iterable, Sequence", *cached(profile)]
    yield own if counts else ["from collections.abc import Sequence"]
    needed = imports(profile) if counts else ()
    yield [*needed, f"from langchain_core.messages import {', '.join(names)}"]


def trim_expressed(profile: Profile) -> Iterator[str]:
    """The settings that trimming follows."""
    yield from newest.expressed(profile, limits=trims(profile))
    if profile.select.max_messages is not None:
        yield "select.max_messages"


def trim_whys(profile: Profile) -> dict[str, str]:
    """What happens without a setting, where it is not the usual."""
    cut = {f"budget.{Row.HISTORY}.overflow": "cut_at_start"} if cuts(profile) else {}
    return {**newest.whys(profile), **cut}
