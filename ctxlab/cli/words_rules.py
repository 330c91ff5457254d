"""Words of `ctxlab profiles rules`, in both languages; `cli.words` takes them in."""

from __future__ import annotations

#: Key → the text in English and in Chinese.
RULES: dict[str, tuple[str, str]] = {
    "rules_none": ("the profile has no source rules", "配置没有来源规则"),
    "rules_common": (
        "ready to be added (--add common, or one set by its name):",
        "可直接添加（--add common，或按名称添加一组）：",
    ),
    "rules_whole": (
        "a rule is for whole items: a block in one message with what the user typed stays there",
        "规则只作用于整个条目：与用户所写内容同处一条消息的块不受影响",
    ),
}
