"""Hard demands in texts, by rules that can be named: prohibitions, requirements, limits, budgets ...

The rules are data (`resources/rules/demands.toml`). Precision goes before recall: what a rule is not sure of
is left out. One combined expression finds the few places worth a look, so plain text costs little.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cache
from typing import Any

from ctxlab.paths import resource
from ctxlab.text.clauses import Clause, clauses
from ctxlab.text.sentences import sentences

#: A sentence longer than this (code points) is data, not something that somebody said.
_LONGEST = 2000
_QUESTION = re.compile(r"[?？][\"'”’」』）)\s]*\Z|[吗呢么][。.？?\s]*\Z")
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_LATIN = re.compile("[A-Za-z]{2}")
_PART = re.compile("@([a-z_]+)@")
ENGLISH, CHINESE = LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Demand:
    """A clause with a hard demand: its span (code points), the rules that found it, its sentence's span."""

    start: int
    end: int
    rules: tuple[str, ...]
    sentence: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: `kind` is what it finds; `question` that it holds in questions too."""

    id: str
    kind: str
    language: str
    words: tuple[str, ...]
    scan: re.Pattern[str] | None
    pattern: re.Pattern[str] | None
    context: re.Pattern[str] | None
    question: bool

    def holds(self, clause: str, sentence: str) -> bool:
        """Whether the rule finds its demand in the clause, which is in lower case."""
        if self.scan is None:
            if not any(word in clause for word in self.words):
                return False
        elif self.scan.search(clause) is None:
            return False
        if self.pattern is not None and self.pattern.search(clause) is None:
            return False
        return self.context is None or self.context.search(sentence) is not None


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules, the stops and the expression that finds places worth a look (lower case), by language."""

    rules: dict[str, tuple[Rule, ...]]
    stops: dict[str, tuple[re.Pattern[str], ...]]
    scans: dict[str, re.Pattern[str]]

    def places(self, lower: str) -> list[int]:
        """Where in a text in lower case a rule may find something, ascending."""
        found = [match.start() for match in self.scans[ENGLISH].finditer(lower)]
        if lower.isascii():
            return found
        return sorted([*found, *(match.start() for match in self.scans[CHINESE].finditer(lower))])


def hard_demands(text: str) -> list[Demand]:
    """The clauses of a text that hold a hard demand, in order, apart from one another.

    The span is the clause with its condition (if ..., unless ...), without end punctuation. Fenced code is
    passed over.
    """
    rules = load_rules()
    # All of this goes by lower case, unless a rare letter would then change its length and shift the spans.
    straight = text.replace("’", "'").replace("‘", "'")
    lower = straight.lower()
    if len(lower) == len(straight):
        straight = lower
    places = rules.places(straight)
    if not places:
        return []
    fences = [found.start() for found in _FENCE.finditer(text)] if "```" in text or "~~~" in text else []
    demands: list[Demand] = []
    at = 0
    for start, end in sentences(text):
        at = bisect_left(places, start, at)
        if at == len(places):
            break
        if places[at] >= end or end - start > _LONGEST or bisect_right(fences, start) % 2:
            continue
        last = bisect_left(places, end, at)
        demands.extend(_in_sentence(straight, (start, end), places[at:last], rules))
    return demands


def kind_of(rule: str) -> str:
    """What the rule with this id finds, such as `budget`; empty if there is no such rule."""
    every = (found for rules in load_rules().rules.values() for found in rules)
    return next((found.kind for found in every if found.id == rule), "")


@cache
def load_rules() -> Rules:
    """The shipped rules, read once."""
    with resource("rules", "demands.toml").open("rb") as file:
        data = tomllib.load(file)
    parts: dict[str, str] = data["parts"]
    rules: dict[str, tuple[Rule, ...]] = {}
    stops: dict[str, tuple[re.Pattern[str], ...]] = {}
    scans: dict[str, re.Pattern[str]] = {}
    for language in LANGUAGES:
        entries = [entry for entry in data["rule"] if entry["language"] == language]
        rules[language] = tuple(_rule(entry, parts) for entry in entries)
        stops[language] = tuple(
            _compiled(entry["pattern"], parts) for entry in data["stop"] if entry["language"] == language
        )
        scans[language] = re.compile(_scan_of_all(entries, parts, language))
    return Rules(rules, stops, scans)


