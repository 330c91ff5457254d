"""What a document's context can be compared with: the list, what a choice means, and how a diff is titled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from ctxlab.gui.document import Document
from ctxlab.gui.edit_words import differences
from ctxlab.gui.models.diff_choices import BeforeChoice
from ctxlab.gui.profile_names import profile_named
from ctxlab.gui.runs import SAVED, Before, BeforeKind, Run
from ctxlab.gui.text import listed
from ctxlab.model.diff import ContextDiff
from ctxlab.model.profile import Profile
from ctxlab.profiles import builtin_names

translate = QCoreApplication.translate

#: So many profiles that were used lately are offered.
MOST_RECENT = 8


def choices(document: Document, recent: Sequence[str | Path] = ()) -> list[BeforeChoice]:
    """All that this document's context can be compared with, and why not where it cannot.

    `recent` are files of profiles that were used lately, the latest first.
    """
    request, session = document.snapshot.request, document.session
    before = document.before
    numbers = [one.index for one in session.chain(request.chain)]
    found = [
        BeforeChoice(
            BeforeKind.SAVED, translate("Befores", "saved profile ({0})").format(saved_name(document))
        )
    ]
    if before.kind is BeforeKind.STATE:
        found.append(_choice(before))
    found.append(BeforeChoice(BeforeKind.UNMANAGED, translate("Befores", "unmanaged: all that was recorded")))
    found.append(BeforeChoice(BeforeKind.RECORDED, translate("Befores", "as recorded: what the agent had")))
    refused = "" if request.sent else translate("Befores", "not recorded at this request")
    found.append(BeforeChoice(BeforeKind.SENT, translate("Befores", "really sent"), refused=refused))
    for step, words in (
        (-1, translate("Befores", "previous request ({0})")),
        (1, translate("Befores", "next request ({0})")),
    ):
        number = request.index + step
        if number in numbers:
            found.append(BeforeChoice(BeforeKind.REQUEST, words.format(number), str(number)))
    if len(numbers) > 1:
        found.append(
            BeforeChoice(
                BeforeKind.REQUEST,
                translate("Befores", "another request…"),
                first=min(numbers),
                last=max(numbers),
            )
        )
    own = {document.profile.name if document.profile_path is None else str(document.profile_path)}
    files = list(dict.fromkeys(str(one) for one in recent if str(one) not in own))[:MOST_RECENT]
    for name in [*(name for name in builtin_names() if name not in own), *files]:
        found.append(BeforeChoice(BeforeKind.PROFILE, Path(name).name, name))
    found.append(BeforeChoice(BeforeKind.PROFILE, translate("Befores", "profile from a file…")))
    return found


def current(document: Document) -> BeforeChoice:
    """The choice that is in force, in the words of a button."""
    return _choice(document.before)


def before_of(choice: BeforeChoice, document: Document) -> Before:
    """What a choice means for a document.

    Raises:
        ProfileError: It is a profile, or published figures of one, that cannot be read.
    """
    if choice.kind is BeforeKind.STATE:
        # offered only while a state is held
        return document.before
    if choice.kind is BeforeKind.REQUEST:
        return Before(choice.kind, request=int(choice.value))
    if choice.kind is BeforeKind.PROFILE:
        return Before(choice.kind, profile=profile_named(choice.value), name=choice.value)
    return Before(choice.kind)


def held(document: Document, language: str) -> Before:
    """The document's profile and marks as they stand now, to compare with from now on."""
    parts = [differences(document.saved, document.profile, language)]
    if document.marks_changed:
        parts.append(translate("Befores", "marks"))
    name = listed(part for part in parts if part) or saved_name(document)
    return Before(BeforeKind.STATE, profile=document.profile, marks=document.marks, name=name)


def released() -> Before:
    """The saved profile again."""
    return SAVED


def titled(run: Run, document: Document, language: str) -> ContextDiff | None:
    """The difference that a run made, under titles that say what is compared; None where there is none."""
    if run.diff is None:
        return None
    before, request = run.request.before, run.request
    if before.kind is BeforeKind.REQUEST:
        after = translate("Befores", "request {0}").format(request.snapshot.request.index)
    elif before.kind in (BeforeKind.SAVED, BeforeKind.STATE) and before.profile is not None:
        parts = [differences(before.profile, request.profile, language)]
        if before.marks is not None and before.marks != request.marks:
            parts.append(translate("Befores", "marks"))
        after = listed(part for part in parts if part) or translate("Befores", "unchanged")
    else:
        after = _edited(document, request.profile, language)
    saved = translate("Befores", "{0} as saved").format(saved_name(document))
    title = saved if before.kind is BeforeKind.SAVED else _choice(before).words
    return replace(run.diff, before_title=title, after_title=after)


def saved_name(document: Document) -> str:
    """What the saved profile is called: by its file, or by its name."""
    path = document.profile_path
    return path.name if path else document.saved.name


def _edited(document: Document, profile: Profile, language: str) -> str:
    changes = differences(document.saved, profile, language)
    return listed(part for part in (saved_name(document), changes) if part)


def _choice(before: Before) -> BeforeChoice:
    """The choice that leads to this, in the fewest words."""
    kind = before.kind
    if kind is BeforeKind.REQUEST:
        return BeforeChoice(
            kind, translate("Befores", "request {0}").format(before.request), str(before.request)
        )
    if kind is BeforeKind.PROFILE:
        return BeforeChoice(kind, Path(before.name).name, before.name)
    words = {
        BeforeKind.SAVED: translate("Befores", "saved profile"),
        BeforeKind.STATE: translate("Befores", "held: {0}").format(before.name),
        BeforeKind.UNMANAGED: translate("Befores", "unmanaged"),
        BeforeKind.RECORDED: translate("Befores", "as recorded"),
        BeforeKind.SENT: translate("Befores", "really sent"),
    }[kind]
    return BeforeChoice(kind, words)
