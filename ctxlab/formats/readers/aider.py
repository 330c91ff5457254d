"""Reader of aider's `.aider.chat.history.md`: one session of each chat in it.

The file is Markdown, and who speaks is a guess (see `aider_lines`). Aider sends the system prompt, the files
and the map of the repository beside the chat; none of that is in the file. What the program said to the user
was not sent, nor were commands; they stay in the session and are not live.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ctxlab.errors import FormatError, Where
from ctxlab.formats.aider_lines import Chat, Speaker, Stretch, chats_of, has_speakers, is_history
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.fields import compact
from ctxlab.formats.protocol import Document
from ctxlab.formats.requests import Ranges, to_ranges, without
from ctxlab.formats.usages import without_cached
from ctxlab.model.items import Part, PartKind, Place, Source
from ctxlab.model.session import Session, Usage

#: So much of a file that has JSON values, too, is looked at.
_HEAD = 100_000

#: Commands that do not go to the model, but for those that only say how it is to be asked.
_COMMAND = re.compile(r"!|/(?!(?:ask|code|architect|context)\s)\w")
#: Output that the model is shown goes to it as a message of the user's.
_ROLES = {
    Speaker.USER: "user",
    Speaker.MODEL: "assistant",
    Speaker.CONSOLE: "tool",
    Speaker.SENT: "user",
}
_CLEARS = ("/clear", "/reset")

_MODEL = re.compile(r"^(?:Models?|Main model): (\S+) with ", re.MULTILINE)
_NUMBER = r"([\d.,]+)(k|M)?"
_USED = re.compile(
    rf"^Tokens: {_NUMBER} sent(?:, {_NUMBER} cache write)?(?:, {_NUMBER} cache hit)?, {_NUMBER} received",
    re.MULTILINE,
)
_SCALES = {"k": 1_000, "M": 1_000_000}


class AiderReader:
    """Chats of aider in Markdown."""

    name = "aider"
    title = "aider chat history"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the line that starts each chat; in the midst of one by who speaks there."""
        text = document.text[:_HEAD] if document.records else document.text
        if is_history(text):
            return 0.97
        return 0.8 if not document.records and has_speakers(text) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session of each chat, in file order."""
        chats = chats_of(document.text)
        if not any(one.started or one.stretches for one in chats):
            raise FormatError("there is no chat of aider in it", where=Where(document.file))
        return tuple(_session(document, chat) for chat in chats)


def _session(document: Document, chat: Chat) -> Session:
    builder = SessionBuilder(document, AiderReader.name)
    unsent: list[int] = []
    cleared: list[int] = []
    model = ""
    for index, stretch in enumerate(chat.stretches):
        text, speaker = stretch.text, stretch.speaker
        if speaker is Speaker.CONSOLE:
            model = _model(text) or model
        if speaker is Speaker.CONSOLE or (speaker is Speaker.USER and _COMMAND.match(text)):
            unsent.append(len(builder))
        if speaker is Speaker.USER and text.strip() in _CLEARS:
            cleared.append(len(builder))
        builder.add_message(
            _ROLES[speaker],
            (Part(PartKind.TEXT, text),),
            place=Place(stretch.line),
            injected=speaker is Speaker.SENT,
            source=Source.TOOL_RESULT if speaker is Speaker.SENT else None,
            usage=_usage(chat.stretches[index + 1 : index + 2]) if speaker is Speaker.MODEL else None,
        )
    builder.note("speakers_guessed", severity="info")
    dead = to_ranges(unsent)

    def live(_chain: str, end: int, before: Ranges) -> Ranges:
        last = next((at for at in reversed(cleared) if at < end), -1)
        return without(without(before, dead), ((0, last),) if last >= 0 else ())

    return builder.finish(
        live=live,
        title=chat.started,
        model=model,
        unknown=(Source.SYSTEM_PROMPT, Source.RETRIEVED_DOC),
        extra=compact({"started": chat.started}) if chat.started else "",
    )


def _model(text: str) -> str:
    found = _MODEL.search(text)
    return found[1] if found else ""


def _usage(following: Sequence[Stretch]) -> Usage | None:
    """What the program says behind an answer of the tokens that it took, rounded as it says it."""
    if not following or following[0].speaker is not Speaker.CONSOLE:
        return None
    found = _USED.search(following[0].text)
    if found is None:
        return None
    sent, written, read, received = (_count(found[at], found[at + 1]) for at in (1, 3, 5, 7))
    return Usage(without_cached(sent, written, read), read, written, received)


def _count(digits: str | None, scale: str | None) -> int | None:
    if digits is None:
        return None
    try:
        return int(float(digits.replace(",", "")) * _SCALES.get(scale or "", 1))
    except (ValueError, OverflowError):
        return None
