"""A long tool-using talk to measure on: 100 tokens an item, a call and its result in every eight items."""

from __future__ import annotations

from dataclasses import replace

from bench.texts import read_words, texts

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.decode import decode
from ctxlab.model.items import Part, PartKind
from ctxlab.model.session import Session


def talk(items: int, *, seed: int = 1) -> Session:
    """A session of that many items; English, Chinese, code, JSON in turn, every seventh message a user's."""
    builder = SessionBuilder(decode(b"", "talk"), "talk")
    given = iter(texts(read_words(), items, seed))
    made = 0
    while made < items:
        text = next(given)
        step = made % 8
        if step == 0:
            builder.add_message("user", [Part(PartKind.TEXT, text)])
        elif step == 3:
            name = f"call_{made}"
            builder.add_message("assistant", [Part(PartKind.CALL, '{"row": 7}', name="lookup", call_id=name)])
            builder.add_message("tool", [Part(PartKind.RESULT, text, name="lookup", call_id=name)])
            made += 1
        else:
            builder.add_message("assistant", [Part(PartKind.TEXT, text)])
        made += 1
    return replace(builder.finish(), id=f"talk-{items}")
