"""`[summarize.instructions]`: a text for each source, as a table of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxlab.errors import ProfileError
from ctxlab.model.items import Source
from ctxlab.model.profile import Missing, Profile
from ctxlab.model.profile_keys import Form, kind_of
from ctxlab.profiles import builtin, dumps, parse, profile_sha256, save_profile

TEXT = """schema = "ctxlab.profile/1"
name = "x"

[summarize]
strategy = "model"
model = "small"
missing = "refuse"

[summarize.instructions]
# what tools say
tool_result = "Keep all numbers."
summary = "保留要求。"
"""


def test_it_is_read_written_and_read_again() -> None:
    found = parse(TEXT)
    assert found.summarize.instructions == (
        (Source.TOOL_RESULT, "Keep all numbers."),
        (Source.SUMMARY, "保留要求。"),
    )
    assert (found.summarize.model, found.summarize.missing) == ("small", Missing.REFUSE)
    assert parse(dumps(found)) == found
    assert '[summarize.instructions]\ntool_result = "Keep all numbers."' in dumps(found)


def test_a_save_keeps_comments_and_changes_one_line(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(TEXT, encoding="utf-8")
    before = parse(TEXT)
    after = before.set("summarize.instructions.tool_result", "Keep names.")
    after = after.set("summarize.instructions.retrieved_doc", "Keep dates.")
    save_profile(after, file)
    text = file.read_text("utf-8")
    assert parse(text) == after
    assert "# what tools say\n" in text


def test_nothing_clears_an_instruction_and_leaves_no_trace() -> None:
    plain = Profile()
    with_one = plain.set("summarize.instructions.conversation", "Short.")
    assert profile_sha256(with_one) != profile_sha256(plain)
    assert with_one.set("summarize.instructions.conversation", "") == plain
    assert with_one.set("summarize.instructions.conversation", None) == plain


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('tool_results = "x"', "tool_result"),
        ("tool_result = 3", "a text in quotes"),
        ('tool_result = ["x"]', "a text in quotes"),
    ],
)
def test_what_is_wrong_is_named_with_its_key(line: str, said: str) -> None:
    text = f'schema = "ctxlab.profile/1"\n[summarize.instructions]\n{line}\n'
    with pytest.raises(ProfileError) as caught:
        parse(text)
    assert "summarize.instructions." in str(caught.value)
    assert said in str(caught.value)


def test_no_table_and_the_whole_as_one_value_are_refused() -> None:
    with pytest.raises(ProfileError, match="a table"):
        parse('schema = "ctxlab.profile/1"\n[summarize]\ninstructions = "x"\n')
    with pytest.raises(ProfileError, match="cannot be set as one value"):
        Profile().set("summarize.instructions", "x")
    with pytest.raises(ProfileError):
        Profile().set("summarize.instructions.tool_result", 3)


def test_it_is_a_text_for_whoever_edits_it() -> None:
    kind = kind_of(("summarize", "instructions", "tool_result"))
    assert kind is not None
    assert kind.form is Form.TEXT
    assert kind_of(("summarize", "instructions", "nothing")) is None


@pytest.mark.parametrize("name", ["gssc", "as-recorded", "gssc-published-en"])
def test_profiles_that_were_there_before_are_what_they_were(name: str) -> None:
    assert "instructions" not in dumps(builtin(name))
    assert builtin(name).summarize.strategy != "model"
