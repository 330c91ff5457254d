"""What was really sent with one request, in whatever dialect, as a session of its own."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from ctxlab.errors import FormatError
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.dialects.any import messages_of
from ctxlab.formats.load import load_bytes
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.values import ParseError, is_list, is_object, parse
from ctxlab.model.session import Session


def sent_session(text: str, file: str) -> Session:
    """The messages of `Request.sent` as a session; `file` names the log that they come from.

    A list of messages is read by its dialect. Anything else is a file of some format.

    Raises:
        FormatError: It cannot be read as either.
    """
    try:
        value = parse(text)
    except ParseError as error:
        raise FormatError(f"what was really sent cannot be read: {error.reason}") from error
    if not is_list(value) or not all(is_object(one) for one in value):
        return load_bytes(text.encode("utf-8", "surrogatepass"), file)[0]
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    document = Document(file, digest, len(text), lines=False, records=(), text="")
    builder, pairing = SessionBuilder(document, "sent"), Pairing()
    for one in messages_of(value, pairing):
        builder.add(one, answer=False)
    return replace(builder.finish(single=True), id=digest[:16])
