"""Whether a sentence and a part both demand, both forbid, or one shuts out what the other forbids."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ctxlab.text.survival.align import Pair
from ctxlab.text.survival.lexicon import Cue
from ctxlab.text.survival.overlay import ESSENTIAL, Overlay
from ctxlab.text.survival.reading import MINUS, Word

#: What leaves a thing as it is: the same as not to alter it.
_KEEPING = re.compile(
    r"\b(?:only|unchanged|untouched|unaltered|unmodified|intact|as (?:is|it is|they are|it stands"
    r"|they stand|before)|alone|stays?|staying"
    r"|remains?|keeps?|kept|leaves?|left|preserv\w+|retain\w*|same|stable|frozen|freeze|locked?|read-only"
    r"|fixed|final"
    r"|quarantin\w+|archiv\w+|instead|rather)\b|原样|原状|不变|维持|保持|保留|留着|只读|照旧|冻结|锁定|[仅只]|固定",
    re.IGNORECASE,
)
#: What keeps a thing away or ends it: the same as not to have or do it.
_CLOSING = re.compile(
    r"\b(?:only|solely|exclusively|alone|outside|out|off|stops?|ends?|ceases?|closed|closes?|remov\w+"
    r"|dropp?e?d?|strip\w*"
    r"|exclud\w+|omit\w*|delet\w+|block\w*|instead|rather|offline|privates?|privately|secret|confidential"
    r"|anonym\w+|hash\w*|mask\w*"
    r"|redact\w*|hidden|hide|free (?:of|from)|taboo|discard\w*|purge\w*|safe"
    r"|barr?ed|skip\w*|refrain\w*|quits?|halts?)\b"
    "|[只仅免除戒]|停止|暂停|中止|剔除|去掉|去除|排除|屏蔽|隐藏|保密|脱敏|匿名|离线|以外|之外|删|取消|关[闭掉上了]|拒|避|跳过|略过|忽略|收走|没收|拦|自理|自备",
    re.IGNORECASE,
)
#: What lets a thing be done only after another: the same as not to do it without that.
_FIRST = re.compile(r"\b(?:prior|before|unless|until)\b|之前|凭|须经|先经|方可|才能|才可", re.IGNORECASE)
#: What ends a thing, which is against a demand for it.
_ENDING = re.compile(
    r"\b(?:(?:ends?|ended)(?! up)|stops?|stopped|ceases?|discontinued|dropped|cancell?ed|removed|scrapped"
    r"|abandoned|gone|retired|phased out"
    r"|comes? down|shut down|(?:been|was|were|is|are|gets?|got) (?:\w+ )?(?:cut|struck|deleted|erased|wiped"
    r"|discarded|stripped (?:out|off)|ripped out|left out|taken out|thrown out|skipped|omitted))\b"
    "|删|去掉|剔除|砍掉|取消|停止|停用|关闭|下线|废弃|作废|放弃|终止|撤",
    re.IGNORECASE,
)
#: What alters a thing.
_ALTERING = frozenset(
    (
        "edit",
        "delete",
        "replace",
        "convert",
        "rename",
        "overwrite",
        "move-file",
        "throw",
        "demolish",
        "translate",
        "cancel",
    )
)


def same_stance(laid: Overlay) -> bool:
    """Whether both demand or both forbid, or one shuts out what the other forbids."""
    wanted, told = denies(laid.part.cues, laid.part.words), denies(laid.told(), laid.found.words)
    counted = [pair for pair in laid.met if pair.found and pair.wanted.weight >= ESSENTIAL]
    if any(pair.opposed and not made_up(laid, pair) for pair in counted):
        return False
    clause = laid.found.clauses[laid.anchor]
    said = laid.found.text[clause.start : clause.end]
    if (
        not wanted
        and not told
        and not laid.valued
        and _ENDING.search(said)
        and not _CLOSING.search(laid.part.text)
    ):
        return False
    if Cue.TWICE in laid.part.cues or Cue.TWICE in laid.told():
        return True
    if wanted == told or any(pair.turned for pair in counted):
        return True
    permitted = Cue.MAY in laid.told() and Cue.ONLY not in laid.told()
    if wanted and permitted:
        return False
    return _shuts(laid, said if wanted else laid.part.text)


def denies(cues: frozenset[Cue], words: Sequence[Word]) -> bool:
    """Whether clauses with some cues deny what their words say: "discarded drives" denies nothing."""
    return Cue.NOT in cues or (Cue.NOT_BEFORE in cues and any(word.sign is MINUS for word in words))


def made_up(laid: Overlay, pair: Pair) -> bool:
    """Whether what only one side denies is shut out by other words of the other side."""
    if pair.found is None or pair.turned:
        return False
    if pair.wanted.sign < 0:
        clause = laid.found.clauses[pair.found.clause]
        other, word = laid.found.text[clause.start : clause.end], pair.found.said
    else:
        other, word = laid.part.text, pair.wanted.said
    return _shuts(laid, other.replace(word, " "))


def _shuts(laid: Overlay, other: str) -> bool:
    altered = any(
        word.concepts & _ALTERING and word.sign <= 0 for word in (*laid.part.words, *laid.found.words)
    )
    if (_KEEPING if altered else _CLOSING).search(other):
        return True
    # not after nine and only after nine are against each other
    return not laid.valued and _depends(laid) and _FIRST.search(other) is not None


def _depends(laid: Overlay) -> bool:
    """Whether what is denied is so only without something else: "trains before cars" denies no cars."""
    if _FIRST.search(laid.part.text):
        return True
    words = (*laid.part.words, *laid.found.words)
    return Cue.NOT_BEFORE in laid.part.cues or any(word.excepted or word.supposed for word in words)
