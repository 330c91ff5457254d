"""The parts of the published split budget one by one, worked by hand from its description."""

from __future__ import annotations

import pytest
from helpers.word_counter import WordCounter

from ctxlab.model.items import Item, Part, PartKind
from ctxlab.stages.published_pieces import Piece, clipped, text_of
from ctxlab.stages.split_budget.builder import build, cut_text
from ctxlab.stages.split_budget.compressor import asked_for_constraints, asked_for_summary, parsed
from ctxlab.stages.split_budget.levels import stripped
from ctxlab.stages.split_budget.messages import Said
from ctxlab.stages.split_budget.monitor import overwritten, report
from ctxlab.stages.split_budget.rag import cleaned, entry_of
from ctxlab.stages.split_budget.sections import Section, section
from ctxlab.stages.split_budget.tools import shown
from ctxlab.tokens.exact import ExactCounter

WORDS = WordCounter()
CL100K = ExactCounter("cl100k_base")


def _section(name: str, text: str, tier: int = 2) -> Section:
    return section(name, tier, [Piece(text, 0)], WORDS)


def _built(limit: int, *sections: Section) -> list[str]:
    return [one.text for one in build(sections, limit, WORDS).sections]


@pytest.mark.parametrize(
    ("answer", "constraints"),
    [
        ("无", ["无"]),
        ("- 预算 3000\n\n  \n-  不坐飞机  ", ["预算 3000", "不坐飞机"]),
        ("-5度以下不去", ["5度以下不去"]),
        ("----\n说完了-", ["", "说完了"]),
        ("", []),
    ],
)
def test_constraints_are_lines_without_dashes_and_blanks_at_both_ends(
    answer: str, constraints: list[str]
) -> None:
    assert parsed(answer) == constraints


def test_the_two_calls_are_given_different_texts() -> None:
    said = [
        Said("user", "one"),
        Said("assistant", "x" * 300),
        Said("tool", "two"),
        Said("user", [1]),
        Said("assistant", None),
    ]
    assert asked_for_constraints(said) == ["one", "[1]"]
    assert asked_for_summary(said) == [("user", "one"), ("assistant", "x" * 200)]


def test_level_3_strips_the_section_named_system_prompt_alone() -> None:
    assert stripped("system_prompt", "You plan.\n\nNever lie.\n\nEnd.") == len("You plan.")
    assert stripped("system_prompt", "You plan.\nNever lie.") is None
    assert stripped("system", "You plan.\n\nNever lie.") is None


def test_all_sections_stand_as_added_where_they_fit() -> None:
    sections = (_section("rag", "a b", 3), _section("system_prompt", "c", 1), _section("conversation", "d e"))
    assert _built(5, *sections) == ["a b", "c", "d e"]
    assert _built(4, *sections) == ["c", "d e", "a …"]


def test_the_build_ends_at_the_cut() -> None:
    sections = (_section("a", "1 2 3"), _section("b", "4"), _section("c", "5", 3))
    assert _built(2, *sections) == ["1 2 …"]


def test_nothing_left_is_looked_at_behind_each_tier_and_never_before_the_first() -> None:
    first, second, third = _section("a", "1 2", 1), _section("b", "3"), _section("c", "4", 3)
    assert _built(2, first, second, third) == ["1 2"]
    assert _built(0, first, second) == ["…"]
    # Inside a tier what is left is not looked at: the mark stands alone.
    assert _built(2, _section("a", "1 2"), _section("b", "3")) == ["1 2", "…"]
    assert _built(2, _section("a", "1 2"), _section("b", ""), _section("c", "3", 3)) == ["1 2", ""]


def test_a_cut_goes_back_to_a_full_stop_beyond_the_half() -> None:
    assert cut_text("甲 乙 丙。 丁 戊", 4, WORDS) == ("甲 乙 丙。", False)
    assert cut_text("甲。 乙 丙 丁 戊", 4, WORDS) == ("甲。 乙 丙 丁 …", False)
    # Exactly at the half is not beyond it.
    assert cut_text("一二。 三", 1, WORDS) == ("一二。 …", False)


def test_a_cut_may_split_a_character() -> None:
    text = "龘龘龘"
    ids = CL100K.count(text)
    assert ids > 3
    found = [cut_text(text, count, CL100K) for count in range(1, ids)]
    assert any(split and "\ufffd" in cut for cut, split in found)
    assert all(split == ("\ufffd" in cut) for cut, split in found)


def test_a_lone_surrogate_is_gone_from_a_section_that_was_cut() -> None:
    one = section("conversation", 2, [Piece("a\ud83d b", 0), Piece("\n"), Piece("c " * 40, 1)], CL100K)
    built = build([one], 8, CL100K)
    assert built.sections[0].text.startswith("a\ufffd b\nc")
    assert [piece.kept >= 0 for piece in built.sections[0].pieces] == [False, False, True]


