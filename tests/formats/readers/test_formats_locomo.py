from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import PartKind
from ctxlab.model.session import Session


def said(speaker: str, text: str, **more: Any) -> dict[str, Any]:
    return {"speaker": speaker, "dia_id": text, "text": text, **more}


def read(*samples: Any) -> tuple[Session, ...]:
    sessions = load_bytes(json.dumps(samples).encode(), "x")
    assert {one.origin.format for one in sessions} == {"locomo"}
    return sessions


def test_the_days_of_a_sample_are_one_session_in_the_order_of_their_numbers() -> None:
    talk = {
        "speaker_a": "Ana",
        "speaker_b": "Ben",
        "session_10": [said("Ana", "tenth")],
        "session_2_date_time": "2:00 pm on 8 May, 2023",
        "session_2": [said("Ben", "second"), said("Ana", "and more")],
        "session_1_date_time": "1:00 pm on 7 May, 2023",
        "session_1": [said("Ben", "first")],
        "session_3_date_time": "never held",
    }
    (session,) = read({"sample_id": "conv-1", "conversation": talk, "qa": [{"question": "Why?"}]})
    assert [(item.role, item.name, item.text) for item in session.items] == [
        ("assistant", "Ben", "first"),
        ("assistant", "Ben", "second"),
        ("user", "Ana", "and more"),
        ("user", "Ana", "tenth"),
    ]
    assert [item.time for item in session.items][1:] == [
        "2:00 pm on 8 May, 2023",
        "2:00 pm on 8 May, 2023",
        "",
    ]
    assert str(session.items[1].place) == "/0/conversation/session_2/0"
    assert [one.end for one in session.requests] == [0, 1, 4]
    assert session.title == "conv-1"
    assert json.loads(session.extra) == {
        "sample_id": "conv-1",
        "qa": [{"question": "Why?"}],
        "speaker_a": "Ana",
        "speaker_b": "Ben",
        "session_3_date_time": "never held",
    }
    assert [(one.code, dict(one.numbers)) for one in session.diagnostics] == [
        ("speakers_taken", {"user": "Ana", "model": "Ben"})
    ]


def test_pictures_stand_before_what_is_said_with_them() -> None:
    shown = said("Sam", "Look!", img_url=["https://p.example/1.jpg"], blip_caption="a cat", query="cat")
    (session,) = read({"session_1": {"date_time": "8 May", "messages": [shown, 7, {"speaker": "Kim"}]}})
    picture, words, other, empty = session.items
    assert (picture.parts[0].kind, picture.parts[0].data) == (PartKind.IMAGE, "https://p.example/1.jpg")
    assert json.loads(picture.extra) == {"dia_id": "Look!", "blip_caption": "a cat", "query": "cat"}
    assert (words.role, words.text, words.time) == ("user", "Look!", "8 May")
    assert (other.role, empty.role, empty.parts) == ("unknown", "assistant", ())
    assert [one.code for one in session.diagnostics] == ["speakers_taken", "message_unknown"]


def test_what_is_no_sample_is_named_or_refused() -> None:
    (session,) = load_bytes(json.dumps([{"session_1": [said("A", "a")]}, 3]).encode(), "x", format="locomo")
    assert [one.code for one in session.diagnostics] == ["record_unknown"]
    with pytest.raises(FormatError, match="no conversations of LoCoMo"):
        load_bytes(b'[{"session_1": 4}]', "x", format="locomo")
