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
    "not_an_object": ("not a JSON object; left out",),
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
    "unknown_line_type": (
        "{count} {count:line|lines} of the unknown type {type}; left out of the context",
        "lines of an unknown type; left out of the context",
    ),
    "message_broken": ("the line holds no message; left out of the context",),
    "content_missing": ("the message has no content",),
    "message_unknown": ("not a message; kept as it came",),
    "parent_cycle": ("the line is its own ancestor; taken as the beginning of a branch",),
    "missing_parent": ("the line that this one follows is not in the file; taken to follow the one before",),
    "one_request": (
        "read as the body of one request, with its {count} earlier {count:answer|answers}; a list of the "
        "messages alone is read as a conversation, with a request before each answer",
        "read as the body of one request; a list of the messages alone is read as a conversation",
    ),
    "call_ids_made": (
        "{count} {count:call has|calls have} no id; paired with results by their order",
        "calls without an id; paired with results by their order",
    ),
    "call_ids_repeated": (
        "{count} {count:call has|calls have} the id of an earlier call; paired with the nearest result",
        "calls have the id of an earlier call; paired with the nearest result",
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
