"""What readers and stages notice, in English.

The item and the line are not in the sentences: they stand beside them.
"""

from __future__ import annotations

from ctxlab.explain.diagnostics_published import PUBLISHED_EN
from ctxlab.explain.diagnostics_summaries import SUMMARIES_EN
from ctxlab.explain.wording import Sentences

DIAGNOSTICS: dict[str, Sentences] = {
    # Damaged files.
    "bytes_replaced": (
        "not all of it is UTF-8: {count} {count:character was|characters were} replaced, the first at byte "
        "{byte}",
        "not all of it is UTF-8: what could not be read was replaced",
    ),
    "lone_surrogate": (
        "{count} {count:half of a character was|halves of characters were} replaced by U+FFFD",
        "halves of characters were replaced by U+FFFD",
    ),
    "number_too_long": ("a number has more digits than any number type takes; it is kept as text",),
    "too_deep": ("nested too deeply to be read; left out",),
    "line_broken": ("no valid JSON ({length} characters); left out: {text}", "no valid JSON; left out"),
    "line_cut": (
        "the last line is cut off ({length} characters); left out: {text}",
        "the last line is cut off; left out",
    ),
    "line_stub": (
        "a cut-off record stands before a whole one; left out: {text}",
        "a cut-off record stands before a whole one; left out",
    ),
    "records_glued": (
        "{count} records stand on one line; all were read",
        "several records stand on one line",
    ),
    "record_unknown": (
        "not a record of this format; left out: {text}",
        "not a record of this format; left out",
    ),
    "key_repeated": (
        "the key {key} stands more than once in the object at {at}: the last value counts "
        "({count} {count:object has|objects have} such keys)",
        "a key stands more than once in one object: the last value counts",
    ),
    "not_an_object": ("not a JSON object; left out",),
    # Packed files.
    "packed_cut": ("the packed file is cut off; what could be unpacked was read",),
    "packed_broken": (
        "the packed file is broken ({reason}); what could be unpacked was read",
        "the packed file is broken; what could be unpacked was read",
    ),
    "packed_rest": (
        "{count} {count:byte stands|bytes stand} behind the packed data; left out",
        "something stands behind the packed data; left out",
    ),
    "member_repeated": (
        "{count} {count:file of the ZIP file has|files of the ZIP file have} the name of a later one; "
        "left out",
        "files of the ZIP file have the names of later ones; left out",
    ),
    "members_unread": (
        "{count} {count:file|files} in the ZIP file that no reader takes: {names}",
        "files in the ZIP file that no reader takes",
    ),
    # Logs of evaluations.
    "sample_unread": (
        "the sample {name} could not be read: {reason}",
        "the sample {name} is none; left out",
        "a sample could not be read",
    ),
    "sample_failed": ("the sample ended with an error: {text}", "the sample ended with an error"),
    "call_failed": ("a call of the model failed: {text}", "a call of the model failed"),
    "attachment_missing": (
        "{count} {count:text that is|texts that are} referred to are not in the file",
        "texts that are referred to are not in the file",
    ),
    "sent_left_out": (
        "what was sent with {count} {count:call|calls} is left out: together it is too much",
        "what was sent is left out where together it is too much",
    ),
    # Sessions and marks.
    "id_repeated": ("{key} is taken by an earlier item", "the id is taken by an earlier item"),
    "item_unknown": ("{key} is no item; left out", "not an item; left out"),
    "part_unknown": (
        "{key} is of an unknown kind; kept as it came",
        "a part of an unknown kind; kept as it came",
    ),
    "range_unknown": (
        "a request names the item {key}, which is not there",
        "a request names an item that is not there",
    ),
    "field_ignored": (
        "{key} cannot hold what stands there; ignored",
        "a field cannot hold what stands there; ignored",
    ),
    "field_unknown": ("{key} is no known field; kept as it came", "an unknown field; kept as it came"),
    "marks_broken": ("the marks could not be read: {reason}", "the marks could not be read"),
    "mark_without_item": ("the marks name an item that the session does not have",),
    "mark_unknown_key": (
        "the marks have an unknown key {key}: ignored; the nearest valid one is {nearest}",
        "the marks have an unknown key {key}: ignored",
        "the marks have an unknown key: ignored",
    ),
    # Transcripts.
    "uuid_reused": ("the id of line {first} stands here again with other content", "an id is used twice"),
    "lines_repeated": (
        "{count} {count:line stands|lines stand} in the file twice; the first counts",
        "lines stand in the file twice; the first counts",
    ),
    "side_files_joined": (
        "{count} {count:file of a sub-agent was|files of sub-agents were} joined as side chains",
        "files of sub-agents were joined as side chains",
    ),
    "side_files_left": (
        "{count} more {count:file of a sub-agent is|files of sub-agents are} too many to be joined: "
        "{count:it is a session|they are sessions} apart",
        "more files of sub-agents are too many to be joined: they are sessions apart",
    ),
    "side_files_without_call": (
        "no call is recorded that made the {count:sub-agent|sub-agents} of {names}",
        "no call is recorded that made a sub-agent",
    ),
    "side_files_odd": (
        "not all in {count} {count:file of a sub-agent|files of sub-agents} could be read as it should; open "
        "{count:it|them} alone to see where: {names}",
        "not all in a sub-agent's file could be read as it should; open it alone to see where",
    ),
    "side_files_unread": (
        "{count} {count:file of a sub-agent|files of sub-agents} could not be read: {names}",
        "a sub-agent's file could not be read",
    ),
    "unknown_line_type": (
        "{count} {count:line|lines} of the unknown type {type}; left out of the context",
        "lines of an unknown type; left out of the context",
    ),
    "message_broken": ("the line holds no message; left out of the context",),
    "content_missing": ("the message has no content",),
    "message_unknown": ("not a message; kept as it came",),
    "parent_cycle": ("the line is its own ancestor; taken as the beginning of a branch",),
    "speakers_taken": (
        "two people talk: {user} is taken as the user and {model} as the model",
        "two people talk: the first is taken as the user and the other as the model",
    ),
    "way_chosen": (
        "{count} ways lead through the messages, and which one is meant is not recorded: the last is that "
        "of the best-ranked replies, or of the first where they have no rank",
        "several ways lead through the messages: the last is that of the best-ranked replies, or the first",
    ),
    "missing_parent": ("the line that this one follows is not in the file; taken to follow the one before",),
    "one_request": (
        "read as the body of one request, with its {count} earlier {count:answer|answers}; a list of the "
        "messages alone is read as a conversation, with a request before each answer",
        "read as the body of one request; a list of the messages alone is read as a conversation",
    ),
    "several_choices": (
        "the model gave {count} answers to this request; they stand side by side",
        "the model gave several answers to this request; they stand side by side",
    ),
    "answer_failed": (
        "instead of an answer the provider sent an error: {text}",
        "instead of an answer the provider sent an error",
    ),
    "calls_lost": (
        "{count} {count:result is|results are} there without the call: the file does not record it",
        "results are there without their calls: the file does not record them",
    ),
    "sent_unknown": (
        "{by} left parts of the history out of what was sent, and the file does not say which",
        "parts of the history were left out of what was sent, and the file does not say which",
    ),
    "speakers_guessed": (
        "who speaks is guessed from how lines begin; what was sent beside the chat, such as files, is not in "
        "the file",
    ),
    "results_previewed": (
        "{count} {count:result was|results were} too large, of which this is the first: the model saw a "
        "preview; the whole stands in a file beside the session",
        "results were too large: the model saw previews",
    ),
    "call_ids_made": (
        "{count} {count:call has|calls have} no id; paired with results by their order",
        "calls without an id; paired with results by their order",
    ),
    "call_ids_repeated": (
        "{count} {count:call has|calls have} the id of an earlier call; paired with the nearest result",
        "calls have the id of an earlier call; paired with the nearest result",
    ),
    "call_invalid": ("a call that its framework could not parse; kept as it came",),
    "thinking_encrypted": (
        "{count} {count:block of thinking is|blocks of thinking are} encrypted, of which this is the first: "
        "what the model thought there is not known, nor how many tokens it takes",
        "thinking is encrypted: how many tokens it takes is not known",
    ),
    "compaction_opaque": (
        "{count} {count:block stands|blocks stand} for earlier turns that only the provider can read: what "
        "is left of them is not known, nor how many tokens it takes",
        "earlier turns stand in a block that only the provider can read",
    ),
    "results_on_server": (
        "{count} {count:result|results} of the provider's own tools {count:is|are} not in the file, of which "
        "this is the first: their tokens are not counted",
        "results of the provider's own tools are not in the file",
    ),
    "prompt_on_server": (
        "the prompt {key} is kept by the provider and not in the file",
        "the prompt is kept by the provider and not in the file",
    ),
    "context_on_server": (
        "{key}: the rest of the context is kept by the provider and not in the file",
        "the rest of the context is kept by the provider and not in the file",
    ),
    "history_copied": (
        "it was forked from the session {key}, and begins with a copy of that one's history",
        "it was forked from another session, and begins with a copy of that one's history",
    ),
    "compaction_assumed": (
        "what this compaction kept is not recorded: taken to be the user's messages and the summary",
    ),
    "approval_pending": ("the call waits to be approved",),
    "write_ahead_log": (
        "the database is written through a log: if a file of the same name with -wal stands beside it, the "
        "newest messages may be only there, and are not read; closing the program that writes it merges them",
    ),
    "input_not_recorded": ("only the answer was recorded: what the model was asked is not in the file",),
    "spans_repeated": (
        "{count} {count:span stands|spans stand} in the file twice; taken once",
        "spans stand in the file twice; taken once",
    ),
    "spans_left_out": (
        "{count} {count:span is|spans are} of no call of a model, no agent, tool or search; left out",
        "spans of no call of a model, no agent, tool or search are left out",
    ),
    "metrics_left_out": (
        "{count} {count:record holds|records hold} metrics and no spans; left out",
        "records of metrics are left out",
    ),
    "span_cycles": (
        "{count} {count:span is its|spans are their} own ancestor; taken as the beginning of a tree",
        "a span is its own ancestor; taken as the beginning of a tree",
    ),
    "logs_without_span": (
        "{count} log {count:record|records} with content {count:belongs|belong} to no call that is in the "
        "file; left out",
        "log records with content belong to no call that is in the file; left out",
    ),
    "calls_without_input": (
        "what was sent is not recorded for {count} {count:call|calls} of the model",
        "what was sent is not recorded for calls of the model",
    ),
    "inputs_inferred": (
        "what was sent is recorded only in part for {count} {count:call|calls} of the model: taken to go on "
        "from what is around",
        "what was sent is recorded only in part: taken to go on from what is around",
    ),
    "traces_empty": (
        "{count} {count:trace has|traces have} no call of a model and nothing that was said; left out",
        "traces without anything that was said; left out",
    ),
    "calls_without_answer": (
        "{count} {count:call|calls} of the model {count:has|have} no recorded answer: an empty one stands in",
        "calls of the model have no recorded answer: empty ones stand in",
    ),
    "image_empty": ("an image without content",),
    "image_size_unknown": (
        "the size of {count} {count:image is|images are} not known, of which this is the first: counted as "
        "{side} x {side} pixels",
        "the size of an image is not known: its tokens are a guess",
    ),
    "audio_tokens_unknown": (
        "nothing says how long {count} audio {count:clip is|clips are}, of which this is the first: {tokens} "
        "tokens stand in for each",
        "nothing says how many tokens an audio clip takes: a figure stands in",
    ),
    "file_tokens_unknown": (
        "nothing says how long {count} attached {count:file is|files are}, of which this is the first: "
        "{tokens} tokens stand in for each",
        "nothing says how many tokens an attached file takes: a figure stands in",
    ),
    # Keyword forms.
    "alias_used": (
        "{key} in {where} was taken as {means} ({count} {count:time|times})",
        "a key was taken under another name",
    ),
    "unknown_key": (
        "{key} in {where} is no known key; kept as it came ({count} {count:time|times})",
        "an unknown key; kept as it came",
    ),
    "not_a_list": ("{key} is no list", "not a list"),
    "not_text": ("{key} of {where}[{index}] is no text", "not a text"),
    "no_score": ("the score of {where}[{index}] is no number: {value}", "a score that is no number"),
    "unknown_source": (
        "the source of {where}[{index}] is none that is known: {value}",
        "how much {source} there was is not known: the total is a lower bound",
        "a source is not known",
    ),
    "published_fails": (
        "the published code fails at {where}[{index}]: {key} is absent or of a kind that it cannot take",
        "the published code fails at number {index}",
        "the published code fails: its counter refuses the special token {token}",
        "the published code fails here",
    ),
    # What published profiles do without a word.
    "python_form": ("the published code writes this value in its Python form",),
    "media_left_out": ("the published code leaves out what is no text",),
    "priorities_not_read": (
        "priorities were given to {count} history {count:message|messages}, and no stage reads them",
        "priorities were given to the history, and no stage reads them",
    ),
    "pin_not_read": ("the published code knows no pins: this one has no effect",),
    "wire_not_read": (
        "the published code builds {built} messages only: construct.wire {wire} has no effect",
        "the published code builds messages of one wire only: construct.wire has no effect",
    ),
    "cap_not_enforced": (
        "the published figure {figure} is {cap} and is never enforced: {used} used",
        "a published cap is never enforced",
    ),
    "summary_stand_in": (
        "summarised by {summarizer} in place of the published model",
        "not summarised by the published model",
    ),
    "task_not_given": (
        "the published instruction asks for what bears on the task, without being given the task",
    ),
    "mode_not_read": (
        "the mode {mode} was chosen, and the published code does not read it",
        "the published code does not read the mode",
    ),
    "key_facts_destroyed": (
        "switching to single destroys {count} key {count:fact|facts} in the published code; only this one is "
        "left",
        "switching to single destroys key facts in the published code",
    ),
    "stored_overwritten": (
        "the published cut overwrites the stored message: {tokens} tokens of it are gone for good",
        "the published cut overwrites the stored message",
    ),
    "input_not_counted": (
        "the published code does not count the input: {tokens} tokens beside its budget",
        "the published code does not count the input",
    ),
    # What cannot be judged or applied.
    "must_keep_broken": (
        "the must-keep {id} ({label}) cannot be judged: {reason}",
        "a must-keep cannot be judged",
    ),
    "must_keep_nowhere": (
        "nothing in this session says the must-keep {id} ({label})",
        "nothing in this session says a must-keep",
    ),
    "must_keep_too_slow": (
        "the must-keep {id} cannot be judged: its pattern {label} ran out of time",
        "a must-keep cannot be judged: its pattern ran out of time",
    ),
    "rule_too_slow": (
        "rule {number} of gather.rule is not applied from here on: its pattern {pattern} ran out of time",
        "a rule of gather.rule is not applied from here on: its pattern ran out of time",
    ),
    "mode_rule_too_slow": (
        "rule {number} of mode.rule is passed over: its pattern {pattern} ran out of time",
        "a rule of mode.rule is passed over: its pattern ran out of time",
    ),
    # The mode.
    "mode_chosen": (
        "built in the mode {mode}, {rule:0?as mode.use says|chosen by rule # of mode.rule}",
        "built in a mode",
    ),
    # The result.
    "degraded": (
        "over its limit, the context was degraded to level {level}",
        "over its limit, the context was degraded",
    ),
    "prompt_shortened": ("the system prompt ends at its first blank line: the model may behave differently",),
    "window_unknown": ("no window size is stated: whether the context fits is not known",),
    "over_limit": (
        "the context holds {counted}, {over} over its limit of {limit}",
        "the context is over its limit",
    ),
    **PUBLISHED_EN,
    **SUMMARIES_EN,
}