def _rule(entry: dict[str, Any], parts: dict[str, str]) -> Rule:
    pattern: str = entry.get("pattern", "")
    context: str = entry.get("context", "")
    scan: str = entry.get("scan", "")
    border = "\\b" if entry["language"] == ENGLISH else ""
    return Rule(
        str(entry["id"]),
        str(entry["kind"]),
        str(entry["language"]),
        tuple(entry.get("words", ())),
        re.compile(border + f"(?:{_filled(scan, parts).lower()})") if scan else None,
        _compiled(pattern, parts) if pattern else None,
        _compiled(context, parts) if context else None,
        bool(entry.get("question", False)),
    )


def _compiled(pattern: str, parts: dict[str, str]) -> re.Pattern[str]:
    return re.compile(_filled(pattern, parts), re.IGNORECASE)


def _filled(pattern: str, parts: dict[str, str]) -> str:
    return _PART.sub(lambda found: parts[found.group(1)], pattern)


def _scan_of_all(entries: list[dict[str, Any]], parts: dict[str, str], language: str) -> str:
    """Finds, in lower case, a place of any rule; what most places fail at comes first."""
    words: set[str] = set()
    scans: list[str] = []
    firsts: set[str] = set()
    for entry in entries:
        if "scan" in entry:
            scans.append(_filled(entry["scan"], parts).lower())
            firsts.update(entry.get("first", ""))
        else:
            words.update(entry["words"])
    needed = sorted(
        word for word in words if not any(word != other and word.startswith(other) for other in words)
    )
    by_first: dict[str, list[str]] = {}
    for word in needed:
        by_first.setdefault(word[0], []).append(re.escape(word[1:]))
    groups = [f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in by_first.items()]
    begins = (
        "\\b(?=[a-z])"
        if language == ENGLISH
        else f"(?=[{re.escape(''.join(sorted(firsts | set(by_first))))}])"
    )
    return f"{begins}(?:{'|'.join([*groups, *scans])})"


def _in_sentence(text: str, span: tuple[int, int], places: list[int], rules: Rules) -> list[Demand]:
    sentence = text[span[0] : span[1]]
    asks = _QUESTION.search(sentence) is not None
    found: list[tuple[Clause, tuple[str, ...]]] = []
    for clause in clauses(text, *span):
        near = bisect_left(places, clause.said_from)
        if near < len(places) and places[near] < clause.end:
            ids = _rules_of(text[clause.said_from : clause.end], sentence, rules, asks=asks)
            if ids:
                found.append((clause, ids))
    return [Demand(clause.start, clause.end, ids, span) for clause, ids in _apart(found)]


def _rules_of(said: str, sentence: str, rules: Rules, *, asks: bool) -> tuple[str, ...]:
    found: list[str] = []
    for language in _languages(said):
        chosen = [
            rule
            for rule in rules.rules[language]
            if (rule.question or not asks) and rule.holds(said, sentence)
        ]
        if chosen:
            left = said
            for stop in rules.stops[language]:
                left = stop.sub(_blank_out, left)
            found.extend(rule.id for rule in chosen if left == said or rule.holds(left, sentence))
    return tuple(found)


def _languages(said: str) -> tuple[str, ...]:
    if said.isascii():
        return (ENGLISH,)
    return LANGUAGES if _LATIN.search(said) else (CHINESE,)


def _blank_out(found: re.Match[str]) -> str:
    return "\x00" * len(found.group())


def _apart(found: list[tuple[Clause, tuple[str, ...]]]) -> list[tuple[Clause, tuple[str, ...]]]:
    """Gives a condition that two clauses share to the first of them only."""
    apart: list[tuple[Clause, tuple[str, ...]]] = []
    for clause, ids in found:
        overlaps = bool(apart) and clause.start < apart[-1][0].end
        start = clause.said_from if overlaps else clause.start
        if not overlaps or start >= apart[-1][0].end:
            apart.append((Clause(start, clause.end, clause.said_from), ids))
    return apart
