"""The plugin for pytest, in real runs of it."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from helpers.chat import write_json
from helpers.gate_repo import ENOUGH, PROFILE, TOO_SMALL, demanding, talk
from helpers.plugin import MODULE, plugin_words
from helpers.tree import ROOT

QUIET = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib"]


@pytest.fixture
def tests(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with a session and two profiles, in which tests run; their language is English.

    Other plugins that are installed are left out, which takes most of the time.
    """
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    write_json(pytester.path / "trip.json", {"model": "gpt-4o", "messages": demanding()})
    write_json(pytester.path / "talk.ctx.json", talk())
    (pytester.path / "roomy.toml").write_text(PROFILE.format(cap=ENOUGH), encoding="utf-8")
    (pytester.path / "tight.toml").write_text(PROFILE.format(cap=TOO_SMALL), encoding="utf-8")
    return pytester


def run(tests: pytest.Pytester, *words: str) -> pytest.RunResult:
    return tests.runpytest_subprocess(*QUIET, "-p", MODULE, *words)


def test_what_holds_passes_in_all_its_forms(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import re
        from pathlib import Path

        import ctxlab
        from ctxlab.model.marks import MustKeep

        def test_paths(assert_context):
            trace = assert_context(
                "trip.json", "roomy.toml", keeps=["What else, on day 3?", re.compile("KEEP IT", re.I)],
                max_tokens=1_300, max_level=0, baseline="tight.toml",
            )
            assert trace.messages[0]["role"] == "system"

        def test_a_session_and_a_profile(assert_context):
            here = Path(__file__).parent
            session = ctxlab.open(here / "talk.ctx.json")
            profile = ctxlab.profile(here / "tight.toml")
            assert_context(session, profile, request=2, keeps=[MustKeep("m", number="3000")])

        def test_published_keywords(assert_context):
            assert_context(
                system_prompt="Be short.", user_message="Go on.", keeps="never fly",
                conversation_history=[{"role": "user", "content": "I never fly."}],
            )
        """
    )
    run(tests, "-W", "error").assert_outcomes(passed=3)


def test_of_several_sessions_in_a_file_one_has_to_be_chosen(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import json
        from pathlib import Path

        import pytest

        from ctxlab.errors import RequestError

        TALKS = [{"messages": [{"role": "user", "content": text}]} for text in ("I never fly.", "Go on.")]

        def test_it(assert_context):
            file = Path(__file__).with_name("two.jsonl")
            file.write_text("\\n".join(map(json.dumps, TALKS)), "utf-8")
            assert_context(file, "gssc", keeps=["never fly"], number=1)
            for number in (None, 0, 3):
                with pytest.raises(RequestError, match="2 sessions|no session"):
                    assert_context(file, "roomy.toml", number=number)
            with pytest.raises(TypeError, match="keeps takes"):
                assert_context(file, "roomy.toml", keeps=[{"number": "3"}], number=1)
        """
    )
    run(tests, "-W", "error").assert_outcomes(passed=1)


