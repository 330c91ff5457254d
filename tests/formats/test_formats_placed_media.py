from __future__ import annotations

from typing import Any

import pytest

from ctxlab.formats.placed_media import placed_media
from ctxlab.formats.recorded import Recorded
from ctxlab.model.items import Part, PartKind


def text(words: str) -> Part:
    return Part(PartKind.TEXT, words)


def test_media_stand_where_their_placeholders_stood() -> None:
    messages = [
        Recorded("user", (text("<image>Who, and <image>?"), text("plain"))),
        Recorded("assistant", (text("They."),)),
        Recorded("user", (text("What of <video>"), [Part(PartKind.RESULT, "<image>")])),
    ]
    record = {"images": ["1.jpg", "2.jpg"], "videos": ["3.mp4"], "audios": []}
    placed, taken = placed_media(messages, record)
    assert [one.groups for one in placed] == [
        (
            Part(PartKind.IMAGE, data="1.jpg"),
            text("Who, and "),
            Part(PartKind.IMAGE, data="2.jpg"),
            text("?"),
            text("plain"),
        ),
        (text("They."),),
        (text("What of "), Part(PartKind.FILE, data="3.mp4"), [Part(PartKind.RESULT, "<image>")]),
    ]
    assert taken == {"images", "videos"}


@pytest.mark.parametrize("images", [[], ["1.jpg", "2.jpg"], "1.jpg", None])
def test_where_their_number_is_another_all_stays(images: Any) -> None:
    messages = [Recorded("user", (text("<image>Who?"),))]
    assert placed_media(messages, {"images": images}) == (messages, frozenset())


def test_an_image_that_is_an_object_is_kept_as_that() -> None:
    placed, _ = placed_media([Recorded("user", (text("<image>"),))], {"images": [{"bytes": "QUJD"}]})
    assert placed[0].groups == (Part(PartKind.UNKNOWN, '{"bytes":"QUJD"}', json=True),)
