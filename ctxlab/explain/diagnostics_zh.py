"""What readers and stages notice, in Chinese.

The item and the line are not in the sentences: they stand beside them.
"""

from __future__ import annotations

from ctxlab.explain.diagnostics_published import PUBLISHED_ZH
from ctxlab.explain.diagnostics_summaries import SUMMARIES_ZH
from ctxlab.explain.wording import Sentences

DIAGNOSTICS: dict[str, Sentences] = {
    # Damaged files.
    "bytes_replaced": (
        "并非全为 UTF-8：替换了 {count} 个字符，第一个在字节 {byte}",
        "并非全为 UTF-8：读不出的部分已替换",
    ),
    "lone_surrogate": ("{count} 个半截字符已替换为 U+FFFD", "半截字符已替换为 U+FFFD"),
    "number_too_long": ("数字位数过多，按文本保留",),
    "too_deep": ("嵌套过深，无法读取，已略过",),
    "line_broken": ("不是有效的 JSON（{length} 个字符），已略过：{text}", "不是有效的 JSON，已略过"),
    "line_cut": ("最后一行被截断（{length} 个字符），已略过：{text}", "最后一行被截断，已略过"),
    "line_stub": ("完整记录之前有半截记录，已略过：{text}", "完整记录之前有半截记录，已略过"),
    "records_glued": ("一行里有 {count} 条记录，均已读取", "一行里有多条记录"),
    "record_unknown": ("不是此格式的记录，已略过：{text}", "不是此格式的记录，已略过"),
    "key_repeated": (
        "位于 {at} 的对象中键 {key} 出现不止一次，以最后一个值为准（共 {count} 个对象有重复键）",
        "有对象中同一个键出现不止一次，以最后一个值为准",
    ),
    "not_an_object": ("不是 JSON 对象，已略过",),
    # Packed files.
    "packed_cut": ("压缩文件被截断，已读取能解压的部分",),
    "packed_broken": ("压缩文件已损坏（{reason}），已读取能解压的部分", "压缩文件已损坏，已读取能解压的部分"),
    "packed_rest": ("压缩数据之后还有 {count} 个字节，已略过", "压缩数据之后还有内容，已略过"),
    "member_repeated": (
        "ZIP 文件中有 {count} 个文件与后面的文件同名，已略过",
        "ZIP 文件中有文件与后面的文件同名，已略过",
    ),
    "members_unread": (
        "ZIP 文件中有 {count} 个文件没有读取器能读：{names}",
        "ZIP 文件中有文件没有读取器能读",
    ),
    # Logs of evaluations.
    "sample_unread": (
        "样本 {name} 无法读取：{reason}",
        "{name} 不是样本，已略过",
        "有样本无法读取",
    ),
    "sample_failed": ("样本以错误结束：{text}", "样本以错误结束"),
    "call_failed": ("一次模型调用失败：{text}", "一次模型调用失败"),
    "attachment_missing": ("有 {count} 处引用的文本不在文件中", "引用的文本不在文件中"),
    "sent_left_out": ("{count} 次调用实际发送的内容过多，未保留", "实际发送的内容过多，未全部保留"),
    # Sessions and marks.
    "id_repeated": ("{key} 已被前面的条目占用", "该 id 已被前面的条目占用"),
    "item_unknown": ("{key} 不是条目，已略过", "不是条目，已略过"),
    "part_unknown": ("{key} 类型未知，原样保留", "有类型未知的部分，原样保留"),
    "range_unknown": ("请求中提到的条目 {key} 不存在", "请求中提到的条目不存在"),
    "field_ignored": ("{key} 的值无效，已忽略", "有字段的值无效，已忽略"),
    "field_unknown": ("{key} 不是已知字段，原样保留", "未知字段，原样保留"),
    "marks_broken": ("标记无法读取：{reason}", "标记无法读取"),
    "mark_without_item": ("标记中的条目不在会话里",),
    "mark_unknown_key": (
        "标记中的键 {key} 未知，已忽略；最接近的有效键是 {nearest}",
        "标记中的键 {key} 未知，已忽略",
        "标记中有未知的键，已忽略",
    ),
    # Transcripts.
    "uuid_reused": ("第 {first} 行的 id 在此重复出现，内容不同", "有 id 被用了两次"),
    "lines_repeated": ("{count} 行在文件中重复，以第一次为准", "有行在文件中重复，以第一次为准"),
    "side_files_joined": ("{count} 个子代理文件已作为支链并入", "子代理文件已作为支链并入"),
    "side_files_left": (
        "另有 {count} 个子代理文件超出并入上限，各自作为单独的会话",
        "另有子代理文件超出并入上限",
    ),
    "side_files_without_call": (
        "有 {count} 个子代理没有记录启动它的调用：{names}",
        "没有记录启动某个子代理的调用",
    ),
    "side_files_odd": (
        "{count} 个子代理文件有内容未能正常读取，单独打开可查看位置：{names}",
        "某个子代理文件有内容未能正常读取，单独打开可查看位置",
    ),
    "side_files_unread": ("{count} 个子代理文件无法读取：{names}", "某个子代理文件无法读取"),
    "unknown_line_type": ("{count} 行的类型未知（{type}），不进入上下文", "有类型未知的行，不进入上下文"),
    "message_broken": ("该行没有消息，不进入上下文",),
    "content_missing": ("消息没有内容",),
    "message_unknown": ("不是消息，原样保留",),
    "parent_cycle": ("该行是自己的祖先，按分支开头处理",),
    "speakers_taken": (
        "这是两个人的对话：{user} 视为用户，{model} 视为模型",
        "这是两个人的对话：第一个人视为用户，另一个人视为模型",
    ),
    "way_chosen": (
        "消息中有 {count} 条路径，文件未记录以哪一条为准：最后一条由排名最高的回复组成，没有排名时取第一条",
        "消息中有多条路径：最后一条由排名最高的回复组成，没有排名时取第一条",
    ),
    "missing_parent": ("该行所接的行不在文件中，按接在上一行之后处理",),
    "one_request": (
        "按一次请求的正文读取，其中已有 {count} 条较早的回答；"
        "若文件只是消息列表，则按对话读取，每条回答之前各有一次请求",
        "按一次请求的正文读取；若文件只是消息列表，则按对话读取",
    ),
    "several_choices": (
        "模型对这次请求给出了 {count} 条回答，它们彼此并列",
        "模型对这次请求给出了多条回答，它们彼此并列",
    ),
    "answer_failed": ("服务方没有给出回答，而是返回错误：{text}", "服务方没有给出回答，而是返回错误"),
    "calls_lost": (
        "有 {count} 条结果没有对应的调用：文件没有记录调用",
        "有结果没有对应的调用：文件没有记录调用",
    ),
    "sent_unknown": (
        "{by} 在发送前略去了部分历史，文件未说明是哪些",
        "发送前略去了部分历史，文件未说明是哪些",
    ),
    "speakers_guessed": ("发言者由行首推断；对话之外发送的内容（如文件）不在其中",),
    "results_previewed": (
        "{count} 个结果过大，模型只看到预览（此为第一个），全文在会话旁的文件中",
        "结果过大，模型只看到预览",
    ),
    "call_ids_made": ("{count} 个调用没有 id，按顺序与结果配对", "有调用没有 id，按顺序与结果配对"),
    "call_ids_repeated": (
        "{count} 个调用的 id 与前面重复，与最近的结果配对",
        "有调用的 id 重复，与最近的结果配对",
    ),
    "call_invalid": ("框架无法解析的调用，原样保留",),
    "thinking_encrypted": (
        "{count} 段思考已加密（此为第一段）：内容与 token 数均无从得知",
        "思考已加密，其 token 数无从得知",
    ),
    "compaction_opaque": (
        "{count} 个块代表较早的轮次，只有服务商能读取：内容与 token 数均无从得知",
        "较早的轮次在只有服务商能读取的块中",
    ),
    "results_on_server": (
        "服务商自有工具的 {count} 个结果不在文件中（此为第一个），其 token 未计入",
        "服务商自有工具的结果不在文件中",
    ),
    "prompt_on_server": ("提示 {key} 保存在服务商处，不在文件中", "提示保存在服务商处，不在文件中"),
    "context_on_server": (
        "{key}：上下文的其余部分保存在服务商处，不在文件中",
        "上下文的其余部分保存在服务商处，不在文件中",
    ),
    "history_copied": (
        "由会话 {key} 分叉而来，开头是其历史的副本",
        "由另一会话分叉而来，开头是其历史的副本",
    ),
    "compaction_assumed": ("未记录这次压缩保留了什么，按用户消息和摘要计",),
    "approval_pending": ("调用等待批准",),
    "write_ahead_log": (
        "数据库经由预写日志写入：若旁边有同名加 -wal 的文件，最新的消息可能只在其中，未读取；"
        "关闭写入它的程序即可合并",
    ),
    "input_not_recorded": ("只记录了回答，向模型提出的内容不在文件中",),
    "spans_repeated": ("{count} 个 span 在文件中出现两次，只取一次", "有 span 在文件中出现两次，只取一次"),
    "spans_left_out": (
        "{count} 个 span 不属于模型调用、智能体、工具或检索，未采用",
        "不属于模型调用、智能体、工具或检索的 span 未采用",
    ),
    "metrics_left_out": ("{count} 条记录只有指标，没有 span，未采用", "只有指标的记录未采用"),
    "span_cycles": ("{count} 个 span 是自己的祖先，按树的开头处理", "有 span 是自己的祖先，按树的开头处理"),
    "logs_without_span": (
        "{count} 条带内容的日志不属于文件中的任何调用，未采用",
        "有带内容的日志不属于文件中的任何调用，未采用",
    ),
    "calls_without_input": ("{count} 次模型调用没有记录发送的内容", "有模型调用没有记录发送的内容"),
    "inputs_inferred": (
        "有 {count} 次模型调用的输入记录不全，按接续周围内容补全",
        "模型调用的输入记录不全，按接续周围内容补全",
    ),
    "traces_empty": (
        "有 {count} 条追踪没有模型调用，也没有任何内容，已略过",
        "有追踪没有任何内容，已略过",
    ),
    "calls_without_answer": (
        "{count} 次模型调用没有记录回答，以空回答代替",
        "有模型调用没有记录回答，以空回答代替",
    ),
    "image_empty": ("图片没有内容",),
    "image_size_unknown": (
        "有 {count} 张图片的尺寸未知（此为第一张），按 {side} x {side} 像素计",
        "图片尺寸未知，其 token 数为估计",
    ),
    "audio_tokens_unknown": (
        "有 {count} 段音频的长度未知（此为第一段），每段以 {tokens} 个 token 代替",
        "音频的 token 数未知，以固定值代替",
    ),
    "file_tokens_unknown": (
        "有 {count} 个附件的长度未知（此为第一个），每个以 {tokens} 个 token 代替",
        "附件的 token 数未知，以固定值代替",
    ),
    # Keyword forms.
    "alias_used": ("{where} 中的 {key} 按 {means} 读取（{count} 次）", "有键按另一名称读取"),
    "unknown_key": ("{where} 中的 {key} 不是已知的键，原样保留（{count} 次）", "未知的键，原样保留"),
    "not_a_list": ("{key} 不是列表", "不是列表"),
    "not_text": ("{where}[{index}] 的 {key} 不是文本", "不是文本"),
    "no_score": ("{where}[{index}] 的分数不是数字：{value}", "分数不是数字"),
    "unknown_source": (
        "{where}[{index}] 的来源未知：{value}",
        "{source}有多少无从得知：总计只是下限",
        "来源未知",
    ),
    "published_fails": (
        "已发布的代码在 {where}[{index}] 处出错：{key} 缺失或类型不符",
        "已发布的代码在第 {index} 项出错",
        "已发布的代码出错：其计数器拒绝特殊标记 {token}",
        "已发布的代码在此出错",
    ),
    # What published profiles do without a word.
    "python_form": ("已发布的代码按 Python 形式写出这个值",),
    "media_left_out": ("已发布的代码略去非文本内容",),
    "priorities_not_read": (
        "给 {count} 条历史消息定了优先级，但没有阶段读取",
        "给历史定了优先级，但没有阶段读取",
    ),
    "pin_not_read": ("已发布的代码没有钉住功能，此处无效",),
    "wire_not_read": (
        "已发布的代码只构建 {built} 消息：construct.wire {wire} 无效",
        "已发布的代码只构建一种格式的消息：construct.wire 无效",
    ),
    "cap_not_enforced": (
        "已发布的 {figure} 为 {cap}，但从不执行：已用 {used}",
        "已发布的上限从不执行",
    ),
    "summary_stand_in": ("由 {summarizer} 代替已发布的模型做摘要", "摘要并非由已发布的模型所做"),
    "task_not_given": ("已发布的指令要求与任务相关的内容，却没有给出任务",),
    "mode_not_read": ("选了 {mode} 模式，但已发布的代码不读取它", "已发布的代码不读取模式"),
    "key_facts_destroyed": (
        "已发布的代码切换到 single 会毁掉 {count} 条关键事实，只剩这一条",
        "已发布的代码切换到 single 会毁掉关键事实",
    ),
    "stored_overwritten": (
        "已发布的截断会覆盖所存的消息：其中 {tokens} 个 token 再也找不回",
        "已发布的截断会覆盖所存的消息",
    ),
    "input_not_counted": (
        "已发布的代码不计输入：预算之外另有 {tokens} 个 token",
        "已发布的代码不计输入",
    ),
    # What cannot be judged or applied.
    "must_keep_broken": ("必留项 {id}（{label}）无法判定：{reason}", "有必留项无法判定"),
    "must_keep_nowhere": (
        "此会话中没有任何内容提到必留项 {id}（{label}）",
        "会话中没有任何内容提到某个必留项",
    ),
    "must_keep_too_slow": (
        "必留项 {id} 无法判定：模式 {label} 超时",
        "有必留项无法判定：其模式超时",
    ),
    "rule_too_slow": (
        "gather.rule 第 {number} 条从此处起不再应用：模式 {pattern} 超时",
        "gather.rule 中有规则从此处起不再应用：其模式超时",
    ),
    "mode_rule_too_slow": (
        "mode.rule 第 {number} 条已略过：模式 {pattern} 超时",
        "mode.rule 中有规则已略过：其模式超时",
    ),
    # The mode.
    "mode_chosen": (
        "以 {mode} 模式构建，{rule:0?依 mode.use|由 mode.rule 第 # 条选定}",
        "以某一模式构建",
    ),
    # The result.
    "degraded": ("超出限额，上下文已降到第 {level} 级", "超出限额，上下文已降级"),
    "prompt_shortened": ("系统提示截到第一个空行：模型的表现可能不同",),
    "window_unknown": ("未设窗口大小，无法得知上下文是否放得下",),
    "over_limit": ("上下文共 {counted}，超出限额 {limit} 达 {over}", "上下文超出限额"),
    **PUBLISHED_ZH,
    **SUMMARIES_ZH,
}
