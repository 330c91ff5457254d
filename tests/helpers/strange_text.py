"""Texts in which counting goes wrong if anything does: runs of blanks, joined words, marks, surrogates."""

from __future__ import annotations

from hypothesis import strategies as st

_FRAGMENTS = (
    "a", "the", "HTTP", "It's", "'s", "'LL", "1", "2024", "预算", "三千以内", "。", "，", "！", "あい",
    "é", "e\u0301", "ß", "ﬁ", "Ⅷ", "٣", "אב", "👍🏽", "👩‍👩‍👧", "龘", "\ufeff", "\u200b", "\x00", "\x1c", "=",
    "==", "/", "//", "!/\n", "\\", '{"a":', "<|endoftext|>", "…", "- ",
    " ", "  ", "   ", "\t", "\n", "\n\n", "\r\n", "\r", " \n", "\n ", "\x0b", "\x0c", "\x85", "\xa0",
    "\u2028", "\u3000",
)  # fmt: skip


def strange_texts(*, surrogates: bool = False, most: int = 30) -> st.SearchStrategy[str]:
    """Up to `most` fragments joined, some repeated; with surrogates or without."""
    fragments = st.sampled_from(_FRAGMENTS) | st.characters(codec="utf-8")
    if surrogates:
        fragments = fragments | st.characters(categories=["Cs"])
    repeated = st.builds(
        lambda fragment, times: fragment * times, fragments, st.sampled_from([1, 1, 1, 2, 5])
    )
    return st.lists(repeated, max_size=most).map("".join)
