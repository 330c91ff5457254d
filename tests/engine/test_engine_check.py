"""What a profile names is there: said when it is loaded, with key, line and the nearest valid name."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.spec import profile, run

from ctxlab.errors import ProfileError
from ctxlab.lab import Lab
from ctxlab.profiles import builtin_names

HEAD = 'schema = "ctxlab.profile/1"\n'


def _refused(lab: Lab, folder: Path, text: str) -> ProfileError:
    file = folder / "mine.toml"
    file.write_text(HEAD + text, encoding="utf-8")
    with pytest.raises(ProfileError) as caught:
        lab.profile(file)
    assert "mine.toml" in str(caught.value)
    return caught.value


def test_each_unknown_strategy_is_told_with_its_line_and_the_nearest_name(lab: Lab, tmp_path: Path) -> None:
    text = (
        '[construct]\nstrategy = "layuot"\n[gather]\nstrategy = "gssc_published"\n'
        '[select]\nstrategy = "laiered"\n[summarize]\nstrategy = "extractve"\n'
    )
    problems = _refused(lab, tmp_path, text).problems
    assert [(one.where.line, one.where.key) for one in problems] == [
        (3, "construct.strategy"),
        (5, "gather.strategy"),
        (7, "select.strategy"),
        (9, "summarize.strategy"),
    ]
    near = ("layout", "gssc-published", "layered", "extractive")
    assert all(f"nearest valid name is {name}" in one.hint for name, one in zip(near, problems, strict=True))


@pytest.mark.parametrize("number", ["abc", "about three", "3 apples", "1.2.3"])
def test_a_number_that_is_none_is_told_with_its_line(lab: Lab, tmp_path: Path, number: str) -> None:
    error = _refused(lab, tmp_path, f'[[must_keep]]\ntext = "a"\n[[must_keep]]\nnumber = "{number}"\n')
    assert (error.where.line, error.where.key) == (5, "must_keep[2].number")
    assert "no number" in error.message


@pytest.mark.parametrize("words", ["  ", "\\u3000"])
def test_a_text_without_words_is_told_with_its_line(lab: Lab, tmp_path: Path, words: str) -> None:
    error = _refused(lab, tmp_path, f'[[must_keep]]\ntext = "{words}"\n')
    assert error.where.line == 3


@pytest.mark.parametrize("number", ["3000", "３,０００", "三千", "3.5k", "两", "百分之五"])
def test_numbers_of_every_kind_are_taken(lab: Lab, tmp_path: Path, number: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'{HEAD}[[must_keep]]\nnumber = "{number}"\n', encoding="utf-8")
    assert lab.profile(file).must_keep[0].number == number


def test_what_ships_is_there(lab: Lab) -> None:
    assert [lab.profile(name).name for name in builtin_names()] == list(builtin_names())


def test_a_strategy_set_by_hand_is_told_by_its_key_when_it_is_to_run() -> None:
    with pytest.raises(ProfileError, match=r"select\.strategy: .*'laiered'.*layered"):
        run("i1 user 1", profile("select.strategy=laiered"))
