"""A profile's source rules in words."""

from __future__ import annotations

from ctxlab.explain import source
from ctxlab.explain.roles import role
from ctxlab.model.profile_rules import GatherRule

_LONGEST = 60


def rule_words(rule: GatherRule, language: str = "en") -> str:
    """What a rule is for and what it does: `user, text ^<a>: to agent note`."""
    chinese = language == "zh"
    told: list[str] = []
    if rule.role:
        told.append(role(rule.role, language))
    if rule.tool:
        told.append(f"{'工具' if chinese else 'tool'} {_short(rule.tool)}")
    if rule.regex:
        told.append(f"{'文本' if chinese else 'text'} {_short(rule.regex)}")
    what = ("，" if chinese else ", ").join(told) or ("所有条目" if chinese else "every item")
    if rule.source is None:
        goes = "排除" if chinese else "left out"
    else:
        goes = ("归入" if chinese else "to ") + source(rule.source, language)
    return f"{what}{'：' if chinese else ': '}{goes}"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
