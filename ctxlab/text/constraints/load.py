"""Reading the rule files: `resources/rules/constraints-en.toml` and `constraints-zh.toml`.

The first of them says at its head what may stand in them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from ctxlab.model.constraint import Kind, Tier
from ctxlab.text.constraints.rules import Asked, Extent, Language, Marks, Rule
from ctxlab.text.constraints.scan import scan_source, words_of
from ctxlab.text.expression import Expression

_PART = re.compile("@([a-z_]+)@")
_NOTHING = "(?!)"
Table = Mapping[str, Any]
Parts = Mapping[str, str]


@cache
def language(name: str) -> Language:
    """The shipped rules of a language (`en`, `zh`), read once."""
    # not before the first text: a quarter of what importing this package would cost
    import tomllib

    from ctxlab.paths import resource

    with resource("rules", f"constraints-{name}.toml").open("rb") as file:
        data = tomllib.load(file)
    parts: dict[str, str] = {}
    for part, source in data.get("parts", {}).items():
        parts[part] = _filled(source, parts)
    contexts = {
        context: Expression(_filled(source, parts)) for context, source in data.get("contexts", {}).items()
    }
    rules = tuple(_rule(entry, name, parts, contexts) for entry in data["rule"])
    stops = tuple(Expression(_filled(entry["pattern"], parts)) for entry in data.get("stop", ()))
    scan = Expression(scan_source(name, rules))
    return Language(name, _marks(data["marks"], parts), stops, rules, scan, words_of(rules))


def _marks(table: Table, parts: Parts) -> Marks:
    def mark(name: str) -> Expression:
        return Expression(_filled(table.get(name, _NOTHING), parts))

    return Marks(
        soft=mark("soft"),
        firm=mark("firm"),
        question=mark("question"),
        request=mark("request"),
        silent=mark("silent"),
        begin=mark("begin"),
        lead=mark("lead"),
    )


def _rule(entry: Table, name: str, parts: Parts, contexts: Mapping[str, Expression]) -> Rule:
    def conditions(names: str, own: str) -> tuple[Expression, ...]:
        found = [contexts[context] for context in entry.get(names, ())]
        return (*found, Expression(_filled(entry[own], parts))) if own in entry else tuple(found)

    words = tuple(map(str, entry["words"]))
    kind = Kind(entry["kind"])
    then = _filled(entry.get("then", ""), parts)
    return Rule(
        id=str(entry["id"]),
        kind=kind,
        tier=Tier(entry.get("tier", "hard")),
        language=name,
        negative=bool(entry.get("negative", kind is Kind.PROHIBITION)),
        extent=Extent(entry.get("extent", "clause")),
        asked=Asked(entry.get("asked", "nothing")),
        whole=bool(entry.get("whole", False)),
        words=words,
        near=_filled(entry.get("near", ""), parts),
        then=Expression(then) if then else None,
        pattern=Expression(_filled(entry["pattern"], parts) if "pattern" in entry else _any_of(words, then)),
        within=conditions("within", "sentence"),
        outside=conditions("outside", "unless"),
        listed=bool(entry.get("listed", False)),
        head=Expression(_filled(entry["head"], parts)) if "head" in entry else None,
        follows=Expression(_filled(entry["follows"], parts)) if "follows" in entry else None,
    )


def _filled(pattern: str, parts: Parts) -> str:
    return _PART.sub(lambda found: parts[found.group(1)], pattern)


def _any_of(words: tuple[str, ...], then: str) -> str:
    """What a rule without a pattern looks for: one of its words."""
    latin = any("a" <= word[0] <= "z" for word in words)
    made = "|".join(
        re.escape(word.removesuffix("*")) + ("" if not latin or word.endswith("*") else "\\b")
        for word in words
    )
    return f"{chr(92) + 'b' if latin else ''}(?:{made})" + (f"(?={then})" if then else "")
