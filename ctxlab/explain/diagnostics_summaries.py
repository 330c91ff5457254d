"""What is noticed of models' summaries, in English and Chinese."""

from __future__ import annotations

from ctxlab.explain.wording import Sentences

SUMMARIES_EN: dict[str, Sentences] = {
    "summary_missing": (
        "a model's summary of {count} {count:item|items} in at most {limit} tokens is not at hand: ask for "
        "it with ctxlab summarize",
        "a model's summary is not at hand: ask for it with ctxlab summarize",
    ),
    "summary_unsafe": (
        "a model's summary of {count} {count:item|items} is not used: it says {altered} "
        "{altered:fact|facts} otherwise than its source",
        "a model's summary of {count} {count:item|items} is not used: {unsafe} {unsafe:fact|facts} of the "
        "source are lost in it, and {room} tokens have no room for them beneath it",
        "a model's summary of {count} {count:item|items} is not used: {unsafe} {unsafe:fact|facts} of the "
        "source are lost in it",
        "a model's summary is not used: facts of the source are lost or said otherwise in it",
    ),
    "summary_too_long": (
        "a model's summary is not used: it holds {held} tokens, with at most {limit} and fewer than its "
        "source asked",
        "a model's summary is not used: it is too long",
    ),
    "summary_failed": ("a model gave no summary: {fault}", "a model gave no summary"),
    "summary_line_broken": (
        "line {number} of the summaries beside the session holds none; left out: {text}",
        "a line of the summaries beside the session holds none; left out",
    ),
    "summaries_broken": (
        "the summaries beside the session could not be read: {reason}",
        "the summaries beside the session could not be read",
    ),
}

SUMMARIES_ZH: dict[str, Sentences] = {
    "summary_missing": (
        "缺少模型对 {count} 条内容的摘要（至多 {limit} 个 token）：可用 ctxlab summarize 索取",
        "缺少模型的摘要：可用 ctxlab summarize 索取",
    ),
    "summary_unsafe": (
        "未采用模型对 {count} 条内容的摘要：其中 {altered} 处事实的说法与原文不同",
        "未采用模型对 {count} 条内容的摘要：原文有 {unsafe} 处事实在其中丢失，{room} 个 token 内无法附上",
        "未采用模型对 {count} 条内容的摘要：原文有 {unsafe} 处事实在其中丢失",
        "未采用模型的摘要：原文的事实在其中丢失或说法有变",
    ),
    "summary_too_long": (
        "未采用模型的摘要：它有 {held} 个 token，要求至多 {limit} 个且短于原文",
        "未采用模型的摘要：过长",
    ),
    "summary_failed": ("模型没有给出摘要：{fault}", "模型没有给出摘要"),
    "summary_line_broken": (
        "会话旁的摘要文件第 {number} 行不是摘要，已略去：{text}",
        "会话旁的摘要文件有一行不是摘要，已略去",
    ),
    "summaries_broken": ("无法读取会话旁的摘要文件：{reason}", "无法读取会话旁的摘要文件"),
}
