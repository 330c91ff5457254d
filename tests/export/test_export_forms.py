"""All forms of an export: they are named, whole or with their gaps, and nothing in them breaks out."""

from __future__ import annotations

import ast
import io
import tokenize
from types import ModuleType
from typing import Any

import pytest
from helpers.any_profile import PROFILES
from hypothesis import given, settings

from ctxlab import export
from ctxlab.cli.commands.export import FORMS
from ctxlab.errors import ProfileError
from ctxlab.explain import gaps
from ctxlab.export.gaps import stated, value_text
from ctxlab.model.items import Row
from ctxlab.model.profile import Layout, Overflow, Profile, RowBudget, Window
from ctxlab.profiles import builtin, builtin_names, parse

PYTHON = ("context-budget", "dict", "langchain-trim", "langchain-agent", "anthropic", "openai-agents")
WHOLE = ("toml", "json", "yaml")


def test_the_forms_are_named_in_both_languages() -> None:
    assert tuple(form.name for form in export.forms()) == FORMS
    assert {form.ending for form in export.forms()} == {".toml", ".json", ".yaml", ".py"}
    assert all(form.title("en") and form.title("zh") for form in export.forms())
    assert [form.library for form in export.forms()][5:] == [
        "langchain-core",
        "langchain",
        "anthropic",
        "openai-agents",
    ]


def test_a_form_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(ProfileError) as caught:
        export.export(Profile(), "langchian")
    assert "langchain-agent" in caught.value.hint


def test_toml_keeps_the_comments_of_the_text_it_was_read_from() -> None:
    text = '# mine\nschema = "ctxlab.profile/1"\n[window]\nsize = 900 # tokens\n'
    profile = parse(text).set("window.size", 800)
    assert export.export(profile, "toml", base_text=text).text == text.replace("900", "800")
    assert export.export(profile, "json", base_text=text) == export.export(profile, "json")
    with pytest.raises(ProfileError):
        export.export(profile, "toml", base_text="[")


@pytest.mark.parametrize("form", WHOLE)
@pytest.mark.parametrize("name", builtin_names())
def test_the_forms_of_ctxlab_hold_all_of_it(form: str, name: str) -> None:
    found = export.export(builtin(name), form)
    assert found.gaps == ()
    assert parse(found.text, f"p{found.ending}") == builtin(name)


def expressed(profile: Profile, form: str) -> set[str]:
    """The keys that a form claims to express: those stated that are no gap."""
    return set(stated(profile)) - {gap.key for gap in export.export(profile, form).gaps}


@given(PROFILES)
@settings(max_examples=25)
def test_every_setting_is_a_gap_or_shows_in_the_file(profile: Profile) -> None:
    """What is said to be expressed has its figure in the file, or is one of those that show otherwise."""
    for form in PYTHON:
        found = export.export(profile, form)
        keys = [gap.key for gap in found.gaps]
        assert len(keys) == len(set(keys))
        assert all(gap.why in gaps.WHYS for gap in found.gaps)
        settings_of = stated(profile)
        for gap in found.gaps:
            held = settings_of[gap.key] if gap.key in settings_of else _default(gap.key)
            assert gap.value == value_text(held)
        for key in expressed(profile, form):
            assert _shows(key, settings_of[key], found.text, profile), (form, key)


def _default(key: str) -> Any:
    """What a gap tells that no profile states: the default of a setting that the target does not follow."""
    if key.startswith("budget."):
        return getattr(RowBudget(), key.rpartition(".")[2])
    section, _, name = key.partition(".")
    value = getattr(getattr(Profile(), section), name)
    return getattr(value, "value", value)


#: Settings that decide how the file is written and not a figure in it.
_IN_THE_WAY = {
    "window.enforce",
    "window.enforce_soft",
    "tokens.encoding",
    "select.pairs",
    "construct.layout",
    "construct.wire",
    "construct.language",
    "summarize.strategy",
}


