"""What can be done about a notice, in words, where there is something to be done."""

from __future__ import annotations

from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.profile import Language

#: Code → what to do, in English and in Chinese. Other codes say all there is to say.
HINTS: dict[str, tuple[str, str]] = {
    "over_limit": (
        "lower the cap of a row, or let Summarize condense it",
        "降低某一行的上限，或交给摘要阶段压缩",
    ),
    "degraded": (
        "lower the caps of rows that are kept whole, or raise window.soft_limit",
        "降低整条保留的行的用量，或调高 window.soft_limit",
    ),
    "window_unknown": ("state window.size in the profile", "在配置中写明 window.size"),
    "unknown_source": (
        "state an estimate under window.unknown in the profile",
        "在配置的 window.unknown 下写明估计",
    ),
    "wire_not_read": ("take construct.strategy layout", "改用 construct.strategy layout"),
    "cap_not_enforced": (
        "take select.strategy layered: it holds all caps",
        "改用 select.strategy layered：它执行所有上限",
    ),
    "priorities_not_read": ("take another strategy of Select", "改用选择阶段的其他策略"),
    "pin_not_read": (
        "pins hold under select.strategy layered",
        "钉住在 select.strategy layered 下有效",
    ),
    "media_left_out": (
        "take gather.strategy recorded: it keeps them",
        "改用 gather.strategy recorded：它会保留",
    ),
    "must_keep_broken": ("mend it in the profile or the marks", "在配置或标记中修正"),
    "must_keep_nowhere": (
        "take the words as the session has them, or take the must-keep out",
        "改用会话中的原话，或去掉该必留项",
    ),
    "must_keep_too_slow": ("make its pattern simpler", "简化其模式"),
    "rule_too_slow": ("make its pattern simpler", "简化其模式"),
    "line_cut": ("it may still be written: open the file again later", "文件可能仍在写入：稍后重新打开"),
    "marks_broken": (
        "mend the marks file beside the session, or remove it",
        "修正会话旁的标记文件，或将其删除",
    ),
    "summary_missing": (
        "ask a model for it: ctxlab summarize FILE --profile PROFILE, or Analyze in the window",
        "向模型索取：ctxlab summarize FILE --profile PROFILE，或窗口中的“分析”菜单",
    ),
    "summary_unsafe": (
        "summarize.missing show takes it all the same; another model may keep more",
        "summarize.missing 设为 show 则照样采用；换一个模型或许保留更多",
    ),
    "summary_too_long": (
        "raise summarize.max_tokens, or ask another model",
        "提高 summarize.max_tokens，或换一个模型",
    ),
    "mark_without_item": ("set the mark anew on an item of the session", "在会话的条目上重新标记"),
}


def hint(diagnostic: Diagnostic, language: Language | str) -> str:
    """What can be done about a notice; empty where there is nothing to say."""
    found = HINTS.get(diagnostic.code)
    if found is None or (diagnostic.code == "unknown_source" and diagnostic.item):
        return ""
    return found[Language(language) is Language.CHINESE]
