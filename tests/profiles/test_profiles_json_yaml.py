"""Profiles in JSON and YAML: the same profile, and what is wrong told with key and line as for TOML."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.any_profile import PROFILES
from helpers.bug_cases import BUGS
from hypothesis import given

import ctxlab
from ctxlab.errors import ProfileError
from ctxlab.export.documents import to_json, to_yaml
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.provenance import Provenance, ProvenanceChange, ProvenanceSession
from ctxlab.profiles import builtin, builtin_names, load_profile, parse, save_profile
from ctxlab.profiles.load import read_text

SAME = {
    "p.json": '{"schema": "ctxlab.profile/1", "window": {"size": 900}, "budget": {"history": {"cap": 40}}}',
    "p.yaml": "schema: ctxlab.profile/1\nwindow:\n  size: 900\nbudget:\n  history: {cap: 40}\n",
    "p.YML": "---\n# c\nschema: 'ctxlab.profile/1'\nwindow: {size: 900}\nbudget: {history: {cap: 40}}\n",
    "p.toml": 'schema = "ctxlab.profile/1"\n[window]\nsize = 900\n[budget.history]\ncap = 40\n',
}


@given(PROFILES)
def test_every_profile_comes_back_from_both(profile: Profile) -> None:
    assert parse(to_json(profile), "p.json") == profile
    assert parse(to_yaml(profile), "p.yaml") == profile


@pytest.mark.parametrize("name", builtin_names())
def test_the_shipped_ones_do(name: str) -> None:
    assert parse(to_json(builtin(name)), "p.json") == parse(to_yaml(builtin(name)), "p.yaml") == builtin(name)


@pytest.mark.parametrize("name", SAME)
def test_the_ending_of_the_name_tells_the_form(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(SAME[name], encoding="utf-8")
    profile = ctxlab.profile(str(file))
    assert (profile.window.size, profile.row(Row.HISTORY).cap) == (900, 40)
    assert parse(read_text(file)) == profile


def test_how_a_profile_came_about_is_kept() -> None:
    entry = Provenance(
        by="solve",
        at="2031-04-12T08:00:00+00:00",
        sessions=(ProvenanceSession(title="行程 #1: a"), ProvenanceSession(title="b", sha256="0" * 12)),
        changes=(ProvenanceChange(key="budget.history.cap", before=None, after=400),),
        changed=1,
    )
    profile = builtin("gssc").with_parts(provenance=(entry,))
    assert parse(to_json(profile), "p.json").provenance == (entry,)
    assert parse(to_yaml(profile), "p.yaml").provenance == (entry,)


HEAD = {"p.json": '{"schema": "ctxlab.profile/1",\n', "p.yaml": "schema: ctxlab.profile/1\n"}


@pytest.mark.parametrize(
    ("file", "text", "line", "key", "words"),
    [
        ("p.json", '"budget": {\n "histroy": {"cap": 3}}}', 3, "budget.histroy", "budget.history"),
        ("p.json", '"window": {"enforce":\n "no"}}', 2, "window.enforce", "true or false"),
        ("p.json", '"window": {"size":\n12.0}}', 2, "window.size", "whole number"),
        ("p.json", '"window": {\n\n"size": null, "buffer": null}}', 4, "window.buffer", "null"),
        ("p.json", '"must_keep": [{"text": "a"},\n{"regex": "("}]}', 3, "must_keep[2].regex", "expression"),
        ("p.json", '"name": "a",\n"name": "b"}', 3, "name", "twice"),
        ("p.json", '"name": "a"\n,}', 3, "", "no valid JSON"),
        ("p.json", '"window": {"size": NaN}}', None, "", "no number of JSON"),
        ("p.json", '"x": ' + "[" * 100_000, None, "", "nested too deeply"),
        ("p.yaml", "budget:\n  histroy:\n    cap: 3\n", 3, "budget.histroy", "budget.history"),
        ("p.yaml", "window:\n  enforce: no\n", 3, "window.enforce", "true or false"),
        ("p.yaml", "window:\n  size: 010\n", 3, "window.size", "whole number"),
        ("p.yaml", "window:\n  size: 1:30\n", 3, "window.size", "whole number"),
        ("p.yaml", "window:\n  size: 1_000\n", 3, "window.size", "whole number"),
        ("p.yaml", "published:\n  day: 2020-02-03\n  day: x\n", 4, "published.day", "twice"),
        ("p.yaml", "must_keep:\n- text: a\n- regex: '('\n", 4, "must_keep[2].regex", "expression"),
        ("p.yaml", "name: &a x\ndescription: *a\n", 2, "", "anchors"),
        ("p.yaml", "name: !!python/name:os.system x\n", 2, "name", "tag"),
        ("p.yaml", "window: !x {size: 3}\n", 2, "window", "tag"),
        ("p.yaml", "? [a]\n: b\n", 2, "", "no text"),
        ("p.yaml", "window: [\n", None, "", "no valid YAML"),
        ("p.yaml", "name: a\n---\nname: b\n", 3, "", "no valid YAML"),
        ("p.yaml", "name: a\n\tb: c\n", 3, "", "no valid YAML"),
        ("p.yaml", "name: a\x07\n", 2, "", "does not allow"),
        ("p.yaml", "x: " + "[" * 100_000, None, "", "nested too deeply"),
    ],
)
def test_what_is_wrong_is_said_with_key_and_line(
    file: str, text: str, line: int | None, key: str, words: str
) -> None:
    with pytest.raises(ProfileError) as caught:
        parse(HEAD[file] + text, file)
    problem = caught.value.problems[0]
    assert words in f"{problem.message} {problem.hint}"
    assert problem.where.key == key
    if line is not None:
        assert problem.where.line == line


@pytest.mark.parametrize("text", ["[]", "3", '"a"', "null"])
@pytest.mark.parametrize("file", ["p.json", "p.yaml"])
def test_what_is_no_table_is_refused(text: str, file: str) -> None:
    with pytest.raises(ProfileError, match="a table of settings"):
        parse(text, file)


def test_b175_names_the_keys_that_no_profile_has() -> None:
    with pytest.raises(ProfileError) as caught:
        load_profile(BUGS / "B175_bool_string.yaml")
    assert [(one.where.line, one.where.key) for one in caught.value.problems] == [
        (1, ""),
        (2, "pipeline.summarize"),
        (3, "pipeline.dedupe"),
    ]


def test_a_large_yaml_file_is_refused_at_once() -> None:
    with pytest.raises(ProfileError, match="too many"):
        parse("a: b\n" * 100_000, "p.yaml")


def test_a_strategy_that_is_not_there_is_said_with_its_line(tmp_path: Path) -> None:
    for name, text in (
        ("p.json", '{"schema": "ctxlab.profile/1",\n"select": {\n"strategy": "layred"}}'),
        ("p.yaml", "schema: ctxlab.profile/1\nselect:\n  strategy: layred\n"),
    ):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        with pytest.raises(ProfileError, match="layered") as caught:
            ctxlab.profile(str(file))
        assert (caught.value.where.file, caught.value.where.line) == (name, 3)


@pytest.mark.parametrize("name", ["p.json", "p.yaml", "p.yml"])
def test_profiles_are_saved_as_toml_only(name: str, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="saved as TOML"):
        save_profile(Profile(), tmp_path / name)
    assert not (tmp_path / name).exists()


def test_lines_with_odd_separators_are_counted_as_editors_do() -> None:
    with pytest.raises(ProfileError) as caught:
        parse('{"schema": "ctxlab.profile/1",\n"name": "a\u2028b\u0085c",\n"nmae": 1}', "p.json")
    assert caught.value.where.line == 3
    with pytest.raises(ProfileError) as caught:
        parse('schema: ctxlab.profile/1\nname: "a\u2028 b"\nnmae: 1\n', "p.yaml")
    assert caught.value.where.line == 3
