"""The roles of messages, in English and in Chinese."""

from __future__ import annotations

from ctxlab.model.profile import Language

_CHINESE = {
    "user": "用户",
    "assistant": "助手",
    "system": "系统",
    "developer": "开发者",
    "tool": "工具",
    "model": "模型",
    "reasoning": "思考",
    "function_call": "函数调用",
    "function_call_output": "函数输出",
}


def role(one: str, language: Language | str) -> str:
    """A role's name; in English, and where it is not known, it is as the wire format has it."""
    return _CHINESE.get(one, one) if Language(language) is Language.CHINESE else one


def speaker(label: str, language: Language | str) -> str:
    """The label of a message, such as `user · 3`, with the role in that language; a tool's name stays."""
    who, dot, turn = label.partition(" · ")
    return f"{role(who, language)}{dot}{turn}"
