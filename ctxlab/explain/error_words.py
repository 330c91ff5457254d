"""What errors say, in Chinese: by the key of their `errors.Said`, the message and its hint."""

from __future__ import annotations

#: Key → message and hint; an empty hint is none.
CHINESE: dict[str, tuple[str, str]] = {
    # settings of a profile
    "key_unknown": ("没有此设置", "最接近的有效名称：{near}"),
    "sent_missing": (
        "未记录此次请求实际发送的内容：日志（{format}）只有对话，没有任何请求体",
        "--against recorded 与记录方当时的上下文比较",
    ),
    "sent_here_missing": (
        "未记录第 {request} 次请求实际发送的内容：日志中缺少其请求体",
        "有记录的请求：{known}",
    ),
    "key_meant": ("没有此设置", "可能是 {near}；{table} 的设置有：{names}"),
    "key_far": ("没有设置 {key}", "有效名称：{names}"),
    "key_none": ("没有设置 {key}", ""),
    "key_is_table": ("不能作为一个值来设置", "请设置其中一项，如 {inside}"),
    "key_alone": ("不能单独设置", ""),
    "value_refused": ("不能是 {value}", "可用：{allowed}"),
    "missing": ("缺少此项", ""),
    "history_is_no_setting": ("不是设置", "它记录配置的由来"),
    "reserve_takes_all": (
        "window.output_reserve {reserve} 占满了 window.size {size}，输入没有余地",
        "减小 window.output_reserve，或增大 window.size",
    ),
    "buffer_takes_all": (
        "window.buffer {buffer} 使输入没有余地：window.size 减去 window.output_reserve 只剩 {room}",
        "减小 window.buffer 或 window.output_reserve，或增大 window.size",
    ),
    "soft_takes_all": (
        "window.soft_limit {soft} 减去 window.buffer {buffer} 后，输入没有余地",
        "增大 window.soft_limit，或减小 window.buffer",
    ),
    "mode_rule": ("mode.rule 须指明 long、single、mixed 之一", ""),
    "gather_rule_one": ("gather.rule 须在 source 与 exclude 中恰好写一项", ""),
    "fields_tool": ("gather.fields 没有指明工具", ""),
    "fields_one": ("gather.fields 须在 fields 与 expression 中恰好写一项", ""),
    "fields_list": ("gather.fields 的 expression 自己说明各行所在，不能再写 list", ""),
    "fields_field": ("gather.fields 中的 {field} 不是字段", "请写 name 或 name:80"),
    "must_keep_one": ("must_keep 须在 text、regex、number、source 中恰好写一项", ""),
    "must_keep_no_number": ("{text} 不是数", "例如 3000、3,000 或 三千"),
    "must_keep_no_words": ("没有任何文字", ""),
    "no_code": ("{code} 不是问题的代码", "ctxlab lint 在方括号中列出代码；多个之间用逗号"),
    "half_character": ("含有半个字符（孤立的代理项），任何文件都无法保存", ""),
    "blanks": ("只有空白，任何上下文都含有", ""),
    "no_number": ("{text} 不是数", ""),
    "repeats": ("重复过多：展开后超过 {most} 个位置", ""),
    "no_regex": ("不是正则表达式：{reason}", ""),
    "no_jmespath": ("不是 JMESPath 表达式：{reason}", ""),
    "no_strategy": ("没有策略 {name}", "现有：{names}"),
    "no_strategy_near": ("没有策略 {name}", "最接近的有效名称：{near}；现有：{names}"),
    # files of profiles
    "schema_missing": ("没有写明 schema", '配置须写 schema = "{known}"'),
    "schema_newer": ("{found} 比此版本能读的更新", "此版本读取 {known}"),
    "profile_no_table": ("配置应是一张设置表", ""),
    "profile_empty": ("配置是空的", ""),
    "profile_nul": ("配置含有 NUL 字节", "可能在写入时中断；请用备份恢复"),
    "profile_too_large": ("{size} 字节，作为配置太大", ""),
    "profile_too_deep": ("配置嵌套过深", ""),
    "profile_not_utf8": ("配置不是 UTF-8", "请另存为 UTF-8"),
    "profile_unreadable": ("无法读取配置：{reason}", ""),
    "saved_as_toml": ("配置以 TOML 保存", "请用以 .toml 结尾的名称；JSON 和 YAML 由导出写出"),
    "no_toml": ("不是有效的 TOML：{reason}", ""),
    "no_builtin": ("没有内置配置 {name}", "内置的有：{names}"),
    "no_builtin_near": ("没有内置配置 {name}", "最接近的是 {near}"),
    "no_profile": ("没有配置 {name}，既非内置也不是文件", "内置的有：{names}"),
    "no_profile_near": ("没有配置 {name}，既非内置也不是文件", "最接近的是 {near}"),
    # files of sessions
    "folder": ("这是文件夹，不是文件", ""),
    "folder_of": ("这是文件夹，不是文件", "请打开 {inside}"),
    "file_too_large": ("文件太大：{size} 字节，最多 {most}", ""),
    "no_file": ("没有这个文件", ""),
    "unreadable": ("无法读取：{reason}", ""),
    "unwritable": ("无法写入：{reason}", ""),
    "no_reader": ("没有读取器能读：看起来是 {looks}", "ctxlab formats 列出可读的格式"),
    "no_format": ("没有格式 {name}", "ctxlab formats 列出可读的格式"),
    "no_format_near": ("没有格式 {name}", "是否想写 {near}？"),
    "no_request": (
        "没有请求 {number}",
        "请求为 1 到 {last}，轮次为 {first_turn} 到 {last_turn}",
    ),
    "no_turn": ("没有第 {number} 轮", "请求为 1 到 {last}，轮次为 {first_turn} 到 {last_turn}"),
    "no_request_at_all": ("没有请求 {number}", "会话中没有任何请求"),
    "no_turn_at_all": ("没有第 {number} 轮", "会话中没有任何请求"),
    # counting and runs
    "no_vocabulary": ("没有名为 {name} 的词表", "已知：{known}"),
    "vocabulary_unreadable": ("无法读取词表：{reason}", "请重新安装 ctxlab 以修复"),
    "vocabulary_damaged": ("词表已损坏：校验和不符", "请重新安装 ctxlab 以修复"),
    "stage_external": ("{stage}阶段的策略 {name} 会调用模型，只在被要求时运行", ""),
}

#: What a setting may hold, where it is no kind of `profile_keys`; English → Chinese.
ALLOWED: dict[str, str] = {
    "a table": "一张表",
    "a text in quotes": "加引号的文本",
    "true or false": "true 或 false",
    "a number, a text in quotes, true or false": "数、加引号的文本、true 或 false",
    "a list of tables; text is not taken here": "若干表的列表；此处不接受文本",
}