def test_a_failure_says_which_must_keep_was_lost_where_and_by_what(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        def test_it(assert_context):
            assert_context(
                "talk.ctx.json", "tight.toml", baseline="roomy.toml", keeps=["What else"], max_tokens=100
            )
        """
    )
    result = run(tests)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            ">*assert_context(",
            "E*AssertionError: talk.ctx.json: does not hold · * tokens · 1/2 must-keeps · *",
            "E* must-keep newly LOST in Select, the baseline kept it: 3000 yuan · lost since request 3 *",
            "E*450*",
            "E* tokens, 100 are the most that are allowed",
        ]
    )
    # the frames of the plugin are not shown
    result.stdout.no_fnmatch_line("*assertions.py*")


def test_a_failure_speaks_chinese_where_the_locale_does(
    tests: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    monkeypatch.setenv("PYTHONUTF8", "1")
    tests.makepyfile('def test_it(assert_context):\n    assert_context("trip.json", "tight.toml")\n')
    result = run(tests)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*必留项丢失于选择：3000 yuan*"])


def test_what_cannot_be_judged_does_not_pass(tests: pytest.Pytester) -> None:
    (tests.path / "bare.toml").write_text('schema = "ctxlab.profile/1"\n', encoding="utf-8")
    tests.makepyfile(
        """
        import pytest
        from ctxlab.errors import CtxlabError

        def test_nothing(assert_context):
            with pytest.raises(AssertionError, match="no must-keeps and no limit"):
                assert_context("trip.json", "bare.toml")

        def test_files(assert_context):
            for session, profile in (("absent.json", "roomy.toml"), ("trip.json", "absent.toml")):
                with pytest.raises(CtxlabError, match="absent"):
                    assert_context(session, profile)

        def test_arguments(assert_context):
            with pytest.raises(TypeError, match="one of the two"):
                assert_context(profile="roomy.toml")
            with pytest.raises(TypeError, match="texts with words"):
                assert_context("trip.json", "roomy.toml", keeps=[" "])
        """
    )
    run(tests).assert_outcomes(passed=3)


SNAPSHOT_TEST = """
import pytest

@pytest.mark.parametrize("kind", ["a", "b/ü"])
def test_it(assert_context, context_snapshot, kind):
    trace = assert_context("trip.json", "PROFILE.toml")
    context_snapshot(trace)
    context_snapshot([{"role": "user", "content": kind}], "plain")
"""


def snapshots(tests: pytest.Pytester) -> dict[str, str]:
    files = sorted((tests.path / "__contexts__").rglob("*.json"))
    return {file.name: file.read_text(encoding="utf-8") for file in files}


def test_a_snapshot_is_written_when_asked_and_compared_ever_after(tests: pytest.Pytester) -> None:
    tests.makepyfile(test_snap=SNAPSHOT_TEST.replace("PROFILE", "roomy"))
    missing = run(tests)
    missing.assert_outcomes(failed=2)
    missing.stdout.fnmatch_lines(
        ["E*there is no snapshot __contexts__/test_snap/*; write it with --ctxlab-update*"]
    )
    assert snapshots(tests) == {}
    run(tests, "--ctxlab-update").assert_outcomes(passed=2)
    written = snapshots(tests)
    assert len(written) == 4
    assert {json.loads(text)["schema"] for text in written.values()} == {"ctxlab.context/1"}
    run(tests).assert_outcomes(passed=2)
    if find_spec("xdist"):
        run(tests, "-p", "xdist.plugin", "-n", "2").assert_outcomes(passed=2)
    assert snapshots(tests) == written


def test_a_changed_snapshot_fails_with_what_changed(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        test_snap="""
        def test_it(assert_context, context_snapshot):
            context_snapshot(assert_context("trip.json", "roomy.toml"))
        """
    )
    run(tests, "--ctxlab-update").assert_outcomes(passed=1)
    before = snapshots(tests)
    (tests.path / "trip.json").unlink()
    messages = demanding()
    messages[3]["content"] = "What else, on day two?"
    del messages[4]
    write_json(tests.path / "trip.json", {"model": "gpt-4o", "messages": messages})
    result = run(tests)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "E*the context is not that of the snapshot __contexts__/test_snap/test_it.json*--ctxlab-update",
            "E*changed: message 4 (user)",
            "E*-What else, on day 2[?]",
            "E*+What else, on day two[?]",
            "E*gone: message 5 (assistant): Yes. and and *",
        ]
    )
    assert snapshots(tests) == before
    run(tests, "--ctxlab-update").assert_outcomes(passed=1)
    assert snapshots(tests) != before


def test_a_broken_snapshot_is_told_apart_from_a_missing_one(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        test_snap="def test_it(context_snapshot):\n    context_snapshot([{'role': 'user', 'content': 'a'}])\n"
    )
    run(tests, "--ctxlab-update").assert_outcomes(passed=1)
    (file,) = (tests.path / "__contexts__").rglob("*.json")
    file.write_text("{", encoding="utf-8")
    result = run(tests)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*cannot be read; write it anew with --ctxlab-update"])


def test_loading_the_plugin_loads_nothing_of_ctxlab_besides(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import sys

        def test_it():
            parts = {name.split(".")[1] for name in sys.modules if name.startswith("ctxlab.")}
            assert "integrations" in parts
            assert not parts & {"lab", "batch", "engine", "formats", "stages", "analysis", "explain", "gui"}
            assert not {"tiktoken", "openai", "PySide6", "langchain_core"} & set(sys.modules)
        """
    )
    run(tests).assert_outcomes(passed=1)


def test_it_stays_out_of_the_way_of_other_plugins_under_strict_settings(
    tests: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    tests.makepyfile("def test_it():\n    pass\n")
    tests.makeini("[pytest]\naddopts = --strict-markers --strict-config\nfilterwarnings =\n    error\n")
    tests.runpytest_subprocess(*QUIET, *plugin_words()).assert_outcomes(passed=1)
    result = tests.runpytest_subprocess(*QUIET, *plugin_words(), "--help")
    result.stdout.fnmatch_lines(
        ["contexts of LLM agents:", "*--ctxlab-update*Rewrite the snapshots of contexts."]
    )


def test_the_package_names_the_plugin() -> None:
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    assert stated["pytest11"] == {"ctxlab": MODULE}
    shown = subprocess.run(
        [sys.executable, "-c", f"import {MODULE} as one; print(one.assert_context, one.context_snapshot)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert shown.stdout


def test_the_function_needs_no_plugin(tmp_path: Path) -> None:
    from ctxlab.integrations.assertions import assert_context

    file = write_json(tmp_path / "trip.json", {"model": "gpt-4o", "messages": demanding()})
    (tmp_path / "tight.toml").write_text(PROFILE.format(cap=TOO_SMALL), encoding="utf-8")
    with pytest.raises(AssertionError, match="must-keep LOST in Select: 3000 yuan"):
        assert_context(file, tmp_path / "tight.toml", language="en")
