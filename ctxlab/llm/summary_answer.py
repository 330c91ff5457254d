"""What of an answer is taken as a summary: the whole of it, or nothing."""

from __future__ import annotations

import re

from ctxlab.llm.faults import Fault, failure
from ctxlab.llm.replies import Reply
from ctxlab.llm.summary_question import marks
from ctxlab.model.summary import StoredSummary, SummaryAsk
from ctxlab.text.redact import without_credentials
from ctxlab.tokens.protocols import Counter

#: A longer answer (code points) is no refusal and no message of an error, whatever it begins with.
_SHORT = 400
_ASKS = re.compile(
    r"(?:please|could you|can you|kindly)\b.{0,40}\b(?:provide|share|paste|send|supply|give me)\b"
    r"|\b(?:do not|don['’]?t|did not|didn['’]?t|cannot|can['’]?t) see (?:any|the|a|your) "
    r"(?:text|content|document)"
    r"|\bno (?:text|content|document) (?:was|has been|to summari[sz]e)\b"
    r"|请(?:您|你)?(?:先)?(?:提供|给出|发送|粘贴|输入|贴上)"
    r"|(?:没有|未)(?:看到|收到|提供)(?:任何|要|需要|具体|相关)?.{0,6}(?:文本|内容|原文)",
    re.IGNORECASE | re.DOTALL,
)
_REFUSES = re.compile(
    r"\s*(?:i['’]?m (?:very |so |really )?sorry|sorry[,.]|i apologi[sz]e"
    r"|i (?:can['’]?t|cannot|am unable|am not able|won['’]?t)\b|i['’]?m (?:unable|not able)"
    r"|as an? (?:ai|language model)|unfortunately,? i\b"
    r"|(?:很|非常)?(?:抱歉|对不起)|我(?:无法|不能|没有办法|没办法)|作为(?:一个|一名)?(?:ai|人工智能|语言模型))",
    re.IGNORECASE,
)
_ERROR = re.compile(
    r"\s*(?:\{\s*\"?(?:error|detail)\"?\s*:|<\?xml|(?:internal )?server error|bad gateway"
    r"|service unavailable|gateway time-?out|too many requests|rate limit|\[?error\]?[:\s]"
    r"|traceback \(most recent|http/?\d|\d{3} [A-Z][a-z]+)",
    re.IGNORECASE,
)
_HALF = re.compile("[\ud800-\udfff]")
_PAGE = re.compile(r"<(?:!doctype|html|head|body)\b", re.IGNORECASE)


def read_summary(ask: SummaryAsk, reply: Reply, counter: Counter) -> StoredSummary:
    """The summary that a reply is, with stand-ins for keys and passwords: it comes to be stored.

    Raises:
        ModelError: It is none: a refusal, a question for the text, an error's message, a web page, the
            question itself, or one that is longer than the limit or no shorter than the source.
    """
    sources = [said.strip() for _, said in ask.texts]
    # half a character can be neither stored nor sent; a key may be sent, but is not stored
    text = without_credentials(_HALF.sub("\ufffd", reply.text).strip(), sources, ask.language.value)
    if not text:
        raise failure(Fault.EMPTY)
    short = len(text) <= _SHORT
    # what the source itself says may be said of it
    if _PAGE.match(text) and not any(_PAGE.search(source) for source in sources):
        raise failure(Fault.HTML)
    if short and _REFUSES.match(text):
        raise failure(Fault.REFUSED)
    if short and _ASKS.search(text) and not any(_ASKS.search(source) for source in sources):
        raise failure(Fault.ASKS_FOR_TEXT)
    if short and _ERROR.match(text) and not any(text[:20].lower() in one.lower() for one in sources):
        raise failure(Fault.NOT_WHAT_WAS_ASKED)
    if any(mark in text for mark in marks(ask)):
        raise failure(Fault.NOT_WHAT_WAS_ASKED, "it repeats the question")
    held = counter.count(text)
    if held >= sum(counter.count_all(sources)):
        raise failure(Fault.NOT_SHORTER)
    if held > ask.limit:
        raise failure(Fault.LENGTH)
    return StoredSummary(
        ask.key, text, ask.content, ask.version, reply.model, ask.limit, reply.tokens_in, reply.tokens_out
    )
