"""What may be typed in the filter field: completions of the term at the cursor, and the terms explained."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.filter import KEYS, values_of
from ctxlab.gui.text import one_line
from ctxlab.model.decision import STAGES, Fate
from ctxlab.model.items import Row, Source

translate = QCoreApplication.translate

#: Operators that follow a key when it is completed; all others take a colon.
_OPERATORS = {"tokens": ">"}
#: The term that ends at the cursor: a minus, a key with its operator, the values before the last comma, and
#: what is typed of the last value.
_TERM = re.compile(
    r"(?P<no>-?)(?:(?P<key>[a-z]+)(?P<op>:|<=|>=|<|>|=)(?P<done>(?:[^\s,\"]*,|\"[^\"]*\",)*))?"
    r"(?P<typed>\"[^\"]*|[^\s\",]*)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What completes a term, and what it means in words."""

    text: str
    about: str


@dataclass(frozen=True, slots=True)
class Completions:
    """What may stand in place of the text from `start` to `end`."""

    start: int
    end: int
    found: tuple[Suggestion, ...]


@dataclass(frozen=True, slots=True)
class KnownWords:
    """The tools and roles that the items at hand name."""

    tools: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()


def completions(text: str, cursor: int, words: KnownWords, language: str) -> Completions:
    """What completes the term that ends at the cursor; nothing where it stands as it is or is plain text."""
    match = _TERM.search(text[:cursor])
    assert match is not None
    if match["key"] is None:
        start = match.start("typed")
        typed = match["typed"].lower()
        keys = [
            Suggestion(key + _OPERATORS.get(key, ":"), about)
            for key, about in key_words()
            if key.startswith(typed)
        ]
        return Completions(start, cursor, tuple(keys))
    start = match.start("typed")
    key, typed = match["key"].lower(), match["typed"].strip('"').casefold()
    done = set(match["done"].replace('"', "").split(","))
    found = [
        one
        for one in _values(key, words, language)
        if one.text not in done and (one.text.startswith(typed) or _told_by(one.about.casefold(), typed))
    ]
    if len(found) == 1 and found[0].text == typed:
        found = []
    return Completions(start, cursor, tuple(Suggestion(quoted(one.text), one.about) for one in found))


def _told_by(about: str, typed: str) -> bool:
    """Whether the meaning, or the word behind its sign, begins as typed."""
    return about.startswith(typed) or about.partition(" ")[2].startswith(typed)


def quoted(value: str) -> str:
    """A value as the field takes it: in quotes where it has blanks."""
    plain = value.replace('"', "")
    return f'"{plain}"' if re.search(r"[\s,]", plain) else plain


def with_term(text: str, key: str, value: str) -> str:
    """The filter with this term in place of all terms of that key, or behind the others."""
    kept = re.sub(rf"(?<!\S)-?{key}[:=<>]+(?:\"[^\"]*\"|[^\s\"])*", " ", text, flags=re.IGNORECASE)
    return f"{kept.strip()} {key}:{quoted(value)}".strip()


def key_words() -> list[tuple[str, str]]:
    """Each key with what it asks for, in the language of the window."""
    told = {
        "fate": translate("FilterWords", "what became of the item"),
        "stage": translate("FilterWords", "the stage that decided it"),
        "row": translate("FilterWords", "row of the budget"),
        "source": translate("FilterWords", "where the item comes from"),
        "turn": translate("FilterWords", "turn of the conversation"),
        "tool": translate("FilterWords", "name of the tool"),
        "role": translate("FilterWords", "role of the message"),
        "tokens": translate("FilterWords", "tokens as gathered"),
        "must": translate("FilterWords", "states a must-keep"),
        "is": translate("FilterWords", "pinned, made by a stage, of the current turn"),
    }
    return [(key, told[key]) for key in KEYS]


def help_lines() -> list[tuple[str, str]]:
    """Examples of all that may be typed, each with what it finds."""
    return [
        ("fate:dropped,cut", translate("FilterWords", "dropped or cut; also by sign: − ~ Σ ∪ +")),
        ("stage:select", translate("FilterWords", "what Select decided")),
        ("row:history", translate("FilterWords", "items of a budget row")),
        ("source:tool_result", translate("FilterWords", "items of a source")),
        ("turn:3..8", translate("FilterWords", "turns 3 to 8; turn:1,5 for two of them")),
        ("tool:weather", translate("FilterWords", "calls and results of tools with that in their name")),
        ("role:user", translate("FilterWords", "messages of a role")),
        ("tokens>500", translate("FilterWords", "long items; also < <= >= and 100..200")),
        ("must:lost", translate("FilterWords", "items that state a must-keep that is lost, kept, any")),
        ("is:pinned", translate("FilterWords", "pinned items; also must, made, current")),
        (
            translate("FilterWords", "hotel"),
            translate("FilterWords", "items whose text holds the word, in small letters or capitals"),
        ),
        (
            translate("FilterWords", '"a room for two"'),
            translate("FilterWords", "quotes keep blanks together"),
        ),
        ("-row:history", translate("FilterWords", "a minus turns a term round")),
        ("fate:dropped turn:2", translate("FilterWords", "several terms: all must hold")),
    ]


def _values(key: str, words: KnownWords, language: str) -> Sequence[Suggestion]:
    match key:
        case "fate":
            return [Suggestion(f.word, f"{f.mark} {explain.fate(f, language)}".strip()) for f in Fate if f]
        case "stage":
            return [Suggestion(stage.value, explain.stage(stage, language)) for stage in STAGES]
        case "row":
            return [Suggestion(row.value, explain.row(row, language)) for row in Row]
        case "source":
            return [Suggestion(source.value, explain.source(source, language)) for source in Source]
        case "tool":
            return [Suggestion(tool, one_line(tool, 60)) for tool in words.tools]
        case "role":
            return [Suggestion(role, one_line(role, 60)) for role in words.roles]
        case _:
            return [Suggestion(value, value) for value in values_of(key)]
