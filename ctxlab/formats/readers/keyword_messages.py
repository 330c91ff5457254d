"""Reader of the messages of the context modes: a JSON object, or one a line."""

from __future__ import annotations

from ctxlab.formats.keyword_forms import likeness, read_form
from ctxlab.formats.protocol import Document
from ctxlab.model.keywords import MESSAGES
from ctxlab.model.session import Session


class KeywordMessagesReader:
    """A list of messages with source tags, and the user's input."""

    name = "keyword-messages"
    title = "Messages of the context modes"
    experimental = False

    def sniff(self, document: Document) -> float:
        """A user input beside the messages, or messages with a mode's own keys; else it is a chat request."""
        return likeness(document, MESSAGES)

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session an object, with one request; raises FormatError where no record is an object."""
        return read_form(document, MESSAGES, self.name)
