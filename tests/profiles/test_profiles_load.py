from __future__ import annotations

from pathlib import Path

import pytest
from helpers.any_profile import PROFILES
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.errors import ProfileError
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import MustKeepRule, Overflow, Profile, RowBudget
from ctxlab.profiles import dumps, find_profile, load_profile, parse, profile_sha256

BUGS = Path(__file__).parents[1] / "data" / "bugs"
HEAD = 'schema = "ctxlab.profile/1"\n'


def problems(text: str) -> list[tuple[int | None, str, str]]:
    """(line, key, message and hint) of each problem of a text."""
    with pytest.raises(ProfileError) as caught:
        parse(text, "p.toml")
    return [(one.where.line, one.where.key, f"{one.message} {one.hint}") for one in caught.value.problems]


def test_a_profile_is_read_in_the_order_of_its_file() -> None:
    profile = parse(
        HEAD
        + """
name = "mine"
[window]
size = 8000
unknown = { tool_schemas = 300 }
[budget.history]
cap = 100
overflow = "stop"
[budget.system_prompt]
[budget.recent]
cap = 200
[[must_keep]]
text = "不吃辣"
[[must_keep]]
source = "system_prompt"
[published]
level = 0.03
"""
    )
    assert profile.name == "mine"
    assert profile.window.unknown == ((Source.TOOL_SCHEMAS, 300),)
    assert profile.budget == (
        (Row.HISTORY, RowBudget(cap=100, overflow=Overflow.STOP)),
        (Row.SYSTEM_PROMPT, RowBudget()),
        (Row.RECENT, RowBudget(cap=200)),
    )
    assert profile.must_keep == (MustKeepRule(text="不吃辣"), MustKeepRule(source=Source.SYSTEM_PROMPT))
    assert profile.published == (("level", 0.03),)


def test_all_problems_are_told_together_each_with_its_line() -> None:
    # The bad values of B178 and B175 under the keys that this format has.
    text = (
        HEAD
        + """[window]
size = -5
output_reserve = 999999999999

[budget.agent_note]
cap = "banana"
[budget.tool_result]
cap = nan
tier = 2.0
[construct]
wire = "sideways"
[gather]
key_facts = "false"
"""
    )
    found = problems(text)
    assert [(line, key) for line, key, _ in found] == [
        (3, "window.size"),
        (4, "window.output_reserve"),
        (7, "budget.agent_note.cap"),
        (9, "budget.tool_result.cap"),
        (10, "budget.tool_result.tier"),
        (12, "construct.wire"),
        (14, "gather.key_facts"),
    ]
    said = [words for *_, words in found]
    assert "-5" in said[0]
    assert "0 to 1,000,000,000" in said[0]
    assert "'banana'" in said[2]
    assert "recorded, openai-chat, anthropic" in said[5]
    assert "'false'" in said[6]
    assert "true or false, without quotes" in said[6]


@pytest.mark.parametrize("value", ['"false"', '"0"', '"no"', '"off"', "0", "1"])
def test_a_quoted_flag_is_a_type_error(value: str) -> None:
    # B175.
    assert problems(f"{HEAD}[window]\nenforce = {value}\n")[0][:2] == (3, "window.enforce")


def test_unknown_keys_name_the_nearest_valid_one() -> None:
    found = problems(
        HEAD
        + "[budget.histroy]\ncap = 3\n[windw]\nsize = 4\n[gather]\nkeyfacts = true\n"
        + "[window.unknown]\nnotes = 3\n"
    )
    assert [(line, key) for line, key, _ in found] == [
        (2, "budget.histroy"),
        (5, "windw.size"),
        (7, "gather.keyfacts"),
        (9, "window.unknown.notes"),
    ]
    nearest = ("budget.history", "window.size", "gather.key_facts")
    assert all(name in words for name, (*_, words) in zip(nearest, found, strict=False))


def test_b177_names_each_misspelt_key_with_its_line() -> None:
    with pytest.raises(ProfileError) as caught:
        load_profile(BUGS / "B177_typo.toml")
    found = {one.where.key: (one.where.line, one.hint) for one in caught.value.problems}
    assert found["pipeline.reserve_ouput"] == (5, "the nearest valid name is window.output_reserve")
    assert found["caps.retreived_docs"] == (7, "the nearest valid name is budget.retrieved_doc")
    assert "ctxlab.profile/1" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "lines"), [("B175_bool_string.toml", {1, 2}), ("B178_bad_values.toml", {1, 2, 4, 5, 7, 8})]
)
def test_foreign_profiles_are_refused_key_by_key(name: str, lines: set[int]) -> None:
    with pytest.raises(ProfileError) as caught:
        load_profile(BUGS / name)
    assert {one.where.line for one in caught.value.problems} == lines


