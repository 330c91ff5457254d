from __future__ import annotations

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.noticing import note_one_request, note_pairing, with_notes, with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document, Record
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.session import Session

DOCUMENT = Document("x", "0", 0, lines=True, records=(), text="")


def session() -> Session:
    return SessionBuilder(DOCUMENT, "x").finish()


def test_what_is_noticed_of_a_file_stands_with_its_first_session() -> None:
    note = Diagnostic("marks_broken")
    first, second = with_notes([session(), session()], [note])
    assert (first.diagnostics, second.diagnostics) == ((note,), ())


def test_a_strange_record_is_named_by_its_line_and_how_it_begins() -> None:
    (first,) = with_strange([session()], [Record({"a": 1}, 3, 20)])
    (told,) = first.diagnostics
    assert (told.code, told.line, dict(told.numbers)) == (
        "record_unknown",
        3,
        {"byte": 20, "text": '{"a":1}'},
    )


def test_earlier_answers_in_one_request_are_counted() -> None:
    builder = SessionBuilder(DOCUMENT, "x")
    note_one_request(builder, 0)
    note_one_request(builder, 2)
    assert [(one.code, one.numbers) for one in builder.finish().diagnostics] == [
        ("one_request", (("count", 2),))
    ]


def test_results_without_a_call_are_counted() -> None:
    builder, pairing = SessionBuilder(DOCUMENT, "x"), Pairing()
    called = pairing.call("a", "f")
    assert pairing.result("a", "f") == (called, "f")
    assert pairing.result("b", "") == ("b", "")
    note_pairing(builder, pairing)
    assert [(one.code, one.numbers) for one in builder.finish().diagnostics] == [
        ("calls_lost", (("count", 1),))
    ]