def test_the_mark_belongs_to_the_item_that_was_cut_or_to_the_seam() -> None:
    pieces = [Piece("one", 0), Piece("\n"), Piece("two", 1)]
    cut = clipped(pieces, 5, "…")
    assert [(piece.text, piece.position, piece.kept) for piece in cut] == [
        ("one", 0, -1),
        ("\n", -1, -1),
        ("t…", 1, 1),
    ]
    between = clipped(pieces, 4, "…")
    assert [(piece.text, piece.row) for piece in between] == [
        ("one", "separator"),
        ("\n", "separator"),
        ("…", "seam"),
    ]
    assert text_of(clipped(pieces, 3)) == "one"


def test_the_monitor_counts_sections_as_added() -> None:
    sections = [_section("system_prompt", "a", 1), _section("conversation", "b c"), _section("rag", "d", 3)]
    told = report(sections, 3)
    assert told.line == "[TokenMonitor] total=4 sys=25.0% conv=50.0% rag=25.0%"
    assert told.sections[1] == ("conversation", 2, 2, 50.0)
    assert told.warns
    assert not report(sections, 4).warns
    assert not report(sections, None).warns


def test_the_monitor_fails_on_other_names_and_on_nothing() -> None:
    with pytest.raises(KeyError):
        _ = report([_section("prompt", "a")], None).line
    with pytest.raises(ZeroDivisionError):
        report([_section("system_prompt", "")], None)


def test_sections_of_one_name_overwrite_each_other() -> None:
    sections = [_section("tool_result", "a b"), _section("tool_result", "c")]
    assert overwritten(sections) == ("tool_result", 2)
    assert report(sections, None).sections == (("tool_result", 1, 2, 33.3),)
    assert overwritten(sections[:1]) is None


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("```py\nx = 1\n```\nend", "x = 1\nend"),
        ("see ![a b](http://x) here", "see [图片] here"),
        ("![a\nb](c)", "![a\nb](c)"),
        ("a\n\n\n\nb", "a\n\nb"),
        ("a\n--- \nb", "a\n\nb"),
        ("a\n--\n-- -\nb", "a\n--\n-- -\nb"),
        ("=-_=\n a ", "a"),
        ("plain", "plain"),
        ("  \n ", ""),
    ],
)
def test_noise_is_taken_out_of_documents(text: str, left: str) -> None:
    found = cleaned(text)
    assert found.text == left
    kept = text
    for (start, end), stood in reversed(list(zip(found.cuts, found.stands, strict=True))):
        kept = kept[:start] + "#" * stood + kept[end:]
    assert len(kept) == len(left)


def _doc(content: str, relevance: float = 1.0, extra: str = "") -> Item:
    part = Part(PartKind.TEXT, content)
    return Item("i1", "system", (part,), name="wiki", relevance=relevance, extra=extra)


def test_a_document_has_a_head_with_its_source_and_score() -> None:
    entry = entry_of(_doc("text", relevance=0.91251), "")
    assert entry is not None
    assert entry.text == "[来源: wiki | 相关度: 0.913]\ntext"
    given = entry_of(_doc("text", extra='{"source": null, "score": "0.9"}'), "")
    assert given is not None
    assert given.head == "[来源: wiki | 相关度: 1.000]\n"
    assert entry_of(_doc("text", extra='{"source": null, "score": "0.9"}'), "build_context") is None


def _result(text: str, *, name: str = "search", json: bool = True) -> Item:
    return Item("i1", "tool", (Part(PartKind.RESULT, text, name=name, json=json),), name=name)


def test_any_other_result_is_json_cut_at_so_many_tokens() -> None:
    item = _result('["a", "b", "c d e f"]')
    found = shown(item, "build_context", 3, WORDS)
    assert found is not None
    assert (found.text, found.need, found.kept, found.same) == ('["a", "b", "c …[已截断]', 6, 14, True)
    whole = shown(item, "build_context", 6, WORDS)
    assert whole is not None
    assert (whole.text, whole.reason) == (item.text, None)


def test_a_text_stays_a_text_in_keyword_forms_and_is_read_as_json_elsewhere() -> None:
    item = _result('{"hotels": []}', name="search_hotels", json=False)
    assert shown(item, "build_context", 500, WORDS) is None
    found = shown(item, "", 500, WORDS)
    assert found is not None
    assert found.text == '{"hotels": []}'
    said = shown(_result("plain words", json=False), "", 500, WORDS)
    assert said is not None
    assert said.text == '"plain words"'


def test_field_lists_take_rows_and_fields_and_fill_what_is_missing() -> None:
    rows = ", ".join(f'{{"flight_no": "F{n}", "price": null, "gate": 3}}' for n in range(7))
    found = shown(_result(f'{{"flights": [{rows}]}}', name="search_flights"), "", 500, WORDS)
    assert found is not None
    first = '{"flight_no": "F0", "departure_time": "", "arrival_time": "", "price": null, "airline": ""}'
    assert found.text.startswith(f'{{"flights": [{first}, ')
    assert found.text.count("flight_no") == 5
    assert found.filled == 15
    long = f'{{"hotels": [{{"short_description": "{"d" * 99}"}}]}}'
    hotel = shown(_result(long, name="search_hotels"), "", 500, WORDS)
    assert hotel is not None
    assert "d" * 80 in hotel.text
    assert "d" * 81 not in hotel.text
