"""Words of `ctxlab summarize`, in both languages; `cli.words` takes them in."""

from __future__ import annotations

#: Key → the text in English and in Chinese.
SUMMARIES: dict[str, tuple[str, str]] = {
    "summaries_plan": (
        "{missing} missing at {requests}, {found} at hand",
        "{requests}：缺 {missing} 份摘要，已有 {found} 份",
    ),
    "summaries_request": ("1 request", "1 个请求"),
    "summaries_requests": ("{count} requests", "{count} 个请求"),
    "summaries_none": ("no summary is missing: nothing is sent", "没有缺少的摘要，不发送任何内容"),
    "summaries_more": (
        "where a summary stands for others, further calls may follow",
        "若摘要要以其他摘要为基础，可能还有后续调用",
    ),
    "summaries_taken": (
        "{taken} kept; {calls} calls, {there} tokens there, {back} back",
        "保存 {taken} 份；调用 {calls} 次，发送 {there} 个 token，返回 {back} 个",
    ),
    "summaries_still": (
        "{missing} still missing: those items stay as after a refusal",
        "仍缺 {missing} 份：相应条目按摘要被拒处理",
    ),
    "summaries_stopped": (
        "stopped: the {taken} that came are kept",
        "已停止：已收到的 {taken} 份已保存",
    ),
    "summaries_replay": (
        "{count} written to {file}: with it, runs need no model",
        "已写入 {file} {count} 份：有了它，运行无需模型",
    ),
}