@pytest.mark.parametrize(
    ("name", "words"), [("B179_nul_profile.toml", "NUL bytes"), ("B179_empty_profile.toml", "empty")]
)
def test_a_destroyed_file_is_said_and_left_alone(name: str, words: str) -> None:
    before = (BUGS / name).read_bytes()
    with pytest.raises(ProfileError, match=words):
        load_profile(BUGS / name)
    assert (BUGS / name).read_bytes() == before


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (HEAD + "[window\n", 2, "no valid TOML"),
        (HEAD + "name = 'a'\nname = 'b'\n", 3, "no valid TOML"),
        (HEAD + "name = '''a\n", 3, "no valid TOML"),
        (HEAD + "\n[window]\nsize = 3\0\n", 4, "NUL"),
        ('schema = "ctxlab.profile/2"\nfuture = 1\n', 1, "newer"),
        ('schema = "ctxlab.session/1"\n', 1, "cannot be"),
        ("schema = 1\n", 1, "cannot be"),
        ('name = "x"\n', 1, "no schema"),
        (HEAD + "window = 5\n", 2, "a table"),
        (HEAD + "budget = 5\n", 2, "a table"),
        (HEAD + "must_keep = 5\n", 2, "[[must_keep]]"),
        (HEAD + "[budget]\nhistory = 5\n", 3, "a table"),
        (HEAD + "[[must_keep]]\ntext = 'a'\n[[must_keep]]\nregex = '('\n", 5, "regular expression"),
        (HEAD + "[[must_keep]]\n", 2, "exactly one"),
        (HEAD + "[[gather.rule]]\nrole = 'user'\nexclude = true\n", 2, "missing"),
        (HEAD + "[published]\nday = 2020-02-03\n", 3, "date"),
        (HEAD + "[degrade]\nlevels = 4\n", 3, "from 0 to 3"),
        (HEAD + "[[gather.fields]]\ntool = 'a'\n", 2, "exactly one of fields, expression"),
        (HEAD + "[[gather.fields]]\ntool = 'a'\nfields = 'b:c'\n", 2, "no field"),
        (HEAD + "[[gather.fields]]\ntool = 'a'\nexpression = 'b['\n", 4, "no JMESPath expression"),
        (HEAD + "[window]\nsize = 100\noutput_reserve = 100\n", 2, "leaves no room"),
        (HEAD + "x = " + "9" * 5000, None, "no valid TOML"),
        (HEAD + "x = " + "[" * 5000, None, "nested too deeply"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int | None, words: str) -> None:
    found = problems(text)
    assert len(found) == 1
    assert found[0][0] == line
    assert words in found[0][2]


def test_bytes_that_are_no_utf8_are_placed(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_bytes(HEAD.encode() + 'name = "三千"'.encode("gbk"))
    with pytest.raises(ProfileError, match="UTF-8") as caught:
        load_profile(file)
    assert (caught.value.where.line, caught.value.where.byte) == (2, len(HEAD) + 8)
    assert caught.value.where.file == "p.toml"


def test_a_byte_order_mark_and_windows_line_ends_are_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_bytes(b"\xef\xbb\xbf" + HEAD.replace("\n", "\r\n").encode() + b'name = "x"\r\n')
    assert load_profile(file).name == "x"


def test_a_missing_file_and_an_unknown_name_are_said(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="No such file"):
        load_profile(tmp_path / "p.toml")
    with pytest.raises(ProfileError) as caught:
        find_profile("gscc")
    assert "gssc" in caught.value.hint


def test_find_takes_a_file_as_well_as_a_name(tmp_path: Path) -> None:
    file = tmp_path / "gssc-mine.toml"
    file.write_text(HEAD + 'name = "x"\n', encoding="utf-8")
    assert find_profile(str(file)).name == "x"
    assert find_profile(file).name == "x"
    assert find_profile("gssc").name == "gssc"


def test_the_digest_is_of_the_meaning_not_of_the_text() -> None:
    one = parse(HEAD + "# a comment\n[window]\nsize = 8_000\nenforce = true\n")
    assert profile_sha256(one) == profile_sha256(parse(HEAD + "window = { size = 8000 }\n"))
    assert profile_sha256(one) != profile_sha256(one.set("window.size", 8001))
    history_first = one.set("budget.history", RowBudget(cap=1))
    assert profile_sha256(history_first) != profile_sha256(
        one.with_parts(budget=((Row.HISTORY, RowBudget(cap=1)),))
    )


@given(PROFILES)
def test_what_is_written_is_read_back_equal(profile: Profile) -> None:
    again = parse(dumps(profile))
    assert again == profile
    assert profile_sha256(again) == profile_sha256(profile)


@given(st.text(max_size=80) | st.text(max_size=60).map(lambda text: HEAD + text))
def test_any_text_is_a_profile_or_a_profile_error(text: str) -> None:
    error: ProfileError | None = None
    profile: Profile | None = None
    try:
        profile = parse(text)
    except ProfileError as caught:
        error = caught
    assert (profile is None) is bool(error and error.problems)
