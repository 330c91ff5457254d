"""Errors in words, in English and Chinese.

`words(error, language)` is the whole of it: where, what, what to do; `message` leaves out where, for what
stands beside the thing itself. An error without `errors.Said` is told in English in both languages.
"""

from __future__ import annotations

from ctxlab.errors import CtxlabError, Problem, ProfileError, Said, Where
from ctxlab.explain import faults
from ctxlab.explain.error_words import ALLOWED
from ctxlab.explain.error_words import CHINESE as SAID
from ctxlab.explain.zh import ZH
from ctxlab.model.decision import Stage
from ctxlab.model.profile import Language
from ctxlab.model.profile_keys import Form, Kind

#: By the key of what an error says: message and hint in Chinese.
CHINESE = {**SAID, **faults.CHINESE}


def words(error: BaseException | Problem, language: Language | str) -> str:
    """An error as one text: its place, what is wrong, what to do; of several problems one line each."""
    if Language(language) is not Language.CHINESE or not isinstance(error, CtxlabError | Problem):
        return str(error)
    if isinstance(error, ProfileError) and len(error.problems) > 1:
        lines = "".join(f"\n  {words(one, language)}" for one in error.problems)
        return _placed(error.where, f"{len(error.problems)} 处问题：{lines}")
    if error.said is None or error.said.key not in CHINESE:
        return str(error)
    return _placed(error.where, _sentence(error.said))


def message(error: CtxlabError | Problem, language: Language | str) -> str:
    """What is wrong and what to do, without the place; of several problems the first says it."""
    one = error.problems[0] if isinstance(error, ProfileError) else error
    if Language(language) is Language.CHINESE and one.said is not None and one.said.key in CHINESE:
        return _sentence(one.said)
    return f"{one.message} ({one.hint})" if one.hint else one.message


def _placed(where: Where, text: str) -> str:
    parts = [where.file] if where.file else []
    parts += [f"第 {where.line} 行"] if where.line is not None else []
    parts += [f"字节 {where.byte}"] if where.byte is not None else []
    parts += [where.key] if where.key else []
    return f"{'，'.join(parts)}：{text}" if parts else text


def _sentence(said: Said) -> str:
    values = {name: _value(value) for name, value in said.values}
    text, hint = (one.format_map(values) for one in CHINESE[said.key])
    return f"{text}（{hint}）" if hint else text


def _value(value: object) -> str:
    match value:
        case Kind():
            return _allowed(value)
        case Stage():
            return ZH.stages[value]
        case bool():
            return str(value)
        case int():
            return f"{value:,}"
        case _:
            return ALLOWED.get(str(value), str(value))


def _allowed(kind: Kind) -> str:
    match kind.form:
        case Form.NUMBER:
            text = f"{kind.low:,} 到 {kind.high:,} 的整数"
        case Form.FLAG:
            text = "true 或 false，不加引号"
        case Form.CHOICE:
            text = "、".join(one or '""' for one in kind.choices) + " 之一"
        case Form.LIST:
            text = "若干表的列表"
        case Form.TEXT:
            text = "加引号的文本"
    return f"{text}，或不写" if kind.optional else text
