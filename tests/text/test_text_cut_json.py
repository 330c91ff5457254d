from __future__ import annotations

import json

import pytest
from helpers.bug_cases import contents
from helpers.counters import Dividing, exact

from ctxlab.text.cut import Cut
from ctxlab.text.cut_json import cut, cut_json, is_json


def test_rows_go_from_the_end_and_are_told() -> None:
    (text,) = contents("B82_json_rows.json", "tool")
    whole = json.loads(text)
    shorter = cut(text, 120, exact())
    assert shorter is not None
    assert shorter.tokens == exact().count(shorter.text) <= 120
    value = json.loads(shorter.text)
    *rows, marker = value["rows"]
    assert value["columns"] == whole["columns"]
    assert rows == whole["rows"][: len(rows)]
    assert len(rows) >= 2
    assert marker == f"…[{len(whole['rows']) - len(rows)} rows omitted]…"


def test_cutting_twice_changes_nothing_and_further_cuts_add_up() -> None:
    (text,) = contents("B82_json_rows.json", "tool")
    once = cut(text, 400, exact())
    assert once is not None
    assert cut(once.text, 400, exact()) == Cut(once.text, once.tokens)
    twice = cut(once.text, 120, exact())
    direct = cut(text, 120, exact())
    assert twice is not None
    assert direct is not None
    assert twice.text == direct.text


def test_long_strings_shrink_where_no_rows_can_go() -> None:
    text = json.dumps({"name": "log", "log": "Anchor winch. " * 500, "lines": [1, 2, 3]})
    shorter = cut(text, 100, exact())
    assert shorter is not None
    value = json.loads(shorter.text)
    assert value["name"] == "log"
    assert value["lines"] == [1, 2, 3]
    assert "tokens omitted]…" in value["log"]
    assert value["log"].startswith("Anchor winch.")
    assert 60 <= shorter.tokens <= 100


def test_objects_lose_fields_when_nothing_else_helps() -> None:
    text = json.dumps({f"k{number}": number for number in range(500)})
    shorter = cut(text, 60, exact())
    assert shorter is not None
    value = json.loads(shorter.text)
    kept = [key for key in value if not key.startswith("…")]
    assert kept == [f"k{number}" for number in range(len(kept))]
    assert list(value)[-1] == f"…[{500 - len(kept)} fields omitted]…"


def test_a_short_note_stands_where_nothing_fits_and_nothing_where_not_even_that_does() -> None:
    text = json.dumps({f"a rather long key number {number}": number for number in range(50)})
    note = cut(text, 12, exact())
    assert note is not None
    assert json.loads(note.text) == {"omitted_tokens": exact().count(text)}
    assert cut(note.text, 12, exact()) == Cut(note.text, note.tokens)
    assert cut(text, 4, exact()) is None


def test_blanks_go_before_rows() -> None:
    rows = [{"id": number} for number in range(20)]
    text = json.dumps(rows, indent=8)
    shorter = cut(text, Dividing().count(json.dumps(rows)), Dividing())
    assert shorter is not None
    assert json.loads(shorter.text) == rows


def test_the_cut_span_covers_all_that_changed() -> None:
    (text,) = contents("B82_json_rows.json", "tool")
    shorter = cut_json(text, 120, exact())
    assert shorter is not None
    ((start, end),) = shorter.cuts
    tail = text[end:]
    assert shorter.text.startswith(text[:start])
    assert shorter.text.endswith(tail)


@pytest.mark.parametrize(
    "text", ["plain text. " * 100, "[1, 2", '{"a": }' + "x" * 400, '"a string"' * 50, "12"]
)
def test_what_is_no_json_is_cut_as_text(text: str) -> None:
    assert not is_json(text)
    shorter = cut(text, 40, Dividing())
    assert shorter is not None
    assert shorter.tokens <= 40


def test_deep_and_odd_values_neither_fail_nor_hang() -> None:
    for text in (
        "[" * 900 + "]" * 900,
        "[" * 100_000 + "]" * 100_000,
        "[" + "9" * 5000 + "]",
        "[NaN, " + "1, " * 500 + "2]",
    ):
        shorter = cut(text, 60, Dividing())
        assert shorter is None or shorter.tokens <= 60


def test_half_characters_stay_escaped() -> None:
    text = '["' + "x" * 300 + '", "\\ud83d", 1]'
    shorter = cut(text, 80, Dividing())
    assert shorter is not None
    shorter.text.encode("utf-8")
    assert json.loads(shorter.text)[1] == "\ud83d"


def test_many_small_arrays_and_strings_are_cut_in_few_passes() -> None:
    rows = {f"k{number}": ["Anchor winch marble. " * 5] * 5 for number in range(2000)}
    text = json.dumps(rows)
    asked: list[int] = []

    class Noting(Dividing):
        def count(self, text: str) -> int:
            asked.append(len(text))
            return super().count(text)

    shorter = cut(text, 500, Noting(4))
    assert shorter is not None
    json.loads(shorter.text)
    assert sum(asked) < 12 * len(text)
