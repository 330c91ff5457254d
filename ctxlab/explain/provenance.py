"""How a profile came about, in words, in English and Chinese.

`entry(one, language) -> Told` words one entry of `Profile.provenance`: a `head` (when, by what, on how many
sessions, what survived), the `sessions` in one line (empty without any), and `changes`, a line each.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ctxlab.explain.profile_words import flat
from ctxlab.model.items import Row
from ctxlab.model.profile import Language
from ctxlab.model.profile_diff import ORDER, Difference
from ctxlab.model.profile_keys import RULES
from ctxlab.model.provenance import CALIBRATE, EARLIER, EDIT, SOLVE, SWEEP, Provenance, ProvenanceChange

_LISTS = ("must_keep", *(f"{section}.{name}" for section, name in RULES))

_BY: dict[str, tuple[str, str]] = {
    SOLVE: ("solved", "求解得出"),
    SWEEP: ("taken from a sweep", "取自扫描"),
    EDIT: ("edited", "编辑"),
    CALIBRATE: ("calibrated", "校准"),
}
_WORDS: dict[str, tuple[str, str]] = {
    EARLIER: ("{count} earlier steps", "更早的 {count} 步"),
    "on_one": ("on {count} session", "基于 {count} 个会话"),
    "on": ("on {count} sessions", "基于 {count} 个会话"),
    "kept": ("{kept} of {judged} must-keeps survive", "{judged} 个必留项中有 {kept} 个保留"),
    "engine": ("ctxlab {version}", "ctxlab {version}"),
    "and": (" · ", " · "),
    "sessions": ("sessions: {names}", "会话：{names}"),
    "session": ("{title} ({sha})", "{title}（{sha}）"),
    "joiner": (", ", "，"),
    "more": ("{count} more", "另有 {count} 个"),
    "more_changes": ("{count} more settings", "另有 {count} 项设置"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """One entry in words."""

    head: str
    sessions: str
    changes: tuple[str, ...]


def entry(one: Provenance, language: Language | str) -> Told:
    """One entry of provenance in words."""
    return Told(_head(one, language), _sessions(one, language), _changes(one, language))


def moment(at: str) -> str:
    """A time of an entry as this machine's clock would have shown it: `2026-01-31 12:00`."""
    return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")


def _head(one: Provenance, language: Language | str) -> str:
    parts = [moment(one.at)]
    if one.by == EARLIER:
        parts.append(_word(EARLIER, language, count=f"{one.folded:,}"))
    else:
        parts.append(_BY[one.by][_column(language)] if one.by in _BY else one.by)
    if one.session_count:
        key = "on_one" if one.session_count == 1 else "on"
        parts.append(_word(key, language, count=f"{one.session_count:,}"))
    if one.kept is not None and one.judged is not None:
        parts.append(_word("kept", language, kept=f"{one.kept:,}", judged=f"{one.judged:,}"))
    if one.engine:
        parts.append(_word("engine", language, version=one.engine))
    return _word("and", language).join(parts)


def _sessions(one: Provenance, language: Language | str) -> str:
    if not one.sessions:
        return ""
    names = [
        _word("session", language, title=session.title, sha=session.sha256)
        if session.sha256
        else session.title
        for session in one.sessions
    ]
    if (more := one.session_count - len(one.sessions)) > 0:
        names.append(_word("more", language, count=f"{more:,}"))
    return _word("sessions", language, names=_word("joiner", language).join(names))


def _changes(one: Provenance, language: Language | str) -> tuple[str, ...]:
    lines = flat(map(_difference, one.changes), language)
    if (more := one.changed - len(one.changes)) > 0:
        lines += (_word("more_changes", language, count=f"{more:,}"),)
    return lines


def _difference(change: ProvenanceChange) -> Difference:
    """What an entry tells of a change, as the difference that it was told from."""
    key, before, after = change.key, change.before, change.after
    if key == ORDER or key in _LISTS:
        try:
            return Difference(key, _listed(key, before), _listed(key, after))
        except ValueError:
            # one was too long to be kept whole: both are told as they stand there
            pass
    return Difference(key, before, after)


def _listed(key: str, value: Any) -> tuple[Any, ...] | None:
    if value is None:
        return None
    read: list[Any] = json.loads(str(value))
    return tuple(Row(one) for one in read) if key == ORDER else tuple(read)


def _word(key: str, language: Language | str, **values: str) -> str:
    return _WORDS[key][_column(language)].format(**values)


def _column(language: Language | str) -> int:
    return 1 if Language(language) is Language.CHINESE else 0
