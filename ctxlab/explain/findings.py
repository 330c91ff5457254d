"""What is wrong with a request, in words: one entry a code, in English and in Chinese."""

from __future__ import annotations

from ctxlab.model.profile import Language
from ctxlab.model.wire_view import Finding

#: Code → the words in English and in Chinese; the message's number stands beside them.
FINDINGS: dict[str, tuple[str, str]] = {
    "unchecked": ("it could not be checked: {reason}", "无法检查：{reason}"),
    "no_messages": ("there is no message", "没有任何消息"),
    "role_unknown": ("there is no role {role}", "没有 {role} 这个角色"),
    "first_not_user": (
        "the first message has to be the user's",
        "第一条消息必须来自用户",
    ),
    "content_missing": ("it has no content", "没有内容"),
    "content_empty": ("its content is empty", "内容为空"),
    "content_odd": ("its content is neither a text nor a list of parts", "内容既不是文本也不是部件列表"),
    "part_odd": ("there is no part of type {type}", "没有 {type} 类型的部件"),
    "media_in_result": (
        "a result holds a part of type {type}: only some servers take it",
        "结果中含 {type} 类型的部件：只有部分服务器接受",
    ),
    "media_type_odd": ("an image of type {type} is not taken", "不接受 {type} 类型的图像"),
    "reasoning_sent": (
        "reasoning_content is a field that only some servers take",
        "reasoning_content 字段只有部分服务器接受",
    ),
    "calls_empty": ("its list of calls is empty", "调用列表为空"),
    "call_not_assistants": ("only the assistant makes calls", "只有助手可以发起调用"),
    "call_without_id": ("a call has no id", "有一个调用没有 id"),
    "call_id_odd": (
        "the call id {id} has other signs than letters, digits, _ and -",
        "调用 id {id} 含有字母、数字、_ 和 - 以外的字符",
    ),
    "call_id_repeated": ("two calls have the id {id}", "两个调用的 id 同为 {id}"),
    "call_unanswered": (
        "the call {id} is not answered by what follows",
        "调用 {id} 没有在其后得到回答",
    ),
    "tool_name_odd": ("{name} cannot be the name of a tool", "{name} 不能作为工具名"),
    "arguments_odd": (
        "the arguments of {name} are not what the wire holds",
        "{name} 的参数不是该格式所要求的类型",
    ),
    "arguments_no_json": ("the arguments of {name} are no JSON", "{name} 的参数不是 JSON"),
    "result_without_id": ("a result names no call", "有一个结果没有指明调用"),
    "result_without_call": (
        "a result answers the call {id}, which the message before does not make",
        "结果回答调用 {id}，而前一条消息没有该调用",
    ),
    "result_repeated": ("the call {id} is answered twice", "调用 {id} 被回答了两次"),
    "result_not_first": (
        "the result of the call {id} has to stand before any other text",
        "调用 {id} 的结果必须位于其他文本之前",
    ),
    "result_not_users": ("results stand in the user's messages only", "结果只能出现在用户消息中"),
    "thinking_unsigned": ("thinking without its signature", "思考内容缺少签名"),
    "thinking_altered": (
        "signed thinking was changed, so that its signature does not hold",
        "已签名的思考内容被改动，签名失效",
    ),
    "ends_in_blanks": ("the last answer may not end in blanks", "最后的回答不能以空白结尾"),
    "system_empty": ("a block of the system part is empty", "系统部分有一个块为空"),
    "system_between": (
        "a system message between the others: only some models take it",
        "系统消息位于其他消息之间：只有部分模型接受",
    ),
    "system_moved": (
        "system messages from between the others stand in the system part: {count}",
        "从其他消息之间移到系统部分的系统消息：{count} 条",
    ),
    "thinking_left_out": (
        "signed thinking without text, which the built wire cannot hold, is not here: {count}; "
        "build for this wire",
        "构建所用格式无法容纳的已签名空思考不在此处：{count} 条；请为该格式构建",
    ),
    "item_odd": ("there is no item of type {type}", "没有 {type} 类型的条目"),
    "item_id_repeated": ("two items have the id {id}", "两个条目的 id 同为 {id}"),
    "call_id_long": (
        "the call id {id} is longer than {most} signs",
        "调用 id {id} 超过 {most} 个字符",
    ),
    "summary_missing": (
        "thinking has no list of summaries, not even an empty one",
        "思考条目缺少摘要列表（可以为空）",
    ),
    "reasoning_alone": (
        "thinking is not followed by what it led to",
        "思考条目之后没有它所引出的条目",
    ),
    "media_missing": ("a part of type {type} has no content", "{type} 类型的部件没有内容"),
    "part_empty": ("a part says nothing", "有一个部件没有任何内容"),
    "part_several": (
        "a part is several things at once: {types}",
        "一个部件同时是多种内容：{types}",
    ),
    "responses_count": (
        "{calls} function calls have {responses} responses in the content right behind them",
        "{calls} 个函数调用在紧随其后的内容中有 {responses} 个响应",
    ),
    "response_without_call": (
        "a response of {name}, which the content before does not call",
        "{name} 的响应在前一条内容中没有对应的调用",
    ),
    "response_odd": ("the response of {name} is no object", "{name} 的响应不是对象"),
    "call_behind_model": (
        "function calls have to stand right behind what a user or a function said",
        "函数调用必须紧随用户消息或函数响应之后",
    ),
    "tool_name_repeated": ("two tools have the name {name}", "两个工具同名：{name}"),
    "tool_shape": (
        "tool {number} is not in the form of this wire",
        "第 {number} 个工具不是该格式的形式",
    ),
    # What could not be carried over into a request of another API.
    "thinking_dropped": (
        "thinking that only the recording's model could read is left out: {count}",
        "省略只有录制所用模型才能读取的思考：{count} 处",
    ),
    "media_dropped": (
        "images, audio or files that this API does not take are only named: {count}",
        "该 API 不接受的图像、音频或文件只留下名称：{count} 个",
    ),
    "media_moved": (
        "images or files in results stand in a message of the user behind them: {count}",
        "结果中的图像或文件移到其后的用户消息中：{count} 个",
    ),
    "parts_as_text": (
        "parts that no reader understands stand as the text of their JSON: {count}",
        "无法识别的部件以其 JSON 文本写出：{count} 个",
    ),
    "fields_dropped": (
        "parts have fields that mean nothing to this API, which are left out: {count}",
        "部件中对该 API 无意义的字段已省略：{count} 个部件",
    ),
    "results_as_text": (
        "results without a recorded call stand as texts: {count}",
        "没有录制到调用的结果以文本写出：{count} 个",
    ),
    "results_made": (
        "calls without a recorded result have a placeholder for one: {count}",
        "没有录制到结果的调用以占位文本代替：{count} 个",
    ),
    "results_joined": (
        "further results of one call are joined to its first: {count}",
        "同一调用的其余结果并入第一个：{count} 个",
    ),
    "roles_changed": (
        "messages of a role that this API does not know are the user's: {count}",
        "该 API 没有的角色改为用户：{count} 条消息",
    ),
    "user_added": (
        "a message of the user stands before the first, which is the assistant's",
        "第一条消息来自助手，其前补了一条用户消息",
    ),
    "ids_changed": (
        "call ids that this API does not take are written anew: {count}",
        "该 API 不接受的调用 id 已改写：{count} 个",
    ),
    "names_changed": (
        "names of tools that this API does not take are written anew: {names}",
        "该 API 不接受的工具名已改写：{names}",
    ),
    "tools_dropped": (
        "tools that only the recording's provider runs are left out: {names}",
        "省略只有录制方提供的工具：{names}",
    ),
    "settings_dropped": (
        "settings of the recorded request that this API does not have are left out: {names}",
        "省略该 API 没有的请求设置：{names}",
    ),
    "max_tokens_made": (
        "no largest answer was recorded, which this API asks for: max_tokens is {count}",
        "该 API 要求的最大输出长度没有录制，取 max_tokens = {count}",
    ),
}

WIRES = {
    "openai-chat": "OpenAI chat",
    "openai-responses": "OpenAI Responses",
    "anthropic": "Anthropic",
    "gemini": "Gemini",
}


def finding(finding: Finding, language: Language | str) -> str:
    """What is wrong, without the number of the message; an unknown code is told as it is."""
    words = FINDINGS.get(finding.code)
    if words is None:
        return finding.code.replace("_", " ")
    text = words[Language(language) is Language.CHINESE]
    # values come from sessions and may hold braces: they are filled in once, by name
    return text.format_map(dict(finding.numbers))


def wire_name(wire: str) -> str:
    """What people call a wire format; the names are the same in all languages."""
    return WIRES.get(wire, wire)
