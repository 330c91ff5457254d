"""The fixed texts and figures of the published split budget. It has one edition, in Chinese."""

from __future__ import annotations

#: Stands between sections, and between retrieved documents.
SEPARATOR = "\n\n---\n\n"

#: Stands before the summary of the older messages.
SUMMARY_HEAD = "[历史对话摘要] "

#: Stands behind JSON that was cut.
JSON_MARK = "…[已截断]"

#: Stands behind a section that was cut within a sentence.
CUT_MARK = "…"

#: At the end of this a cut section may end without a mark.
SENTENCE_END = "。"

#: Stands for a picture in a retrieved document.
IMAGE = "[图片]"

#: What the model is to answer when it finds no constraint.
NO_CONSTRAINT = "无"

#: Messages that make a round.
PER_ROUND = 2

#: Rounds that the second level of degradation leaves.
LEVEL_ROUNDS = 2

#: Tokens that the answer with the constraints may have.
CONSTRAINT_TOKENS = 200

#: Characters of an assistant's reply that the summary is made from.
REPLY_CHARACTERS = 200

#: What the published encoding keeps for itself; its `encode` raises on a text that holds one.
SPECIAL_TOKENS = ("<|endoftext|>", "<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|endofprompt|>")


def special_token(text: str) -> str:
    """The first special token that a text holds, or empty."""
    if "<|" not in text:
        return ""
    return next((token for token in SPECIAL_TOKENS if token in text), "")


def doc_head(source: object, score: object) -> str:
    """What stands above a retrieved document.

    Raises:
        TypeError, ValueError, OverflowError: The score is nothing that can be written with three decimals.
    """
    return f"[来源: {source} | 相关度: {score:.3f}]\n"
