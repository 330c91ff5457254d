from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from helpers.any_profile import PROFILES, settings
from hypothesis import given

from ctxlab import paths
from ctxlab.errors import ProfileError, SaveError
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile, RowBudget
from ctxlab.profiles import builtin_names, dumps, load_profile, parse, save_profile
from ctxlab.profiles.edit import edited

TEXT = """# my profile
schema = "ctxlab.profile/1"
name = "mine" # short

# the model's window
[window] # stated
# as its maker says
size = 8000 # tokens

# history is long
[budget.history]
cap = 100   # tight
overflow = "stop"

# what must not go
[[must_keep]]
text = "a" # first

[[must_keep]]
text = "b" # second
"""


def changed(text: str, **settings: Any) -> str:
    profile = parse(text)
    for key, value in settings.items():
        profile = profile.set(key.replace("__", "."), value)
    out = edited(text, profile)
    assert parse(out) == profile
    return out


def test_a_changed_value_changes_its_line_alone() -> None:
    assert changed(TEXT, budget__history__cap=90) == TEXT.replace("cap = 100   # tight", "cap = 90   # tight")


def test_a_new_key_stands_behind_the_last_of_its_table() -> None:
    expected = TEXT.replace("size = 8000 # tokens\n", "size = 8000 # tokens\nbuffer = 5\n")
    assert changed(TEXT, window__buffer=5) == expected
    assert changed(TEXT, engine="1") == TEXT.replace("# short\n", '# short\nengine = "1"\n')


def test_a_cleared_key_goes_and_its_table_stays() -> None:
    assert changed(TEXT, window__size=None) == TEXT.replace("size = 8000 # tokens\n", "")


def test_a_new_row_stands_in_its_place_in_the_table() -> None:
    out = changed(TEXT, budget__recent__cap=7)
    # The table was: history, then all others in their default order. It still is.
    assert parse(out).table() == parse(TEXT).table()
    assert "# history is long\n[budget.history]\ncap = 100   # tight\n" in out
    assert "# what must not go\n[[must_keep]]" in out


def test_rows_that_change_places_take_their_comments_along() -> None:
    text = TEXT.replace("# what must", "# notes\n[budget.agent_note]\ncap = 5 # few\n\n# what must")
    rows = dict(parse(text).budget)
    profile = parse(text).with_parts(
        budget=((Row.AGENT_NOTE, rows[Row.AGENT_NOTE]), (Row.HISTORY, rows[Row.HISTORY]))
    )
    out = edited(text, profile)
    assert parse(out) == profile
    assert out.index("# notes\n[budget.agent_note]\ncap = 5 # few") < out.index(
        "# history is long\n[budget.history]"
    )


def test_rules_that_stay_keep_their_comments() -> None:
    out = changed(TEXT, must_keep=[{"text": "b"}, {"text": "c"}])
    assert "# second" in out
    assert "# first" not in out
    assert out.endswith('[[must_keep]]\ntext = "c"\n')


def test_a_new_table_is_put_between_blank_lines() -> None:
    out = changed(TEXT, construct__layout="flat")
    assert out == TEXT + '\n[construct]\nlayout = "flat"\n'


def test_dotted_keys_and_inline_tables_are_edited_in_place() -> None:
    text = (
        'schema = "ctxlab.profile/1" # s\nbudget.history.cap = 3 # h\ntokens = { encoding = "chars/3" } # t\n'
    )
    out = changed(text, budget__history__cap=4, tokens__encoding="chars/4")
    assert out == text.replace("cap = 3", "cap = 4").replace("chars/3", "chars/4")


def test_windows_line_ends_stay() -> None:
    text = TEXT.replace("\n", "\r\n")
    out = changed(text, window__buffer=5, budget__history__cap=9)
    assert out.count("\n") == out.count("\r\n") == text.count("\r\n") + 1


@pytest.mark.parametrize("name", builtin_names())
def test_nothing_changed_leaves_a_shipped_file_as_it_is(name: str) -> None:
    text = paths.resource("profiles", f"{name}.toml").read_text(encoding="utf-8")
    assert edited(text, parse(text)) == text


@given(PROFILES, settings())
def test_editing_a_commented_file_states_the_profile_and_keeps_the_comments(
    profile: Profile, setting: tuple[str, Any]
) -> None:
    lines = dumps(profile).split("\n")
    text = "\n".join(f"{line} # c{i}" if " = " in line else line for i, line in enumerate(lines))
    after = profile.set(*setting)
    out = edited(text, after)
    assert parse(out) == after
    lost = [i for i in range(len(lines)) if f"# c{i}\n" in text and f"# c{i}\n" not in out]
    assert len(lost) <= 1


@given(PROFILES, PROFILES)
def test_any_file_can_be_edited_into_any_profile(old: Profile, new: Profile) -> None:
    assert parse(edited(dumps(old), new)) == new


def test_save_writes_a_new_file_and_edits_one_that_is_there(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    profile = Profile(name="a", budget=((Row.HISTORY, RowBudget(cap=5)),))
    save_profile(profile, file)
    assert load_profile(file) == profile
    file.write_text("# mine\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    written = save_profile(profile.set("budget.history.cap", 6), file)
    assert file.read_text(encoding="utf-8") == written
    assert written.startswith("# mine\n")
    assert load_profile(file).row(Row.HISTORY).cap == 6


def test_save_can_start_from_another_text(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    save_profile(parse(TEXT).set("window.size", 9000), file, base_text=TEXT)
    assert file.read_text(encoding="utf-8") == TEXT.replace("size = 8000", "size = 9000")
    with pytest.raises(ProfileError):
        save_profile(Profile(), file, base_text="[")


@pytest.mark.parametrize("content", [b"", b"\0" * 640, b"[broken", b"\xff"])
def test_save_never_overwrites_a_damaged_file(tmp_path: Path, content: bytes) -> None:
    # B179.
    file = tmp_path / "p.toml"
    file.write_bytes(content)
    save_profile(Profile(name="a"), file)
    assert load_profile(file).name == "a"
    assert (tmp_path / "p.toml.bad").read_bytes() == content
    file.write_bytes(content)
    save_profile(Profile(name="a"), file)
    assert (tmp_path / "p.toml.bad-2").read_bytes() == content


def test_save_refuses_a_name_of_another_format(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="YAML"):
        save_profile(Profile(), tmp_path / "p.yaml")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("failures", [3, 10_000])
def test_a_refused_rename_is_retried_and_then_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    # B192: another program holds the file for a moment, or for ever.
    file = tmp_path / "p.toml"
    save_profile(parse(TEXT), file, base_text=TEXT)
    left = [failures]
    real = os.replace

    def refusing(source: Any, target: Any) -> None:
        left[0] -= 1
        if left[0] >= 0:
            raise PermissionError(13, "the file is in use")
        real(source, target)

    monkeypatch.setattr(os, "replace", refusing)
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    after = parse(TEXT).set("window.size", 9000)
    if failures == 3:
        save_profile(after, file)
        assert load_profile(file) == after
    else:
        with pytest.raises(SaveError, match="in use"):
            save_profile(after, file)
        assert file.read_text(encoding="utf-8") == TEXT
    assert [one.name for one in tmp_path.iterdir()] == ["p.toml"]
