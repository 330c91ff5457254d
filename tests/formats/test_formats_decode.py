from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxlab.errors import FormatError
from ctxlab.formats.decode import decode
from ctxlab.formats.protocol import Document

BUGS = Path(__file__).parents[1] / "data" / "bugs"


def of(text: str, name: str = "x.jsonl") -> Document:
    return decode(text.encode(), name)


def bug(name: str) -> Document:
    return decode((BUGS / name).read_bytes(), name)


def values(document: Document) -> list[Any]:
    return [record.value for record in document.records]


def codes(document: Document) -> list[tuple[str, int]]:
    return [(one.code, one.line) for one in document.diagnostics]


def test_one_json_value_is_one_record() -> None:
    document = of('\n {"a": [1, null]}\n')
    assert (values(document), document.lines) == ([{"a": [1, None]}], False)
    assert (document.records[0].line, document.records[0].byte) == (2, 2)


def test_json_lines_are_records_with_their_line_and_byte() -> None:
    document = of('{"a": "é"}\r\n\r\n  \n{"b": 2}\n')
    assert document.lines
    assert values(document) == [{"a": "é"}, {"b": 2}]
    assert [(one.line, one.byte) for one in document.records] == [(1, 0), (4, 18)]


@pytest.mark.parametrize("name", ["B130_u2028.jsonl", "B130_u2028_crlf.jsonl"])
def test_only_a_line_feed_ends_a_line(name: str) -> None:
    assert [one["content"] for one in values(bug(name))] == ["first\u2028second", "ok"]


def test_next_line_and_form_feed_inside_a_line_do_not_end_it() -> None:
    assert values(of('{"a": "x\u0085y"}\n{"a": "p\u000cq"}')) == [{"a": "x\u0085y"}, {"a": "p\u000cq"}]


def test_a_cut_last_line_is_told_with_its_text() -> None:
    document = bug("B125_cut_tail.jsonl")
    (told,) = document.diagnostics
    raw = (BUGS / "B125_cut_tail.jsonl").read_bytes().split(b"\n")[4]
    assert len(document.records) == 4
    assert (told.code, told.line) == ("line_cut", 5)
    assert dict(told.numbers) == {"byte": 798, "length": len(raw), "text": raw.decode()}


def test_a_bad_line_in_the_middle_hides_nothing() -> None:
    document = bug("B126_bad_middle.jsonl")
    assert [one.line for one in document.records] == [1, 2, 4, 5]
    assert codes(document) == [("line_broken", 3)]


def test_a_record_behind_a_stub_is_recovered() -> None:
    document = bug("B127_stub_glued.jsonl")
    assert [one["uuid"] for one in values(document)] == ["u-0001", "u-0002", "u-0003", "u-0004", "u-0005"]
    assert codes(document) == [("line_stub", 4)]
    assert dict(document.diagnostics[0].numbers)["text"] == '{"type":"link","sessionId":"sess-port-1","prNu'


def test_two_glued_records_both_load() -> None:
    document = bug("B129_glued.jsonl")
    assert [one["uuid"] for one in values(document)] == ["u-0001", "u-0002", "u-0003", "u-0004", "u-0005"]
    assert [one.line for one in document.records] == [1, 2, 2, 3, 4]
    assert codes(document) == [("records_glued", 2)]
    assert document.diagnostics[0].severity == "info"


def test_the_inner_object_of_a_cut_record_is_no_record() -> None:
    document = of('{"a": 1}\n{"message": {"role": "user", "content": "x"}')
    assert values(document) == [{"a": 1}]
    assert codes(document) == [("line_cut", 2)]


def test_a_broken_first_line_still_gives_the_others() -> None:
    document = of('{"a": \n{"b": 2}\n{"c": 3}\n')
    assert values(document) == [{"b": 2}, {"c": 3}]
    assert codes(document) == [("line_broken", 1)]


def test_values_over_several_lines_after_one_another_all_load() -> None:
    document = of('{\n "a": 1\n}\n{\n "b": \n{\n "c": 3\n}\n')
    assert values(document) == [{"a": 1}, {"c": 3}]
    assert [(one.line, one.byte) for one in document.records] == [(1, 0), (6, 21)]
    assert codes(document) == [("line_broken", 4)]


@pytest.mark.parametrize("name", ["B132_bom.json", "B132_bom.jsonl"])
def test_a_byte_order_mark_is_no_text(name: str) -> None:
    document = bug(name)
    assert not document.text.startswith("\ufeff")
    assert not document.diagnostics
    assert document.records[0].byte == 3


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
def test_marked_encodings_are_read(encoding: str) -> None:
    document = decode('{"a": "泊位"}\n{"b": "é"}\n'.encode(encoding), "x")
    assert values(document) == [{"a": "泊位"}, {"b": "é"}]
    width = {"utf-16": 2 + 2 * 12, "utf-32": 4 + 4 * 12, "utf-8-sig": 3 + 12 + 4}[encoding]
    assert document.records[1].byte == width


