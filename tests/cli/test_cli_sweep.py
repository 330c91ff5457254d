"""`ctxlab sweep`: the table, what it writes, and how it ends."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from helpers.cli import ctxlab
from helpers.sweeps import NEWEST, write_corpus, write_keywords

import ctxlab as library
from ctxlab.batch import pool
from ctxlab.errors import ProfileError, RequestError
from ctxlab.profiles.load import load_profile

CAPS = "budget.history.cap=100:400:100"


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Threads do the work of processes: what these do has tests of its own, and they take long to start."""
    made: list[ThreadPoolExecutor] = []

    class Threads(ThreadPoolExecutor):
        def stop(self) -> None:
            self.shutdown(cancel_futures=True)

    def threads(workers: int | None = None) -> Threads:
        made.append(Threads(1))
        return made[-1]  # type: ignore[return-value]

    monkeypatch.setattr(pool, "process_pool", threads)
    yield
    for one in made:
        one.shutdown()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "c", 3)


@pytest.fixture
def newest(tmp_path: Path) -> Path:
    file = tmp_path / "newest.toml"
    file.write_text("# ours\n" + NEWEST, "utf-8")
    return file


def rows(out: str) -> list[list[str]]:
    """The cells of the table's lines, the head first."""
    lines = out.splitlines()
    return [line.split() for line in lines[: lines.index("")]]


def test_a_line_a_variant_tells_what_it_keeps_and_takes(folder: Path, newest: Path) -> None:
    answer = ctxlab("sweep", folder, "--profile", newest, "--set", CAPS, "--fresh")
    assert answer.code == 0
    assert rows(answer.out) == [
        ["variant", "kept", "losing", "over", "tokens", "largest", "level"],
        ["history.cap", "100", "0/3", "3", "0", "120", "40", "0", "*"],
        ["history.cap", "200", "1/3", "2", "0", "238", "158", "0", "*"],
        ["history.cap", "300", "2/3", "1", "0", "456", "258", "0", "*"],
        ["history.cap", "400", "3/3", "0", "0", "774", "358", "0", "*"],
    ]
    assert "3 sessions under 4 variants, at the last request of each" in answer.err
    again = ctxlab("sweep", folder, "--profile", newest, "--set", CAPS)
    assert again.out == answer.out
    assert "outcomes taken over from earlier sweeps: 12" in again.err


def test_price_and_prefix_have_columns_where_they_are_asked_for(folder: Path, newest: Path) -> None:
    words = ["sweep", folder, "--profile", newest, "--set", "budget.history.cap=400"]
    answer = ctxlab(*words, "--price", "2.5", "--prefix")
    head, line = answer.out.splitlines()[:2]
    assert head.split()[-3:] == ["prefix", "cost", "USD"]
    assert f"{774 * 2.5 / 1_000_000:.4f}" in line
    assert "%" in line


