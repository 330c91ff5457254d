"""What a short demand is about: its words without those of bounds, units, prices and change."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ctxlab.text.numerals import FIGURES, UNITS

_WORD = re.compile(r"[a-z][a-z'-]{2,}")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]{2,}")


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_STOP = _words(
    "the and for with that this from are was were has have had not but you your our its their any all "
    "some most least more less than under over within below above about around between exactly only just "
    "per each every must should shall can could will would may might need needs needed want wants please "
    "make sure keep stay never ever dont don't doesn't isn't use using used also too then when unless "
    "until before after into out off let lets let's get got it's i'm i'd we're we'd instead change "
    "changed changes changing actually now rather longer update updated raise raised lower lowered "
    "increase increased decrease decreased switch switched set correction second thought scratch forget "
    "yuan rmb cny usd eur gbp jpy dollar dollars euro euros pound pounds bucks percent hundred thousand "
    "million maximum minimum max min cap capped limit limited exceed exceeding "
    "write writes writing add give put have cost costs "
)

#: Words that tell a price or size apart from nothing else.
_GENERIC = _words("budget price cost spend spending total amount sum money figure")
_GENERIC_HAN = re.compile("预算|价格|费用|花费|金额|总价|总额|价钱|开销")

_STOP_HAN = re.compile(
    "不要超过|不得超过|不能超过|不超过|不多于|不少于|不低于|不高于|不得|最多|最少|至少|以内|以下|以上|之内|控制在"
    "|大概|大约|左右|上下|必须|一定|不要|不能|不可以|不可|不许|请勿|务必|需要|应该|可以|希望|最好|尽量"
    "|改成|改为|换成|换为|变成|变为|调整为|调整到|提高到|降低到|降到|增加到|减少到|放宽到|现在|还是|不再|不是|而是|重新"
    "|更正|算了|我们|我的|我家|人民币|美元|美金|欧元|日元|块钱|元|块|总共|一共|总"
    f"|[{FIGURES}{UNITS}的了是在吧把被到从要就也都再请我你他她它们个和与或]"
)

_CHANGES = re.compile(
    r"\b(?:instead|actually|now|rather than|no longer|scratch that|on second thought|correction"
    r"|chang(?:e|ed|es|ing)|updat(?:e|ed)|rais(?:e|ed)|lower(?:ed)?|increas(?:e|ed)|decreas(?:e|ed)"
    r"|switch(?:ed)?|make (?:it|that)|forget (?:it|that|about)|not\b[^.!?]{1,40}\bbut)\b"
    "|改成|改为|改到|换成|换为|变成|调整为|调整到|调到|提高到|降低到|降到|增加到|减少到|放宽到|不是[^。！？]{1,20}是"
    "|现在|更正|还是[^。！？]{1,12}吧|算了|不再",
    re.IGNORECASE,
)

_LANGUAGES = {
    "english": ("english", "英文", "英语"),
    "chinese": ("chinese", "mandarin", "中文", "汉语", "普通话"),
    "french": ("french", "法文", "法语"),
    "german": ("german", "德文", "德语"),
    "spanish": ("spanish", "西班牙文", "西班牙语"),
    "japanese": ("japanese", "日文", "日语"),
    "korean": ("korean", "韩文", "韩语"),
    "russian": ("russian", "俄文", "俄语"),
}


@dataclass(frozen=True, slots=True)
class Topics:
    """What a clause is about: words of its `own`, and `generic` ones that say only that it is about money."""

    own: frozenset[str]
    generic: frozenset[str]

    def shared(self, other: Topics) -> float:
        """The share of the smaller one's own words that both have, from 0 to 1.

        Where neither has any, of the generic ones; where only one has, 0: a budget is no hotel's budget.
        """
        mine, theirs = (self.own, other.own) if self.own or other.own else (self.generic, other.generic)
        return len(mine & theirs) / min(len(mine), len(theirs)) if mine and theirs else 0.0


def topics_of(clause: str) -> Topics:
    """What a clause is about. Chinese runs count by their pairs of characters."""
    low = clause.lower()
    words = {_stem(word) for word in _WORD.findall(low) if word not in _STOP}
    generic = {word for word in words if word in _GENERIC} | set(_GENERIC_HAN.findall(low))
    for run in _HAN.findall(_STOP_HAN.sub(" ", _GENERIC_HAN.sub(" ", low))):
        words.update(run[at : at + 2] for at in range(len(run) - 1))
    return Topics(frozenset(words - generic), frozenset(generic))


def changes(sentence: str) -> bool:
    """Whether a sentence says that something is to be otherwise than before."""
    return _CHANGES.search(sentence) is not None


def languages(clause: str) -> frozenset[str]:
    """The languages that a clause names."""
    low = clause.lower()
    return frozenset(name for name, words in _LANGUAGES.items() if any(word in low for word in words))


def _stem(word: str) -> str:
    """A word without the ending that marks plural; a crude one, alike on both sides."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
