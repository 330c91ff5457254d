"""What would keep a must-keep, for `why --rescue`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ctxlab.explain.rescue import heading, no_rescue, rescue

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.marks import MustKeep
    from ctxlab.model.profile import Profile
    from ctxlab.model.rescue import Change, Rescues
    from ctxlab.model.session import Snapshot
    from ctxlab.model.trace import Trace

#: Gives a command the option; it is handed over as the keyword `cure`.
rescue_option = click.option(
    "--rescue",
    "cure",
    is_flag=True,
    help="Also look for the smallest changes of settings or marks that would keep it.",
)


def look(lab: Lab, snapshot: Snapshot, profile: Profile, must_keep: MustKeep, trace: Trace) -> Rescues | None:
    """All that keeps a must-keep at a request, under the session's own marks; `trace` is the run as it is.

    None where it is not lost there.
    """
    held = lab.judge.held(trace, must_keep)
    if held is None or held.kept:
        return None
    *_, found = lab.rescues(snapshot, profile, None, must_keep)
    return found


def document(found: Rescues | None) -> dict[str, Any] | None:
    """The same as a JSON object; `settings` are what `--set` takes."""
    if found is None:
        return None
    return {
        "must_keep": found.must_keep,
        "found": [
            {
                "changes": [
                    {"lever": each.lever.value, "key": each.key, "before": each.before, "after": each.after}
                    for each in one.changes
                ],
                "settings": [setting for each in one.changes if (setting := _setting(each))],
                "tokens": one.tokens,
                "pushes_out": list(one.pushes_out),
                "suffers": list(one.suffers),
                "saves": list(one.saves),
                "least": one.least,
            }
            for one in found.found
        ],
        "conflict": list(found.conflict),
        "builds": found.builds,
        "complete": found.complete,
    }


def lines(
    found: Rescues | None,
    language: str,
    *,
    label_of: Callable[[str], str] = str,
    must_keep_of: Callable[[str], str] = str,
) -> list[str]:
    """The same in words, a line each, with what `--set` takes.

    `label_of` names items and `must_keep_of` must-keeps by their ids.
    """
    if found is None:
        return []
    if not found.found:
        return [" · ".join(no_rescue(found, language, label_of=label_of))]
    told = [heading(found, language)]
    for number, one in enumerate(found.found, 1):
        phrases = rescue(one, language, label_of=label_of, must_keep_of=must_keep_of)
        settings = " ".join(f"--set {setting}" for each in one.changes if (setting := _setting(each)))
        told.append(f"{number:2}. {' · '.join(phrases)}{f'  ({settings})' if settings else ''}")
    return told


def _setting(change: Change) -> str:
    """`KEY=VALUE` where `--set` can make that change, else nothing."""
    if "." not in change.key or change.key == "gather.rule":
        return ""
    value = change.after
    return f"{change.key}={str(value).lower() if isinstance(value, bool) else value}"