def test_the_price_of_the_settings_is_taken(
    folder: Path, newest: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Path(os.environ["CTXLAB_CONFIG_DIR"], "settings.toml")
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(
        'schema = "ctxlab.settings/1"\n[endpoint]\nprice_in = 4.0\ncurrency = "CNY"\n', encoding="utf-8"
    )
    answer = ctxlab("sweep", folder, "--profile", newest, "--json")
    assert (answer.json["price"], answer.json["currency"]) == (4.0, "CNY")
    assert "cost CNY" in ctxlab("sweep", folder, "--profile", newest).out


def test_it_is_sorted_by_what_is_asked_for(folder: Path, newest: Path) -> None:
    words = ["sweep", folder, "--profile", newest, "--set", CAPS]
    by_kept = [row[1] for row in rows(ctxlab(*words, "--sort", "kept").out)[1:]]
    assert by_kept == ["400", "300", "200", "100"]
    by_tokens = [row[1] for row in rows(ctxlab(*words, "--sort", "tokens").out)[1:]]
    assert by_tokens == ["100", "200", "300", "400"]


def test_sessions_that_lose_are_told_the_worst_first(folder: Path, newest: Path) -> None:
    answer = ctxlab("sweep", folder, "--profile", newest, "--set", CAPS, "--by-session")
    told = answer.out.splitlines()[-5:]
    assert [" ".join(line.split()) for line in told] == [
        "session loses under over under must-keeps lost (under how many)",
        "02.ctx.json 3 of 4 0 of 4 budget (3)",
        "01.ctx.json 2 of 4 0 of 4 budget (2)",
        "00.ctx.json 1 of 4 0 of 4 budget (1)",
        "sessions that keep everything and fit under every variant: 0",
    ]


def test_a_must_keep_of_the_profile_is_told_in_its_words(folder: Path, newest: Path) -> None:
    newest.write_text(NEWEST + '\n[[must_keep]]\ntext = "at most"\n', "utf-8")
    answer = ctxlab("sweep", folder, "--profile", newest, "--set", "budget.history.cap=100", "--by-session")
    assert "at most (1)" in answer.out


def test_json_is_one_document_and_the_same_in_a_file(folder: Path, newest: Path, tmp_path: Path) -> None:
    out = tmp_path / "sweep.json"
    answer = ctxlab("sweep", folder, "--profile", newest, "--set", CAPS, "--json", "-o", out)
    document = answer.json
    assert out.read_text("utf-8") == answer.out
    assert document["schema"] == "ctxlab.sweep/1"
    assert [one["title"] for one in document["sessions"]] == ["00.ctx.json", "01.ctx.json", "02.ctx.json"]
    first = document["variants"][0]
    assert first["settings"] == {"budget.history.cap": "100"}
    assert (first["kept"], first["judged"], first["front"], first["cost"]) == (0, 3, True, None)
    assert first["outcomes"][0] == {
        "tokens": 40,
        "limit": 64000,
        "over": 0,
        "level": 0,
        "exact": True,
        "judged": ["budget"],
        "lost": ["budget"],
        "prefix": None,
        "unknown": [],
        "estimated": [],
    }


def test_csv_has_a_line_for_each_session_and_variant(folder: Path, newest: Path, tmp_path: Path) -> None:
    out = tmp_path / "sweep.csv"
    (folder / "00.ctx.json").write_text('{"schema": "ctxlab.session/1", "items": []}', "utf-8")
    ctxlab("sweep", folder, "--profile", newest, "--set", CAPS, "--csv", out)
    with out.open(encoding="utf-8", newline="") as file:
        lines: list[dict[str, Any]] = list(csv.DictReader(file))
    assert len(lines) == 12
    assert lines[-1]["budget.history.cap"] == "400"
    assert (lines[-1]["session"], lines[-1]["kept"], lines[-1]["judged"]) == ("02.ctx.json", "1", "1")
    assert lines[1]["lost"] == "budget"


def test_the_best_is_written_as_a_profile_that_keeps_its_comments(
    folder: Path, newest: Path, tmp_path: Path
) -> None:
    best = tmp_path / "best.toml"
    answer = ctxlab(
        "sweep", folder, "--profile", newest, "--set", "budget.history.cap=100:900:100", "--best", best
    )
    assert answer.code == 0
    assert "history.cap 400 is the cheapest" in answer.err
    written = load_profile(best)
    assert written == load_profile(newest).set("budget.history.cap", 400)
    assert best.read_text("utf-8").startswith("# ours\n")
    entry = written.provenance[-1]
    assert (entry.by, entry.session_count, entry.kept, entry.judged) == ("sweep", 3, 3, 3)
    assert [(one.key, one.before, one.after) for one in entry.changes] == [("budget.history.cap", 20000, 400)]


def test_without_a_best_nothing_is_written(folder: Path, newest: Path, tmp_path: Path) -> None:
    best = tmp_path / "best.toml"
    answer = ctxlab(
        "sweep", folder, "--profile", newest, "--set", "budget.history.cap=100,200", "--best", best
    )
    assert answer.code == 1
    assert "no variant" in answer.err
    assert not best.exists()


def test_several_profiles_are_compared(folder: Path, newest: Path) -> None:
    answer = ctxlab("sweep", folder, "--profile", newest, "--profile", "gssc")
    assert [row[0] for row in rows(answer.out)[1:]] == ["newest", "gssc"]


def test_a_name_without_profile_is_gssc(folder: Path) -> None:
    assert [row[0] for row in rows(ctxlab("sweep", folder).out)[1:]] == ["gssc"]


def test_where_nothing_is_judged_it_is_said(tmp_path: Path, newest: Path) -> None:
    file = write_keywords(tmp_path / "a.json", "Hi.")
    answer = ctxlab("sweep", file, "--profile", newest)
    assert "nothing was judged" in answer.out
    assert rows(answer.out)[1][1] == "–"


def test_files_that_cannot_be_read_are_told_and_the_others_go_on(folder: Path, newest: Path) -> None:
    (folder / "bad.ctx.json").write_text('{"schema": "ctxlab.session/9", "items": []}', "utf-8")
    (folder / "readme.md").write_text("# no session", "utf-8")
    answer = ctxlab("sweep", folder, "--profile", newest)
    assert answer.code == 0
    lines = answer.err.splitlines()
    assert lines[0].startswith("bad.ctx.json cannot be read and was left out: ")
    assert lines[1] == "files passed over that are no sessions: 1 (c/readme.md)"
    answer = ctxlab("sweep", folder, "--profile", newest, "--json")
    assert [Path(one["file"]).name for one in answer.json["problems"]] == ["bad.ctx.json"]
    assert answer.json["passed_over"] == {"count": 1, "files": ["c/readme.md"]}


def test_of_many_files_that_are_passed_over_the_first_are_named(folder: Path, newest: Path) -> None:
    for at in range(25):
        (folder / f"note{at:02}.md").write_text("# no session", "utf-8")
    answer = ctxlab("sweep", folder, "--profile", newest, "--json")
    assert answer.err.splitlines()[0] == (
        "files passed over that are no sessions: 25 (c/note00.md, c/note01.md, c/note02.md, c/note03.md, …)"
    )
    assert answer.json["passed_over"]["count"] == 25
    assert len(answer.json["passed_over"]["files"]) == 20
    chinese = ctxlab("sweep", folder, "--profile", newest, "--lang", "zh")
    assert chinese.err.splitlines()[0].startswith("略过的非会话文件：25 个（c/note00.md、")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--set", "budget.histroy.cap=5"], "budget.histroy"),
        (["--set", "budget.history.cap=5:1:1"], "empty range"),
        (["--requests", "few"], "neither last nor all"),
        (["--requests", "0"], "neither last nor all"),
        (["--profile", "no-such"], "no-such"),
        (["--sort", "luck"], "luck"),
    ],
)
def test_what_cannot_be_asked_is_bad_usage(folder: Path, words: list[str], told: str) -> None:
    answer = ctxlab("sweep", folder, *words)
    assert answer.code == 2
    assert told in answer.err
    assert answer.out == ""


