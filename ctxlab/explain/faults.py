"""Why a call of a model gave nothing, in words: the codes of `llm.faults.Fault`."""

from __future__ import annotations

from ctxlab.model.profile import Language

#: Code → English and Chinese.
FAULTS: dict[str, tuple[str, str]] = {
    "unreachable": ("the endpoint cannot be reached", "无法连接端点"),
    "timeout": ("the model did not answer in time", "模型未及时回答"),
    "rate_limit": ("the endpoint takes no more requests for now", "端点暂不接受更多请求"),
    "server": ("the endpoint failed", "端点出错"),
    "cut": ("the answer broke off", "回答中断"),
    "not_json": ("the answer is no valid JSON", "回答不是有效的 JSON"),
    "html": ("the endpoint answered with a web page", "端点返回的是网页"),
    "no_choices": ("the answer holds no choice", "回答中没有内容"),
    "empty": ("the answer is empty", "回答为空"),
    "no_key": ("there is no key for the endpoint", "没有该端点的密钥"),
    "key_refused": ("the endpoint refuses the key", "端点拒绝该密钥"),
    "quota": ("the account has nothing left", "账户额度已用完"),
    "no_model": ("the endpoint does not know the model", "端点没有该模型"),
    "too_long": ("the text is longer than the model can read", "文本超出模型可读的长度"),
    "bad_request": ("the endpoint refuses the request", "端点拒绝该请求"),
    "refused": ("the model declines to answer", "模型拒绝回答"),
    "not_what_was_asked": ("the answer is not what was asked for", "回答不是所要的内容"),
    "length": ("the answer is longer than it may be", "回答超出允许的长度"),
    "not_shorter": ("the summary is not shorter than its source", "摘要不比原文短"),
    "asks_for_text": ("the model asks for the text that it was given", "模型索要已提供给它的文本"),
    "unexpected": ("the call failed in a way that ctxlab does not know", "调用以 ctxlab 未知的方式失败"),
}

#: Code → what to do, in Chinese, where there is anything.
_STEPS: dict[str, str] = {
    "unreachable": "地址是否正确，服务是否在运行？",
    "timeout": "增大设置中 [endpoint] 的 timeout",
    "rate_limit": "稍后再试，并减少同时的请求",
    "not_json": "地址是否以 /chat 之前的部分结尾？",
    "html": "地址是否以 /chat 之前的部分结尾？",
    "no_key": "设置所指的环境变量，或存入钥匙串：keyring set ctxlab NAME",
    "key_refused": "它是否是该地址的密钥，是否仍有效？",
    "quota": "请充值，或在设置中改用其他端点",
    "no_model": "名称是否与该端点所用的一致？",
    "too_long": "请改用能读更长文本的模型",
    "unexpected": "请重试；若仍如此，请报告",
}

#: Faults as errors in Chinese, for `error_words`: key → message and what to do.
CHINESE: dict[str, tuple[str, str]] = {
    **{f"fault.{code}": (words[1] + "{detail}", _STEPS.get(code, "")) for code, words in FAULTS.items()},
    "fault.none_chosen": ("没有选择模型", "设置 CTXLAB_MODEL，或设置中 [endpoint] 的 `name`"),
}


def fault(code: str, language: Language | str) -> str:
    """A fault in words; an unknown code as it is."""
    found = FAULTS.get(code)
    return code if found is None else found[Language(language) is Language.CHINESE]
