"""What a gate found of a session, in lines: the verdict with its figures, and beneath it each finding."""

from __future__ import annotations

from ctxlab.explain import gate as words
from ctxlab.model.gate import Before, Built, GateFinding, GateResult, Severity
from ctxlab.model.profile import Language

_MARKS = {Severity.ERROR: "", Severity.UNJUDGED: "", Severity.WARNING: "! ", Severity.NOTE: "· "}
_TEXTS = {
    "tokens": ("{tokens} tokens", "{tokens} 个 token"),
    "kept": ("{kept}/{count} must-keeps", "必留项 {kept}/{count}"),
    "level": ("level {level} of degradation", "第 {level} 级降级"),
    "same": ("as under the baseline", "与基线相同"),
    "change": ("{change} against the baseline's {tokens}", "相对基线 {tokens}：{change}"),
}


def session_lines(result: GateResult, language: Language | str, advised: set[str] | None = None) -> list[str]:
    """The verdict on a session with its figures, and beneath it what was found.

    `advised` is what was advised of sessions before, which is not said again; it takes in what is said here.
    """
    head = f"{result.place.title}: {words.code(result.code, language)}"
    told = " · ".join([head, *figures(result, language)])
    return [told, *(f"  {line}" for line in result_lines(result, language, advised))]


def result_lines(result: GateResult, language: Language | str, advised: set[str] | None = None) -> list[str]:
    """All that was found of a session; `advised` as in `session_lines`."""
    lines: list[str] = []
    for one in result.findings:
        advice = str(dict(one.numbers).get("flags", ""))
        lines += finding_lines(one, language, again=advised is not None and advice in advised)
        if advised is not None and advice:
            advised.add(advice)
    return lines


def finding_lines(found: GateFinding, language: Language | str, *, again: bool = False) -> list[str]:
    """A finding and, beneath it, why; `again` as in `explain.gate.finding`."""
    why = words.why(found, language)
    told = _MARKS[found.severity] + words.finding(found, language, again=again)
    return [told, *([f"  {why}"] if why else [])]


def figures(result: GateResult, language: Language | str) -> list[str]:
    """Tokens and limit, must-keeps, level of degradation, and the change against the baseline."""
    built = result.built
    if built is None:
        return []
    tokens = f"{'' if built.exact else '≈'}{built.tokens:,}"
    limit = "" if built.limit is None else f" / {built.limit:,}"
    told = [
        _in(language, "tokens", tokens=tokens + limit),
        _in(language, "kept", kept=built.kept, count=len(built.must_keeps)),
    ]
    if built.level:
        told.append(_in(language, "level", level=built.level))
    if result.before is not None:
        told.append(_change(built, result.before, language))
    return told


def _change(built: Built, before: Before, language: Language | str) -> str:
    if before.tokens == built.tokens:
        return _in(language, "same")
    change = f"{built.tokens - before.tokens:+,}"
    if before.tokens:
        change += f" ({100 * (built.tokens - before.tokens) / before.tokens:+.1f} %)"
    return _in(language, "change", change=change, tokens=f"{before.tokens:,}")


def _in(language: Language | str, key: str, **values: object) -> str:
    return _TEXTS[key][Language(language) is Language.CHINESE].format_map(values)