def test_no_session_at_all_is_told(tmp_path: Path) -> None:
    answer = ctxlab("sweep", tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert "no session" in answer.err


def test_what_was_read_is_never_written(folder: Path, newest: Path) -> None:
    before = newest.read_bytes()
    for option in ("--best", "--csv", "-o"):
        assert ctxlab("sweep", folder, "--profile", newest, option, newest).code == 2
    assert newest.read_bytes() == before


def test_it_is_told_in_chinese(folder: Path, newest: Path) -> None:
    answer = ctxlab("sweep", folder, "--profile", newest, "--set", CAPS, "--by-session", "--lang", "zh")
    assert "变体" in answer.out
    assert "3 个会话 × 4 个变体" in answer.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_stops_it_with_one_word(folder: Path, newest: Path) -> None:
    words = ["sweep", folder, "--profile", newest, "--set", "budget.history.cap=1:1500:1", "--workers", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "ctxlab", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        assert run.stderr is not None
        run.stderr.readline()
        # as a terminal does: every process of the group hears it
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert (out, err.strip()) == ("", "ctxlab: stopped")


def test_the_library_sweeps_in_one_call(folder: Path, newest: Path) -> None:
    found = library.sweep(folder, newest, [CAPS], price=1.0)
    assert found.whole
    assert [one.tokens for one in found.figures] == [120, 238, 456, 774]
    assert found.cheapest == 3
    few = library.sweep([folder / "00.ctx.json"], [load_profile(newest), "gssc"], requests="all", store=False)
    assert [one.name for one in few.variants] == ["newest", "gssc"]
    with pytest.raises(RequestError, match="no session"):
        library.sweep(folder / "nowhere.json")
    with pytest.raises(ProfileError):
        library.sweep(folder, newest, ["budget.history.cap"])


@pytest.mark.parametrize("price", ["nan", "inf"])
def test_a_price_is_a_number(folder: Path, price: str) -> None:
    answer = ctxlab("sweep", folder, "--set", CAPS, "--price", price, "--json")
    assert (answer.code, answer.out) == (2, "")
    assert "--price is a number" in answer.err


def test_profiles_of_one_name_are_told_apart_by_their_files(folder: Path, newest: Path) -> None:
    other = newest.with_name("other.toml")
    other.write_text(newest.read_text("utf-8"), "utf-8")
    words = ("sweep", folder, "--profile", newest, "--profile", other, "--set", "budget.history.cap=100")
    out = ctxlab(*words).out
    assert [name in out for name in ("newest · history.cap 100", "other · history.cap 100")] == [True, True]


def test_whether_a_session_of_unknown_size_fits_cannot_be_judged(
    folder: Path, newest: Path, tmp_path: Path
) -> None:
    file, best = folder / "01.ctx.json", tmp_path / "best.toml"
    document = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**document, "unknown": ["tool_schemas"]}), "utf-8")
    asked = ("sweep", folder, "--profile", newest, "--set", CAPS, "--by-session")
    answer = ctxlab(*asked, "--best", best)
    assert answer.code == ctxlab("check", folder, "--profile", best).code == 2
    head, *_, last = rows(answer.out)
    assert (head[-1], last[-2:]) == ("unknown", ["1", "*"])
    assert "sessions that keep everything and fit under every variant: 0" in answer.out
    assert (
        "whether they fit cannot be judged, tool_schemas unknown, in sessions: 1 (01.ctx.json); "
        "state an estimate: --set window.unknown.tool_schemas=N"
    ) in answer.err.splitlines()
    found = ctxlab(*asked, "--json").json["variants"][-1]
    assert (found["unknown"], found["outcomes"][1]["unknown"]) == (1, ["tool_schemas"])
    stated = ctxlab(*asked, "--set", "window.unknown.tool_schemas=300", "--best", best)
    assert stated.code == ctxlab("check", folder, "--profile", best).code == 0
    assert "unknown" not in rows(stated.out)[0]
    assert (
        "reckoned with the profile's estimate: tool_schemas 300 tokens ([window.unknown]), in 1 session"
    ) in stated.err.splitlines()
