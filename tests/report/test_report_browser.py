"""The page in a real browser: it opens, and asks for nothing."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from helpers import reports

from ctxlab.report import redacted, write_report

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)  # fmt: skip
HOSTILE = (
    '<img src="http://tracker.invalid/x.png"><link rel=stylesheet href="//fonts.invalid/x.css">'
    " at most 3000 yuan"
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")


def _opened(page: Path, folder: Path) -> tuple[str, list[str]]:
    """The page as the browser holds it, and what it asked for; the browser's own requests have no origin."""
    log = folder / "net.json"
    done = subprocess.run(
        [
            str(CHROMIUM),
            *FLAGS,
            f"--user-data-dir={folder / 'user'}",
            f"--log-net-log={log}",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    found: dict[str, Any] = json.loads(log.read_text(encoding="utf-8"))
    started = found["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"]
    asked = [one.get("params", {}) for one in found["events"] if one["type"] == started]
    return done.stdout, [
        one["url"] for one in asked if "url" in one and one.get("initiator", "") != "not an origin"
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_report_opens_and_asks_for_nothing(language: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    write_report(redacted(reports.report(language, texts={"u1": HOSTILE})), page)
    shown, asked = _opened(page, tmp_path)
    assert asked == []
    assert "at most 3000 yuan" in shown
    assert shown.count("<section") == 8


def test_a_page_that_asks_is_told_from_one_that_does_not(tmp_path: Path) -> None:
    page = tmp_path / "asking.html"
    page.write_text(f"<!DOCTYPE html>{HOSTILE}", encoding="utf-8")
    _, asked = _opened(page, tmp_path)
    assert "http://tracker.invalid/x.png" in asked