def test_bytes_that_are_no_utf8_are_replaced_and_told() -> None:
    document = decode(b'{"a": 1}\n{"b": "x\xffy"}\n', "x")
    assert values(document)[1] == {"b": "x\ufffdy"}
    (told,) = document.diagnostics
    assert (told.code, told.line, dict(told.numbers)) == ("bytes_replaced", 2, {"byte": 17, "count": 1})


def test_half_a_surrogate_pair_becomes_a_replacement_and_is_told() -> None:
    document = bug("B80_lone_high.jsonl")
    assert values(document)[0]["message"]["content"] == "status \ufffd… failed"
    assert values(document)[1]["message"]["content"][0]["text"] == "retry 🚢 ok"
    assert codes(document) == [("lone_surrogate", 1)]


def test_lone_surrogates_in_keys_and_one_value_are_mended_with_their_line() -> None:
    document = of('{"a": 1,\n "k\\udc00": ["\\ud83d\\ud83d\\udea2", "\\\\ud83d"]}')
    assert values(document) == [{"a": 1, "k\ufffd": ["\ufffd🚢", "\\ud83d"]}]
    assert codes(document) == [("lone_surrogate", 2)]
    assert dict(document.diagnostics[0].numbers) == {"count": 2}


def test_nan_and_infinity_are_read() -> None:
    scores = [doc["score"] for doc in values(bug("B136_nan.json"))[0]["retrieved_docs"]]
    assert str(scores) == "[nan, inf, 0.4]"


def test_a_number_of_5000_digits_spoils_its_line_only() -> None:
    document = bug("B190_long_number.jsonl")
    assert [one.line for one in document.records] == [1, 3]
    assert codes(document) == [("number_too_long", 2)]
    assert str(dict(document.diagnostics[0].numbers)["text"]).startswith(
        '{"role":"assistant","content":"b","n":777'
    )


def test_a_number_of_5000_digits_in_one_value_is_kept_as_text() -> None:
    document = of('{"a": "x",\n "n": ' + "7" * 5000 + "}")
    assert values(document) == [{"a": "x", "n": "7" * 5000}]
    assert [code for code, _ in codes(document)] == ["number_too_long"]


def test_deep_nesting_is_refused_without_a_crash() -> None:
    with pytest.raises(FormatError) as caught:
        of("[" * 100_000)
    assert "nested" in caught.value.message
    document = of('{"a": 1}\n' + '{"a":' * 900 + "1" + "}" * 900 + '\n{"b": 2}')
    assert values(document) == [{"a": 1}, {"b": 2}]
    assert codes(document) == [("too_deep", 2)]


def test_nesting_within_reason_is_read() -> None:
    assert len(of("[" * 150 + "1" + "]" * 150).records) == 1


def test_a_string_that_holds_json_is_opened_at_most_twice() -> None:
    once = json.dumps('{"a": 1}')
    assert values(of(once)) == [{"a": 1}]
    assert values(of(json.dumps(once))) == [{"a": 1}]
    thrice = json.dumps(json.dumps(once))
    assert values(of(thrice)) == [json.loads(thrice)]


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n ", b"\xef\xbb\xbf"])
def test_an_empty_file_is_a_document_without_records(data: bytes) -> None:
    document = decode(data, "x")
    assert (document.records, document.diagnostics, document.size) == ((), (), len(data))


@pytest.mark.parametrize("text", ["# Title\n\nSome words.\n", "key: value\n", "\0\0\0"])
def test_text_that_is_no_json_is_a_document_without_records(text: str) -> None:
    document = of(text)
    assert (document.records, document.text) == ((), text)


def test_one_broken_json_value_is_an_error_with_line_and_byte() -> None:
    with pytest.raises(FormatError) as caught:
        of('{\n "é": [1, 2],\n "b": oops\n}', "x.json")
    where = caught.value.where
    assert (where.file, where.line, where.byte) == ("x.json", 3, 23)


def test_one_cut_json_value_is_an_error_that_says_so() -> None:
    with pytest.raises(FormatError) as caught:
        of('{\n "messages": [\n  {"role": "user", "content": "hi"},\n  {"role": "ass', "x.json")
    assert "cut off" in caught.value.hint


def test_repeated_keys_are_fine() -> None:
    assert values(of('{"a": 1, "a": 2}')) == [{"a": 2}]


def test_the_file_is_fingerprinted() -> None:
    document = decode(b"", "x")
    assert document.sha256 == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_only_characters_that_were_replaced_are_counted() -> None:
    document = decode('{"a": "a real \ufffd"}\n{"b": "'.encode() + b'\xff\xfe"}', "x")
    (told,) = document.diagnostics
    assert (told.code, told.line, dict(told.numbers)["count"]) == ("bytes_replaced", 2, 2)