def _shows(key: str, value: Any, text: str, profile: Profile) -> bool:
    plain = "".join(one[2:] if one.startswith("# ") else one for one in text.split("\n"))
    if key in _IN_THE_WAY or key.endswith((".order", ".overflow")):
        return True
    if key in ("budget.recent.cap", "budget.history.cap") and "recent + history" in text:
        return True
    if key.startswith("window.") and isinstance(value, int):
        return profile.window.limit is None or str(value) in text or str(profile.window.limit) in text
    if key.endswith(".rounds"):
        return str(value) in text or str(value + 1) in text or str(2 * value) in text or 'value": 1' in text
    if isinstance(value, int):
        return str(value) in text
    words = [part for part in str(value).split() if part.isalnum()]
    return all(word in plain for word in words)


EVIL = "'\"\"\"\n\r\u2028\x85\\\nimport os\nraise SystemExit('out')\n#{0}\u202e\x00"


@pytest.mark.parametrize("form", PYTHON)
def test_what_a_user_wrote_stays_inside_comments_and_texts(form: str) -> None:
    profile = Profile(
        name=EVIL,
        description=EVIL,
        engine=EVIL,
        window=Window(model=EVIL, size=90_000, output_reserve=100),
        budget=(
            (Row.RECENT, RowBudget(cap=400)),
            (Row.HISTORY, RowBudget(cap=400, overflow=Overflow.COMPRESS)),
            (Row.TOOL_RESULT, RowBudget(cap=400, overflow=Overflow.TRUNCATE)),
        ),
        published=((EVIL, EVIL),),
    )
    profile = profile.set("summarize.instructions.summary", EVIL).set("summarize.model", EVIL)
    text = export.export(profile, form).text
    tree = ast.parse(text)
    assert not any(isinstance(node, ast.Raise) for node in ast.walk(tree))
    assert "\u202e" not in text
    assert "\r" not in text
    assert "\x00" not in text
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert "os" not in imported
    comments = [one.string for one in _tokens(text) if one.type == tokenize.COMMENT]
    assert any("import os" in one for one in comments)


@given(PROFILES)
@settings(max_examples=25)
def test_any_profile_gives_python_with_the_same_names(profile: Profile) -> None:
    """The code has the same shape whatever texts the profile holds: only its comments and literals differ."""
    bare = profile.with_parts(name="x", description="", engine="", published=(), must_keep=())
    bare = bare.set("window.model", "")
    for form in PYTHON:
        with_texts, without = (export.export(one, form).text for one in (profile, bare))
        assert _names(with_texts) == _names(without)


def _names(text: str) -> list[str]:
    ast.parse(text)
    return [one.string for one in _tokens(text) if one.type == tokenize.NAME]


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(text, newline="\n").readline))


@pytest.mark.parametrize("form", PYTHON[2:])
def test_the_gaps_stand_in_the_file_in_the_language_of_the_profile(form: str) -> None:
    profile = builtin("gssc").set("window.warn_at", 100)
    assert "cannot express" in export.export(profile, form).text
    assert "window.warn_at = 100: nothing warns at this figure" in export.export(profile, form).text
    chinese = export.export(profile.set("construct.language", "zh"), form).text
    assert "window.warn_at = 100：到达此数时不会提示" in chinese


def test_every_reason_is_worded_in_both_languages_and_used() -> None:
    assert all(english and chinese for english, chinese in (*gaps.WHYS.values(), *gaps.NOTES.values()))
    assert gaps.note("compaction_not_run", "zh").endswith("均已运行")
    assert gaps.note("something_new", "en") == "something new"


def test_a_profile_that_limits_nothing_gives_files_that_do_nothing() -> None:
    profile = Profile().set("construct.layout", Layout.CHRONOLOGICAL.value)
    for form in PYTHON[2:]:
        found = export.export(profile, form)
        assert "tiktoken" not in found.text
        assert [gap.key for gap in found.gaps if gap.key != "tokens.encoding"] == []
    module = ModuleType("exported")
    exec(export.export(profile, "langchain-agent").text, module.__dict__)
    assert module.middleware(None) == []
