"""Words of `ctxlab calibrate`, in both languages; `cli.words` takes them in."""

from __future__ import annotations

#: Key → the text in English and in Chinese.
CALIBRATE: dict[str, tuple[str, str]] = {
    "calibrate_request": ("request", "请求"),
    "calibrate_stretch": ("stretch", "段"),
    "calibrate_provider": ("provider", "服务商"),
    "calibrate_ours": ("here", "此处"),
    "calibrate_difference": ("difference", "差"),
    "calibrate_left": ("left", "折算后"),
    "calibrate_more": (
        "… the first {shown} of {count} requests; --json has all",
        "… 仅列出 {count} 个请求中的前 {shown} 个；--json 含全部",
    ),
    "calibrate_not_taken": (
        "no profile is written: the factor is not to be relied on (--force takes it all the same)",
        "未写入配置：系数不可靠（--force 仍予采用）",
    ),
    "calibrate_nothing": (
        "no profile is written: no request has the provider's count",
        "未写入配置：没有请求带有服务商的计数",
    ),
}
